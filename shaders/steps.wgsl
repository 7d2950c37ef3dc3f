// Time stepping: one thread integrates one member. Quantity c of member k is at [c * stride + k].

struct Control {
    // members of this chunk
    members: u32,
    // distance between two quantities of a member
    stride: u32,
    // every member runs up to this sample
    sample: u32,
    // but makes at most this many steps per dispatch
    budget: u32,
    // not zero: observe() also starts the reductions over time
    start: u32,
    // zero, which the compiler does not know
    zero: u32,
    pad_0: u32,
    pad_1: u32,
}

@group(0) @binding(0) var<uniform> control: Control;
// varied parameters, step, last step
@group(0) @binding(1) var<storage, read> parameters: array<real>;
// coordinates, velocities
@group(0) @binding(2) var<storage, read_write> state: array<real>;
// in single precision, what the state has been rounded by
@group(0) @binding(3) var<storage, read_write> rests: array<real>;
// outcome, steps done, steps in all, steps between samples
@group(0) @binding(4) var<storage, read_write> status: array<vec4<u32>>;
// output components
@group(0) @binding(5) var<storage, read_write> channels: array<real>;
// per component that is reduced over time: first value (of a mean: what it has been rounded by), previous
// value, result so far
@group(0) @binding(6) var<storage, read_write> reductions: array<real>;

const WELL = 0u;
const NON_FINITE = 1u;
const INCREMENT_TOO_LARGE = 2u;
// the bits of 1e30: a component of the state beyond counts as not finite
const STATE_LIMIT = 0x7149f2cau;

//{prelude}

fn at(quantity: u32, member: u32) -> u32 {
    return quantity * control.stride + member;
}

// The number of steps up to the sample of this dispatch.
fn steps_to_sample(s: vec4<u32>) -> u32 {
    if control.sample != 0u && s.w > s.z / control.sample {
        return s.z;
    }
    return min(s.z, s.w * control.sample);
}

@compute @workgroup_size(64)
fn advance(@builtin(global_invocation_id) id: vec3<u32>) {
    let k = id.x;
    if k >= control.members {
        return;
    }
    var s = status[k];
    let stop = min(steps_to_sample(s), s.y + control.budget);
    if s.x != WELL || s.y >= stop {
        return;
    }
    //{load}
    // once per member
    //{member}
    for (var n = s.y; n < stop; n++) {
        let h = select(h_full, h_last, n + 1u == s.z);
        let t = real(n) * h_full;
        //{step}
        //{update}
        s.y = n + 1u;
        //{check}
        //{reduce}
        if s.x != WELL {
            break;
        }
    }
    //{store}
    status[k] = s;
}

@compute @workgroup_size(64)
fn observe(@builtin(global_invocation_id) id: vec3<u32>) {
    let k = id.x;
    if k >= control.members {
        return;
    }
    let t = real(status[k].y) * parameters[at(//{step_column}, k)];
    //{observe}
}
