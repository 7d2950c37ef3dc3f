//! Orientation of a body, `world_from_body`.

use super::*;
use crate::lie::{LieGroup, Rotation};
use std::marker::PhantomData;

pub(super) const KINDS: &[Kind] = &[
    Kind { name: "rotation_vector", summary: "rotation vector of a body, at most pi long, rad", keys: "body" },
    Kind { name: "quaternion", summary: "unit quaternion of a body, scalar first and not negative", keys: "body" },
    Kind { name: "rotation_matrix", summary: "rotation matrix world_from_body, row by row", keys: "body" },
];

/// See [`KINDS`].
#[derive(Clone, Debug)]
pub struct Orientation<N> {
    form: usize,
    body: usize,
    numbers: PhantomData<N>,
}

impl Orientation<Expr> {
    pub(super) fn read(form: usize, section: &mut dyn Section) -> Result<Self, Invalid> {
        Ok(Self { form, body: section.body("body")?, numbers: PhantomData })
    }
    pub(super) fn evaluate<R: Real>(&self, _: &[R]) -> Orientation<R> {
        Orientation { form: self.form, body: self.body, numbers: PhantomData }
    }
}

impl<N> Orientation<N> {
    pub(super) fn components(&self) -> &'static [Component] {
        const VECTOR: [Component; 3] = xyz("rad");
        const QUATERNION: [Component; 4] =
            [component(".w", "1"), component(".x", "1"), component(".y", "1"), component(".z", "1")];
        const MATRIX: [Component; 9] = [
            component(".xx", "1"),
            component(".xy", "1"),
            component(".xz", "1"),
            component(".yx", "1"),
            component(".yy", "1"),
            component(".yz", "1"),
            component(".zx", "1"),
            component(".zy", "1"),
            component(".zz", "1"),
        ];
        match self.form {
            0 => &VECTOR,
            1 => &QUATERNION,
            _ => &MATRIX,
        }
    }
    pub(super) fn needs_rates(&self) -> bool {
        false
    }
}

impl<R: Real> Orientation<R> {
    #[inline(always)]
    pub(super) fn write(&self, at: &Snapshot<'_, R>, out: &mut Vec<R>) {
        R::note("output: orientation");
        let q = at.states[self.body].orientation.normalized();
        match self.form {
            0 => out.extend(q.log().to_array()),
            1 => {
                let q = q.short();
                out.push(q.w);
                out.extend(q.v.to_array());
            }
            _ => out.extend(q.matrix().to_array()),
        }
    }
}
