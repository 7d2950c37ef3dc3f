{# Goes on within a part of an accepted step of which both ends are known. #}
        {% if watch %}
        if mode == SEARCH {
            watched = WATCHED;
            {% for k in search_order %}
            if needs[{{ k }}] {
                watched = {{ k }}u;
            }
            {% endfor %}
            {% if events %}
            var look = part_end;
            {% if ends_steps %}
            // until then it may end still earlier
            let decided = watched >= EVENTS || (ending < EVENTS && !ends_step[watched]);
            if (terminal || ending < EVENTS) && decided {
                // what rounding alone leaves of a step is no step
                if ending < EVENTS && less(shortest(plus(t, length)), minus(length, offset)) {
                    {% if adaptive %}
                    uncut = select(uncut, length, less(uncut, length));
                    {% endif %}
                    last = false;
                    at_corner = false;
                    {% if not adaptive %}
                    part_of_step = true;
                    {% endif %}
                }
            {% else %}
            if terminal && watched >= EVENTS {
            {% endif %}
                // the step ends there
                length = select(length, offset, less(offset, length));
                // and so does the part{% if watches_beside_ends %}, or before it, so that what jumps there is seen on both sides{% endif %}

                look = select(look, offset, less(offset, look));
                {% if watches_beside_ends %}
                if ending < EVENTS && less(part_begin, short_of) && less(short_of, part_end) {
                    look = short_of;
                }
                {% endif %}
            }
            if less(look, part_end) {
                part_end = look;
                h = look;
                mode = PART;
            } else if watched < WATCHED {
            {% else %}
            if watched < WATCHED {
            {% endif %}
                needs[watched] = false;
                bracket = Bracket(part_begin, before[watched], part_end, ends[watched], ZERO, ZERO);
                {% if ends_steps %}
                if watched < EVENTS && is_of_side[watched] && ends_step[watched] {
                    bracket.g_low = left(bracket.g_low, ends[watched]);
                }
                {% endif %}
                h = trial(bracket);
                mode = LOCATE;
            } else {
                {{ end_part | trim | indent(16) }}
                if less(part_end, length) {
                    {{ next_part | trim | indent(20) }}
                } else {
                    mode = INSIDE;
                }
            }
        }
        {% endif %}
