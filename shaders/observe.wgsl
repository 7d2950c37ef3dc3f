{# Evaluates the outputs of the members that wait at a sample or have ended. #}
@compute @workgroup_size(64)
fn observe(@builtin(global_invocation_id) id: vec3<u32>) {
    let k = id.x + control.first;
    if k >= control.members {
        return;
    }
    {% if slots %}
    member = k;
    {% endif %}
    {% for name in parameters %}
    let {{ name }} = parameters[at({{ loop.index0 }}u, k)];
    {% endfor %}
    {% for name in state %}
    let {{ name }} = state[at({{ observed + loop.index0 }}u, k)];
    {% endfor %}
    let t = state[at({{ observed + state | length }}u, k)];
    {% for parameter in moving.parameters %}
    let {{ parameter.name }} = state[at({{ parameter.observed }}u, k)];
    {% endfor %}
    {% if outputs.member %}
    {{ outputs.member | indent }}
    {% endif %}
    {% if outputs.step %}
    {{ outputs.step | indent }}
    {% endif %}
    {% for channel in channels %}
    channels[at({{ loop.index0 }}u, k)] = {{ channel }};
    {% endfor %}
}
