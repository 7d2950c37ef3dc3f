{# Solves the step of an implicit method, as far as the dispatch goes. #}
        {% if newton %}
        // Newton's method: every iteration counts as an attempt, and a member may leave between two of them
        while !is_settled({{ newton.status }}) && attempts < control.budget {
            attempts += 1u;
            {{ newton.check | indent(12) }}
            let goes_on = {{ newton.goes_on }};
            if less(ZERO, goes_on) {
                {{ newton.solve | indent(16) }}
                solutions += 1u;
                {% for result in newton.iterated %}
                {{ result.name }} = {{ result.value }};
                {% endfor %}
            } else {
                {{ newton.status }} = {{ newton.settled }};
            }
        }
        if !is_settled({{ newton.status }}) {
            reason = BUDGET;
            break;
        }
        if is_diverged({{ newton.status }}) {
            // the host looks whether elimination with pivoting solves it
            s.x = NEWTON_DIVERGED;
            reason = ENDED;
            break;
        }
        {% endif %}
