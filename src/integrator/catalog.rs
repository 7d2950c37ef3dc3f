//! The implicit schemes.

/// Passes the implicit schemes to a macro: module and step, for each of them.
macro_rules! implicit_schemes {
    ($to:ident) => {
        $to! {
            generalized_alpha::GeneralizedAlpha,
            rattle::Rattle,
            radau2a::Radau2a,
            radau2a_3::Radau2a3,
            dg::Dg,
            cg::Cg,
        }
    };
}

pub(super) use implicit_schemes;
