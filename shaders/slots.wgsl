// Where the interpreter keeps its numbers: {{ interpreter.slots }} slots per member.
const CONSTANTS = {{ interpreter.constants }}u;
const SLOTS = {{ interpreter.first_slot }}u;

{% if interpreter.in_buffer %}
var<private> member: u32;

fn slot(i: u32) -> real {
    return state[at(SLOTS + i, member)];
}

fn keep(i: u32, x: real) {
    state[at(SLOTS + i, member)] = x;
}
{% else %}
var<private> slots: array<real, {{ interpreter.slots }}>;

fn slot(i: u32) -> real {
    return slots[i];
}

fn keep(i: u32, x: real) {
    slots[i] = x;
}
{% endif %}

// Constants follow the parameters.
fn constant(i: u32) -> real {
    return parameters[CONSTANTS * control.stride + i];
}

fn negated(x: real) -> real {
    return -x;
}
