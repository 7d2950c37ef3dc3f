struct Control {
    // members of this chunk
    members: u32,
    // distance between two quantities of a member
    stride: u32,
    // every member runs up to this sample
    sample: u32,
    // but begins no further step after this many attempts
    budget: u32,
    // not zero: observe() also starts the reductions over time
    start: u32,
    // zero, which the compiler does not know
    zero: u32,
    // not zero: there are samples
    sampling: u32,
    // the first member of this dispatch
    first: u32,
}

@group(0) @binding(0) var<uniform> control: Control;
