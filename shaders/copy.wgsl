// Copies numbers, to see how fast memory is: neighbours copy neighbours.

{% include "control.wgsl" %}

@group(0) @binding(1) var<storage, read> inputs: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> results: array<vec4<f32>>;

@compute @workgroup_size(64)
fn probe(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x >= control.members {
        return;
    }
    for (var i = id.x; i < 4u * control.members; i += control.members) {
        results[i] = inputs[i];
    }
}
