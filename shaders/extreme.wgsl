{# Looks at a value of an output while an extreme of it is looked for, with derivatives. #}
                {% for extreme in extremes %}
                if watched == {{ extreme.index }}u {
                    if seeks {
                        if less(bracket.tries, plus(ONE, ONE)) || {{ extreme.reduction }}_is_further(first[{{ extreme.place }}], best, value) {
                            best = value;
                            {% for slope in extreme.slopes %}
                            best_slopes[{{ loop.index0 }}] = slope_at_extreme(slopes[{{ slope.value }}], slopes[{{ extreme.by_time }}], slopes[{{ slope.rate }}], slopes[{{ extreme.rate_by_time }}]);
                            {% endfor %}
                        }
                        if !is_extreme_located(bracket, plus(t, length), value) {
                            h = trial(bracket);
                        } else if has_kink(before[{{ extreme.companion }}], before[{{ extreme.index }}], ends[{{ extreme.companion }}], ends[{{ extreme.index }}], minus(part_end, part_begin), bracket) {
                            bracket.tries = -ONE;
                            h = bracket.low;
                        } else {
                            {% for slope in extreme.slopes %}
                            result_slopes[{{ slope.place }}] = {{ extreme.reduction }}_slope_after(first[{{ extreme.place }}], first_slopes[{{ slope.place }}], result[{{ extreme.place }}], result_slopes[{{ slope.place }}], best, best_slopes[{{ loop.index0 }}], {{ slope.parameter }});
                            {% endfor %}
                            result[{{ extreme.place }}] = {{ extreme.reduction }}_update(first[{{ extreme.place }}], result[{{ extreme.place }}], best);
                            mode = SEARCH;
                        }
                    } else if !less(bracket.tries, -ONE) {
                        // before the kink
                        {% for slope in extreme.slopes %}
                        side[{{ loop.index0 }}] = slopes[{{ slope.value }}];
                        {% endfor %}
                        side[MOVING] = slopes[{{ extreme.by_time }}];
                        bracket.tries = minus(-ONE, ONE);
                        h = bracket.high;
                    } else {
                        // after it; what ends the part may be at the kink, too
                        let is_at_end = {{ extreme.reduction }}_is_as_large(first[{{ extreme.place }}], ends[{{ extreme.companion }}], best);
                        {% for slope in extreme.slopes %}
                        let kink{{ loop.index0 }} = slope_at_kink(side[{{ loop.index0 }}], side[MOVING], slopes[{{ slope.value }}], slopes[{{ extreme.by_time }}]);
                        result_slopes[{{ slope.place }}] = {{ extreme.reduction }}_slope_after_kink(first[{{ extreme.place }}], first_slopes[{{ slope.place }}], result[{{ extreme.place }}], result_slopes[{{ slope.place }}], before[{{ extreme.companion }}], best, kink{{ loop.index0 }}, {{ slope.parameter }});
                        if is_at_end {
                            end_slopes[{{ slope.place }}] = kink{{ loop.index0 }};
                        }
                        {% endfor %}
                        if is_at_end {
                            end_by_time[{{ extreme.place }}] = ZERO;
                        }
                        result[{{ extreme.place }}] = {{ extreme.reduction }}_update(first[{{ extreme.place }}], result[{{ extreme.place }}], best);
                        mode = SEARCH;
                    }
                }
                {% endfor %}
