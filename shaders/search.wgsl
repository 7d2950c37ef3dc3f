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
            {% if ends_steps %}
            // until then it may end still earlier
            let decided = watched >= EVENTS || (ending < EVENTS && !ends_step[watched]);
            if (terminal || ending < EVENTS) && less(offset, length) && decided {
                if ending < EVENTS {
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
            if terminal && less(offset, length) && watched >= EVENTS {
            {% endif %}
                // the step ends there, and so does the part
                length = offset;
                part_end = offset;
                h = offset;
                mode = PART;
            } else if watched < WATCHED {
            {% else %}
            if watched < WATCHED {
            {% endif %}
                needs[watched] = false;
                bracket = Bracket(part_begin, before[watched], part_end, ends[watched], ZERO, ZERO);
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
