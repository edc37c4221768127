//! Builders for the settings of searches.
//!
//! Settings are `#[non_exhaustive]`, so that a new one breaks no caller: a caller begins with the defaults and changes what it
//! wants to change.

/// A method for each field, of the same name, that sets it.
macro_rules! builders {
    ($settings:ident { $($field:ident: $kind:ty),* $(,)? }) => {
        impl $settings {
            $(
                #[doc = concat!(
                    "The same settings with this [`", stringify!($field), "`](#structfield.", stringify!($field), ").",
                )]
                #[must_use]
                pub fn $field(self, $field: $kind) -> Self {
                    $settings { $field, ..self }
                }
            )*
        }
    };
}

pub(in crate::search) use builders;
