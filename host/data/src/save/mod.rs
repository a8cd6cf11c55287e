//! The save contract for every call that creates or changes a record.
//!
//! - A form with an `id` changes that record; without one (or with 0) it creates one.
//! - An absent member is unchanged on an update and has its default on a new record; null clears an
//!   optional member.
//! - A stale `rowVersion` is a 409; without one, or with 0, the last write wins.
//! - Protected members are never taken from a caller.
//! - The route names the permissions to create and to change ([`Save`]), or none
//!   ([`Needs::SaveOwn`]); checked here.
//!
//! ```ignore
//! async fn save(mut scope: Scope, Save { customer }: Save) -> Result<One> {
//!     let mut edit = scope.edit(customer).await?;
//!     rules::check(&edit.record)?;
//!     scope.store(&mut edit).await?;
//!     scope.commit().await?;
//!     Ok(One { customer: edit.record })
//! }
//! ```
//!
//! A form that is no record names the source of its stored state: [`Change::over`],
//! [`Change::of_row`] or [`Change::of_record`].

use std::{borrow::Cow, fmt, marker::PhantomData};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{
    Deserialize, Deserializer,
    de::{DeserializeSeed, IntoDeserializer, MapAccess, Visitor, value::MapAccessDeserializer},
};

mod edit;
mod flat;

use crate::error::{Error, Result};

pub use data_macros::Form;
pub use edit::{Edit, Editable};
pub use flat::{Flat, read_flat, read_member};

/// A member of a form: its Rust field and its API name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Member {
    pub field: &'static str,
    pub name: &'static str,
    pub is_protected: bool,
}

impl Member {
    /// Has no name; fills lists that are joined at compile time.
    #[doc(hidden)]
    pub const NONE: Self = Self {
        field: "",
        name: "",
        is_protected: true,
    };
}

/// A struct whose members a caller may set individually; derived by [`macro@Form`].
pub trait Form: Default {
    /// Includes the members of value objects.
    const MEMBERS: &'static [Member];
    /// Rust fields that are value objects.
    const PARTS: &'static [&'static str] = &[];
    fn id(&self) -> i64 {
        0
    }
    fn row_version(&self) -> i64 {
        0
    }
    fn take(&mut self, member: usize, from: &mut Self);
}

/// A form sent by a caller: its values, and the members that were present. The default is empty. As
/// a member of another form it changes a part of a record.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Change<F> {
    sent: F,
    mentioned: Vec<usize>,
}

impl<F: Form> Change<F> {
    /// Every member changes, for seeds, imports and tests.
    pub fn from_form(form: F) -> Self {
        Self {
            sent: form,
            mentioned: (0..F::MEMBERS.len()).collect(),
        }
    }
    pub fn id(&self) -> i64 {
        self.sent.id()
    }
    pub fn row_version(&self) -> i64 {
        self.sent.row_version()
    }
    pub fn is_new(&self) -> bool {
        self.id() == 0
    }
    pub fn input(&self) -> &F {
        &self.sent
    }
    /// True if the member was present in the input, by its API name.
    pub fn mentions(&self, name: &str) -> bool {
        self.mentioned.iter().any(|member| {
            F::MEMBERS
                .get(*member)
                .is_some_and(|known| known.name == name)
        })
    }
    /// Ignores a member of the input, for a caller without the permission to change it.
    pub fn without(mut self, name: &str) -> Self {
        self.mentioned.retain(|member| {
            F::MEMBERS
                .get(*member)
                .is_none_or(|known| known.name != name)
        });
        self
    }
    /// Applies the input to a form, except protected members.
    pub fn apply(mut self, form: &mut F) {
        for member in self.mentioned {
            if F::MEMBERS
                .get(member)
                .is_some_and(|known| !known.is_protected)
            {
                form.take(member, &mut self.sent);
            }
        }
    }
}

impl<'de, F: Form + Deserialize<'de>> Deserialize<'de> for Change<F> {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        source.deserialize_struct("Change", Names::<F>::LIST, ChangeVisitor(PhantomData))
    }
}

/// Member names in the form serde requires.
struct Names<F>(PhantomData<F>);

impl<F: Form> Names<F> {
    const ARRAY: [&'static str; MAX_MEMBERS] = {
        assert!(
            F::MEMBERS.len() <= MAX_MEMBERS,
            "a form has at most 128 members"
        );
        let mut names = [""; MAX_MEMBERS];
        let mut at = 0;
        while at < F::MEMBERS.len() {
            names[at] = F::MEMBERS[at].name;
            at += 1;
        }
        names
    };
    const LIST: &'static [&'static str] = Self::ARRAY.split_at(F::MEMBERS.len()).0;
}

const MAX_MEMBERS: usize = 128;

struct ChangeVisitor<F>(PhantomData<F>);

impl<'de, F: Form + Deserialize<'de>> Visitor<'de> for ChangeVisitor<F> {
    type Value = Change<F>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map of members")
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Change<F>, A::Error> {
        let mut names = Vec::new();
        let sent = F::deserialize(MapAccessDeserializer::new(NameRecorder {
            members,
            names: &mut names,
        }))?;
        let member = |name: &String| {
            F::MEMBERS
                .iter()
                .position(|known| known.name == name.as_str())
        };
        Ok(Change {
            sent,
            mentioned: names.iter().filter_map(member).collect(),
        })
    }
}

/// Passes members on and records their names.
struct NameRecorder<'a, A> {
    members: A,
    names: &'a mut Vec<String>,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for NameRecorder<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        let Some(name) = self.members.next_key::<String>()? else {
            return Ok(None);
        };
        self.names.push(name.clone());
        seed.deserialize(name.into_deserializer()).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.members.next_value_seed(seed)
    }
}

impl<F: JsonSchema> JsonSchema for Change<F> {
    fn inline_schema() -> bool {
        F::inline_schema()
    }
    fn schema_name() -> Cow<'static, str> {
        F::schema_name()
    }
    fn schema_id() -> Cow<'static, str> {
        F::schema_id()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        F::json_schema(generator)
    }
}

/// Rejects a stale version; 0 means that none was sent.
pub fn check_version(sent: i64, stored: i64) -> Result<()> {
    if sent == 0 || sent == stored {
        Ok(())
    } else {
        Err(Error::Conflict)
    }
}

#[cfg(test)]
mod tests;
