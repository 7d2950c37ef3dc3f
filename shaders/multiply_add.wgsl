{% extends "probe.wgsl" %}
{% block load %}
    {% for name in names %}
    var {{ name }} = inputs[{{ loop.index0 }}u];
    {% endfor %}
{% endblock %}
{% block round %}
        {{ advance | indent(8) }}
        {% for value in advanced %}
        {{ names[loop.index0] }} = {{ value }};
        {% endfor %}
{% endblock %}
{% block store %}
    {{ sum | indent }}
    results[k] = {{ total }};
{% endblock %}
