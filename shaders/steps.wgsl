{% set begin_newton %}
{% if newton %}
{% for name in newton.unknowns %}
{{ name }} = ZERO;
{% endfor %}
{{ newton.solves }} = ZERO;
{{ newton.status }} = {{ newton.sought }};
{{ newton.length }} = h;
{% endif %}
{% endset %}
{# the way in time that a step makes, and the time at the end of equal steps or a part of one #}
{% set progress = "minus(length, lag)" if corners else "length" %}
{% set end_of_equal = "select(time_of_equal(s.y, h_full), made_good(t, length, lag), part_of_step)" if corners else "time_of_equal(s.y, h_full)" %}
{% set propose %}
{% if looks_behind %}
let to_what_is_behind = minus(minus(corner, gap), t);
if looks_behind && less(corner_look(gap), to_what_is_behind) {
    h = plus(corner_look(gap), lag);
    last = false;
    at_corner = false;
    part_of_step = true;
} else {
{% if adaptive %}
part_of_step = false;
{% endif %}
{% endif %}
{% if adaptive %}
let to_end = minus(minus(t_end, {% if corners %}minus(t, lag){% else %}t{% endif %}), t_rest);
last = reaches_end(h, to_end);
{% if corners %}
let to_corner = minus(minus(minus(corner, gap), t), t_rest);
let meets = less(corner, plus(t_end, gap)) && reaches_end(h, to_corner);
at_corner = meets && !lags_too_much(lag, gap);
{% endif %}
if last {
    h = to_end;
}
{% if corners %}
if at_corner {
    h = to_corner;
    last = is_corner_at_end(corner, gap, t_end);
} else if meets {
    h = half_way(to_corner, lag);
    last = false;
}
{% endif %}
{% else %}
{% if corners %}
last = s.y + 1u >= s.z;
h = select(h_full, h_last, last);
let end = select(time_of_equal(s.y + 1u, h_full), t_end, last);
let whole = time_of_equal(s.y, h_full);
if less(t, whole) || less(whole, t) {
    // behind a corner, what is left of a step
    h = plus(minus(end, t), lag);
}
let to_corner = minus(minus(corner, gap), t);
let meets = is_corner_met(corner, end, h_full, gap, last);
at_corner = meets && !lags_too_much(lag, gap);
part_of_step = meets && (!at_corner || is_corner_within(corner, end, h_full, gap, last));
if at_corner {
    h = to_corner;
} else if meets {
    h = half_way(to_corner, lag);
}
{% else %}
h = select(h_full, h_last, s.y + 1u >= s.z);
{% endif %}
{% endif %}
{% if looks_behind %}
}
{% endif %}
{% if newton %}
{{ begin_newton | trim }}
{% endif %}
{% endset %}
{% set end_part %}
// the part of the step is over: its end is the beginning of the next
{% for event in events %}
{% if event.ends_step %}
if ending < EVENTS && !less(part_end, offset) {
    if ending == {{ event.index }}u {
        before[{{ event.index }}] = kept_behind(before[{{ event.index }}], ends[{{ event.index }}]);
    } else {
        before[{{ event.index }}] = kept_of_other_behind(before[{{ event.index }}], ends[{{ event.index }}]);
    }
} else {
    before[{{ event.index }}] = kept_of_event(before[{{ event.index }}], ends[{{ event.index }}]);
}
{% else %}
before[{{ event.index }}] = kept_of_event(before[{{ event.index }}], ends[{{ event.index }}]);
{% endif %}
before[{{ event.companion }}] = ends[{{ event.companion }}];
{% endfor %}
{% if extremes and moving.parameters %}
// at the end of a run values move with the time of that{% if watches_beside_ends %}, and beside an event that the step ends at with its time{% endif %}

{% if watches_beside_ends %}
let is_beside = ending < EVENTS && (!less(part_end, offset) || !(less(part_end, short_of) || less(short_of, part_end)));
{% endif %}
let ends_run_here = !less(part_end, length) && (last{% if events %} || terminal{% endif %});
{% endif %}
{% for extreme in extremes %}
{% for slope in extreme.slopes %}
{% set parameter = moving.parameters[loop.index0] %}
if ends_run_here {
    let end_moved = {% if events %}select(moved_time(end_{{ parameter.name }}, t_end, rate_{{ parameter.name }}), terminal_slopes[{{ loop.index0 }}], terminal){% else %}moved_time(end_{{ parameter.name }}, t_end, rate_{{ parameter.name }}){% endif %};
    let end_slope = slope_at_moved(end_slopes[{{ slope.place }}], end_by_time[{{ extreme.place }}], end_moved);
    result_slopes[{{ slope.place }}] = {{ extreme.reduction }}_slope_after_end(first[{{ extreme.place }}], first_slopes[{{ slope.place }}], result[{{ extreme.place }}], result_slopes[{{ slope.place }}], before[{{ extreme.companion }}], ends[{{ extreme.companion }}], end_slope, {{ slope.parameter }});
{% if watches_beside_ends %}
} else if is_beside {
    let moved_slope = slope_at_moved(end_slopes[{{ slope.place }}], end_by_time[{{ extreme.place }}], end_moved[{{ loop.index0 }}]);
    result_slopes[{{ slope.place }}] = {{ extreme.reduction }}_slope_after_kink(first[{{ extreme.place }}], first_slopes[{{ slope.place }}], result[{{ extreme.place }}], result_slopes[{{ slope.place }}], before[{{ extreme.companion }}], ends[{{ extreme.companion }}], moved_slope, {{ slope.parameter }});
{% endif %}
} else {
    result_slopes[{{ slope.place }}] = {{ extreme.reduction }}_slope_after(first[{{ extreme.place }}], first_slopes[{{ slope.place }}], result[{{ extreme.place }}], result_slopes[{{ slope.place }}], ends[{{ extreme.companion }}], end_slopes[{{ slope.place }}], {{ slope.parameter }});
}
{% endfor %}
before[{{ extreme.index }}] = ends[{{ extreme.index }}];
before[{{ extreme.companion }}] = ends[{{ extreme.companion }}];
result[{{ extreme.place }}] = {{ extreme.reduction }}_update(first[{{ extreme.place }}], result[{{ extreme.place }}], ends[{{ extreme.companion }}]);
{% endfor %}
{% endset %}
{% set move %}
{% for parameter in moving.parameters %}
moved[{{ loop.index0 }}] = moved_zero_or(slopes[watched * DIRECTIONS + {{ loop.index0 }}u], slopes[watched * DIRECTIONS + MOVING], after[WATCHED + watched], moved_zero(slopes[watched * DIRECTIONS + {{ loop.index0 }}u], ZERO));
{% endfor %}
{% for event in events if event.instants %}
// one that sets variables and rests at zero moves as these do
if watched == {{ event.index }}u && !less(ZERO, absolute(after[{{ event.companion }}])) {
    {% for instant in event.instants %}
    moved[{{ loop.index0 }}] = minus(ZERO, c_{{ instant }});
    {% endfor %}
}
{% endfor %}
{% endset %}
{% set next_part %}
let after_this = next_end(part_begin, part_end, length);
part_begin = part_end;
part_end = after_this;
h = part_end;
mode = PART;
{% endset %}
{% set not_finite %}
s.x = NON_FINITE;
s.y += 1u;
{% if adaptive %}
t = select(plus(t, {{ progress }}), t_end, last);
{% else %}
t = select({{ end_of_equal }}, t_end, last);
{% endif %}
{% if corners %}
t = select(t, plus(corner, gap), at_corner && !last);
{% endif %}
t_rest = ZERO;
reason = ENDED;
break;
{% endset %}
// Bodies: {{ header.bodies }}. Varied: {{ header.varied }}.
{% if header.variables %}
// Variables, after the velocities: {{ header.variables }}.
{% endif %}
// {{ header.integrator }}: {{ header.citation }}.
{% if newton %}
// {{ header.iteration_operations }} operations per iteration of Newton's method, which solves a step.
{% endif %}
// {{ header.step_operations }} operations per step, {{ header.member_operations }} once per member; at most {{ header.peak_live }} values alive. Precision {{ header.precision }}.
// Coordinates q and velocities v of the joints, one after another: a quaternion is scalar first, an
// angular velocity is in the body frame. Numbers (..) are equations of Holzinger, Arnold, Gerstmayr
// (2024), Multibody System Dynamics.

// Time stepping: one thread integrates one member. Quantity c of member k is at [c * stride + k].
//
// Every pass of the loop makes one attempt of a step, for the reason that `mode` tells; src/ensemble/cpu/block.rs and
// block/full_attempt.rs are the same transitions between modes for lanes of the CPU.

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
// per component whose extremes matter: its value at the start, its result so far{% if moving.parameters %}; the derivatives of both{% endif %}

@group(0) @binding(6) var<storage, read_write> reductions: array<real>;
// per event of this dispatch: its number, its time, output components{% if moving.parameters %}; how the time moves with parameters{% endif %}

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
{% if ends_steps %}
// events that may follow each other without way between
const MOST_STANDING = {{ most_standing }};
{% endif %}
{% if watch %}
// what is watched within steps: events, then components whose extremes matter
const WATCHED = {{ watch }}u;
const EVENTS = {{ events | length }}u;
// events that there is room for in a dispatch
const RECORDS = {{ records }}u;
{% endif %}
{% if moving.parameters %}
// parameters that times depend on; what is differentiated is so by the time, too
const MOVING = {{ moving.parameters | length }}u;
const DIRECTIONS = MOVING + 1u;
{% endif %}
// the bits of the magnitude from which on a number counts as not finite
const STATE_LIMIT = {{ state_limit }}u;

{{ functions | trim }}
{% if corners %}

// bits beside the mode: the step ends at a corner; it is a part of an equal step
const AT_CORNER = {{ at_corner }}u;
const PART_OF_STEP = {{ part_of_step }}u;
{% if looks_behind %}
// the step does no more than look at what holds behind a corner
const LOOKS_BEHIND = {{ looking_behind }}u;
{% endif %}

{{ corners | trim }}
{% endif %}

{% if tables %}
{% include "tables.wgsl" +%}

{% endif %}
{% if interpreter %}
{% include "interpreter.wgsl" +%}

{% endif %}
{% include "at.wgsl" %}

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
    {% if corners %}
    var mode = m.x & ({% if looks_behind %}LOOKS_BEHIND{% else %}PART_OF_STEP{% endif %} - 1u);
    var at_corner = (m.x & AT_CORNER) != 0u;
    var part_of_step = (m.x & PART_OF_STEP) != 0u;
    {% if looks_behind %}
    var looks_behind = (m.x & LOOKS_BEHIND) != 0u;
    {% endif %}
    {% else %}
    var mode = m.x & (LAST - 1u);
    {% endif %}
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
        if attempts >= control.budget{% if events %} || ((mode == FOUND{% if ends_steps %} || ending < EVENTS{% endif %}) && m.w >= RECORDS){% endif %} {
            reason = BUDGET;
            break;
        }
        {% include "search.wgsl" %}
        if mode == INSIDE {
            if is_sample_within(sample_due, t, {{ progress }}) {
                mode = SAMPLE;
                h = minus(minus(sample_due, t), t_rest);
            } else {
                mode = COMMIT;
                h = length;
            }
        }
        {% include "newton.wgsl" %}
        attempts += 1u;
        {% include "attempt.wgsl" %}
        {% if step.drift %}
        let failure = outcome_of_drift(outcome_of_attempt(largest < STATE_LIMIT, {{ step.first_turn }}, {{ step.largest_turn }}, {{ step.margin }}), {{ step.drift }});
        {% else %}
        let failure = outcome_of_attempt(largest < STATE_LIMIT, {{ step.first_turn }}, {{ step.largest_turn }}, {{ step.margin }});
        {% endif %}
        var made = false;
        // true where the attempt ends where a part of an accepted step does
        var inspect = false;
        {% if events %}
        var record = false;
        {% endif %}
        if mode == START {
            if failure != COMPLETED {
                s.x = failure;
                reason = ENDED;
                break;
            }
            {% if watch or integrals %}
            if seen >= STATE_LIMIT {
                s.x = NON_FINITE;
                reason = ENDED;
                break;
            }
            {% endif %}
            {% if watch %}
            before = after;
            {% endif %}
            {% for event in events %}
            before[{{ event.index }}] = at_start{{ event.index }}(after[{{ event.index }}], after[{{ event.companion }}]);
            {% endfor %}
            {% for extreme in extremes %}
            first[{{ extreme.place }}] = after[{{ extreme.companion }}];
            result[{{ extreme.place }}] = {{ extreme.reduction }}_start(after[{{ extreme.companion }}]);
            {% for slope in extreme.slopes %}
            first_slopes[{{ slope.place }}] = slopes[{{ slope.value }}];
            result_slopes[{{ slope.place }}] = {{ extreme.reduction }}_slope_at_start(after[{{ extreme.companion }}], slopes[{{ slope.value }}]);
            {% endfor %}
            {% endfor %}
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
                {% if corners %}
                at_corner = false;
                {% endif %}
                {% if newton %}
                {{ begin_newton | trim | indent(16) }}
                {% endif %}
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
            last = s.y + 1u >= s.z{% if corners %} && !part_of_step{% endif %};
            if failure != COMPLETED {
                s.x = failure;
                s.y += 1u;
                {% if corners %}
                length = h;
                {% endif %}
                t = select({{ end_of_equal }}, t_end, last);
                {% if corners %}
                t = select(t, plus(corner, gap), at_corner && !last);
                {% endif %}
                reason = ENDED;
                break;
            }
            {% endif %}
            length = h;
            {% if watch %}
            part_begin = ZERO;
            {% endif %}
            inspect = true;
        {% if watch %}
        } else if mode == PART {
            inspect = true;
        } else if mode == LOCATE {
            {% if extremes and moving.parameters %}
            // a kink that is located has fewer tries than none
            let seeks = !less(bracket.tries, ZERO);
            if seeks {
                bracket = narrowed(bracket, h, after[watched]);
            }
            {% else %}
            bracket = narrowed(bracket, h, after[watched]);
            {% endif %}
            {% if extremes %}
            if watched >= EVENTS {
                let value = after[WATCHED + watched];
                if magnitude(value) >= STATE_LIMIT {
                    {{ not_finite | trim | indent(20) }}
                }
                {% if moving.parameters %}
                {% include "extreme.wgsl" %}
                {% else %}
                {% for extreme in extremes %}
                if watched == {{ extreme.index }}u {
                    result[{{ extreme.place }}] = {{ extreme.reduction }}_update(first[{{ extreme.place }}], result[{{ extreme.place }}], value);
                }
                {% endfor %}
                if is_extreme_located(bracket, plus(t, length), value) {
                    mode = SEARCH;
                } else {
                    h = trial(bracket);
                }
                {% endif %}
            } else
            {% endif %}
            if is_located(bracket, plus(t, length)) {
                h = zero_of(bracket);
                {% if ends_steps %}
                if ends_step[watched] {
                    h = beyond_standing(h, standing, t, length);
                }
                {% endif %}
                mode = FOUND;
            } else {
                h = trial(bracket);
            }
        {% endif %}
        {% if events %}
        } else if mode == FOUND {
            if {% if ends_steps %}is_of_side[watched] || {% endif %}!is_pole(after[watched], before[watched], ends[watched]) {
                {% if ends_steps %}
                let is_first = (!terminal && ending == EVENTS) || less(h, offset);
                record = !ends_step[watched];
                // what switches with another does so because of that
                let is_before = ending == EVENTS || less(h, minus(offset, shortest(plus(t, length))));
                if ends_step[watched] && is_first && is_before {
                    ending = watched;
                    {% if watches_beside_ends %}
                    short_of = short_of_zero(bracket, plus(t, length));
                    {% for event in events if event.may_rest %}
                    if watched == {{ event.index }}u {
                        short_of = short_of_rest(bracket, plus(t, length));
                    }
                    {% endfor %}
                    {% endif %}
                    offset = h;
                }
                {% else %}
                let is_first = !terminal || less(h, offset);
                record = true;
                {% endif %}
                {{ move | trim | indent(16) }}
                {% if watches_beside_ends and moving.parameters %}
                if ending < EVENTS && !less(part_begin, short_of) {
                    // it has passed by a jump
                    moved = end_moved;
                } else if ending == watched {
                    end_moved = moved;
                }
                {% endif %}
                if is_terminal[watched] && (is_first{% if ends_steps %} || (ending < EVENTS && !less(offset, h)){% endif %}) {
                    terminal = true;
                    {% if ends_steps %}
                    ending = EVENTS;
                    {% endif %}
                    offset = h;
                    {% if moving.parameters %}
                    terminal_slopes = moved;
                    {% endif %}
                }
            }
            mode = SEARCH;
        {% endif %}
        } else if mode == SAMPLE {
            {% for name in state %}
            state[at({{ observed + loop.index0 }}u, k)] = c_{{ name }};
            {% endfor %}
            state[at({{ observed + state | length }}u, k)] = sample_due;
            {% for parameter in moving.parameters %}
            state[at({{ parameter.observed }}u, k)] = moved_time({{ moving.resting }}, sample_due, rate_{{ parameter.name }});
            {% endfor %}
            m.z += 1u;
            mode = INSIDE;
            reason = AT_SAMPLE;
        } else {
            made = true;
        }
        {% include "inspect.wgsl" +%}
        var time = t;
        var time_rest = t_rest;
        if made {
            {% if corners %}
            s.y += select(1u, 0u, part_of_step);
            {% else %}
            s.y += 1u;
            {% endif %}
            {% if not adaptive %}
            time = {{ end_of_equal }};
            {% elif compensated %}
            let later = add(t, t_rest, {% if corners %}progress_of(t, h, lag){% else %}h{% endif %});
            time = later.x;
            time_rest = later.y;
            {% else %}
            time = plus(t, {% if corners %}progress_of(t, h, lag){% else %}h{% endif %});
            {% endif %}
            if last {
                time = t_end;
                time_rest = ZERO;
            }
            {% if corners %}
            if at_corner && !last {
                time = plus(corner, gap);
                time_rest = ZERO;
            }
            lag = select(lag_left(t, h, lag), lag_behind(lag, gap), at_corner);
            {% if looks_behind %}
            looks_behind = at_corner;
            {% endif %}
            {% endif %}
            {% if events %}
            if terminal {
                time = plus(t, offset);
                time_rest = ZERO;
            }
            {% endif %}
        }
        {% if ends_steps %}
        if made && ending < EVENTS {
            // the step ends at it
            watched = ending;
            ending = EVENTS;
            record = !is_hidden[watched];
            standing = standing_after(standing, stood, time);
            stood = time;
            {{ move | trim | indent(12) }}
            // events go on from the sides that are held now
            {% for event in events %}
            {% if event.side %}
            {% if not event.hidden %}
            if watched == {{ event.index }}u {
                before[{{ event.index }}] = kept_of_side_{{ event.is_whole }}(after[{{ event.index }}], after[{{ event.companion }}], c_{{ event.side }});
            }
            {% else %}
            {% if event.may_rest %}
            c_{{ event.side }} = at_rest_behind_{{ event.is_whole }}({{ event.side }}, c_{{ event.side }}, after[{{ event.index }}], after[{{ event.companion }}]);
            {% endif %}
            before[{{ event.index }}] = kept_of_side_{{ event.is_whole }}(after[{{ event.index }}], after[{{ event.companion }}], c_{{ event.side }});
            {% endif %}
            {% endif %}
            {% endfor %}
        }
        {% endif %}
        {% include "record.wgsl" %}
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
                {% for parameter in moving.parameters %}
                {% if events %}
                if terminal {
                    state[at({{ parameter.observed }}u, k)] = terminal_slopes[{{ loop.index0 }}];
                } else {
                    state[at({{ parameter.observed }}u, k)] = moved_time(select({{ moving.resting }}, end_{{ parameter.name }}, ends_run), t, rate_{{ parameter.name }});
                }
                {% else %}
                state[at({{ parameter.observed }}u, k)] = moved_time(select({{ moving.resting }}, end_{{ parameter.name }}, ends_run), t, rate_{{ parameter.name }});
                {% endif %}
                {% endfor %}
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
            {% if ends_steps %}
            if less(MOST_STANDING, standing) {
                s.x = EVENT_LIMIT;
                reason = ENDED;
                break;
            }
            {% endif %}
            mode = STEP;
            {% if corners %}
            if at_corner {
                corner = next_corner({% for name in parameters %}{{ name }}, {% endfor %}t, gap);
            }
            {% endif %}
            {% if adaptive %}
            e2 = e1;
            e1 = {{ step.error }};
            h = length_after_accepted(h, {{ step.factor }}, cap, h_smallest, h_largest);
            cap = GROWTH;
            {% if keeps_uncut %}
            h = select(h, uncut, less(h, uncut));
            uncut = ZERO;
            {% endif %}
            {% if looks_behind %}
            if looks_behind {
                // the next step is short, and the one behind it need not be
                uncut = h;
            }
            {% endif %}
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
    m.x = mode | select(0u, LAST, last) | (reason << 16u){% if corners %} | select(0u, AT_CORNER, at_corner) | select(0u, PART_OF_STEP, part_of_step){% endif %}{% if looks_behind %} | select(0u, LOOKS_BEHIND, looks_behind){% endif %};
    status[2u * k] = s;
    status[2u * k + 1u] = m;
}

{% include "observe.wgsl" %}
