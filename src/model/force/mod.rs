//! Forces and torques on bodies.
//!
//! A new force is a file here, a line in the catalog below and nothing else: its type `F<N>` holds
//! expressions (`N = Expr`) or numbers (`N: Real`).

mod bushing;
mod constant_force;
mod constant_torque;
mod spring_damper;

use super::Kind;
use super::expression::{Expr, Expr3};
use super::section::{BodyRef, Invalid, Section};
use super::state::{BodyState, Wrench};
use crate::num::{Real, Vec3};

/// Three expressions or three numbers.
pub type Triple<N> = [N; 3];

#[inline(always)]
fn vec3<R: Real>(t: &Triple<R>) -> Vec3<R> {
    Vec3::new(t[0], t[1], t[2])
}

/// Evaluates the expressions of a force.
fn numbers<R: Real>(e: &Expr3, parameters: &[R]) -> Triple<R> {
    std::array::from_fn(|i| e[i].evaluate(parameters))
}

/// The frame that a constant force or torque is fixed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame {
    /// It keeps its direction in space.
    Space,
    /// It turns with the body.
    Body,
}

fn read_frame(section: &mut dyn Section) -> Result<Frame, Invalid> {
    Ok(if section.choice("frame", &["space", "body"])? == "body" { Frame::Body } else { Frame::Space })
}

#[inline(always)]
fn state_of<R: Real>(states: &[BodyState<R>], body: BodyRef) -> BodyState<R> {
    match body {
        BodyRef::Ground => BodyState::ground(),
        BodyRef::Body(i) => states[i],
    }
}

macro_rules! forces {
    ($($variant:ident = $module:ident :: $type:ident),* $(,)?) => {
        /// The kinds of forces.
        pub const ALL: &[Kind] = &[$($module::KIND),*];

        /// A force: expressions (`Force<Expr>`) or numbers.
        #[derive(Clone, Debug)]
        #[allow(missing_docs)] // each variant is its file
        pub enum Force<N> {
            $($variant($module::$type<N>)),*
        }

        impl Force<Expr> {
            /// Reads one `[[force]]`: its name and itself.
            ///
            /// # Errors
            /// Where a key is missing or of the wrong kind.
            pub fn read(section: &mut dyn Section) -> Result<(String, Self), Invalid> {
                let name = section.text("name")?;
                let kind = section.text("kind")?;
                let kind = super::find_kind("force", &kind, ALL).map_err(|m| section.invalid("kind", m))?;
                $(if kind.name == $module::KIND.name {
                    return Ok((name, Force::$variant($module::$type::read(section)?)));
                })*
                unreachable!("find_kind returns a kind of the catalog")
            }
            /// Its numbers for values of the parameters.
            pub fn evaluate<R: Real>(&self, parameters: &[R]) -> Force<R> {
                match self {
                    $(Force::$variant(f) => Force::$variant(f.evaluate(parameters))),*
                }
            }
            /// The bodies that it acts on.
            pub fn bodies(&self) -> Vec<usize> {
                match self {
                    $(Force::$variant(f) => f.bodies()),*
                }
            }
        }

        impl<R: Real> Force<R> {
            /// Adds what it exerts to the wrenches on the bodies.
            #[inline(always)]
            pub fn apply(&self, states: &[BodyState<R>], wrenches: &mut [Wrench<R>]) {
                match self {
                    $(Force::$variant(f) => f.apply(states, wrenches)),*
                }
            }
            /// Its potential energy, J; zero for a force that has none.
            #[inline(always)]
            pub fn potential_energy(&self, states: &[BodyState<R>]) -> R {
                match self {
                    $(Force::$variant(f) => f.potential_energy(states)),*
                }
            }
        }
    };
}

forces! {
    Force = constant_force::ConstantForce,
    Torque = constant_torque::ConstantTorque,
    SpringDamper = spring_damper::SpringDamper,
    Bushing = bushing::Bushing,
}
