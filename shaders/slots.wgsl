// Where the interpreter keeps its numbers: {{ slots }} slots per member.
const CONSTANTS = {{ parameters }}u;
const SLOTS = {{ states }}u;

{% if in_buffer %}
var<private> member: u32;

fn slot(i: u32) -> real {
    return state[at(SLOTS + i, member)];
}

fn keep(i: u32, x: real) {
    state[at(SLOTS + i, member)] = x;
}
{% else %}
var<private> slots: array<real, {{ slots }}>;

fn slot(i: u32) -> real {
    return slots[i];
}

fn keep(i: u32, x: real) {
    slots[i] = x;
}
{% endif %}

// Constants follow the parameters.
fn constant(i: u32) -> real {
    return {{ constant }};
}

fn negated(x: real) -> real {
    return -x;
}
