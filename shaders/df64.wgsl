{#
    Functions that call no others and have no variables: compilers put a function in place of its calls, with a variable for what
    it returns, and compare all of these with each other. Of the Puma's kernel, 3,934 operations, one of them took 67 s, and takes 8 s so.
#}
{# The number itself, where something is hidden through an operation that the compiler cannot see through. #}
{% macro opaque(x) -%}
    {% if is_hidden %}bitcast<f32>(bitcast<u32>({{ x }}) ^ control.zero){% else %}({{ x }}){% endif %}
{%- endmacro %}
{# The sum of two numbers, and its rounding error. #}
{% macro two_sum(sum, a, b) %}
    let {{ sum }} = {{ opaque(a ~ " + " ~ b) }};
    let {{ sum }}_share = {{ opaque(sum ~ " - " ~ a) }};
    let {{ sum }}_rest = {{ opaque(sum ~ " - " ~ sum ~ "_share") }};
    let {{ sum }}_error = {{ opaque(a ~ " - " ~ sum ~ "_rest") }} + {{ opaque(b ~ " - " ~ sum ~ "_share") }};
{%- endmacro %}
{# As `two_sum`, for |a| >= |b|. #}
{% macro fast_two_sum(sum, a, b) %}
    let {{ sum }} = {{ opaque(a ~ " + " ~ b) }};
    let {{ sum }}_share = {{ opaque(sum ~ " - " ~ a) }};
    let {{ sum }}_error = {{ opaque(b ~ " - " ~ sum ~ "_share") }};
{%- endmacro %}
{# The product of two numbers, and its rounding error: by a fused product that the device rounds once, or else the factors are
   split by their bits. #}
{% macro two_product(product, a, b) %}
    let {{ product }} = {{ opaque(a ~ " * " ~ b) }};
{% if is_fused %}
    let {{ product }}_error = {{ opaque("fma(" ~ a ~ ", " ~ b ~ ", -" ~ product ~ ")") }};
{%- else %}
    let {{ product }}_a_high = bitcast<f32>(bitcast<u32>({{ a }}) & 0xfffff000u);
    let {{ product }}_b_high = bitcast<f32>(bitcast<u32>({{ b }}) & 0xfffff000u);
    let {{ product }}_a_low = {{ opaque(a ~ " - " ~ product ~ "_a_high") }};
    let {{ product }}_b_low = {{ opaque(b ~ " - " ~ product ~ "_b_high") }};
    let {{ product }}_1 = {{ opaque(product ~ "_a_high * " ~ product ~ "_b_high - " ~ product) }};
    let {{ product }}_2 = {{ opaque(product ~ "_1 + " ~ product ~ "_a_high * " ~ product ~ "_b_low") }};
    let {{ product }}_3 = {{ opaque(product ~ "_2 + " ~ product ~ "_a_low * " ~ product ~ "_b_high") }};
    let {{ product }}_error = {{ opaque(product ~ "_3 + " ~ product ~ "_a_low * " ~ product ~ "_b_low") }};
{%- endif %}
{%- endmacro %}
{# Of numbers of two parts, each of them named. #}
{% macro plus(sum, a, a_low, b, b_low) %}
{{ two_sum(sum ~ "_high", a, b) }}
{{ two_sum(sum ~ "_low", a_low, b_low) }}
    let {{ sum }}_middle = {{ opaque(sum ~ "_high_error + " ~ sum ~ "_low") }};
{{ fast_two_sum(sum ~ "_first", sum ~ "_high", sum ~ "_middle") }}
    let {{ sum }}_last = {{ opaque(sum ~ "_first_error + " ~ sum ~ "_low_error") }};
{{ fast_two_sum(sum, sum ~ "_first", sum ~ "_last") }}
{%- endmacro %}
{% macro minus(sum, a, a_low, b, b_low) %}
    let {{ sum }}_b = -{{ b }};
    let {{ sum }}_b_low = -{{ b_low }};
{{ plus(sum, a, a_low, sum ~ "_b", sum ~ "_b_low") }}
{%- endmacro %}
{% macro times(product, a, a_low, b, b_low) %}
{{ two_product(product ~ "_first", a, b) }}
    let {{ product }}_last = {{ opaque(product ~ "_first_error + (" ~ a ~ " * " ~ b_low ~ " + " ~ a_low ~ " * " ~ b ~ ")") }};
{{ fast_two_sum(product, product ~ "_first", product ~ "_last") }}
{%- endmacro %}
{% macro times_single(product, a, a_low, factor) %}
{{ two_product(product ~ "_first", a, factor) }}
    let {{ product }}_last = {{ opaque(product ~ "_first_error + " ~ a_low ~ " * " ~ factor) }};
{{ fast_two_sum(product, product ~ "_first", product ~ "_last") }}
{%- endmacro %}
// Double-float precision: a number is the sum of two of f32, the first of which is the sum rounded. The same
// operations in the same order as `num::DoubleFloat`, where their sources and errors are named.
{% if is_fused %}
// What a product is rounded by is found by fma: for devices that round that once.
{% else %}
// What a product is rounded by is found from the halves of both factors, on any device.
{% endif %}

alias real = vec2<f32>;

fn plus(a: real, b: real) -> real {
{{ plus("sum", "a.x", "a.y", "b.x", "b.y") }}
    return real(sum, sum_error);
}

fn minus(a: real, b: real) -> real {
{{ minus("sum", "a.x", "a.y", "b.x", "b.y") }}
    return real(sum, sum_error);
}

fn times(a: real, b: real) -> real {
{{ times("product", "a.x", "a.y", "b.x", "b.y") }}
    return real(product, product_error);
}

fn times_single(a: real, factor: f32) -> real {
{{ times_single("product", "a.x", "a.y", "factor") }}
    return real(product, product_error);
}

// Three digits, each from what is left: the quotients of the device may be inexact.
fn over(a: real, b: real) -> real {
    let first = {{ opaque("a.x / b.x") }};
{{ times_single("part", "b.x", "b.y", "first") }}
{{ minus("rest", "a.x", "a.y", "part", "part_error") }}
    let second = {{ opaque("rest / b.x") }};
{{ times_single("further", "b.x", "b.y", "second") }}
{{ minus("left", "rest", "rest_error", "further", "further_error") }}
{{ fast_two_sum("both", "first", "second") }}
    let third = left / b.x;
{{ plus("sum", "both", "both_error", "third", "0.0f") }}
    return real(sum, sum_error);
}

// Two steps of Newton's method: the roots of the device may be inexact.
fn root(a: real) -> real {
    let first = {{ opaque("sqrt(a.x)") }};
    let twice = first + first;
{{ two_product("square", "first", "first") }}
{{ minus("rest", "a.x", "a.y", "square", "square_error") }}
    let second = {{ opaque("rest / twice") }};
{{ fast_two_sum("better", "first", "second") }}
{{ times("again", "better", "better_error", "better", "better_error") }}
{{ minus("left", "a.x", "a.y", "again", "again_error") }}
    let third = left / twice;
{{ plus("best", "better", "better_error", "third", "0.0f") }}
    return select(real(best, best_error), a, a.x == 0.0f);
}

fn absolute(a: real) -> real {
    return select(a, -a, a.x < 0.0f);
}

fn whole(a: real) -> real {
    let high = floor(a.x);
    let low = select(0.0f, floor(a.y), high == a.x);
{{ fast_two_sum("sum", "high", "low") }}
    return real(sum, sum_error);
}

fn less(a: real, b: real) -> bool {
    return a.x < b.x || (a.x == b.x && a.y < b.y);
}

fn at_most(a: real, b: real) -> bool {
    return a.x < b.x || (a.x == b.x && a.y <= b.y);
}

// A whole number, exactly.
fn number(n: u32) -> real {
    let high = f32(n & 0xffff0000u);
    let low = f32(n & 0xffffu);
{{ fast_two_sum("sum", "high", "low") }}
    return real(sum, sum_error);
}

// The whole number of 24 bits that a number is.
fn code(x: real) -> u32 {
    return u32(x.x);
}

// The magnitude of a number, in an order that holds for infinities and what is not a number too.
fn magnitude(x: real) -> u32 {
    return bitcast<u32>(x.x) & 0x7fffffffu;
}
