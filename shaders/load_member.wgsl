{# Loads what a member keeps between dispatches, at the beginning of `advance`. #}
    {% if slots %}
    member = k;
    {% endif %}
    {% for name in parameters %}
    let {{ name }} = parameters[at({{ loop.index0 }}u, k)];
    {% endfor %}
    let h_full = parameters[at({{ given.pitch }}u, k)];
    let h_last = parameters[at({{ given.last }}u, k)];
    let t_end = parameters[at({{ given.end }}u, k)];
    let every = parameters[at({{ given.every }}u, k)];
    {% if adaptive %}
    let h_smallest = parameters[at({{ given.smallest }}u, k)];
    let h_largest = parameters[at({{ given.largest }}u, k)];
    var e1 = state[at({{ kept.error }}u, k)];
    var e2 = state[at({{ kept.error_before }}u, k)];
    var cap = state[at({{ kept.cap }}u, k)];
    {% endif %}
    {% for name in state %}
    var {{ name }} = state[at({{ loop.index0 }}u, k)];
    {% if compensated %}
    var {{ name }}_rest = rests[at({{ loop.index0 }}u, k)];
    {% endif %}
    {% endfor %}
    var t = state[at({{ kept.time }}u, k)];
    var t_rest = state[at({{ kept.time_rest }}u, k)];
    var h = state[at({{ kept.step }}u, k)];
    var length = state[at({{ kept.length }}u, k)];
    {% if events %}
    var offset = state[at({{ kept.terminal }}u, k)];
    var terminal = at_most(ZERO, offset);
    {% endif %}
    // samples lie at ends of steps where they are a whole number of steps apart
    var sample_due = NEVER;
    if control.sampling != 0u {
        sample_due = sample_time(control.sample, every, t_end);
        if s.w != 0u {
            let boundary = s.w * control.sample;
            sample_due = select(t_end, time_of_equal(boundary, h_full), boundary < s.z);
        }
    }
    {% if events %}
    var before: array<real, EVENTS>;
    var after: array<real, EVENTS>;
    var ends: array<real, EVENTS>;
    var is_terminal = array<bool, EVENTS>({% for event in events %}{{ event.terminal }}{% if not loop.last %}, {% endif %}{% endfor %});
    {% for event in events %}
    before[{{ loop.index0 }}] = state[at({{ event.column }}u, k)];
    ends[{{ loop.index0 }}] = state[at({{ event.at_end }}u, k)];
    {% endfor %}
    var record_event = 0u;
    var record_offset = ZERO;
    // events that happen within the accepted step and are not yet located, by bits
    var pending = code(state[at({{ search.pending_low }}u, k)]) | (code(state[at({{ search.pending_high }}u, k)]) << 16u);
    var event = code(state[at({{ search.event }}u, k)]);
    var bracket: Bracket;
    {% for part in search.bracket %}
    bracket.{{ part.field }} = state[at({{ part.column }}u, k)];
    {% endfor %}
    {% endif %}
    {% for component in reduced %}
    var reduced{{ component.channel }} = reductions[at({{ component.result }}u, k)];
    {% if component.remembers %}
    var memory{{ component.channel }} = reductions[at({{ component.memory }}u, k)];
    {% endif %}
    {% if component.compensated %}
    var reduced{{ component.channel }}_rest = reductions[at({{ component.rest }}u, k)];
    {% endif %}
    {% endfor %}
