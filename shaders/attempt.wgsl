{# Makes one attempt of a step: the state after it, and the values of events. #}
        {{ step.step | indent(8) }}
        // the state after the attempt
        {% for name in state %}
        {% if compensated %}
        let sum_{{ name }} = add({{ name }}, {{ name }}_rest, {{ step.increments[loop.index0] }});
        {{ "var" if name in resting else "let" }} c_{{ name }} = sum_{{ name }}.x;
        {% else %}
        {{ "var" if name in resting else "let" }} c_{{ name }} = plus({{ name }}, {{ step.increments[loop.index0] }});
        {% endif %}
        {% endfor %}
        {% if watch %}
        // what is watched, after the attempt, right before an instant that it may end at
        {
            {% for name in state if name not in sampled %}
            let {{ name }} = c_{{ name }};
            {% endfor %}
            let now = plus(t, h);
            {
                let t = now;
                {% if watched.step %}
                {{ watched.step | indent(16) }}
                {% endif %}
                {% for value in watched.values[:2 * watch] %}
                after[{{ loop.index0 }}] = {{ value }};
                {% endfor %}
                {% for slope in slopes %}
                slopes[{{ loop.index0 }}] = {{ slope }};
                {% endfor %}
            }
        }
        {% endif %}
        // one statement each: nested calls as deep as a long chain would be too deep for parsers
        var largest = 0u;
        {% for name in integrated %}
        largest = max(largest, magnitude(c_{{ name }}));
        {% endfor %}
        {% if watch or integrals %}
        // what a shorter step would not mend
        var seen = 0u;
        {% for name in integrals %}
        seen = max(seen, magnitude(c_{{ name }}));
        {% endfor %}
        {% for event in events %}
        seen = max(seen, magnitude(after[{{ event.index }}]));
        {% endfor %}
        {% for extreme in extremes %}
        seen = max(seen, magnitude(after[{{ extreme.companion }}]));
        {% endfor %}
        {% endif %}
