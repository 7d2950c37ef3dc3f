// Time stepping: one thread integrates one member. Quantity c of member k is at [c * stride + k].
//
// Every round of the loop makes one attempt of a step, for the reason that `mode` tells; src/ensemble/cpu/block.rs
// is the same control flow for lanes of the CPU.

//{control}
// varied parameters, then those of the steps
@group(0) @binding(1) var<storage, read> parameters: array<real>;
// coordinates and velocities, time, step and what steps depend on, events, the state to observe
@group(0) @binding(2) var<storage, read_write> state: array<real>;
// in single precision, what the state has been rounded by
@group(0) @binding(3) var<storage, read_write> rests: array<real>;
// outcome, steps made, steps in all, steps between samples; mode, rejected attempts, samples reached, events; two
// vectors per member
@group(0) @binding(4) var<storage, read_write> status: array<vec4<u32>>;
// output components
@group(0) @binding(5) var<storage, read_write> channels: array<real>;
// per component that is reduced over time: first value (of a mean: what it has been rounded by), previous
// value, result so far
@group(0) @binding(6) var<storage, read_write> reductions: array<real>;
// per event of this dispatch: its number, its time, output components
@group(0) @binding(7) var<storage, read_write> events: array<real>;

const WELL = 0u;
const NON_FINITE = 1u;
const INCREMENT_TOO_LARGE = 2u;
const EVENT = 4u;
const SINGULAR = 5u;
const STEP_TOO_SMALL = 6u;
const STEP_LIMIT = 7u;
// the bits of 1e30: a component of the state beyond counts as not finite
const STATE_LIMIT = 0x7149f2cau;

// what an attempt is for
const START = 0u;
const STEP = 1u;
// to go on within an accepted step; not an attempt itself
const INSIDE = 2u;
const LOCATE = 3u;
const FOUND = 4u;
const SAMPLE = 5u;
const COMMIT = 6u;

// why a dispatch leaves a member, in the upper half of `mode`
const DROPPED = 0u;
const BUDGET = 1u;
const AT_SAMPLE = 2u;
const ENDED = 3u;

//{prelude}

//{constants}

//{interpreter}

fn at(quantity: u32, member: u32) -> u32 {
    return quantity * control.stride + member;
}

@compute @workgroup_size(64)
fn advance(@builtin(global_invocation_id) id: vec3<u32>) {
    let k = id.x + control.first;
    if k >= control.members {
        return;
    }
    var s = status[2u * k];
    var m = status[2u * k + 1u];
    m.w = 0u;
    // done, or waiting for the others at a sample
    if (m.x >> 16u) == ENDED || (control.sampling != 0u && m.z > control.sample) {
        status[2u * k + 1u] = m;
        return;
    }
    var mode = m.x & 0xffffu;
    var reason = DROPPED;
    var attempts = 0u;
    //{load}
    // once per member
    //{member}
    loop {
        if mode == STEP {
            if attempts >= control.budget || m.w + EVENTS > RECORDS {
                reason = BUDGET;
                break;
            }
        } else if mode == INSIDE {
            if less(sample_time, plus(t, times(length, minus(ONE, NEAR)))) {
                mode = SAMPLE;
                h = minus(minus(sample_time, t), t_rest);
            } else {
                mode = COMMIT;
                h = length;
            }
        }
        attempts += 1u;
        //{step}
        //{candidate}
        //{watch}
        // what is wrong with the attempt
        var failure = WELL;
        //{check}
        var made = false;
        var record = false;
        if mode == START {
            if failure != WELL {
                s.x = failure;
                reason = ENDED;
                break;
            }
            //{keep}
            mode = STEP;
            h = length;
            //{propose}
        } else if mode == STEP {
            //{judge}
            length = h;
            //{crossings}
            if pending != 0u {
                //{begin}
            } else if less(sample_time, plus(t, times(length, minus(ONE, NEAR)))) {
                mode = INSIDE;
            } else {
                made = true;
            }
        } else if mode == LOCATE {
            //{locate}
        } else if mode == FOUND {
            //{found}
        } else if mode == SAMPLE {
            //{observed}
            m.z += 1u;
            mode = INSIDE;
            reason = AT_SAMPLE;
        } else {
            made = true;
        }
        var time = t;
        var time_rest = t_rest;
        if made {
            s.y += 1u;
            //{end_of_step}
        }
        //{outputs}
        if made {
            //{commit}
            let ends = terminal || last;
            if at_most(sample_time, plus(time, times(NEAR, h))) {
                m.z += 1u;
                reason = AT_SAMPLE;
            }
            t = time;
            t_rest = time_rest;
            if ends || reason == AT_SAMPLE {
                //{state}
            }
            if ends {
                if terminal {
                    s.x = EVENT;
                }
                reason = ENDED;
                break;
            }
            mode = STEP;
            //{keep}
            //{next}
            //{propose}
        }
        if reason != DROPPED {
            break;
        }
    }
    //{store}
    m.x = mode | (reason << 16u);
    status[2u * k] = s;
    status[2u * k + 1u] = m;
}

@compute @workgroup_size(64)
fn observe(@builtin(global_invocation_id) id: vec3<u32>) {
    let k = id.x + control.first;
    if k >= control.members {
        return;
    }
    //{observe}
}
