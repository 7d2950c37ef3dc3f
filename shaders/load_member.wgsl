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
    {% if corners %}
    let gap = parameters[at({{ given.gap }}u, k)];
    var corner = state[at({{ kept.corner }}u, k)];
    var lag = state[at({{ kept.lag }}u, k)];
    {% endif %}
    let every = parameters[at({{ given.every }}u, k)];
    {% for parameter in moving.parameters %}
    let rate_{{ parameter.name }} = parameters[at({{ parameter.rate }}u, k)];
    let end_{{ parameter.name }} = parameters[at({{ parameter.end }}u, k)];
    {% endfor %}
    {% if adaptive %}
    let h_smallest = parameters[at({{ given.smallest }}u, k)];
    let h_largest = parameters[at({{ given.largest }}u, k)];
    var e1 = state[at({{ kept.error }}u, k)];
    var e2 = state[at({{ kept.error_before }}u, k)];
    var cap = state[at({{ kept.cap }}u, k)];
    {% endif %}
    {% if keeps_uncut %}
    // the length of a step before it was cut
    var uncut = state[at({{ kept.uncut }}u, k)];
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
    {% if newton %}
    // the step that is being solved, or is solved
    {% for number in newton.kept %}
    var {{ number.name }} = state[at({{ number.place }}u, k)];
    {% endfor %}
    var solutions = code(state[at({{ newton.solutions[0] }}u, k)]) | code(state[at({{ newton.solutions[1] }}u, k)]) << 16u;
    {% endif %}
    {% if events %}
    var offset = state[at({{ kept.terminal }}u, k)];
    {% if ends_steps %}
    // the event that the step ends at without ending the run
    let kept_ending = state[at({{ kept.ending }}u, k)];
    var ending = EVENTS;
    {% if watches_beside_ends %}
    // an offset right before it
    var short_of = state[at({{ kept.short_of }}u, k)];
    {% endif %}
    if !less(kept_ending, ZERO) {
        ending = code(kept_ending);
    }
    // how many events have ended steps in turn without way between, and when one did last
    var standing = state[at({{ kept.standing }}u, k)];
    var stood = state[at({{ kept.stood }}u, k)];
    var is_of_side = array<bool, EVENTS>({% for event in events %}{{ "true" if event.of_side else "false" }}{% if not loop.last %}, {% endif %}{% endfor %});
    var is_hidden = array<bool, EVENTS>({% for event in events %}{{ "true" if event.hidden else "false" }}{% if not loop.last %}, {% endif %}{% endfor %});
    var ends_step = array<bool, EVENTS>({% for event in events %}{{ "true" if event.ends_step else "false" }}{% if not loop.last %}, {% endif %}{% endfor %});
    {% endif %}
    var terminal = at_most(ZERO, offset){% if ends_steps %} && ending == EVENTS{% endif %};
    {% if moving.parameters %}
    // how the times of an event and of a terminal one move
    var moved: array<real, MOVING>;
    var terminal_slopes: array<real, MOVING>;
    {% for parameter in moving.parameters %}
    terminal_slopes[{{ loop.index0 }}] = state[at({{ moving.terminal + loop.index0 }}u, k)];
    {% endfor %}
    {% endif %}
    {% endif %}
    // samples lie at ends of steps where they are a whole number of steps apart
    var sample_due = NEVER;
    if control.sampling != 0u {
        sample_due = sample_time(select(control.sample, 1u, control.sampling == 2u), every, t_end);
        if s.w != 0u {
            let boundary = s.w * control.sample;
            sample_due = select(t_end, time_of_equal(boundary, h_full), boundary < s.z);
        }
    }
    {% if watch %}
    // the part of the accepted step that is looked at, and what is watched at its ends
    var part_begin = state[at({{ kept.begin }}u, k)];
    var part_end = state[at({{ kept.end }}u, k)];
    var before: array<real, {{ 2 * watch }}>;
    var ends: array<real, {{ 2 * watch }}>;
    var after: array<real, {{ 2 * watch }}>;
    {% if slopes %}
    // derivatives of what is watched after an attempt
    var slopes: array<real, {{ slopes | length }}>;
    {% endif %}
    {% for i in range(2 * watch) %}
    before[{{ i }}] = state[at({{ kept.before + i }}u, k)];
    ends[{{ i }}] = state[at({{ kept.ends + i }}u, k)];
    {% endfor %}
    // what happens in it and is not yet located: above zero; what is being located: below
    var needs: array<bool, WATCHED>;
    var watched = WATCHED;
    {% for i in range(watch) %}
    let need{{ i }} = state[at({{ kept.needs + i }}u, k)];
    needs[{{ i }}] = less(ZERO, need{{ i }});
    if less(need{{ i }}, ZERO) {
        watched = {{ i }}u;
    }
    {% endfor %}
    var bracket: Bracket;
    {% for field in bracket %}
    bracket.{{ field }} = state[at({{ kept.bracket + loop.index0 }}u, k)];
    {% endfor %}
    {% endif %}
    {% if watches_beside_ends and moving.parameters %}
    // how the time moves of an event that the step ends at
    var end_moved: array<real, MOVING>;
    {% for parameter in moving.parameters %}
    end_moved[{{ loop.index0 }}] = state[at({{ moving.event + loop.index0 }}u, k)];
    {% endfor %}
    {% endif %}
    {% if events %}
    var is_terminal = array<bool, EVENTS>({% for event in events %}{{ event.terminal }}{% if not loop.last %}, {% endif %}{% endfor %});
    {% endif %}
    {% if extremes %}
    var first: array<real, {{ extremes | length }}>;
    var result: array<real, {{ extremes | length }}>;
    {% for extreme in extremes %}
    first[{{ extreme.place }}] = reductions[at({{ extreme.first }}u, k)];
    result[{{ extreme.place }}] = reductions[at({{ extreme.result }}u, k)];
    {% endfor %}
    {% if moving.parameters %}
    var first_slopes: array<real, {{ extremes | length }} * MOVING>;
    var result_slopes: array<real, {{ extremes | length }} * MOVING>;
    // at the end of the part of the accepted step
    var end_slopes: array<real, {{ extremes | length }} * MOVING>;
    {% for extreme in extremes %}
    {% for slope in extreme.slopes %}
    first_slopes[{{ slope.place }}] = reductions[at({{ slope.first }}u, k)];
    result_slopes[{{ slope.place }}] = reductions[at({{ slope.result }}u, k)];
    end_slopes[{{ slope.place }}] = state[at({{ moving.ends + slope.place }}u, k)];
    {% endfor %}
    {% endfor %}
    var end_by_time: array<real, {{ extremes | length }}>;
    {% for extreme in extremes %}
    end_by_time[{{ extreme.place }}] = state[at({{ moving.ends_by_time + extreme.place }}u, k)];
    {% endfor %}
    // the furthest value of an output of which an extreme is looked for, and the derivatives before a kink
    var best = state[at({{ moving.best }}u, k)];
    var best_slopes: array<real, MOVING>;
    var side: array<real, DIRECTIONS>;
    {% for parameter in moving.parameters %}
    best_slopes[{{ loop.index0 }}] = state[at({{ moving.best + 1 + loop.index0 }}u, k)];
    side[{{ loop.index0 }}] = state[at({{ moving.side + loop.index0 }}u, k)];
    {% endfor %}
    side[MOVING] = state[at({{ moving.side + moving.parameters | length }}u, k)];
    {% endif %}
    {% endif %}
