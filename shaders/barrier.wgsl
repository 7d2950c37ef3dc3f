// The number itself, through an operation that the compiler cannot see through: without it, error terms are
// simplified to zero.
fn opaque(x: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(x) ^ control.zero);
}
