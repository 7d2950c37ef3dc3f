// Double-float precision: a number is the sum of two of f32, the first of which is the sum rounded. The same
// operations in the same order as `num::DoubleFloat`, where their sources and errors are named.

alias real = vec2<f32>;

// The sum of two numbers and its rounding error.
fn two_sum(a: f32, b: f32) -> real {
    let sum = opaque(a + b);
    let share = opaque(sum - a);
    let error = opaque(a - opaque(sum - share)) + opaque(b - share);
    return real(sum, error);
}

// As `two_sum`, for |a| >= |b|.
fn fast_two_sum(a: f32, b: f32) -> real {
    let sum = opaque(a + b);
    return real(sum, opaque(b - opaque(sum - a)));
}

// The product of two numbers and its rounding error; the factors are split by their bits.
fn two_product(a: f32, b: f32) -> real {
    let product = opaque(a * b);
    let a_high = bitcast<f32>(bitcast<u32>(a) & 0xfffff000u);
    let b_high = bitcast<f32>(bitcast<u32>(b) & 0xfffff000u);
    let a_low = opaque(a - a_high);
    let b_low = opaque(b - b_high);
    var error = opaque(a_high * b_high - product);
    error = opaque(error + a_high * b_low);
    error = opaque(error + a_low * b_high);
    error = opaque(error + a_low * b_low);
    return real(product, error);
}

fn plus(a: real, b: real) -> real {
    let high = two_sum(a.x, b.x);
    let low = two_sum(a.y, b.y);
    let sum = fast_two_sum(high.x, opaque(high.y + low.x));
    return fast_two_sum(sum.x, opaque(sum.y + low.y));
}

fn minus(a: real, b: real) -> real {
    return plus(a, -b);
}

fn times(a: real, b: real) -> real {
    let product = two_product(a.x, b.x);
    return fast_two_sum(product.x, opaque(product.y + (a.x * b.y + a.y * b.x)));
}

fn times_single(a: real, factor: f32) -> real {
    let product = two_product(a.x, factor);
    return fast_two_sum(product.x, opaque(product.y + a.y * factor));
}

// Three digits, each from what is left: the quotients of the device may be inexact.
fn over(a: real, b: real) -> real {
    let first = opaque(a.x / b.x);
    var rest = minus(a, times_single(b, first));
    let second = opaque(rest.x / b.x);
    rest = minus(rest, times_single(b, second));
    return plus(fast_two_sum(first, second), real(rest.x / b.x, 0.0f));
}

// Two steps of Newton's method: the roots of the device may be inexact.
fn root(a: real) -> real {
    let first = opaque(sqrt(a.x));
    let twice = first + first;
    var rest = minus(a, two_product(first, first));
    let better = fast_two_sum(first, opaque(rest.x / twice));
    rest = minus(a, times(better, better));
    let best = plus(better, real(rest.x / twice, 0.0f));
    return select(best, a, a.x == 0.0f);
}

fn absolute(a: real) -> real {
    return select(a, -a, a.x < 0.0f);
}

fn whole(a: real) -> real {
    let high = floor(a.x);
    return fast_two_sum(high, select(0.0f, floor(a.y), high == a.x));
}

fn less(a: real, b: real) -> bool {
    return a.x < b.x || (a.x == b.x && a.y < b.y);
}

fn at_most(a: real, b: real) -> bool {
    return a.x < b.x || (a.x == b.x && a.y <= b.y);
}

// A whole number, exactly.
fn number(n: u32) -> real {
    return fast_two_sum(f32(n & 0xffff0000u), f32(n & 0xffffu));
}

// The whole number of 24 bits that a number is.
fn code(x: real) -> u32 {
    return u32(x.x);
}

// The magnitude of a number, in an order that holds for infinities and what is not a number too.
fn magnitude(x: real) -> u32 {
    return bitcast<u32>(x.x) & 0x7fffffffu;
}
