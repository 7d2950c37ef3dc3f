// Double precision. Only + - * /, square roots, comparisons and casts: the built-in functions return
// single-precision results or worse.

alias real = f64;

// The magnitude of a number, in an order that holds for infinities and what is not a number too.
fn magnitude(x: f64) -> u32 {
    return bitcast<u32>(f32(x)) & 0x7fffffffu;
}
