{# Stores what a member keeps between dispatches, at the end of `advance`. #}
    {% for name in state %}
    state[at({{ loop.index0 }}u, k)] = {{ name }};
    {% if compensated %}
    rests[at({{ loop.index0 }}u, k)] = {{ name }}_rest;
    {% endif %}
    {% endfor %}
    state[at({{ kept.time }}u, k)] = t;
    state[at({{ kept.time_rest }}u, k)] = t_rest;
    state[at({{ kept.step }}u, k)] = h;
    state[at({{ kept.length }}u, k)] = length;
    {% if corners %}
    state[at({{ kept.corner }}u, k)] = corner;
    state[at({{ kept.lag }}u, k)] = lag;
    {% endif %}
    {% if ends_steps %}
    state[at({{ kept.ending }}u, k)] = select(-ONE, number(ending), ending < EVENTS);
    state[at({{ kept.standing }}u, k)] = standing;
    state[at({{ kept.stood }}u, k)] = stood;
    {% if watches_beside_ends %}
    state[at({{ kept.short_of }}u, k)] = short_of;
    {% endif %}
    {% endif %}
    {% if keeps_uncut %}
    state[at({{ kept.uncut }}u, k)] = uncut;
    {% endif %}
    {% if newton %}
    {% for number in newton.kept %}
    state[at({{ number.place }}u, k)] = {{ number.name }};
    {% endfor %}
    state[at({{ newton.solutions[0] }}u, k)] = number(solutions & 0xffffu);
    state[at({{ newton.solutions[1] }}u, k)] = number(solutions >> 16u);
    {% endif %}
    {% if adaptive %}
    state[at({{ kept.error }}u, k)] = e1;
    state[at({{ kept.error_before }}u, k)] = e2;
    state[at({{ kept.cap }}u, k)] = cap;
    {% endif %}
    {% if events %}
    state[at({{ kept.terminal }}u, k)] = select(-ONE, offset, terminal{% if ends_steps %} || ending < EVENTS{% endif %});
    {% for parameter in moving.parameters %}
    state[at({{ moving.terminal + loop.index0 }}u, k)] = terminal_slopes[{{ loop.index0 }}];
    {% endfor %}
    {% endif %}
    {% if watches_beside_ends and moving.parameters %}
    {% for parameter in moving.parameters %}
    state[at({{ moving.event + loop.index0 }}u, k)] = end_moved[{{ loop.index0 }}];
    {% endfor %}
    {% endif %}
    {% if watch %}
    state[at({{ kept.begin }}u, k)] = part_begin;
    state[at({{ kept.end }}u, k)] = part_end;
    {% for i in range(2 * watch) %}
    state[at({{ kept.before + i }}u, k)] = before[{{ i }}];
    state[at({{ kept.ends + i }}u, k)] = ends[{{ i }}];
    {% endfor %}
    let locates = mode == LOCATE || mode == FOUND;
    {% for i in range(watch) %}
    state[at({{ kept.needs + i }}u, k)] = select(select(ZERO, ONE, needs[{{ i }}]), -ONE, locates && watched == {{ i }}u);
    {% endfor %}
    {% for field in bracket %}
    state[at({{ kept.bracket + loop.index0 }}u, k)] = bracket.{{ field }};
    {% endfor %}
    {% endif %}
    {% for extreme in extremes %}
    reductions[at({{ extreme.first }}u, k)] = first[{{ extreme.place }}];
    reductions[at({{ extreme.result }}u, k)] = result[{{ extreme.place }}];
    {% for slope in extreme.slopes %}
    reductions[at({{ slope.first }}u, k)] = first_slopes[{{ slope.place }}];
    reductions[at({{ slope.result }}u, k)] = result_slopes[{{ slope.place }}];
    state[at({{ moving.ends + slope.place }}u, k)] = end_slopes[{{ slope.place }}];
    {% endfor %}
    {% endfor %}
    {% if extremes and moving.parameters %}
    {% for extreme in extremes %}
    state[at({{ moving.ends_by_time + extreme.place }}u, k)] = end_by_time[{{ extreme.place }}];
    {% endfor %}
    state[at({{ moving.best }}u, k)] = best;
    {% for parameter in moving.parameters %}
    state[at({{ moving.best + 1 + loop.index0 }}u, k)] = best_slopes[{{ loop.index0 }}];
    state[at({{ moving.side + loop.index0 }}u, k)] = side[{{ loop.index0 }}];
    {% endfor %}
    state[at({{ moving.side + moving.parameters | length }}u, k)] = side[MOVING];
    {% endif %}
