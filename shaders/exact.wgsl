// Every operation is done as it is written: nothing is to be hidden from the compiler.
fn opaque(x: f32) -> f32 {
    return x;
}
