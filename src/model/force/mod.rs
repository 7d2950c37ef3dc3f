//! Forces and torques on bodies and in joints.
//!
//! A new force is a file here, a line in the catalog below and nothing else: its type `F<N>` holds
//! expressions (`N = Expr`) or numbers (`N: Real`).

mod axes;
mod bushing;
mod constant_force;
mod constant_torque;
mod contact;
mod coupled;
mod distributed;
mod dry_friction;
mod expression_force;
mod expression_torque;
mod formulas;
mod gravitation;
mod joint_control;
mod joint_friction;
mod joint_limit;
mod joint_spring_damper;
mod joint_torque;
mod kind;
mod line;
mod one_sided;
mod rope;
mod rotational_spring_damper;
mod spring_damper;
mod torsion;
mod two_point;

use super::Kind;
use super::expression::{Expr, Expr3};
use super::joint_axis::JointAxis;
use super::section::{Invalid, Section};
use super::state::{Loads, Motion};
use super::trajectory::TrajectoryPoint;
use crate::num::Real;
use kind::{Description, Exerts};

/// How many equal steps of an impact resolve it.
pub const STEPS_PER_IMPACT: f64 = 20.0;

/// Lists the kinds of forces on beams.
pub const OF_BEAMS: &[Kind] = &[distributed::KIND];

macro_rules! forces {
    ($($variant:ident = $module:ident :: $type:ident),* $(,)?) => {
        /// Lists the kinds of forces.
        pub const ALL: &[Kind] = &[$($module::KIND),*];

        /// Holds a force: expressions (`Force<Expr>`) or numbers.
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
            /// Returns the force in numbers for values of the parameters.
            pub fn evaluate<R: Real>(&self, parameters: &[R]) -> Force<R> {
                match self {
                    $(Force::$variant(f) => Force::$variant(f.evaluate(parameters))),*
                }
            }
            /// Returns the name of the force's kind.
            pub fn kind(&self) -> &'static str {
                match self {
                    $(Force::$variant(_) => $module::KIND.name),*
                }
            }
            /// Returns the bodies that the force exerts a wrench on.
            pub fn bodies(&self) -> Vec<usize> {
                match self {
                    $(Force::$variant(f) => f.bodies()),*
                }
            }
            /// Returns the joint coordinate that the force exerts a generalised force on, for a force in a joint.
            pub fn axis(&self) -> Option<JointAxis> {
                match self {
                    $(Force::$variant(f) => f.axis()),*
                }
            }
            /// Returns the stiffness and damping of the force, with their keys; nothing for a force that is no spring
            /// and no damper.
            pub fn coefficients(&self) -> Vec<(&'static str, &Expr)> {
                match self {
                    $(Force::$variant(f) => f.coefficients()),*
                }
            }
            /// Returns the rotation vector of its frames at which the force is relaxed, rad, if it has one.
            pub fn rotation_at_rest(&self) -> Option<&Expr3> {
                match self {
                    $(Force::$variant(f) => f.rotation_at_rest()),*
                }
            }
            /// Tells whether the force depends on the reaction of the joint that it acts in, see [`Motion::reactions`].
            pub fn sees_reaction(&self) -> bool {
                match self {
                    $(Force::$variant(f) => f.sees_reaction()),*
                }
            }
            /// Tells whether the force makes its joint coordinate follow a trajectory.
            pub fn is_control(&self) -> bool {
                match self {
                    $(Force::$variant(f) => f.is_control()),*
                }
            }
            /// Tells whether the force is a load, which a load factor multiplies: not one that the motion decides, as of a spring.
            pub fn is_load(&self) -> bool {
                match self {
                    $(Force::$variant(f) => f.is_load()),*
                }
            }
            /// Tells whether the force is a tension along a line between points.
            pub fn has_line(&self) -> bool {
                match self {
                    $(Force::$variant(f) => f.has_line()),*
                }
            }
            /// Tells whether the force, or a derivative of it up to that order, jumps at a time that a parameter moves, at these values
            /// of the parameters.
            pub fn jumps_where_moved_by(&self, parameters: &[f64], parameter: usize, order: usize) -> bool {
                match self {
                    $(Force::$variant(f) => f.jumps_where_moved_by(parameters, parameter, order)),*
                }
            }
            /// Returns the time (s) at which it stops being defined for these values of the parameters: the end of a
            /// trajectory without `hold`. None where it is defined at all times.
            pub fn end_of_definition(&self, parameters: &[f64]) -> Option<f64> {
                match self {
                    $(Force::$variant(f) => f.end_of_definition(parameters)),*
                }
            }
            /// Checks the force for values of the parameters.
            ///
            /// # Errors
            /// The key whose value makes no force, and why.
            pub fn check(&self, parameters: &[f64]) -> Result<(), (&'static str, String)> {
                match self {
                    $(Force::$variant(f) => f.check(parameters)),*
                }
            }
            /// Tells whether [`Force::check`] depends on one of the varied parameters.
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
    TwoPoint = two_point::TwoPoint,
    RotationalSpringDamper = rotational_spring_damper::RotationalSpringDamper,
    Bushing = bushing::Bushing,
    Rope = rope::Rope,
    Gravitation = gravitation::Gravitation,
    Contact = contact::Contact,
    JointSpringDamper = joint_spring_damper::JointSpringDamper,
    JointFriction = joint_friction::JointFriction,
    JointLimit = joint_limit::JointLimit,
    JointTorque = joint_torque::JointTorque,
    JointControl = joint_control::JointControl,
    Distributed = distributed::Distributed,
}

impl Force<Expr> {
    /// Reads one `[[contact]]`: its name and the force that it is.
    ///
    /// # Errors
    /// Where a key is missing or of the wrong kind.
    pub fn read_contact(section: &mut dyn Section) -> Result<(String, Self), Invalid> {
        Ok((section.text("name")?, Force::Contact(Description::read(section)?)))
    }
    /// Returns the number of the side that says whether a contact pushes.
    pub fn side_of_contact(&self) -> Option<usize> {
        if let Force::Contact(contact) = self { contact.side() } else { None }
    }
    /// Tells whether the force is a contact.
    pub fn is_contact(&self) -> bool {
        matches!(self, Force::Contact(_))
    }
    /// Returns the velocity of an impact (m/s) and about how long it lasts (s), for a contact at values of the parameters.
    pub fn impact(&self, parameters: &[f64]) -> Option<(f64, f64)> {
        if let Force::Contact(contact) = self { Some(contact.impact(parameters)) } else { None }
    }
}

impl<R: Real> Force<R> {
    /// Adds what the force exerts to the wrenches on the bodies and to the generalised joint forces.
    pub fn apply(&self, motion: &Motion<'_, R>, loads: &mut Loads<R>) {
        self.exerts().apply(motion, loads);
    }
    /// Returns the times at which what the force follows, or a derivative of it, jumps, s.
    pub fn corners(&self) -> Vec<R> {
        self.exerts().corners()
    }
    /// Returns the potential energy of the force, J; zero for a force that has none.
    pub fn potential_energy(&self, motion: &Motion<'_, R>) -> R {
        self.exerts().potential_energy(motion)
    }
    /// Returns the power of the part of it that has no potential, W: what dampers and motors supply. The sum over all
    /// forces is the rate of the mechanism's energy.
    pub fn power(&self, motion: &Motion<'_, R>) -> R {
        self.exerts().power(motion)
    }
    /// Returns the length of the line between the points of the force (m), its rate (m/s) and the tension that pulls
    /// them together (N), for a force along a line.
    pub fn line(&self, motion: &Motion<'_, R>) -> Option<[R; 3]> {
        self.exerts().line(motion)
    }
    /// Returns the normal force (N), the friction (N), the depth (m, negative of a gap) and the speed of slip (m/s), for a
    /// contact.
    pub fn contact(&self, motion: &Motion<'_, R>) -> Option<[R; 4]> {
        if let Force::Contact(contact) = self { Some(contact.quantities(motion)) } else { None }
    }
    /// Returns where the force's trajectory is at a time (s) and the joint coordinate that follows it, for a force that
    /// follows one.
    pub fn follows(&self, time: R) -> Option<(JointAxis, TrajectoryPoint<R>)> {
        self.exerts().follows(time)
    }
}

#[cfg(test)]
mod tests;
