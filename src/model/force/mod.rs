//! Forces and torques on bodies and in joints.
//!
//! A new force is a file here, a line in the catalog below and nothing else: its type `F<N>` holds
//! expressions (`N = Expr`) or numbers (`N: Real`).

mod bushing;
mod constant_force;
mod constant_torque;
mod expression_force;
mod expression_torque;
mod joint_control;
mod joint_limit;
mod joint_spring_damper;
mod joint_torque;
mod rotational_spring_damper;
mod spring_damper;

use super::Kind;
use super::expression::{Expr, Expr3, Formula};
use super::joint_axis::{JointAxis, axis_keys};
use super::section::{BodyRef, Invalid, Section};
use super::state::{BodyState, Loads, Motion, Wrench};
use super::trajectory::TrajectoryPoint;
use crate::num::{Real, Vec3};

/// Three expressions or three numbers.
pub type Triple<N> = [N; 3];

fn vec3<R: Real>(t: &Triple<R>) -> Vec3<R> {
    Vec3::new(t[0], t[1], t[2])
}

/// Evaluates the expressions of a force.
fn numbers<R: Real>(e: &Expr3, parameters: &[R]) -> Triple<R> {
    std::array::from_fn(|i| e[i].evaluate(parameters))
}

/// Reads three formulas of some variables, which those of the scenario follow.
fn read_formulas(section: &mut dyn Section, key: &str, variables: &[&str]) -> Result<Triple<Formula<Expr>>, Invalid> {
    let names = with_variables(section, variables);
    let formulas = section.expressions(key, 3, &names)?.into_iter().map(Formula::new);
    let formulas: Vec<Formula<Expr>> = formulas.collect();
    formulas.try_into().map_err(|_| section.invalid(key, "expected 3 expressions".into()))
}

/// Reads a formula likewise.
fn read_formula(section: &mut dyn Section, key: &str, variables: &[&str]) -> Result<Formula<Expr>, Invalid> {
    let names = with_variables(section, variables);
    Ok(Formula::new(section.expression(key, &names)?))
}

fn with_variables(section: &dyn Section, names: &[&str]) -> Vec<String> {
    let variables = section.names().variables.into_iter().map(|v| v.name);
    names.iter().map(|n| n.to_string()).chain(variables).collect()
}

/// The values of what a formula depends on: those of the force itself, then the variables of the scenario.
fn formula_values<R: Real>(own: &[R], motion: &Motion<'_, R>) -> Vec<R> {
    own.iter().chain(motion.variables).copied().collect()
}

/// The frame that a force or torque is given in.
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

/// Adds a force (N) at a body-fixed point (body frame, m), given in the frame.
fn add_force<R: Real>(frame: Frame, force: Vec3<R>, point: Vec3<R>, state: &BodyState<R>, wrench: &mut Wrench<R>) {
    match frame {
        Frame::Space => wrench.add_force_at(state, force, point),
        Frame::Body => {
            wrench.force = wrench.force + state.rotation.apply(force);
            wrench.torque = wrench.torque + point.cross(force);
        }
    }
}

/// Adds a torque (N m), given in the frame.
fn add_torque<R: Real>(frame: Frame, torque: Vec3<R>, state: &BodyState<R>, wrench: &mut Wrench<R>) {
    let torque_body = match frame {
        Frame::Space => state.rotation.apply_transposed(torque),
        Frame::Body => torque,
    };
    wrench.torque = wrench.torque + torque_body;
}

fn state_of<R: Real>(states: &[BodyState<R>], body: BodyRef) -> BodyState<R> {
    match body {
        BodyRef::Ground => BodyState::ground(),
        BodyRef::Body(i) => states[i],
    }
}

/// The numbers of the bodies among two that move.
fn moving(between: &[BodyRef; 2]) -> Vec<usize> {
    let number = |b: &BodyRef| if let BodyRef::Body(i) = b { Some(*i) } else { None };
    between.iter().filter_map(number).collect()
}

/// A kind of force as a scenario describes it.
trait Description: Sized {
    /// Holds the numbers for given values of the parameters.
    type At<R: Real>: Exerts<R>;

    /// Reads the keys of its kind.
    fn read(section: &mut dyn Section) -> Result<Self, Invalid>;
    /// Its numbers for values of the parameters.
    fn evaluate<R: Real>(&self, parameters: &[R]) -> Self::At<R>;
    /// The bodies that it acts on.
    fn bodies(&self) -> Vec<usize> {
        Vec::new()
    }
    /// The joint coordinate that it acts on.
    fn axis(&self) -> Option<JointAxis> {
        None
    }
    /// True where it makes that coordinate follow a trajectory.
    fn is_control(&self) -> bool {
        false
    }
    /// The time (s) at which it stops being defined.
    fn end_of_definition(&self, _parameters: &[f64]) -> Option<f64> {
        None
    }
    /// The key whose value makes no force, and why.
    fn check(&self, _parameters: &[f64]) -> Result<(), (&'static str, String)> {
        Ok(())
    }
    /// True where the result of `check` depends on one of the varied parameters.
    fn check_depends_on(&self, _varied: &dyn Fn(usize) -> bool) -> bool {
        false
    }
}

/// A kind of force with its numbers.
trait Exerts<R: Real> {
    /// Adds what it exerts.
    fn apply(&self, motion: &Motion<'_, R>, loads: &mut Loads<R>);
    /// Its potential energy, J.
    fn potential_energy(&self, _motion: &Motion<'_, R>) -> R {
        R::zero()
    }
    /// The power of the part that has no potential, W: all of it, unless the kind says otherwise.
    fn power(&self, motion: &Motion<'_, R>) -> R {
        let mut loads = Loads::none(motion);
        self.apply(motion, &mut loads);
        loads.power(motion)
    }
    /// Where the trajectory is at a time, for a force that follows one, and the coordinate that follows.
    fn follows(&self, _time: R) -> Option<(JointAxis, TrajectoryPoint<R>)> {
        None
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
                    return Ok((name, Force::$variant(Description::read(section)?)));
                })*
                unreachable!("find_kind returns a kind of the catalog")
            }
            /// Its numbers for values of the parameters.
            pub fn evaluate<R: Real>(&self, parameters: &[R]) -> Force<R> {
                match self {
                    $(Force::$variant(f) => Force::$variant(f.evaluate(parameters))),*
                }
            }
            /// The bodies that it exerts a wrench on.
            pub fn bodies(&self) -> Vec<usize> {
                match self {
                    $(Force::$variant(f) => f.bodies()),*
                }
            }
            /// The joint coordinate that it exerts a generalised force on, for a force in a joint.
            pub fn axis(&self) -> Option<JointAxis> {
                match self {
                    $(Force::$variant(f) => f.axis()),*
                }
            }
            /// True where it makes its joint coordinate follow a trajectory.
            pub fn is_control(&self) -> bool {
                match self {
                    $(Force::$variant(f) => f.is_control()),*
                }
            }
            /// The time (s) at which it stops being defined for these values of the parameters: the end of a
            /// trajectory that is not held. None where it is defined at all times.
            pub fn end_of_definition(&self, parameters: &[f64]) -> Option<f64> {
                match self {
                    $(Force::$variant(f) => f.end_of_definition(parameters)),*
                }
            }
            /// Checks it for values of the parameters.
            ///
            /// # Errors
            /// The key whose value makes no force, and why.
            pub fn check(&self, parameters: &[f64]) -> Result<(), (&'static str, String)> {
                match self {
                    $(Force::$variant(f) => f.check(parameters)),*
                }
            }
            /// True where [`Force::check`] depends on one of the varied parameters.
            pub fn check_depends_on(&self, varied: &dyn Fn(usize) -> bool) -> bool {
                match self {
                    $(Force::$variant(f) => f.check_depends_on(varied)),*
                }
            }
        }

        impl<R: Real> Force<R> {
            fn exerts(&self) -> &dyn Exerts<R> {
                match self {
                    $(Force::$variant(f) => f),*
                }
            }
        }
    };
}

forces! {
    Force = constant_force::ConstantForce,
    Torque = constant_torque::ConstantTorque,
    ExpressionForce = expression_force::ExpressionForce,
    ExpressionTorque = expression_torque::ExpressionTorque,
    SpringDamper = spring_damper::SpringDamper,
    RotationalSpringDamper = rotational_spring_damper::RotationalSpringDamper,
    Bushing = bushing::Bushing,
    JointSpringDamper = joint_spring_damper::JointSpringDamper,
    JointLimit = joint_limit::JointLimit,
    JointTorque = joint_torque::JointTorque,
    JointControl = joint_control::JointControl,
}

impl<R: Real> Force<R> {
    /// Adds what it exerts to the wrenches on the bodies and to the generalised joint forces.
    pub fn apply(&self, motion: &Motion<'_, R>, loads: &mut Loads<R>) {
        self.exerts().apply(motion, loads);
    }
    /// Its potential energy, J; zero for a force that has none.
    pub fn potential_energy(&self, motion: &Motion<'_, R>) -> R {
        self.exerts().potential_energy(motion)
    }
    /// The power of the part of it that has no potential, W: what dampers and motors supply. The sum over all
    /// forces is the rate of the mechanism's energy.
    pub fn power(&self, motion: &Motion<'_, R>) -> R {
        self.exerts().power(motion)
    }
    /// Where its trajectory is at a time (s) and the joint coordinate that follows it, for a force that follows
    /// one.
    pub fn follows(&self, time: R) -> Option<(JointAxis, TrajectoryPoint<R>)> {
        self.exerts().follows(time)
    }
}

#[cfg(test)]
mod tests;
