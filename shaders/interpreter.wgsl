// The recorded functions as a table of instructions, which a loop runs: the operations of an unrolled kernel in their
// order. All threads run the same instruction.

{% for name in interpreter.operations %}
const {{ name }} = {{ loop.index0 }}u;
{% endfor %}
const ROUND = {{ interpreter.round }}u;

@group(0) @binding(8) var<storage, read> table: array<vec4<u32>>;

{% include "slots.wgsl" +%}

fn truth(holds: bool) -> real {
    return select(ZERO, ONE, holds);
}

fn holds(x: real) -> bool {
    return less(ZERO, x);
}

fn operand(place: u32, is_constant: bool) -> real {
    if is_constant {
        return constant(place);
    }
    return slot(place);
}

// Software devices run all sides of every branch: there is one sum, one product of the first two operands, one
// quotient and one root.
fn execute(i: vec4<u32>) {
    let operation = i.x & 0xffffu;
    let a = operand(i.y & 0xffffu, (i.w & 1u) != 0u);
    let b = operand(i.y >> 16u, (i.w & 2u) != 0u);
    var c = a;
    var d = a;
    if operation >= MUL_ADD {
        c = operand(i.z & 0xffffu, (i.w & 4u) != 0u);
        d = operand(i.z >> 16u, (i.w & 8u) != 0u);
    }
    let product = times(a, b);
    var x = a;
    switch operation {
        case COPY: {}
        case NEG: { x = negated(a); }
        case SQRT: { x = root(a); }
        case ABS: { x = absolute(a); }
        case FLOOR: { x = whole(a); }
        case MUL: { x = product; }
        case DIV: { x = over(a, b); }
        case LESS: { x = truth(less(a, b)); }
        case LESS_EQUAL: { x = truth(at_most(a, b)); }
        case AND: { x = truth(holds(a) && holds(b)); }
        case OR: { x = truth(holds(a) || holds(b)); }
        case NOT: { x = truth(!holds(a)); }
        {% if tables %}
        case ENTRY: { x = entry(code(b), code(c), code(d), a); }
        {% endif %}
        case SELECT: { x = select(c, b, holds(a)); }
        case SELECT_LESS: { x = select(d, c, less(a, b)); }
        case SELECT_LESS_EQUAL: { x = select(d, c, at_most(a, b)); }
        default: {
            // a difference is the sum with the negative, bit for bit
            var left = product;
            var right = c;
            switch operation {
                case ADD: { left = a; right = b; }
                case SUB: { left = a; right = negated(b); }
                case MUL_SUB: { right = negated(c); }
                case SUB_MUL: { left = c; right = negated(product); }
                case MUL_ADD_MUL: { right = times(c, d); }
                case MUL_SUB_MUL: { right = negated(times(c, d)); }
                default: {}
            }
            x = plus(left, right);
        }
    }
    keep(i.x >> 16u, x);
}

fn execute_all(begin: u32, end: u32) {
    for (var i = begin; i < end; i += ROUND) {
        {% for i in range(interpreter.round) %}
        execute(table[i + {{ i }}u]);
        {% endfor %}
    }
}
