{% set propose %}
{% if adaptive %}
let to_end = minus(minus(t_end, t), t_rest);
last = reaches_end(h, to_end);
if last {
    h = to_end;
}
{% else %}
h = select(h_full, h_last, s.y + 1u >= s.z);
{% endif %}
{% endset %}
{% set locate_next %}
event = firstTrailingBit(pending);
pending &= pending - 1u;
bracket = Bracket(ZERO, before[event], length, ends[event], ZERO, ZERO);
mode = LOCATE;
h = trial(bracket);
{% endset %}
// Bodies: {{ header.bodies }}. Varied: {{ header.varied }}.
{% if header.variables %}
// Variables, after the velocities: {{ header.variables }}.
{% endif %}
// {{ header.integrator }}: {{ header.citation }}.
// {{ header.step_operations }} operations per step, {{ header.member_operations }} once per member; at most {{ header.peak_live }} values alive. Precision {{ header.precision }}.
// Coordinates q and velocities v of the joints, one after another: a quaternion is scalar first, an
// angular velocity is in the body frame. Numbers (..) are equations of Holzinger, Arnold, Gerstmayr
// (2024), Multibody System Dynamics.

// Time stepping: one thread integrates one member. Quantity c of member k is at [c * stride + k].
//
// Every pass of the loop makes one attempt of a step, for the reason that `mode` tells; src/ensemble/cpu/block.rs and
// block/slow_path.rs are the same transitions between modes for lanes of the CPU.

{% include "control.wgsl" %}

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
// per component that is reduced over time: result so far, what it remembers, what it has been rounded by
@group(0) @binding(6) var<storage, read_write> reductions: array<real>;
// per event of this dispatch: its number, its time, output components
@group(0) @binding(7) var<storage, read_write> events: array<real>;

{% include "codes.wgsl" %}

{{ prelude | trim }}

const ZERO = {{ zero }};
const ONE = {{ one }};
// later than any sample
const NEVER = {{ never }};
{% if adaptive %}
// the factor that steps may grow by
const GROWTH = {{ growth }};
// attempts after which a member is given up
const ATTEMPTS = {{ attempts }}u;
{% endif %}
{% if events %}
// events, and how many of them can be recorded in a dispatch
const EVENTS = {{ events | length }}u;
const RECORDS = {{ records }}u;
{% endif %}
// the bits of the magnitude from which on a number counts as not finite
const STATE_LIMIT = {{ state_limit }}u;

{{ functions | trim }}

{% if interpreter %}
{% include "interpreter.wgsl" +%}

{% endif %}
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
    var mode = m.x & (LAST - 1u);
    var last = (m.x & LAST) != 0u;
    var reason = DROPPED;
    var attempts = 0u;
    {% include "load_member.wgsl" %}
    {% if member %}
    // once per member
    {{ member | indent }}
    {% endif %}
    loop {
        // every attempt counts, whatever it is for: the member goes on here in the next dispatch
        if attempts >= control.budget{% if events %} || (mode == FOUND && m.w >= RECORDS){% endif %} {
            reason = BUDGET;
            break;
        }
        if mode == INSIDE {
            if is_sample_within(sample_due, t, length) {
                mode = SAMPLE;
                h = minus(minus(sample_due, t), t_rest);
            } else {
                mode = COMMIT;
                h = length;
            }
        }
        attempts += 1u;
        {% include "attempt.wgsl" %}
        let failure = outcome_of_attempt(largest < STATE_LIMIT, {{ step.first_turn }}, {{ step.largest_turn }}, {{ step.margin }});
        var made = false;
        {% if events %}
        var record = false;
        {% endif %}
        if mode == START {
            if failure != COMPLETED {
                s.x = failure;
                reason = ENDED;
                break;
            }
            {% if events %}
            before = after;
            {% endif %}
            mode = STEP;
            h = length;
            {{ propose | indent(12) }}
        } else if mode == STEP {
            {% if adaptive %}
            if failure != COMPLETED || !is_accepted({{ step.error }}) || magnitude({{ step.error }}) >= STATE_LIMIT {
                // rejected: a shorter step, and no growth after it
                m.y += 1u;
                h = length_after_rejected(h, {{ step.factor }}, failure);
                cap = ONE;
                last = false;
                s.x = outcome_of_shortening(failure, h, h_smallest);
                if s.y + m.y >= ATTEMPTS {
                    s.x = STEP_LIMIT;
                }
                if s.x != COMPLETED {
                    reason = ENDED;
                    break;
                }
                continue;
            }
            {% else %}
            last = s.y + 1u >= s.z;
            if failure != COMPLETED {
                s.x = failure;
                s.y += 1u;
                t = select(time_of_equal(s.y, h_full), t_end, last);
                reason = ENDED;
                break;
            }
            {% endif %}
            length = h;
            {% if events %}
            {% for event in events %}
            if crosses_{{ event.direction }}(before[{{ loop.index0 }}], after[{{ loop.index0 }}]) {
                pending |= {{ event.bit }}u;
            }
            ends[{{ loop.index0 }}] = after[{{ loop.index0 }}];
            {% endfor %}
            if pending != 0u {
                {{ locate_next | indent(16) }}
            } else if is_sample_within(sample_due, t, length) {
            {% else %}
            if is_sample_within(sample_due, t, length) {
            {% endif %}
                mode = INSIDE;
            } else {
                made = true;
            }
        {% if events %}
        } else if mode == LOCATE {
            bracket = narrowed(bracket, h, after[event]);
            if is_located(bracket, plus(t, length)) {
                h = bracket.high;
                mode = FOUND;
            } else {
                h = trial(bracket);
            }
        } else if mode == FOUND {
            record = true;
            record_event = event;
            record_offset = h;
            if is_terminal[event] && (!terminal || less(h, offset)) {
                terminal = true;
                offset = h;
            }
            if pending != 0u {
                {{ locate_next | indent(16) }}
            } else {
                if terminal {
                    length = offset;
                }
                mode = INSIDE;
            }
        {% endif %}
        } else if mode == SAMPLE {
            {% for name in state %}
            state[at({{ observed + loop.index0 }}u, k)] = c_{{ name }};
            {% endfor %}
            state[at({{ observed + state | length }}u, k)] = sample_due;
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
            {% if not adaptive %}
            time = time_of_equal(s.y, h_full);
            {% elif compensated %}
            let later = add(t, t_rest, h);
            time = later.x;
            time_rest = later.y;
            {% else %}
            time = plus(t, h);
            {% endif %}
            if last {
                time = t_end;
                time_rest = ZERO;
            }
            {% if events %}
            if terminal {
                time = plus(t, offset);
                time_rest = ZERO;
            }
            {% endif %}
        }
        {% include "outputs_of_attempt.wgsl" %}
        if made {
            // the step is made
            {% for name in state %}
            {{ name }} = c_{{ name }};
            {% if compensated %}
            {{ name }}_rest = sum_{{ name }}.y;
            {% endif %}
            {% endfor %}
            if is_sample_at_end(sample_due, time, h) {
                m.z += 1u;
                reason = AT_SAMPLE;
            }
            t = time;
            t_rest = time_rest;
            let ends_run = last{% if events %} || terminal{% endif %};
            if ends_run || reason == AT_SAMPLE {
                {% for name in state %}
                state[at({{ observed + loop.index0 }}u, k)] = {{ name }};
                {% endfor %}
                state[at({{ observed + state | length }}u, k)] = t;
            }
            if ends_run {
                {% if events %}
                if terminal {
                    s.x = EVENT;
                }
                {% endif %}
                reason = ENDED;
                break;
            }
            mode = STEP;
            {% if events %}
            before = after;
            {% endif %}
            {% if adaptive %}
            e2 = e1;
            e1 = {{ step.error }};
            h = length_after_accepted(h, {{ step.factor }}, cap, h_smallest, h_largest);
            cap = GROWTH;
            if s.y + m.y >= ATTEMPTS {
                s.x = STEP_LIMIT;
                reason = ENDED;
                break;
            }
            {% endif %}
            {{ propose | indent(12) }}
        }
        if reason != DROPPED {
            break;
        }
    }
    {% include "store_member.wgsl" %}
    m.x = mode | select(0u, LAST, last) | (reason << 16u);
    status[2u * k] = s;
    status[2u * k + 1u] = m;
}

{% include "observe.wgsl" %}
