// The operations that the time loop needs, where a number is one of the device.

fn plus(a: real, b: real) -> real {
    return a + b;
}

fn minus(a: real, b: real) -> real {
    return a - b;
}

fn times(a: real, b: real) -> real {
    return a * b;
}

fn over(a: real, b: real) -> real {
    return a / b;
}

fn root(a: real) -> real {
    return sqrt(a);
}

fn whole(a: real) -> real {
    return floor(a);
}

fn absolute(a: real) -> real {
    return abs(a);
}

fn less(a: real, b: real) -> bool {
    return a < b;
}

fn at_most(a: real, b: real) -> bool {
    return a <= b;
}

fn number(n: u32) -> real {
    return real(n);
}

fn code(x: real) -> u32 {
    return u32(x);
}
