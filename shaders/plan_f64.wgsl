// What the plan needs of numbers, where the device has those of double precision.

// 2^-53, the last bit of a number in (0, 1)
const LAST_BIT = 1.1102230246251565e-16lf;
const BELOW_ONE = 0.9999999999999999lf;
const HALF = 0.5lf;

// A whole number, rounded once.
fn whole_number(a: vec2<u32>) -> real {
    return f64(a.y) * 4294967296.0lf + f64(a.x);
}

// A number below 2^32 without its fraction.
fn whole_part(x: real) -> u32 {
    return u32(x);
}
