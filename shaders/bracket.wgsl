struct Bracket {
{% for field in fields %}
    {{ field }}: real,
{% endfor %}
}
