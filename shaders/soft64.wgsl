// Double precision in whole numbers: the operations of IEEE 754 binary64, rounded to the nearest number, ties to even,
// for devices that have no such numbers or round them otherwise. A number is its bits, (lower, upper) half. Numbers
// below the normal ones, infinities and what is not a number are as the standard has them; every result that is not a
// number has the same bits.

alias real = vec2<u32>;

const SIGN = 0x80000000u;
const INFINITE = 0x7ff00000u;
const NOT_A_NUMBER = vec2<u32>(0u, 0x7ff80000u);

fn exponent_of(a: real) -> i32 {
    return i32((a.y >> 20u) & 0x7ffu);
}

fn is_nan(a: real) -> bool {
    let upper = a.y & 0x7fffffffu;
    return upper > INFINITE || (upper == INFINITE && a.x != 0u);
}

fn is_infinite(a: real) -> bool {
    return (a.y & 0x7fffffffu) == INFINITE && a.x == 0u;
}

fn is_zero(a: real) -> bool {
    return ((a.y & 0x7fffffffu) | a.x) == 0u;
}

// The shifted number, with a last bit that tells whether a bit was lost.
fn shift_right_sticky(a: u64p, n: u32) -> u64p {
    if n == 0u {
        return a;
    }
    if n >= 64u {
        return u64p(select(0u, 1u, (a.x | a.y) != 0u), 0u);
    }
    let shifted = shift_right64(a, n);
    let back = shift_left64(shifted, n);
    return u64p(shifted.x | select(0u, 1u, any(back != a)), shifted.y);
}

fn leading_zeros64(a: u64p) -> u32 {
    return select(countLeadingZeros(a.y), 32u + countLeadingZeros(a.x), a.y == 0u);
}

// The number with the significand m 2^(e - 1023 - 62), rounded: bit 62 of m, if it is the first, is the unit.
fn rounded(sign: u32, exponent: i32, significand: u64p) -> real {
    var m = significand;
    var e = exponent;
    if (m.x | m.y) == 0u {
        return real(0u, sign);
    }
    let zeros = leading_zeros64(m);
    if zeros == 0u {
        m = shift_right_sticky(m, 1u);
        e += 1;
    } else {
        m = shift_left64(m, zeros - 1u);
        e -= i32(zeros) - 1;
    }
    if e >= 2047 {
        return real(0u, sign | INFINITE);
    }
    if e <= 0 {
        m = shift_right_sticky(m, u32(min(1 - e, 64)));
        e = 0;
    }
    // ten bits lie below the last one
    let rest = m.x & 0x3ffu;
    var kept = shift_right64(m, 10u);
    if rest > 0x200u || (rest == 0x200u && (kept.x & 1u) == 1u) {
        kept = add64(kept, u64p(1u, 0u));
    }
    // the unit adds one to the exponent, and so does what is carried out of the significand
    let field = u64p(0u, u32(max(e - 1, 0)) << 20u);
    let bits = add64(kept, field);
    return real(bits.x, bits.y | sign);
}

// The significand with its unit at bit 62, of a number that is not zero.
fn significand_of(a: real) -> u64p {
    let fraction = u64p(a.x, a.y & 0xfffffu);
    let unit = select(0u, 0x100000u, exponent_of(a) != 0);
    return shift_left64(u64p(fraction.x, fraction.y | unit), 10u);
}

fn plus(a: real, b: real) -> real {
    if is_nan(a) || is_nan(b) {
        return NOT_A_NUMBER;
    }
    if is_infinite(a) {
        if is_infinite(b) && (a.y ^ b.y) != 0u {
            return NOT_A_NUMBER;
        }
        return a;
    }
    if is_infinite(b) {
        return b;
    }
    // the larger first
    let swap = less64(u64p(a.x, a.y & ~SIGN), u64p(b.x, b.y & ~SIGN));
    let large = select(a, b, swap);
    let small = select(b, a, swap);
    let e = max(exponent_of(large), 1);
    let distance = u32(e - max(exponent_of(small), 1));
    let first = significand_of(large);
    let second = shift_right_sticky(significand_of(small), distance);
    if ((a.y ^ b.y) & SIGN) == 0u {
        return rounded_sum(a, b, large.y & SIGN, e, add64(first, second));
    }
    let difference = sub64(first, second);
    if (difference.x | difference.y) == 0u {
        return real(0u);
    }
    return rounded(large.y & SIGN, e, difference);
}

fn rounded_sum(a: real, b: real, sign: u32, e: i32, sum: u64p) -> real {
    if is_zero(a) && is_zero(b) {
        return real(0u, a.y & b.y & SIGN);
    }
    return rounded(sign, e, sum);
}

fn negated(a: real) -> real {
    return real(a.x, a.y ^ SIGN);
}

fn minus(a: real, b: real) -> real {
    return plus(a, negated(b));
}

fn times(a: real, b: real) -> real {
    let sign = (a.y ^ b.y) & SIGN;
    if is_nan(a) || is_nan(b) || (is_infinite(a) && is_zero(b)) || (is_zero(a) && is_infinite(b)) {
        return NOT_A_NUMBER;
    }
    if is_infinite(a) || is_infinite(b) {
        return real(0u, sign | INFINITE);
    }
    if is_zero(a) || is_zero(b) {
        return real(0u, sign);
    }
    // with the first bit at 62 also below the normal numbers, so that no bit is lost before the rounding
    let x = normal(a);
    let y = normal(b);
    let product = product128(u64p(x.low, x.high), u64p(y.low, y.high));
    // the unit of the product is at bit 124 - 64 of its upper half
    let sticky = select(0u, 1u, (product.x | product.y) != 0u);
    return rounded(sign, x.exponent + y.exponent - 1023 + 2, u64p(product.z | sticky, product.w));
}

struct Parts {
    low: u32,
    high: u32,
    exponent: i32,
}

// Significand with its first bit at 62, and the exponent that belongs to it.
fn normal(a: real) -> Parts {
    let m = significand_of(a);
    let shift = leading_zeros64(m) - 1u;
    let shifted = shift_left64(m, shift);
    return Parts(shifted.x, shifted.y, max(exponent_of(a), 1) - i32(shift));
}

fn over(a: real, b: real) -> real {
    let sign = (a.y ^ b.y) & SIGN;
    if is_nan(a) || is_nan(b) || (is_infinite(a) && is_infinite(b)) || (is_zero(a) && is_zero(b)) {
        return NOT_A_NUMBER;
    }
    if is_infinite(a) || is_zero(b) {
        return real(0u, sign | INFINITE);
    }
    if is_infinite(b) || is_zero(a) {
        return real(0u, sign);
    }
    let x = normal(a);
    let y = normal(b);
    let divisor = u64p(y.low, y.high);
    var rest = u64p(x.low, x.high);
    var quotient = u64p(0u);
    // bit by bit: the first is the unit
    for (var i = 0u; i < 57u; i++) {
        quotient = shift_left64(quotient, 1u);
        if !less64(rest, divisor) {
            rest = sub64(rest, divisor);
            quotient.x |= 1u;
        }
        rest = shift_left64(rest, 1u);
    }
    let sticky = select(0u, 1u, (rest.x | rest.y) != 0u);
    let shifted = shift_left64(quotient, 6u);
    return rounded(sign, x.exponent - y.exponent + 1023, u64p(shifted.x | sticky, shifted.y));
}

fn root(a: real) -> real {
    if is_nan(a) || ((a.y & SIGN) != 0u && !is_zero(a)) {
        return NOT_A_NUMBER;
    }
    if is_zero(a) || is_infinite(a) {
        return a;
    }
    let parts = normal(a);
    // an even power of two before the root
    let odd = ((parts.exponent - 1023) & 1) != 0;
    let e = parts.exponent - 1023 - select(0, 1, odd);
    // two bits of the radicand per digit of the root; its first two are 01, 10 or 11
    var radicand = shift_left64(u64p(parts.low, parts.high), select(0u, 1u, odd));
    var rest = u64p(0u);
    var result = u64p(0u);
    for (var i = 0u; i < 57u; i++) {
        rest = shift_left64(rest, 2u);
        rest.x |= radicand.y >> 30u;
        radicand = shift_left64(radicand, 2u);
        let trial = add64(shift_left64(result, 2u), u64p(1u, 0u));
        result = shift_left64(result, 1u);
        if !less64(rest, trial) {
            rest = sub64(rest, trial);
            result.x |= 1u;
        }
    }
    let sticky = select(0u, 1u, (rest.x | rest.y) != 0u);
    let shifted = shift_left64(result, 6u);
    return rounded(0u, e / 2 + 1023, u64p(shifted.x | sticky, shifted.y));
}

fn absolute(a: real) -> real {
    return real(a.x, a.y & ~SIGN);
}

fn less(a: real, b: real) -> bool {
    if is_nan(a) || is_nan(b) || (is_zero(a) && is_zero(b)) {
        return false;
    }
    let below = (a.y & SIGN) != 0u;
    if below != ((b.y & SIGN) != 0u) {
        return below;
    }
    return select(less64(a, b), less64(b, a), below);
}

fn at_most(a: real, b: real) -> bool {
    return !is_nan(a) && !is_nan(b) && !less(b, a);
}

// The largest whole number that is not above.
fn whole(a: real) -> real {
    if is_nan(a) {
        return NOT_A_NUMBER;
    }
    let e = exponent_of(a) - 1023;
    if e >= 52 || is_zero(a) {
        return a;
    }
    if e < 0 {
        return select(real(0u), real(0u, 0xbff00000u), (a.y & SIGN) != 0u);
    }
    let unit = shift_left64(u64p(1u, 0u), u32(52 - e));
    let mask = sub64(unit, u64p(1u, 0u));
    var bits = a;
    if (a.y & SIGN) != 0u && any((a & mask) != vec2<u32>(0u)) {
        bits = add64(bits, unit);
    }
    return bits & ~mask;
}
