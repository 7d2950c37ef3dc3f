//! Orientation of a body, `world_from_body`.

use super::kind::{Columns, Component, Description, Measures, component, xyz};
use super::pose_columns::PoseForm;
use super::snapshot::Snapshot;
use crate::lie::{LieGroup, Rotation};
use crate::model::Kind;
use crate::model::expression::Expr;
use crate::model::frame::FrameRef;
use crate::model::section::{Invalid, Section};
use crate::num::Real;
use std::marker::PhantomData;

pub(super) const KINDS: &[Kind] = &[
    Kind {
        name: "rotation_vector",
        summary: "rotation vector of a body, at most pi long, rad",
        keys: "body",
        example: r#"[[output]]
name = "attitude"
quantity = "rotation_vector"
body = "plate"
"#,
    },
    Kind {
        name: "quaternion",
        summary: "unit quaternion of a body, scalar first and not negative",
        keys: "body",
        example: r#"[[output]]
name = "orientation"
quantity = "quaternion"
body = "top"
"#,
    },
    Kind {
        name: "rotation_matrix",
        summary: "rotation matrix world_from_body, row by row",
        keys: "body",
        example: r#"[[output]]
name = "axes"
quantity = "rotation_matrix"
body = "plate"
"#,
    },
];

/// An output of the orientation of a body, one of the [`KINDS`].
#[derive(Clone, Debug)]
pub struct Orientation<N> {
    form: usize,
    frame: FrameRef,
    numbers: PhantomData<N>,
}

impl Orientation<Expr> {
    /// Makes the quaternion of a body.
    pub(super) fn quaternion_of(frame: FrameRef) -> Self {
        Self { form: 1, frame, numbers: PhantomData }
    }
}

impl Description for Orientation<Expr> {
    type At<R: Real> = Orientation<R>;

    fn read(form: usize, section: &mut dyn Section, _: &[String]) -> Result<Self, Invalid> {
        Ok(Self { form, frame: section.frame("body")?, numbers: PhantomData })
    }
    fn evaluate<R: Real>(&self, _: &[R]) -> Orientation<R> {
        Orientation { form: self.form, frame: self.frame, numbers: PhantomData }
    }
}

impl<N> Columns for Orientation<N> {
    fn components(&self) -> Vec<Component> {
        let numbers = |suffixes: &[&str]| suffixes.iter().map(|suffix| component(suffix, "1")).collect();
        match self.form {
            0 => xyz("rad"),
            1 => numbers(&[".w", ".x", ".y", ".z"]),
            _ => numbers(&[".xx", ".xy", ".xz", ".yx", ".yy", ".yz", ".zx", ".zy", ".zz"]),
        }
    }
    fn is_quaternion(&self) -> bool {
        self.form == 1
    }
    fn pose(&self) -> Option<PoseForm> {
        Some([PoseForm::RotationVector, PoseForm::Quaternion, PoseForm::Matrix][self.form])
    }
}

impl<R: Real> Measures<R> for Orientation<R> {
    fn write(&self, at: &Snapshot<'_, R>, out: &mut Vec<R>) {
        R::note("output: orientation");
        let q = at.motion.frame(self.frame).orientation.normalized();
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
