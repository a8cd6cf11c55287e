//! Functions and abilities of plugins with their limits, made of the table of functions.

mod table;

pub(crate) use table::plugin_functions;

use crate::{
    kind::Kind,
    limits::{
        MAX_ACCOUNTS, MAX_ANSWER, MAX_ARGUMENTS, MAX_CARD, MAX_FILE, MAX_LABEL, MAX_REQUEST,
        MAX_TEXTS,
    },
};

#[derive(Clone, Copy, PartialEq)]
enum Effect {
    Reads,
    Acts,
    Once,
}

/// Declaration of a function in the table.
struct Declared {
    name: &'static str,
    kinds: &'static [Kind],
    /// Defaults and maxima in milliseconds.
    cpu_ms: (u32, u32),
    wall_ms: (u32, u32),
    effect: Effect,
    max_request: usize,
    max_answer: usize,
}

macro_rules! kinds {
    (every) => {
        &[
            Kind::Carrier,
            Kind::RateEngine,
            Kind::Commerce,
            Kind::Payment,
            Kind::Report,
        ]
    };
    ([$($kind:ident),*]) => { &[$(Kind::$kind),*] };
}
pub(crate) use kinds;

macro_rules! effect {
    (reads) => {
        Effect::Reads
    };
    (acts) => {
        Effect::Acts
    };
    (once) => {
        Effect::Once
    };
}

macro_rules! or_default {
    ($default:expr) => {
        $default
    };
    ($default:expr, $given:expr) => {
        $given
    };
}

macro_rules! declared {
    ($function:ident $kinds:tt
     cpu $cpu:literal..$max_cpu:literal, wall $wall:literal..$max_wall:literal, $effect:ident
     $(, infallible from $from:ident)? $(, request $request:expr)? $(, answer $most:expr)?
     $(, rule |$answered:ident| $rule:expr)? $(, by hand $hand:ident)?) => {{
        const NAME: [u8; stringify!($function).len()] = kebab(stringify!($function));
        Declared {
            name: as_text(&NAME),
            kinds: kinds!($kinds),
            cpu_ms: ($cpu, $max_cpu),
            wall_ms: ($wall, $max_wall),
            effect: effect!($effect),
            max_request: or_default!(MAX_ARGUMENTS $(, $request)?),
            max_answer: or_default!(MAX_TEXTS $(, $most)?),
        }
    }};
}

macro_rules! arguments {
    (($($argument:ident: $type:ty $(as $form:expr)?),*)) => {
        &[$((stringify!($argument), stringify!($type))),*]
    };
}

macro_rules! declare_functions {
    ($($interface:ident $path:literal $standing:tt of $kinds:tt {
        $($(#[$doc:meta])* $call:ident = $function:ident, $export:ident $arguments:tt
            -> $answer:ty { $($body:tt)* };)*
    })*) => {
        /// Functions of all kinds of plugins. Two kinds may share a name; a plugin has one kind.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Function {
            $($($call,)*)*
        }

        impl Function {
            pub(crate) const ALL: &'static [Function] = &[$($(Function::$call,)*)*];

            const fn declared(self) -> Declared {
                match self {
                    $($(Function::$call => declared!($function $kinds $($body)*),)*)*
                }
            }
        }

        impl Function {
            /// Names and types of its arguments.
            const fn arguments(self) -> &'static [(&'static str, &'static str)] {
                match self {
                    $($(Function::$call => arguments!($arguments),)*)*
                }
            }
        }

        /// The newest minor of the interfaces, which is the one that this host speaks.
        pub(crate) const NEWEST_MINOR: u32 = newest(&["waybill:host/measures@1.3.0", $($path),*]);
    };
}
plugin_functions!(declare_functions);

macro_rules! declare_abilities {
    ($($interface:ident $path:literal $(required)? $(($how:ident $ability:ident))? of $kinds:tt
        $functions:tt)*) => {
        /// Optional ability of a plugin, one optional interface of wit/ each.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Ability {
            $($($ability,)?)*
        }

        impl Ability {
            const fn interface(self) -> &'static str {
                match self {
                    $($(Ability::$ability => $path,)?)*
                }
            }
        }
    };
}
plugin_functions!(declare_abilities);

/// A function as programs see it that make calls by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Name in wit/.
    pub function: &'static str,
    /// Names and types of the arguments, as in Rust: `("booked", "Vec<Booked>")`.
    pub arguments: &'static [(&'static str, &'static str)],
}

impl Ability {
    /// Short name of the interface, as `describe` lists it: `tracking-push`.
    pub fn name(self) -> &'static str {
        let interface = self.interface();
        let after = interface
            .split_once('/')
            .map_or(interface, |(_, rest)| rest);
        after.split_once('@').map_or(after, |(name, _)| name)
    }
}

impl Function {
    pub(crate) fn signature(self) -> Signature {
        Signature {
            function: self.name(),
            arguments: self.arguments(),
        }
    }

    /// Its name in wit/.
    pub(crate) const fn name(self) -> &'static str {
        self.declared().name
    }

    pub(crate) fn by_name(name: &str) -> Option<Function> {
        let mut all = Function::ALL.iter().copied();
        all.find(|function| function.name() == name)
    }

    pub(crate) fn of_kind(kind: Kind, name: &str) -> Option<Function> {
        let mut all = Function::ALL.iter().copied();
        all.find(|function| function.name() == name && function.belongs_to(kind))
    }

    /// True if plugins of this kind may have the function.
    pub(crate) fn belongs_to(self, kind: Kind) -> bool {
        self.declared().kinds.contains(&kind)
    }

    pub(crate) fn default_cpu_ms(self) -> u32 {
        self.declared().cpu_ms.0
    }

    pub(crate) fn max_cpu_ms(self) -> u32 {
        self.declared().cpu_ms.1
    }

    pub(crate) fn default_wall_ms(self) -> u32 {
        self.declared().wall_ms.0
    }

    pub(crate) fn max_wall_ms(self) -> u32 {
        self.declared().wall_ms.1
    }

    pub(crate) fn max_request(self) -> usize {
        self.declared().max_request
    }

    /// Bytes that the texts and documents of an answer may have in all.
    pub(crate) fn max_answer(self) -> usize {
        self.declared().max_answer
    }

    /// True if the other system may have acted already: such a call is not cancelled when its
    /// caller leaves.
    pub(crate) fn changes_the_world(self) -> bool {
        self.declared().effect == Effect::Acts
    }

    /// True if a repeated call is harmless: it reads, or returns the same result.
    pub(crate) fn may_be_repeated(self) -> bool {
        self.declared().effect == Effect::Reads
    }
}

/// The name in wit/ of a function's name in Rust.
const fn kebab<const LENGTH: usize>(name: &str) -> [u8; LENGTH] {
    let mut kebab = [0; LENGTH];
    let mut at = 0;
    while at < LENGTH {
        let byte = name.as_bytes()[at];
        kebab[at] = if byte == b'_' { b'-' } else { byte };
        at += 1;
    }
    kebab
}

const fn as_text(name: &'static [u8]) -> &'static str {
    match str::from_utf8(name) {
        Ok(name) => name,
        Err(_) => panic!("a function's name is text"),
    }
}

/// The greatest minor of `waybill:package/interface@major.minor.patch`.
const fn newest(interfaces: &[&str]) -> u32 {
    let mut newest = 0;
    let mut interface = 0;
    while interface < interfaces.len() {
        let text = interfaces[interface].as_bytes();
        let mut at = 0;
        while text[at] != b'@' {
            at += 1;
        }
        while text[at] != b'.' {
            at += 1;
        }
        at += 1;
        let mut minor = 0;
        while text[at] != b'.' {
            minor = minor * 10 + (text[at] - b'0') as u32;
            at += 1;
        }
        if minor > newest {
            newest = minor;
        }
        interface += 1;
    }
    newest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_is_found_by_its_name() {
        for &function in Function::ALL {
            let found = Function::by_name(function.name()).unwrap();
            // Manifests and tenants set limits by name, whatever the kind.
            assert_eq!(found.max_cpu_ms(), function.max_cpu_ms(), "{function:?}");
            assert_eq!(found.max_wall_ms(), function.max_wall_ms(), "{function:?}");
            for &kind in function.declared().kinds {
                assert_eq!(Function::of_kind(kind, function.name()), Some(function));
            }
        }
        assert_eq!(Function::RatesByAccount.name(), "rates-by-account");
        assert_eq!(
            Function::Label.signature().arguments,
            [("request", "BookRequest"), ("booked", "Booked")]
        );
        assert_eq!(Function::of_kind(Kind::RateEngine, "describe"), None);
    }

    #[test]
    fn a_rate_engine_may_have_the_abilities_of_every_kind() {
        for name in ["migrate", "handle", "price"] {
            assert!(
                Function::of_kind(Kind::RateEngine, name).is_some(),
                "{name}"
            );
        }
    }

    #[test]
    fn an_ability_is_named_like_its_interface() {
        assert_eq!(Ability::TrackingPush.name(), "tracking-push");
        assert_eq!(Ability::SettingsMigration.name(), "settings-migration");
        assert_eq!(Ability::Manifesting.name(), "manifesting");
    }

    #[test]
    fn the_newest_minor_is_the_greatest() {
        assert_eq!(newest(&["waybill:a/b@1.2.0", "waybill:a/c@1.10.0"]), 10);
    }
}
