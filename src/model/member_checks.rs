//! What is checked for every member of an ensemble.

use super::mechanism::Mechanism;

impl Mechanism {
    /// Finds which checks may come out differently where these parameters are varied: of [`Mechanism::check`] and of a formulation,
    /// which looks at masses.
    pub fn member_checks(&self, varied: &impl Fn(usize) -> bool) -> MemberChecks {
        let masses: Vec<usize> =
            (0..self.bodies.len()).filter(|body| self.bodies[*body].masses_depend_on(varied)).collect();
        let defaults = self.defaults();
        let is_sound = |body: &usize| self.bodies[*body].mass_properties(&defaults).is_sound();
        let others_are_sound = (0..self.bodies.len()).filter(|body| !masses.contains(body)).all(|body| is_sound(&body));
        if self.check_beyond_masses_depends_on(varied) {
            MemberChecks::All
        } else if masses.is_empty() {
            MemberChecks::None
        } else if others_are_sound {
            MemberChecks::Masses(masses)
        } else {
            MemberChecks::All
        }
    }
}

/// Says what is checked for every member of an ensemble.
#[derive(Clone, Debug, PartialEq)]
pub enum MemberChecks {
    /// Nothing: what is checked is the same for all.
    None,
    /// The masses of these bodies; those of all others are sound.
    Masses(Vec<usize>),
    /// All.
    All,
}

impl MemberChecks {
    /// Tells whether all checks pass, by one look at the masses; where it does not, the checks themselves say what is wrong, if
    /// anything is.
    pub fn pass_by_masses(&self, mechanism: &Mechanism, parameters: &[f64]) -> bool {
        match self {
            Self::None => true,
            Self::Masses(bodies) => {
                bodies.iter().all(|body| mechanism.bodies[*body].mass_properties(parameters).is_sound())
            }
            Self::All => false,
        }
    }
}
