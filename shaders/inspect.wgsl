{# Sees what happens between the ends of a part of an accepted step. #}
        if inspect {
            {% if watch or integrals %}
            // a shorter step would not mend what is computed from the state
            if seen >= STATE_LIMIT {
                {{ not_finite | trim | indent(16) }}
            }
            {% endif %}
            {% if watch %}
            part_end = h;
            ends = after;
            {% for extreme in extremes %}
            {% for slope in extreme.slopes %}
            end_slopes[{{ slope.place }}] = slopes[{{ slope.value }}];
            {% endfor %}
            {% if extreme.slopes %}
            end_by_time[{{ extreme.place }}] = slopes[{{ extreme.by_time }}];
            {% endif %}
            {% endfor %}
            let span = minus(part_end, part_begin);
            var hides = false;
            var happens = false;
            {% for event in events %}
            {% set counts = "!terminal && ending == EVENTS" if event.ends_step else "!terminal" %}
            // what comes after a terminal event, or one that ends the step, does not count
            hides |= {{ counts }} && hides_passages(before[{{ event.index }}], before[{{ event.companion }}], after[{{ event.index }}], after[{{ event.companion }}], span);
            needs[{{ event.index }}] = {{ counts }} && crosses{{ event.index }}(before[{{ event.index }}], after[{{ event.index }}]);
            happens |= needs[{{ event.index }}];
            {% endfor %}
            {% for extreme in extremes %}
            hides |= {{ extreme.reduction }}_hides(before[{{ extreme.companion }}], before[{{ extreme.index }}], after[{{ extreme.companion }}], after[{{ extreme.index }}], span, first[{{ extreme.place }}], result[{{ extreme.place }}]);
            needs[{{ extreme.index }}] = {{ extreme.reduction }}_has_extreme(before[{{ extreme.companion }}], before[{{ extreme.index }}], after[{{ extreme.companion }}], after[{{ extreme.index }}], span, first[{{ extreme.place }}], result[{{ extreme.place }}]);
            happens |= needs[{{ extreme.index }}];
            {% endfor %}
            if hides && can_be_halved(span, length) {
                part_end = middle(part_begin, part_end);
                h = part_end;
                mode = PART;
            } else if happens {
                mode = SEARCH;
            } else {
                {{ end_part | trim | indent(16) }}
                if less(part_end, length) {
                    {{ next_part | trim | indent(20) }}
                } else if is_sample_within(sample_due, t, {{ progress }}) {
                    mode = INSIDE;
                } else {
                    made = true;
                }
            }
            {% else %}
            if is_sample_within(sample_due, t, {{ progress }}) {
                mode = INSIDE;
            } else {
                made = true;
            }
            {% endif %}
        }
