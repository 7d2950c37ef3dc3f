// Single precision. The state is the sum of two numbers, so that the rounding of a step does not
// accumulate.

alias real = f32;

// (sum, rest) after adding an increment to a sum with its rest: the two-sum of Knuth (1969).
fn add(sum: f32, rest: f32, increment: f32) -> vec2<f32> {
    let y = opaque(increment + rest);
    let total = opaque(sum + y);
    let share = opaque(total - sum);
    let error = (sum - opaque(total - share)) + (y - share);
    return vec2<f32>(total, error);
}

// The magnitude of a number, in an order that holds for infinities and what is not a number too.
fn magnitude(x: f32) -> u32 {
    return bitcast<u32>(x) & 0x7fffffffu;
}
