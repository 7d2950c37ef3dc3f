//! A graph as C with vector types.

use gyrosweep::trace::{Graph, Node, NodeId, Schedule};
use std::fmt::Write;

const HEAD: &str = r"
#include <stdio.h>
#include <string.h>
#include <time.h>
typedef double v __attribute__((vector_size(8 * L)));
typedef long m __attribute__((vector_size(8 * L)));
#define SLOT(i) (*(v*)(s + (i) * 64))
static inline v of(double x) { return (v){} + x; }
static inline v root(v a) { v r; for (int i = 0; i < L; i++) r[i] = __builtin_sqrt(a[i]); return r; }
static inline v down(v a) { v r; for (int i = 0; i < L; i++) r[i] = __builtin_floor(a[i]); return r; }
static inline v size(v a) { return (v)((m)a & 0x7fffffffffffffffL); }
static inline v choose(m k, v a, v b) { return (v)(((m)a & k) | ((m)b & ~k)); }
";

/// A program that makes `rounds` steps of 64 members in vectors of `lanes` (one register each, which GCC makes the best code
/// for; with two it spills), `repeat` times, and prints the best rate per CPU second and the
/// bits of the first member's results.
pub(crate) fn print(graph: &Graph, inputs: &[f64], rounds: usize, repeat: usize, lanes: usize) -> String {
    let schedule = Schedule::new(graph);
    let varying = graph.changes_every_step();
    // slots: inputs, values of the member, results
    let mut kept = vec![None; graph.nodes.len()];
    for (i, id) in schedule.member.iter().enumerate() {
        kept[*id as usize] = Some(inputs.len() + i);
    }
    let first_result = inputs.len() + schedule.member.len();
    let name = |id: NodeId, member: bool| match graph.nodes[id as usize] {
        Node::Input(i) => format!("SLOT({i})"),
        Node::Constant(bits) => format!("of({})", number(f64::from_bits(bits))),
        Node::Known(holds) => format!("((m){{}} - {}L)", u8::from(holds)),
        ref node => match kept[id as usize] {
            Some(slot) if !member && node.is_mask() => format!("(m)SLOT({slot})"),
            Some(slot) if !member => format!("SLOT({slot})"),
            _ => format!("n{id}"),
        },
    };
    let statement = |id: NodeId, member: bool| {
        let x = |id: NodeId| name(id, member);
        let value = match graph.nodes[id as usize] {
            Node::Neg(a) => format!("-{}", x(a)),
            Node::Sqrt(a) => format!("root({})", x(a)),
            Node::Abs(a) => format!("size({})", x(a)),
            Node::Floor(a) => format!("down({})", x(a)),
            Node::Add(a, b) => format!("{} + {}", x(a), x(b)),
            Node::Sub(a, b) => format!("{} - {}", x(a), x(b)),
            Node::Mul(a, b) => format!("{} * {}", x(a), x(b)),
            Node::Div(a, b) => format!("{} / {}", x(a), x(b)),
            Node::Less(a, b) => format!("{} < {}", x(a), x(b)),
            Node::LessEqual(a, b) => format!("{} <= {}", x(a), x(b)),
            Node::And(a, b) => format!("{} & {}", x(a), x(b)),
            Node::Or(a, b) => format!("{} | {}", x(a), x(b)),
            Node::Not(a) => format!("~{}", x(a)),
            Node::Select(k, a, b) => format!("choose({}, {}, {})", x(k), x(a), x(b)),
            Node::MulAdd(..) | Node::MulSub(..) | Node::SubMul(..) => unreachable!("the compiler fuses by itself"),
            Node::Entry(..) => unreachable!("no study here has a signal"),
            Node::Argument(..) | Node::Call(..) | Node::Result(..) => unreachable!("no study here has a beam"),
            Node::Input(_) | Node::Constant(_) | Node::Known(_) => unreachable!("not an operation"),
        };
        let kind = if graph.nodes[id as usize].is_mask() { "m" } else { "v" };
        format!("    {kind} n{id} = {value};\n")
    };
    let head = |function: &str| {
        format!(
            "static __attribute__((noinline)) void {function}(double *s) {{\n  for (int g = 0; g < 64; g += L, s += L) \
             {{\n"
        )
    };
    let mut out = format!("#define L {lanes}{HEAD}");
    let slots = 64 * (first_result + graph.outputs.len());
    let _ = writeln!(out, "static double slots[{slots}] __attribute__((aligned(64)));");
    out += &head("member");
    for &id in &schedule.member {
        let slot = kept[id as usize].expect("a value of the member has a slot");
        let _ = writeln!(out, "{}    SLOT({slot}) = (v)n{id};", statement(id, true));
    }
    out += "  }\n}\n";
    out += &head("step");
    for &id in schedule.step.iter().filter(|id| varying[**id as usize]) {
        out += &statement(id, false);
    }
    for (i, &id) in graph.outputs.iter().enumerate() {
        let _ = writeln!(out, "    SLOT({}) = {};", first_result + i, name(id, false));
    }
    let values: Vec<String> = inputs.iter().map(|x| number(*x)).collect();
    let _ = write!(
        out,
        "  }}\n}}\nstatic const double values[] = {{{}}};\nint main(void) {{\n  for (int i = 0; i < {}; i++)\n    for \
         (int k = 0; k < 64; k++) slots[64 * i + k] = values[i];\n  member(slots);\n  double best = 0;\n  for (int r = 0; \
         r < {repeat}; r++) {{\n    clock_t start = clock();\n    for (long n = 0; n < {rounds}; n++) step(slots);\n    \
         double rate = {rounds} * 64.0 * CLOCKS_PER_SEC / (double)(clock() - start);\n    if (rate > best) best = \
         rate;\n  }}\n  printf(\"%.6e\\n\", best);\n  for (int i = 0; i < {}; i++) {{\n    unsigned long bits;\n    \
         memcpy(&bits, &slots[64 * ({first_result} + i)], 8);\n    printf(\"%lx\\n\", bits);\n  }}\n}}\n",
        values.join(", "),
        inputs.len(),
        graph.outputs.len(),
    );
    out
}

/// A number whose C literal reads back to the same bits.
fn number(x: f64) -> String {
    format!("{x:?}")
}
