{# Records an event with the outputs. #}
        {% if events %}
        if record {
            {% for name in state %}
            let {{ name }} = c_{{ name }};
            {% endfor %}
            {% if ends_steps %}
            let now = select(plus(t, h), time, made);
            {% else %}
            let now = plus(t, h);
            {% endif %}
            {
                let t = now;
                {% for parameter in moving.parameters %}
                let {{ parameter.name }} = moved[{{ loop.index0 }}];
                {% endfor %}
                {% if outputs.step %}
                {{ outputs.step | indent(16) }}
                {% endif %}
                let place = m.w * {{ record }}u;
                events[at(place, k)] = number(watched);
                events[at(place + 1u, k)] = now;
                {% for value in outputs.values %}
                events[at(place + {{ loop.index + 1 }}u, k)] = {{ value }};
                {% endfor %}
                {% for parameter in moving.parameters %}
                events[at(place + {{ outputs.values | length + 2 + loop.index0 }}u, k)] = moved[{{ loop.index0 }}];
                {% endfor %}
                m.w += 1u;
            }
        }
        {% endif %}
