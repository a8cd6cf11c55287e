//! Registration of a plugin's traits as exports of its component.

use core::marker::PhantomData;

/// Registered optional abilities; [`register!`](crate::register) writes it.
pub trait Abilities {
    const ABILITIES: &'static [&'static str];
}

/// The exported side of plugin `P` of kind `K`; for the registering macro.
#[derive(Debug)]
pub struct Guest<P, K = ()>(PhantomData<(P, K)>);

/// The self-describing kinds, used to separate their exports.
pub mod kind {
    #[derive(Debug)]
    pub struct Carrier;
    #[derive(Debug)]
    pub struct Commerce;
    #[derive(Debug)]
    pub struct Payment;
    #[derive(Debug)]
    pub struct Report;
}

/// Exports a plugin: its kind, its type, and each optional ability that the type has a trait for.
///
/// ```text
/// register!(carrier Post, manifesting, tracking);
/// register!(report Daybook, endpoint);
/// register!(rate_engine Zones, lane_engine);
/// register!(lane_engine Distances);
/// ```
///
/// An ability has the name of its module in [`bindings`](crate::bindings). One that is not named
/// is not exported, and `describe` lists exactly those that are.
#[macro_export]
macro_rules! register {
    ($kind:ident $plugin:ty $(, $ability:ident)* $(,)?) => {
        impl $crate::Abilities for $plugin {
            const ABILITIES: &'static [&'static str] = &[$($crate::bindings::$ability::NAME),*];
        }

        // Exports exist only in the component; natively this is an ordinary library.
        #[cfg(target_family = "wasm")]
        #[allow(unsafe_code)]
        const _: () = {
            type Registered = $plugin;
            $crate::register!(@kind $kind);
            $($crate::register!(@ability $ability);)*
        };
    };

    (@kind carrier) => {
        type Plugin = $crate::Guest<Registered, $crate::kind::Carrier>;
        $crate::bindings::about::export!(Plugin with_types_in $crate::bindings::about);
        $crate::bindings::carrier::export!(Plugin with_types_in $crate::bindings::carrier);
    };
    (@kind commerce) => {
        type Plugin = $crate::Guest<Registered, $crate::kind::Commerce>;
        $crate::bindings::about::export!(Plugin with_types_in $crate::bindings::about);
        $crate::bindings::commerce::export!(Plugin with_types_in $crate::bindings::commerce);
    };
    (@kind payment) => {
        type Plugin = $crate::Guest<Registered, $crate::kind::Payment>;
        $crate::bindings::about::export!(Plugin with_types_in $crate::bindings::about);
        $crate::bindings::payment::export!(Plugin with_types_in $crate::bindings::payment);
    };
    (@kind report) => {
        type Plugin = $crate::Guest<Registered, $crate::kind::Report>;
        $crate::bindings::about::export!(Plugin with_types_in $crate::bindings::about);
        $crate::bindings::report::export!(Plugin with_types_in $crate::bindings::report);
    };
    (@kind rate_engine) => {
        type Plugin = $crate::Guest<Registered>;
        $crate::bindings::rate_engine::export!(Plugin with_types_in $crate::bindings::rate_engine);
    };

    (@kind lane_engine) => {
        type Plugin = $crate::Guest<Registered>;
        $crate::register!(@ability lane_engine);
    };

    (@ability $ability:ident) => {
        $crate::bindings::$ability::export!(Plugin with_types_in $crate::bindings::$ability);
    };
}

/// The name in wit/ of an ability's name in Rust.
pub(crate) const fn kebab<const LENGTH: usize>(name: &str) -> [u8; LENGTH] {
    let mut kebab = [0; LENGTH];
    let mut at = 0;
    while at < LENGTH {
        let byte = name.as_bytes()[at];
        kebab[at] = if byte == b'_' { b'-' } else { byte };
        at += 1;
    }
    kebab
}

pub(crate) const fn as_text(name: &'static [u8]) -> &'static str {
    match str::from_utf8(name) {
        Ok(name) => name,
        Err(_) => panic!("an ability's name is text"),
    }
}

/// Declares the trait of an optional ability and exports it as the bindings' `Guest`.
///
/// `as` after an argument's type: the trait takes it by reference, as this type.
macro_rules! ability {
    ($(#[$doc:meta])* $name:ident = $export:path {
        $($(#[$function_doc:meta])* fn $function:ident(
            $($argument:ident: $type:ty $(as &$given:ty)?),*
        ) -> $answer:ty;)*
    }) => {
        $(#[$doc])*
        pub trait $name {
            $($(#[$function_doc])* fn $function(
                $($argument: $crate::register::given!($type $(, $given)?)),*
            ) -> $answer;)*
        }

        impl<P: $name, K> $export for $crate::Guest<P, K> {
            $(fn $function($($argument: $type),*) -> $answer {
                P::$function($($crate::register::passed!($argument $(, $given)?)),*)
            })*
        }
    };
}
pub(crate) use ability;

macro_rules! given {
    ($type:ty) => {
        $type
    };
    ($type:ty, $given:ty) => {
        &$given
    };
}
pub(crate) use given;

macro_rules! passed {
    ($argument:ident) => {
        $argument
    };
    ($argument:ident, $given:ty) => {
        &$argument
    };
}
pub(crate) use passed;
