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
// events that can happen in a step, and those that there is room for in a dispatch
const EVENTS = {{ events | length }}u;
const RECORDS = {{ records }}u;
{% endif %}
// the bits of the magnitude from which on a number counts as not finite
const STATE_LIMIT = {{ state_limit }}u;

{{ functions | trim }}

{% if interpreter %}
{{ interpreter | trim }}

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
    {% if slots %}
    member = k;
    {% endif %}
    {% for name in parameters %}
    let {{ name }} = parameters[at({{ loop.index0 }}u, k)];
    {% endfor %}
    let h_full = parameters[at({{ given.pitch }}u, k)];
    let h_last = parameters[at({{ given.last }}u, k)];
    let t_end = parameters[at({{ given.end }}u, k)];
    let every = parameters[at({{ given.every }}u, k)];
    {% if adaptive %}
    let h_smallest = parameters[at({{ given.smallest }}u, k)];
    let h_largest = parameters[at({{ given.largest }}u, k)];
    var e1 = state[at({{ kept.error }}u, k)];
    var e2 = state[at({{ kept.error_before }}u, k)];
    var cap = state[at({{ kept.cap }}u, k)];
    {% endif %}
    {% for name in state %}
    var {{ name }} = state[at({{ loop.index0 }}u, k)];
    {% if compensated %}
    var {{ name }}_rest = rests[at({{ loop.index0 }}u, k)];
    {% endif %}
    {% endfor %}
    var t = state[at({{ kept.time }}u, k)];
    var t_rest = state[at({{ kept.time_rest }}u, k)];
    var h = state[at({{ kept.step }}u, k)];
    var length = state[at({{ kept.length }}u, k)];
    {% if events %}
    var offset = state[at({{ kept.terminal }}u, k)];
    var terminal = at_most(ZERO, offset);
    {% endif %}
    // samples lie at ends of steps where they are a whole number of steps apart
    var sample_due = NEVER;
    if control.sampling != 0u {
        sample_due = sample_time(control.sample, every, t_end);
        if s.w != 0u {
            let boundary = s.w * control.sample;
            sample_due = select(t_end, time_of_equal(boundary, h_full), boundary < s.z);
        }
    }
    {% if events %}
    var before: array<real, EVENTS>;
    var after: array<real, EVENTS>;
    var ends: array<real, EVENTS>;
    var is_terminal = array<bool, EVENTS>({% for event in events %}{{ event.terminal }}{% if not loop.last %}, {% endif %}{% endfor %});
    {% for event in events %}
    before[{{ loop.index0 }}] = state[at({{ event.column }}u, k)];
    {% endfor %}
    var record_event = 0u;
    var record_offset = ZERO;
    // events that happen within the accepted step and are not yet located, by bits
    var pending = 0u;
    var event = 0u;
    var bracket: Bracket;
    {% endif %}
    {% for component in reduced %}
    var reduced{{ component.channel }} = reductions[at({{ component.result }}u, k)];
    {% if component.remembers %}
    var memory{{ component.channel }} = reductions[at({{ component.memory }}u, k)];
    {% endif %}
    {% if component.compensated %}
    var reduced{{ component.channel }}_rest = reductions[at({{ component.rest }}u, k)];
    {% endif %}
    {% endfor %}
    {% if member %}
    // once per member
    {{ member | indent }}
    {% endif %}
    loop {
        if mode == STEP {
            if attempts >= control.budget{% if events %} || m.w + EVENTS > RECORDS{% endif %} {
                reason = BUDGET;
                break;
            }
        } else if mode == INSIDE {
            if is_sample_within(sample_due, t, length) {
                mode = SAMPLE;
                h = minus(minus(sample_due, t), t_rest);
            } else {
                mode = COMMIT;
                h = length;
            }
        }
        attempts += 1u;
        {{ step.step | indent(8) }}
        // the state after the attempt
        {% for name in state %}
        {% if compensated %}
        let sum_{{ name }} = add({{ name }}, {{ name }}_rest, {{ step.increments[loop.index0] }});
        let c_{{ name }} = sum_{{ name }}.x;
        {% else %}
        let c_{{ name }} = plus({{ name }}, {{ step.increments[loop.index0] }});
        {% endif %}
        {% endfor %}
        {% if events %}
        // events after the attempt
        {
            {% for name in state %}
            let {{ name }} = c_{{ name }};
            {% endfor %}
            let now = plus(t, h);
            {
                let t = now;
                {% if watched.step %}
                {{ watched.step | indent(16) }}
                {% endif %}
                {% for value in watched.values %}
                after[{{ loop.index0 }}] = {{ value }};
                {% endfor %}
            }
        }
        {% endif %}
        // one statement each: nested calls as deep as a long chain would be too deep for parsers
        var largest = 0u;
        {% for name in state %}
        largest = max(largest, magnitude(c_{{ name }}));
        {% endfor %}
        {% for event in events %}
        largest = max(largest, magnitude(after[{{ loop.index0 }}]));
        {% endfor %}
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
        {% if events or reduced %}
        {% if not events %}
        if made {
        {% elif not reduced %}
        if record {
        {% else %}
        if made || record {
        {% endif %}
            {% for name in state %}
            let {{ name }} = c_{{ name }};
            {% endfor %}
            {% if events %}
            let now = select(time, plus(t, record_offset), record);
            {% else %}
            let now = time;
            {% endif %}
            {
                let t = now;
                {% if outputs.step %}
                {{ outputs.step | indent(16) }}
                {% endif %}
                {% if events %}
                if record {
                    let place = m.w * {{ record }}u;
                    events[at(place, k)] = number(record_event);
                    events[at(place + 1u, k)] = now;
                    {% for value in outputs.values %}
                    events[at(place + {{ loop.index + 1 }}u, k)] = {{ value }};
                    {% endfor %}
                    m.w += 1u;
                }
                {% endif %}
                {% if reduced %}
                if made {
                    {% for component in reduced %}
                    {% set c = component.channel %}
                    let now{{ c }} = {{ outputs.values[c] }};
                    {% set memory = "memory" ~ c if component.remembers else "ZERO" %}
                    {% set update = component.reduction ~ "_update(" ~ memory ~ ", reduced" ~ c ~ ", h, now" ~ c ~ ")" %}
                    {% if component.compensated %}
                    let sum{{ c }} = add(reduced{{ c }}, reduced{{ c }}_rest, {{ update }});
                    reduced{{ c }} = sum{{ c }}.x;
                    reduced{{ c }}_rest = sum{{ c }}.y;
                    {% elif component.sums %}
                    reduced{{ c }} = plus(reduced{{ c }}, {{ update }});
                    {% else %}
                    reduced{{ c }} = {{ update }};
                    {% endif %}
                    {% if component.remembers %}
                    memory{{ c }} = {{ component.reduction }}_remember(memory{{ c }}, now{{ c }});
                    {% endif %}
                    {% endfor %}
                }
                {% endif %}
            }
        }
        {% endif %}
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
    {% for name in state %}
    state[at({{ loop.index0 }}u, k)] = {{ name }};
    {% if compensated %}
    rests[at({{ loop.index0 }}u, k)] = {{ name }}_rest;
    {% endif %}
    {% endfor %}
    state[at({{ kept.time }}u, k)] = t;
    state[at({{ kept.time_rest }}u, k)] = t_rest;
    state[at({{ kept.step }}u, k)] = h;
    state[at({{ kept.length }}u, k)] = length;
    {% if adaptive %}
    state[at({{ kept.error }}u, k)] = e1;
    state[at({{ kept.error_before }}u, k)] = e2;
    state[at({{ kept.cap }}u, k)] = cap;
    {% endif %}
    {% if events %}
    state[at({{ kept.terminal }}u, k)] = select(-ONE, offset, terminal);
    {% endif %}
    {% for event in events %}
    state[at({{ event.column }}u, k)] = before[{{ loop.index0 }}];
    {% endfor %}
    {% for component in reduced %}
    reductions[at({{ component.result }}u, k)] = reduced{{ component.channel }};
    {% if component.remembers %}
    reductions[at({{ component.memory }}u, k)] = memory{{ component.channel }};
    {% endif %}
    {% if component.compensated %}
    reductions[at({{ component.rest }}u, k)] = reduced{{ component.channel }}_rest;
    {% endif %}
    {% endfor %}
    m.x = mode | select(0u, LAST, last) | (reason << 16u);
    status[2u * k] = s;
    status[2u * k + 1u] = m;
}

@compute @workgroup_size(64)
fn observe(@builtin(global_invocation_id) id: vec3<u32>) {
    let k = id.x + control.first;
    if k >= control.members {
        return;
    }
    {% if slots %}
    member = k;
    {% endif %}
    {% for name in parameters %}
    let {{ name }} = parameters[at({{ loop.index0 }}u, k)];
    {% endfor %}
    {% for name in state %}
    let {{ name }} = state[at({{ observed + loop.index0 }}u, k)];
    {% endfor %}
    let t = state[at({{ observed + state | length }}u, k)];
    {% if outputs.member %}
    {{ outputs.member | indent }}
    {% endif %}
    {% if outputs.step %}
    {{ outputs.step | indent }}
    {% endif %}
    {% for value in outputs.values %}
    channels[at({{ loop.index0 }}u, k)] = {{ value }};
    {% endfor %}
    {% if reduced %}
    if control.start != 0u {
        {% for component in reduced %}
        {% set value = outputs.values[component.channel] %}
        reductions[at({{ component.result }}u, k)] = {{ component.reduction }}_result_at_start({{ value }});
        {% if component.remembers %}
        reductions[at({{ component.memory }}u, k)] = {{ component.reduction }}_memory_at_start({{ value }});
        {% endif %}
        {% if component.compensated %}
        reductions[at({{ component.rest }}u, k)] = ZERO;
        {% endif %}
        {% endfor %}
    }
    {% endif %}
}
