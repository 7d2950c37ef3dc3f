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
    {% if adaptive %}
    state[at({{ kept.error }}u, k)] = e1;
    state[at({{ kept.error_before }}u, k)] = e2;
    state[at({{ kept.cap }}u, k)] = cap;
    {% endif %}
    {% if events %}
    state[at({{ kept.terminal }}u, k)] = select(-ONE, offset, terminal);
    {% for event in events %}
    state[at({{ event.column }}u, k)] = before[{{ loop.index0 }}];
    state[at({{ event.at_end }}u, k)] = ends[{{ loop.index0 }}];
    {% endfor %}
    {% for part in search.bracket %}
    state[at({{ part.column }}u, k)] = bracket.{{ part.field }};
    {% endfor %}
    state[at({{ search.event }}u, k)] = number(event);
    state[at({{ search.pending_low }}u, k)] = number(pending & 0xffffu);
    state[at({{ search.pending_high }}u, k)] = number(pending >> 16u);
    {% endif %}
    {% for component in reduced %}
    reductions[at({{ component.result }}u, k)] = reduced{{ component.channel }};
    {% if component.remembers %}
    reductions[at({{ component.memory }}u, k)] = memory{{ component.channel }};
    {% endif %}
    {% if component.compensated %}
    reductions[at({{ component.rest }}u, k)] = reduced{{ component.channel }}_rest;
    {% endif %}
    {% endfor %}
