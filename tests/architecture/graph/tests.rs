//! Examples of files that use each other.

use super::Crate;

fn of(files: &[(&str, &str)]) -> Crate {
    Crate::new(&files.iter().map(|(name, text)| (name.to_string(), text.to_string())).collect::<Vec<_>>())
}

fn uses(files: &[(&str, &str)]) -> Vec<String> {
    of(files).uses().into_iter().map(|u| format!("{} -> {}", u.by, u.of)).collect()
}

#[test]
fn a_circle_is_found_also_behind_a_test_module() {
    let lib = ("lib.rs", "mod a; mod b;");
    let b = ("b.rs", "use crate::a::f; pub fn g() { f() }");
    let plain = "pub fn f() {}";
    let test = "#[cfg(test)] mod tests { use crate::b::g; fn t() { let s = \"}\"; g() } }";
    let behind = "pub fn h() { crate::b::g() }";
    assert!(of(&[lib, ("a.rs", plain), b]).circles().is_empty());
    assert!(of(&[lib, ("a.rs", &format!("{plain} {test}")), b]).circles().is_empty(), "tests may use anything");
    let circle = of(&[lib, ("a.rs", &format!("{plain} {test} {behind}")), b]).circles();
    assert_eq!(circle, [["a.rs", "b.rs"]]);
    // in a comment or a string it is no use
    let words = format!("{plain} // crate::b::g()\nconst S: &str = r#\"crate::b::g\"#; /* use crate::b::g; */");
    assert!(of(&[lib, ("a.rs", &words), b]).circles().is_empty());
}

#[test]
fn a_longer_circle_is_one_circle() {
    let files = [
        ("lib.rs", "mod a; mod b; mod c; mod d;"),
        ("a.rs", "use super::b::{self, Unused as _}; pub struct A; fn f() { b::B; }"),
        ("b.rs", "pub struct B(crate::c::C);"),
        ("c.rs", "use crate::{a, d::D}; pub struct C(a::A, D);"),
        ("d.rs", "pub struct D;"),
    ];
    assert_eq!(of(&files).circles(), [["a.rs", "b.rs", "c.rs"]]);
}

#[test]
fn a_name_is_followed_to_the_file_that_defines_it() {
    let files = [
        ("lib.rs", "pub mod a; mod b;"),
        ("a/mod.rs", "mod one; pub mod two; pub use one::One; pub use two::*; pub struct Own;"),
        ("a/one.rs", "pub struct One; pub(super) mod inner { pub const X: u32 = 1; }"),
        ("a/two.rs", "pub struct Two; use super::one::inner; fn f() { inner::X; }"),
        ("b.rs", "use crate::a::{One, Own, Two as Second}; fn f() { Second; crate::a::two::Two; }"),
    ];
    assert_eq!(uses(&files), ["a/two.rs -> a/one.rs", "b.rs -> a/mod.rs", "b.rs -> a/one.rs", "b.rs -> a/two.rs"]);
}

#[test]
fn a_parent_and_its_child() {
    // a re-export and a declaration are no use, an `impl` in a child is one of the parent
    let child = ("a/child.rs", "use super::A; pub struct Part; impl A { pub fn g(&self) -> Part { Part } }");
    let parent = "mod child; pub use child::Part; pub struct A; fn f(a: &A) { a.g(); }";
    let lib = ("lib.rs", "mod a;");
    assert!(of(&[lib, ("a.rs", parent), child]).circles().is_empty());
    for further in ["fn h(p: &Part) {}", "fn h() { child::Part; }", "use child::Part as P; fn h() { P; }"] {
        let circles = of(&[lib, ("a.rs", &format!("{parent} {further}")), child]).circles();
        assert_eq!(circles, [["a.rs", "a/child.rs"]], "{further}");
    }
}

#[test]
fn files_of_tests_are_left_out() {
    let files = [
        ("lib.rs", "mod a;"),
        ("a.rs", "#[cfg(test)]\n#[allow(clippy::x)]\nmod tests; pub struct A;"),
        ("a/tests.rs", "mod more; use super::*; fn f() { A; }"),
        ("a/tests/more.rs", "use crate::a::A;"),
    ];
    assert!(uses(&files).is_empty());
    assert_eq!(of(&files).files().collect::<Vec<_>>(), ["lib.rs", "a.rs"]);
}
