// Whole numbers of 64 bits as (lower, upper) halves, and the random numbers of src/ensemble/hash.rs made of them.

alias u64p = vec2<u32>;

fn add64(a: u64p, b: u64p) -> u64p {
    let low = a.x + b.x;
    return u64p(low, a.y + b.y + select(0u, 1u, low < a.x));
}

fn sub64(a: u64p, b: u64p) -> u64p {
    return u64p(a.x - b.x, a.y - b.y - select(0u, 1u, a.x < b.x));
}

fn less64(a: u64p, b: u64p) -> bool {
    return a.y < b.y || (a.y == b.y && a.x < b.x);
}

fn shift_left64(a: u64p, n: u32) -> u64p {
    if n == 0u {
        return a;
    }
    if n >= 32u {
        return u64p(0u, a.x << (n - 32u));
    }
    return u64p(a.x << n, (a.y << n) | (a.x >> (32u - n)));
}

fn shift_right64(a: u64p, n: u32) -> u64p {
    if n == 0u {
        return a;
    }
    if n >= 32u {
        return u64p(a.y >> (n - 32u), 0u);
    }
    return u64p((a.x >> n) | (a.y << (32u - n)), a.y >> n);
}

// The product of two words.
fn wide(a: u32, b: u32) -> u64p {
    let a0 = a & 0xffffu;
    let a1 = a >> 16u;
    let b0 = b & 0xffffu;
    let b1 = b >> 16u;
    let low = a0 * b0;
    let middle = a1 * b0 + (low >> 16u);
    let other = a0 * b1 + (middle & 0xffffu);
    return u64p((other << 16u) | (low & 0xffffu), a1 * b1 + (middle >> 16u) + (other >> 16u));
}

// The lower half of a product.
fn mul64(a: u64p, b: u64p) -> u64p {
    let low = wide(a.x, b.x);
    return u64p(low.x, low.y + a.x * b.y + a.y * b.x);
}

// A product of 128 bits, the lowest word first.
fn product128(a: u64p, b: u64p) -> vec4<u32> {
    let low = wide(a.x, b.x);
    let first = add64(wide(a.x, b.y), u64p(low.y, 0u));
    let second = add64(wide(a.y, b.x), u64p(first.x, 0u));
    let high = add64(add64(wide(a.y, b.y), u64p(first.y, 0u)), u64p(second.y, 0u));
    return vec4<u32>(low.x, second.x, high.x, high.y);
}

struct Division {
    quotient: u64p,
    rest: u32,
}

// Division by a word, digit by digit.
fn divide64(a: u64p, b: u32) -> Division {
    if b <= 0x10000u {
        // in digits of 16 bits
        var rest = a.y % b;
        let q3 = a.y / b;
        let d1 = (rest << 16u) | (a.x >> 16u);
        if b == 0x10000u {
            return Division(u64p((a.y << 16u) | (a.x >> 16u), a.y >> 16u), a.x & 0xffffu);
        }
        let q1 = d1 / b;
        rest = d1 % b;
        let d0 = (rest << 16u) | (a.x & 0xffffu);
        return Division(u64p((q1 << 16u) | (d0 / b), q3), d0 % b);
    }
    var quotient = u64p(0u, a.y / b);
    var rest = a.y % b;
    for (var bit = 0u; bit < 32u; bit++) {
        let carry = rest >> 31u;
        rest = (rest << 1u) | ((a.x >> (31u - bit)) & 1u);
        if carry != 0u || rest >= b {
            rest -= b;
            quotient.x |= 1u << (31u - bit);
        }
    }
    return Division(quotient, rest);
}

// Philox-2x64 with ten rounds: the first half of the block (x0, x1) under the key.
fn random(key: u64p, x1: u64p, x0: u64p) -> u64p {
    var k = key;
    var a = x0;
    var b = x1;
    for (var round = 0u; round < 10u; round++) {
        let product = product128(u64p(0xB1CE6E93u, 0xD2B74407u), a);
        a = product.zw ^ k ^ b;
        b = product.xy;
        k = add64(k, u64p(0x7F4A7C15u, 0x9E3779B9u));
    }
    return a;
}

// The image of a place below `count` under the permutation that `seed` selects.
fn permuted(place: u64p, count: u64p, seed: u64p) -> u64p {
    if count.y == 0u && count.x <= 1u {
        return u64p(0u);
    }
    let last = sub64(count, u64p(1u, 0u));
    let width = select(32u - countLeadingZeros(last.x), 64u - countLeadingZeros(last.y), last.y != 0u);
    let half = (width + 1u) / 2u;
    let mask = sub64(shift_left64(u64p(1u, 0u), half), u64p(1u, 0u));
    var image = place;
    // each walk ends inside with a probability above a quarter
    for (var walk = 0u; walk < 1000u; walk++) {
        var left = shift_right64(image, half);
        var right = image & mask;
        for (var round = 0u; round < 8u; round++) {
            let mixed = left ^ (random(seed, u64p(round, 0u), right) & mask);
            left = right;
            right = mixed;
        }
        image = shift_left64(left, half) | right;
        if less64(image, count) {
            break;
        }
    }
    return image;
}
