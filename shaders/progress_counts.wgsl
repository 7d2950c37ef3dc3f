// How far the members of a dispatch got, workgroup by workgroup: what the host needs to know after every dispatch is a
// hundredth of the members' own status.

{% include "control.wgsl" %}

// as in steps.wgsl
@group(0) @binding(1) var<storage, read> status: array<vec4<u32>>;
// per workgroup: members that neither ended nor wait at the sample; not zero where the driver stopped a member's loop;
// not zero where a member met an event
@group(0) @binding(2) var<storage, read_write> counts: array<vec4<u32>>;

{% include "codes.wgsl" %}


var<workgroup> sums: array<vec4<u32>, 64>;

@compute @workgroup_size(64)
fn count(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(local_invocation_id) local: vec3<u32>,
    @builtin(workgroup_id) group: vec3<u32>,
) {
    let k = id.x + control.first;
    var mine = vec4<u32>(0u);
    if k < control.members {
        let m = status[2u * k + 1u];
        let reason = m.x >> 16u;
        let waits = control.sampling != 0u && m.z > control.sample;
        mine.x = select(1u, 0u, reason == ENDED || waits);
        mine.y = select(0u, 1u, reason == DROPPED);
        mine.z = m.w;
    }
    sums[local.x] = mine;
    workgroupBarrier();
    for (var width = 32u; width > 0u; width = width / 2u) {
        if local.x < width {
            sums[local.x] = sums[local.x] + sums[local.x + width];
        }
        workgroupBarrier();
    }
    if local.x == 0u {
        counts[group.x + control.first / 64u] = sums[0];
    }
}
