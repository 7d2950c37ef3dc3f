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
            {% if watches_beside_ends and moving.parameters %}
            if ending < EVENTS {
                // how the event that the step ends at moves
                {% for parameter in moving.parameters %}
                end_moved[{{ loop.index0 }}] = moved_zero_or(slopes[ending * DIRECTIONS + {{ loop.index0 }}u], slopes[ending * DIRECTIONS + MOVING], after[WATCHED + ending], end_moved[{{ loop.index0 }}]);
                {% endfor %}
            }
            {% endif %}
            let span = minus(part_end, part_begin);
            var hides = false;
            {% if events %}
            var returned = false;
            {% endif %}
            var happens = false;
            {% if looks_behind or watches_beside_ends %}
            // a jump hides nothing, and outputs have their extremes on one of its sides
            let is_jump = {% if looks_behind %}looks_behind{% endif %}{% if looks_behind and watches_beside_ends %} || {% endif %}{% if watches_beside_ends %}(ending < EVENTS && !less(part_begin, short_of)){% endif %};
            {% endif %}
            {% for event in events %}
            {% set counts = "!terminal && ending == EVENTS" if event.ends_step else "!terminal" %}
            {% if looks_behind and event.of_side %}
            // behind a corner sides are taken as they are
            {% set counts = counts ~ " && !looks_behind" %}
            {% endif %}
            // what comes after a terminal event, or one that ends the step, does not count
            hides |= {{ counts }} && hides_passages(before[{{ event.index }}], before[{{ event.companion }}], after[{{ event.index }}], after[{{ event.companion }}], span);
            returned |= {{ counts }} && returns(before[{{ event.index }}], before[{{ event.companion }}], after[{{ event.index }}], after[{{ event.companion }}], span);
            needs[{{ event.index }}] = {{ counts }} && crosses{{ event.index }}(before[{{ event.index }}], after[{{ event.index }}]);
            happens |= needs[{{ event.index }}];
            {% endfor %}
            {% for extreme in extremes %}
            hides |= {{ extreme.reduction }}_hides(before[{{ extreme.companion }}], before[{{ extreme.index }}], after[{{ extreme.companion }}], after[{{ extreme.index }}], span, first[{{ extreme.place }}], result[{{ extreme.place }}]);
            needs[{{ extreme.index }}] = {{ extreme.reduction }}_has_extreme(before[{{ extreme.companion }}], before[{{ extreme.index }}], after[{{ extreme.companion }}], after[{{ extreme.index }}], span, first[{{ extreme.place }}], result[{{ extreme.place }}]);
            {% if looks_behind or watches_beside_ends %}
            needs[{{ extreme.index }}] = needs[{{ extreme.index }}] && !is_jump;
            {% endif %}
            happens |= needs[{{ extreme.index }}];
            {% endfor %}
            {% if looks_behind or watches_beside_ends %}
            hides = hides && !is_jump;
            {% endif %}
            {% if watches_beside_ends %}
            // the part ends right before the event that the step ends at
            happens |= ending < EVENTS && less(part_begin, short_of) && less(short_of, part_end);
            {% endif %}
            if hides && (can_be_halved(span, length){% if events %} || (returned && less(shortest(plus(t, length)), span)){% endif %}) {
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
