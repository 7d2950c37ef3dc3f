// Statistics of blocks of members, so that the members themselves stay on the device: one workgroup per block and
// output component. Every strand takes each 64th member in order, then the strands are joined in halves;
// src/ensemble/statistics/block.rs does the same in the same order.

{% include "control.wgsl" %}

// status and output components as in steps.wgsl
@group(0) @binding(1) var<storage, read_write> status: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> values: array<stored>;
// the same bytes, to see what is not finite
@group(0) @binding(3) var<storage, read> patterns: array<pattern>;
// per component: the scale of its deviations, then the edges of its histogram
@group(0) @binding(4) var<storage, read> classes: array<real>;
// per block: members by outcome, lower and upper halves of the sums of steps and of rejected attempts; then the counts
// of every component
@group(0) @binding(5) var<storage, read_write> block_counts: array<u32>;
// per block and component: first value, mean of the scaled deviations from it, sum of the squares of those from the
// mean, least and greatest value
@group(0) @binding(6) var<storage, read_write> sums: array<real>;
// where members lie, if not in their own order
@group(0) @binding(7) var<storage, read> order: array<u32>;

{{ prelude | trim }}

{% include "codes.wgsl" %}

// What the buffers hold, as a number of the reduction and as the bits of what may not be finite. A sum of two numbers
// is finite where both are; one of single precision is reduced in such sums.
{% if stored == "f64" %}
alias stored = f64;
alias pattern = vec2<u32>;

fn widened(x: stored) -> real {
    return x;
}

fn is_finite(x: pattern) -> bool {
    return (x.y & 0x7ff00000u) != 0x7ff00000u;
}
{% elif stored == "df64" %}
alias stored = vec2<f32>;
alias pattern = vec2<u32>;

fn widened(x: stored) -> real {
    return x;
}

fn is_finite(x: pattern) -> bool {
    return (x.x & 0x7f800000u) != 0x7f800000u && (x.y & 0x7f800000u) != 0x7f800000u;
}
{% else %}
alias stored = f32;
alias pattern = u32;

fn widened(x: stored) -> real {
    return real(x, 0.0f);
}

fn is_finite(x: pattern) -> bool {
    return (x & 0x7f800000u) != 0x7f800000u;
}
{% endif %}

// output components
const CHANNELS = {{ channels }}u;
// those before the derivatives, which come last
const VALUES = {{ values }}u;
const OUTCOMES = {{ outcomes | length }}u;
// members by outcome, and four halves
const PROGRESS = OUTCOMES + 4u;
const BLOCK = {{ block }}u;
const STRANDS = 64u;
// counts of a histogram, which the edges part
const PLACES = {{ places }}u;
const EDGES = PLACES - 1u;
const NOBODY = 0xffffffffu;
// the bits of the magnitude from which on an output counts as not finite
const LIMIT = {{ limit }}u;

var<workgroup> strands: array<real, STRANDS>;
var<workgroup> least: array<real, STRANDS>;
var<workgroup> greatest: array<real, STRANDS>;
var<workgroup> firsts: array<u32, STRANDS>;
var<workgroup> numbers: array<u32, STRANDS>;
var<workgroup> places: array<u32, BLOCK>;
var<workgroup> parts: array<array<u32, PROGRESS>, STRANDS>;

// Where a member lies.
fn whereabouts(k: u32) -> u32 {
    if control.ordered != 0u {
        return order[k];
    }
    return k;
}

fn counts(k: u32) -> bool {
    return k < control.members && status[2u * whereabouts(min(k, control.members - 1u))].x == COMPLETED;
}

// An output component of a member.
fn value(c: u32, k: u32) -> real {
    return widened(values[c * control.stride + whereabouts(k)]);
}

// Whether an output component of a member is finite and within the limit.
fn is_there(c: u32, k: u32) -> bool {
    return is_finite(patterns[c * control.stride + whereabouts(k)]) && magnitude(value(c, k)) < LIMIT;
}

// Whether a member has an output component: derivatives may be missing.
fn has(c: u32, k: u32) -> bool {
    return counts(k) && (c < VALUES || is_there(c, k));
}

// A member one of whose outputs is not there, derivatives aside, has none.
@compute @workgroup_size(64)
fn judge(@builtin(global_invocation_id) id: vec3<u32>) {
    if !counts(id.x) {
        return;
    }
    var finite = true;
    for (var c = 0u; c < VALUES; c++) {
        finite = finite && is_there(c, id.x);
    }
    if !finite {
        status[2u * whereabouts(id.x)].x = NON_FINITE;
    }
}

// Outcomes and steps of a block.
@compute @workgroup_size(64)
fn count(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let strand = local.x;
    var mine = array<u32, PROGRESS>();
    for (var i = strand; i < BLOCK; i += STRANDS) {
        let k = group.x * BLOCK + i;
        if k < control.members {
            let at = whereabouts(k);
            let steps = status[2u * at].y;
            let rejected = status[2u * at + 1u].y;
            mine[min(status[2u * at].x, OUTCOMES - 1u)] += 1u;
            mine[OUTCOMES] += steps & 0xffffu;
            mine[OUTCOMES + 1u] += steps >> 16u;
            mine[OUTCOMES + 2u] += rejected & 0xffffu;
            mine[OUTCOMES + 3u] += rejected >> 16u;
        }
    }
    parts[strand] = mine;
    workgroupBarrier();
    if strand < PROGRESS {
        var sum = 0u;
        for (var i = 0u; i < STRANDS; i++) {
            sum += parts[i][strand];
        }
        block_counts[group.x * (PROGRESS + CHANNELS * PLACES) + strand] = sum;
    }
}

// The sum over all strands.
fn joined(strand: u32, mine: real) -> real {
    strands[strand] = mine;
    workgroupBarrier();
    for (var half = STRANDS / 2u; half > 0u; half = half / 2u) {
        if strand < half {
            strands[strand] = plus(strands[strand], strands[strand + half]);
        }
        workgroupBarrier();
    }
    let sum = strands[0];
    workgroupBarrier();
    return sum;
}

// How many edges of a component are not above a value.
fn place(c: u32, y: real) -> u32 {
    var lower = 0u;
    var upper = EDGES;
    for (var round = 0u; round < 7u; round++) {
        if lower < upper {
            let middle = (lower + upper) / 2u;
            if at_most(classes[c * PLACES + 1u + middle], y) {
                lower = middle + 1u;
            } else {
                upper = middle;
            }
        }
    }
    return lower;
}

@compute @workgroup_size(64)
fn reduce(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let strand = local.x;
    let c = group.y;
    let begin = group.x * BLOCK;

    var member = NOBODY;
    var number_of = 0u;
    for (var i = strand; i < BLOCK; i += STRANDS) {
        if has(c, begin + i) {
            member = min(member, begin + i);
            number_of += 1u;
        }
    }
    firsts[strand] = member;
    numbers[strand] = number_of;
    workgroupBarrier();
    for (var half = STRANDS / 2u; half > 0u; half = half / 2u) {
        if strand < half {
            firsts[strand] = min(firsts[strand], firsts[strand + half]);
            numbers[strand] += numbers[strand + half];
        }
        workgroupBarrier();
    }
    // where nobody has it, the sums mean nothing but are there
    let first = value(c, min(firsts[0], control.members - 1u));
    let total = number(max(numbers[0], 1u));
    let scale = classes[c * PLACES];

    var sum = number(0u);
    var low = first;
    var high = first;
    for (var i = strand; i < BLOCK; i += STRANDS) {
        let k = begin + i;
        places[i] = NOBODY;
        if has(c, k) {
            let y = value(c, k);
            sum = plus(sum, times(minus(y, first), scale));
            if less(y, low) {
                low = y;
            }
            if less(high, y) {
                high = y;
            }
            places[i] = place(c, y);
        }
    }
    let mean = over(joined(strand, sum), total);
    sum = number(0u);
    for (var i = strand; i < BLOCK; i += STRANDS) {
        if has(c, begin + i) {
            let deviation = minus(times(minus(value(c, begin + i), first), scale), mean);
            sum = plus(sum, times(deviation, deviation));
        }
    }
    let squares = joined(strand, sum);
    least[strand] = low;
    greatest[strand] = high;
    workgroupBarrier();
    for (var half = STRANDS / 2u; half > 0u; half = half / 2u) {
        if strand < half {
            if less(least[strand + half], least[strand]) {
                least[strand] = least[strand + half];
            }
            if less(greatest[strand], greatest[strand + half]) {
                greatest[strand] = greatest[strand + half];
            }
        }
        workgroupBarrier();
    }
    if strand == 0u {
        let at = 5u * (group.x * CHANNELS + c);
        sums[at] = first;
        sums[at + 1u] = mean;
        sums[at + 2u] = squares;
        sums[at + 3u] = least[0];
        sums[at + 4u] = greatest[0];
    }
    // every strand counts the members of its own places
    for (var mine = strand; mine < PLACES; mine += STRANDS) {
        var found = 0u;
        for (var i = 0u; i < BLOCK; i++) {
            found += select(0u, 1u, places[i] == mine);
        }
        block_counts[group.x * (PROGRESS + CHANNELS * PLACES) + PROGRESS + c * PLACES + mine] = found;
    }
}
