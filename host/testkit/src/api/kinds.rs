//! Declarations of ids, enums, requests, responses and parameters in the generated files.

macro_rules! kernel_ids {
    ($($name:ident,)*) => {$(
        impl crate::api::IntoField<$name> for $name {
            fn into_field(self) -> serde_json::Value {
                self.0.into()
            }
        }
        impl crate::api::Response for $name {
            fn read(value: serde_json::Value, source: crate::api::Source<'_>) -> Self {
                Self(<i64 as crate::api::Response>::read(value, source))
            }
        }
    )*};
}

/// Ids that the areas keep to themselves.
macro_rules! ids {
    ($($name:ident,)*) => {
        $(
            #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
            pub struct $name(pub i64);

            impl std::fmt::Display for $name {
                fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    self.0.fmt(f)
                }
            }
        )*
        kernel_ids! { $($name,)* }
    };
}

macro_rules! enums {
    ($($name:ident { $($variant:ident = $value:literal,)* })*) => {$(
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $name { $($variant,)* }

        impl $name {
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $value,)* }
            }
        }
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }
        impl crate::api::IntoField<$name> for $name {
            fn into_field(self) -> serde_json::Value {
                self.as_str().into()
            }
        }
        impl crate::api::Response for $name {
            fn read(value: serde_json::Value, source: crate::api::Source<'_>) -> Self {
                match value.as_str() {
                    $(Some($value) => Self::$variant,)*
                    _ => source.fail(concat!("is no ", stringify!($name))),
                }
            }
        }
    )*};
}

macro_rules! requests {
    ($($name:ident { $($field:ident: $kind:ty = $json:literal,)* })*) => {$(
        #[derive(Debug, Clone, Default, PartialEq)]
        pub struct $name(crate::api::Request);

        impl $name {
            pub fn new() -> Self {
                Self::default()
            }
            /// Sets a field that the contract does not name.
            pub fn other(mut self, name: &str, value: impl Into<serde_json::Value>) -> Self {
                self.0.set(name, value.into());
                self
            }
            $(pub fn $field(mut self, value: impl crate::api::IntoField<$kind>) -> Self {
                self.0.set($json, value.into_field());
                self
            })*
        }
        impl From<$name> for serde_json::Value {
            fn from(request: $name) -> Self {
                Self::Object(request.0.0)
            }
        }
        impl crate::api::IntoField<$name> for $name {
            fn into_field(self) -> serde_json::Value {
                self.into()
            }
        }
    )*};
}

macro_rules! responses {
    ($($name:ident { $($field:ident: $kind:ty = $read:ident $json:literal,)* })*) => {$(
        #[derive(Debug, Clone, PartialEq)]
        pub struct $name { $(pub $field: $kind,)* }

        impl crate::api::Response for $name {
            fn read(value: serde_json::Value, source: crate::api::Source<'_>) -> Self {
                #[allow(unused_mut, reason = "a response may have no fields")]
                let mut object = crate::api::Object::new(value, source);
                let read = Self { $($field: object.$read($json),)* };
                object.end();
                read
            }
        }
    )*};
}

macro_rules! parameters {
    ($name:ident -> $result:ty { $($field:ident: $kind:ty = $json:literal,)* }) => {
        /// Optional parameters of a call.
        pub enum $name {}

        impl<'a> crate::api::Call<'a, $result, $name> {
            $(pub fn $field(self, value: impl crate::api::IntoField<$kind>) -> Self {
                self.parameter($json, value.into_field())
            })*
        }
    };
}

pub(crate) use {enums, ids, kernel_ids, parameters, requests, responses};
