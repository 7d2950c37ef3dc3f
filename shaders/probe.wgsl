// A small kernel that looks at a device: one thread evaluates one row of a table, `control.budget` times over where it
// measures a rate. The preludes are those of the kernels, and so is what they expect of `control`.

{% include "control.wgsl" %}

@group(0) @binding(1) var<storage, read> inputs: array<real>;
@group(0) @binding(2) var<storage, read_write> results: array<real>;

{{ prelude | trim }}

{% include "at.wgsl" %}

@compute @workgroup_size(64)
fn probe(@builtin(global_invocation_id) id: vec3<u32>) {
    let k = id.x;
    if k >= control.members {
        return;
    }
    {% block load %}{% endblock %}
    for (var round = 0u; round < control.budget; round += 1u) {
        {% block round %}{% endblock %}
    }
    {% block store %}{% endblock %}
}
