// Makes what members keep at the beginning of their runs of the values of their parameters. Quantity c of member k is at
// [c * stride + k].

{% include "control.wgsl" %}

// the numbers of all members: what steps are told, then the lengths of the first attempt and of the first step
@group(0) @binding(1) var<storage, read> given: array<stored>;
@group(0) @binding(2) var<storage, read> varied: array<real>;
// what the first two vectors of every status have, then the outcome of every member so far
@group(0) @binding(3) var<storage, read> checked: array<u32>;
// as in steps.wgsl
@group(0) @binding(4) var<storage, read_write> parameters: array<stored>;
@group(0) @binding(5) var<storage, read_write> state: array<stored>;
@group(0) @binding(6) var<storage, read_write> rests: array<stored>;
@group(0) @binding(7) var<storage, read_write> status: array<vec4<u32>>;

{% include "codes.wgsl" %}

{{ prelude | trim }}

{% if single %}
// The start is a sum of two numbers, of which the state keeps the first, and its rest the second.
alias stored = f32;

fn narrowed(x: real) -> stored {
    return x.x;
}
{% else %}
alias stored = real;

fn narrowed(x: real) -> stored {
    return x;
}
{% endif %}

const STATE_LIMIT = {{ state_limit }}u;

{% include "at.wgsl" %}

@compute @workgroup_size(64)
fn begin(@builtin(global_invocation_id) id: vec3<u32>) {
    let k = id.x;
    if k >= control.stride {
        return;
    }
    for (var c = 0u; c < {{ given }}u; c++) {
        parameters[at({{ parameters | length }}u + c, k)] = given[c];
    }
    {% for name in parameters %}
    let {{ name }} = varied[at({{ loop.index0 }}u, k)];
    parameters[at({{ loop.index0 }}u, k)] = narrowed({{ name }});
    {% endfor %}
    {{ statements | indent }}
    var outcome = INVALID;
    if k < control.members {
        outcome = checked[{{ head }}u + k];
    }
    let is_begun = outcome == COMPLETED;
    var in_range = true;
    {% for number in state %}
    {# a zero is added, so that none is negative #}
    let start_{{ loop.index0 }} = {{ number }} + {{ hidden_zero }};
    {% if loop.index0 < motion %}
    in_range = in_range && magnitude(start_{{ loop.index0 }}) < STATE_LIMIT;
    {% endif %}
    {% endfor %}
    if is_begun && !in_range {
        outcome = NON_FINITE;
    }
    for (var c = {{ kept.first }}u; c < {{ states }}u; c++) {
        state[at(c, k)] = {{ zero }};
    }
    {% for number in state %}
    {
        let start = select({{ zero_real }}, start_{{ loop.index0 }}, is_begun);
        state[at({{ loop.index0 }}u, k)] = narrowed(start);
        state[at({{ observed + loop.index0 }}u, k)] = narrowed(start);
        {% if single %}
        rests[at({{ loop.index0 }}u, k)] = start.y;
        {% endif %}
    }
    {% endfor %}
    {% for number in kept.numbers %}
    state[at({{ number.place }}u, k)] = {{ number.value }};
    {% endfor %}
    state[at({{ kept.step }}u, k)] = given[{{ given }}];
    state[at({{ kept.length }}u, k)] = given[{{ given + 1 }}];
    let reason = select(ENDED, BUDGET, outcome == COMPLETED);
    status[2u * k] = vec4<u32>(outcome, 0u, checked[0], checked[1]);
    status[2u * k + 1u] = vec4<u32>(checked[2] | reason << 16u, 0u, 1u, 0u);
}
