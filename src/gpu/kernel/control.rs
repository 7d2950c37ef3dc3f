//! What kernels are told of a dispatch.

macro_rules! control {
    ($(#[doc = $doc:literal] $field:ident,)*) => {
        /// The uniform block of all kernels, words of 32 bits; the text of its declaration is made of these fields.
        #[derive(Clone, Copy, Debug, Default)]
        pub(in crate::gpu) struct Control {
            $(#[doc = $doc] pub(in crate::gpu) $field: u32),*
        }

        impl Control {
            /// The names of the fields and what they are.
            pub(in crate::gpu) const FIELDS: &'static [(&'static str, &'static str)] = &[$((stringify!($field), $doc)),*];
            /// How many bytes it has.
            pub(in crate::gpu) const SIZE: usize = 4 * Self::FIELDS.len();

            /// Returns the bytes of the block, as a device reads them.
            pub(in crate::gpu) fn bytes(self) -> Vec<u8> {
                bytemuck::cast_slice(&[$(self.$field),*]).to_vec()
            }
        }
    };
}

control! {
    /// members of this chunk
    members,
    /// distance between two quantities of a member
    stride,
    /// every member runs up to this sample
    sample,
    /// but makes no more attempts than this
    budget,
    /// zero, which the compiler does not know
    zero,
    /// not zero: there are samples; two: at given times, and `every` says when the next one is due
    sampling,
    /// the first member of this dispatch
    first,
    /// not zero: members do not lie in their own order
    ordered,
}
