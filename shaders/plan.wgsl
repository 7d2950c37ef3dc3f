// The plan on the device: what a member's number gives, in the same operations as src/ensemble/plan, so with the same
// bits. The upper 53 bits of what is random are a number of double precision whatever the kernel computes in.

struct Control {
    members: u32,
    stride: u32,
    // the number of the first member, lower and upper half
    first_low: u32,
    first_high: u32,
    pad_2: u32,
    // zero, which the compiler does not know
    zero: u32,
    pad_0: u32,
    // the first member of this dispatch, counted from the first of the chunk
    begin: u32,
}

@group(0) @binding(0) var<uniform> control: Control;
// what the plan is made of: whole numbers, then numbers
//{words}
@group(0) @binding(2) var<storage, read> constants: array<real>;
// as in steps.wgsl
@group(0) @binding(3) var<storage, read_write> parameters: array<stored>;
@group(0) @binding(4) var<storage, read_write> state: array<stored>;
@group(0) @binding(5) var<storage, read_write> rests: array<stored>;
@group(0) @binding(6) var<storage, read_write> status: array<vec4<u32>>;
// not zero in the first place: the host has to look at a member
@group(0) @binding(7) var<storage, read_write> doubtful: array<atomic<u32>>;

//{prelude}

//{integers}

//{interpreter}

// 64 random bits as a number in (0, 1): an odd multiple of 2^-53.
fn open_unit(bits: u64p) -> real {
    let upper = shift_right64(bits, 11u);
    return times(whole_number(u64p(upper.x | 1u, upper.y)), LAST_BIT);
}

// The nearest number that is neither 0 nor 1.
fn clamp_open(u: real) -> real {
    let above = select(u, LAST_BIT, less(u, LAST_BIT));
    return select(above, BELOW_ONE, less(BELOW_ONE, above));
}

fn random_unit(seed: u64p, column: u32, member: u64p) -> real {
    return open_unit(random(seed, u64p(column, 0u), member));
}

// One member in each of so many slices, whose number is `count`.
fn hypercube_unit(seed: u64p, column: u32, member: u64p, members: u64p, permutation: u64p, count: real) -> real {
    let slice = whole_number(permuted(member, members, permutation));
    return clamp_open(over(plus(slice, random_unit(seed, column, member)), count));
}

// The digits of the member's number in a base, each shifted, mirrored at the point.
fn halton_unit(member: u64p, base: u32, shifts: u32, digits: u32, scale: real) -> real {
    var rest = member;
    var numerator = u64p(0u);
    for (var i = 0u; i < digits; i++) {
        let division = divide64(rest, base);
        let digit = (division.rest + words[shifts + i]) % base;
        rest = division.quotient;
        numerator = add64(mul64(numerator, u64p(base, 0u)), u64p(digit, 0u));
    }
    return clamp_open(times(plus(whole_number(numerator), HALF), scale));
}

// A point of the Sobol' sequence, each bit flipped or not by a random bit that belongs to those above it.
fn sobol_unit(seed: u64p, column: u32, member: u64p, directions: u32) -> real {
    let gray = member ^ shift_right64(member, 1u);
    var bits = 0u;
    for (var i = 0u; i < 32u; i++) {
        bits ^= select(0u, words[directions + i], ((gray.x >> i) & 1u) == 1u);
    }
    var node = u64p(1u, 0u);
    var scrambled = 0u;
    for (var i = 0u; i < 32u; i++) {
        let bit = (bits >> (31u - i)) & 1u;
        let flip = random(seed, u64p(column, 0u), node).y >> 31u;
        scrambled = (scrambled << 1u) | (bit ^ flip);
        node = shift_left64(node, 1u) | u64p(bit, 0u);
    }
    return open_unit(u64p(random(seed, u64p(column, 0u), node).y, scrambled));
}

fn at(quantity: u32, k: u32) -> u32 {
    return quantity * control.stride + k;
}

@compute @workgroup_size(64)
fn plan(@builtin(global_invocation_id) id: vec3<u32>) {
    let k = id.x + control.begin;
    //{thread}
    if k >= control.members {
        return;
    }
    let member = add64(u64p(control.first_low, control.first_high), u64p(k, 0u));
    //{statements}
}
