// What the plan needs of numbers, where those of double precision are made of whole numbers.

// 2^-53, the last bit of a number in (0, 1)
const LAST_BIT = vec2<u32>(0u, 0x3ca00000u);
const BELOW_ONE = vec2<u32>(0xffffffffu, 0x3fefffffu);
const HALF = vec2<u32>(0u, 0x3fe00000u);
const ZERO = vec2<u32>(0u, 0u);
const ONE = vec2<u32>(0u, 0x3ff00000u);

// A whole number, rounded once.
fn whole_number(a: vec2<u32>) -> real {
    return rounded(0u, 1023 + 62, a);
}

// A number below 2^32 without its fraction.
fn whole_part(x: real) -> u32 {
    let e = exponent_of(x) - 1023;
    if e < 0 {
        return 0u;
    }
    return shift_right64(u64p(x.x, (x.y & 0xfffffu) | 0x100000u), u32(52 - e)).x;
}

// The nearest number of single precision, ties to even, as its bits: a device may lose numbers below the normal ones
// that it holds as such.
fn single(x: real) -> u32 {
    let sign = x.y & SIGN;
    if is_nan(x) {
        return sign | 0x7fc00000u;
    }
    let e = exponent_of(x) - 1023 + 127;
    if e >= 255 {
        return sign | 0x7f800000u;
    }
    // the unit at bit 52, where the last bit that is kept is at 29; below the normal numbers it is further up
    let lost = u32(clamp(select(29, 30 - e, e <= 0), 29, 63));
    let unit = select(0u, 0x100000u, exponent_of(x) != 0);
    let m = u64p(x.x, (x.y & 0xfffffu) | unit);
    let kept = shift_right64(m, lost).x;
    let rest = sub64(m, shift_left64(u64p(kept, 0u), lost));
    let half = shift_left64(u64p(1u, 0u), lost - 1u);
    let up = less64(half, rest) || (all(rest == half) && (kept & 1u) == 1u);
    // the unit adds one to the exponent, and so does what is carried out of the significand
    let field = u32(max(e - 1, 0)) << 23u;
    return sign | (field + kept + select(0u, 1u, up));
}

// A number of single precision, of its bits.
fn widened(bits: u32) -> real {
    let sign = bits & SIGN;
    let e = (bits >> 23u) & 0xffu;
    let fraction = bits & 0x7fffffu;
    if e == 0xffu {
        return select(NOT_A_NUMBER, real(0u, sign | INFINITE), fraction == 0u);
    }
    if e != 0u {
        return real(fraction << 29u, sign | ((e + 1023u - 127u) << 20u) | (fraction >> 3u));
    }
    // fraction 2^-149
    return rounded(sign, 1023 + 62 - 149, u64p(fraction, 0u));
}

// The value of a column, where it is one of some, and else the coordinate itself. The row of words of a column begins
// with the place of the first choice and their number, which follows as a number.
fn chosen(u: real, row: u32) -> real {
    let count = words[row + 1u];
    if count == 0u {
        return u;
    }
    return constants[words[row] + min(whole_part(times(u, real(words[row + 2u], words[row + 3u]))), count - 1u)];
}
