{% extends "probe.wgsl" %}
{% block load %}
    {% for name in inputs %}
    let {{ name }} = inputs[at({{ loop.index0 }}u, k)];
    {% endfor %}
    {% if compensated %}
    var sum = first;
    var rest = 0.0f;
    {% endif %}
{% endblock %}
{% block round %}
        {% if compensated %}
        let added = add(sum, rest, term);
        sum = added.x;
        rest = added.y;
        {% endif %}
{% endblock %}
{% block store %}
    {{ evaluation | indent }}
    {% for value in values %}
    results[at({{ loop.index0 }}u, k)] = {{ value }};
    {% endfor %}
    {% for value in special %}
    results[at({{ first_special + loop.index0 }}u, k)] = {{ value }};
    {% endfor %}
    results[at({{ smaller }}u, k)] = select({{ zero }}, {{ one }}, magnitude(x) < magnitude(y));
    results[at({{ no_state }}u, k)] = select({{ zero }}, {{ one }}, magnitude(state) >= 0x7149f2cau);
    results[at({{ whole }}u, k)] = number(k * {{ spread }}u);
    {% if factors %}
    results[at({{ product }}u, k)] = times({{ factors | join(", ") }});
    {% endif %}
    {% if compensated %}
    results[at({{ sum }}u, k)] = sum;
    results[at({{ rest }}u, k)] = rest;
    {% endif %}
{% endblock %}
