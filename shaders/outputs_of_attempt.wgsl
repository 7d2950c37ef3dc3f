{# Records an event with the outputs, and reduces outputs over time after a step that is made. #}
        {% if events or reduced %}
        {% if not events %}
        if made {
        {% elif not reduced %}
        if record {
        {% else %}
        if made || record {
        {% endif %}
            {% for name in state %}
            let {{ name }} = c_{{ name }};
            {% endfor %}
            {% if events %}
            let now = select(time, plus(t, record_offset), record);
            {% else %}
            let now = time;
            {% endif %}
            {
                let t = now;
                {% if outputs.step %}
                {{ outputs.step | indent(16) }}
                {% endif %}
                {% if events %}
                if record {
                    let place = m.w * {{ record }}u;
                    events[at(place, k)] = number(record_event);
                    events[at(place + 1u, k)] = now;
                    {% for value in outputs.values %}
                    events[at(place + {{ loop.index + 1 }}u, k)] = {{ value }};
                    {% endfor %}
                    m.w += 1u;
                }
                {% endif %}
                {% if reduced %}
                if made {
                    {% for component in reduced %}
                    {% set c = component.channel %}
                    let now{{ c }} = {{ outputs.values[c] }};
                    {% set memory = "memory" ~ c if component.remembers else "ZERO" %}
                    {% set update = component.reduction ~ "_update(" ~ memory ~ ", reduced" ~ c ~ ", h, now" ~ c ~ ")" %}
                    {% if component.compensated %}
                    let sum{{ c }} = add(reduced{{ c }}, reduced{{ c }}_rest, {{ update }});
                    reduced{{ c }} = sum{{ c }}.x;
                    reduced{{ c }}_rest = sum{{ c }}.y;
                    {% elif component.sums %}
                    reduced{{ c }} = plus(reduced{{ c }}, {{ update }});
                    {% else %}
                    reduced{{ c }} = {{ update }};
                    {% endif %}
                    {% if component.remembers %}
                    memory{{ c }} = {{ component.reduction }}_remember(memory{{ c }}, now{{ c }});
                    {% endif %}
                    {% endfor %}
                }
                {% endif %}
            }
        }
        {% endif %}
