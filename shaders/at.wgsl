// The place of a quantity of a member.
fn at(quantity: u32, member: u32) -> u32 {
    return quantity * control.stride + member;
}
