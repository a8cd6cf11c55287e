//! The save contract: one way for every call that creates or changes a record.
//!
//! - A form with an `id` changes that record; without one (or with 0) it begins a new one.
//! - A member that is absent stays as it is on a change and has its default on a new record; null empties a member that
//!   may be empty.
//! - A `rowVersion` that was sent and is stale is a 409; none, or 0, means that the last write wins.
//! - Protected members are never taken from a caller.
//! - The route names the permissions to create and to change ([`Save`]), or none ([`Needs::SaveOwn`]); checked here.
//!
//! ```ignore
//! async fn save(mut scope: Scope, Save { customer }: Save) -> Result<One> {
//!     let mut edit = scope.edit::<Customer>(customer).await?;
//!     rules::check(&edit.record)?;
//!     scope.store(&mut edit).await?;
//!     scope.commit().await?;
//!     Ok(One { customer: edit.record })
//! }
//! ```

use std::{borrow::Cow, fmt, marker::PhantomData};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{
    Deserialize, Deserializer,
    de::{DeserializeSeed, IntoDeserializer, MapAccess, Visitor, value::MapAccessDeserializer},
};

pub use kernel_macros::Form;

use crate::{
    caller::Needs,
    db::Entity,
    error::{Error, Result},
    permission::Permission,
    scope::Scope,
};

/// A member of a form: its field in the code and its name in the API.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Member {
    pub field: &'static str,
    pub name: &'static str,
    pub is_protected: bool,
}

/// A struct whose members a caller may set one by one; derived by [`macro@Form`].
pub trait Form: Default {
    const MEMBERS: &'static [Member];
    /// The record that is meant; 0 for a new one.
    fn id(&self) -> i64 {
        0
    }
    /// The version that the caller has seen; 0 when none was sent.
    fn row_version(&self) -> i64 {
        0
    }
    /// Takes one member's value from another form.
    fn take(&mut self, member: usize, from: &mut Self);
}

/// What an id or a version is as a number; one that is left out is 0.
pub trait FormId {
    fn number(&self) -> i64;
}

impl FormId for i64 {
    fn number(&self) -> i64 {
        *self
    }
}

impl<T: FormId> FormId for Option<T> {
    fn number(&self) -> i64 {
        self.as_ref().map_or(0, T::number)
    }
}

/// What a caller sent of a form: its values, and which members were mentioned at all. By default nothing was sent; as a
/// member of another form it changes a part of a record in the same way.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Change<F> {
    sent: F,
    mentioned: Vec<usize>,
}

impl<F: Form> Change<F> {
    /// A change that sets every member: for seeds, imports and tests.
    pub fn whole(form: F) -> Self {
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
    /// What was sent, with defaults where nothing was.
    pub fn sent(&self) -> &F {
        &self.sent
    }
    /// Whether the caller mentioned the member, by its name in the API.
    pub fn mentions(&self, name: &str) -> bool {
        self.mentioned.iter().any(|member| {
            F::MEMBERS
                .get(*member)
                .is_some_and(|known| known.name == name)
        })
    }
    /// Keeps a member as it is, whatever was sent: where the caller lacks a permission of its own.
    pub fn without(mut self, name: &str) -> Self {
        self.mentioned.retain(|member| {
            F::MEMBERS
                .get(*member)
                .is_none_or(|known| known.name != name)
        });
        self
    }
    /// Lays what was sent over a form; protected members stay.
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

/// The members' names as serde's calls want them.
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
        let sent = F::deserialize(MapAccessDeserializer::new(Noting {
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

/// Passes members on and notes their names.
struct Noting<'a, A> {
    members: A,
    names: &'a mut Vec<String>,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Noting<'_, A> {
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

/// A record as it will be after the save, and how it was.
#[derive(Debug)]
pub struct Edit<E> {
    pub record: E,
    /// None for a new record.
    pub before: Option<E>,
    mentioned: Vec<&'static str>,
}

impl<E> Edit<E> {
    pub fn is_new(&self) -> bool {
        self.before.is_none()
    }
    /// Whether the caller mentioned the member, by its name in the API.
    pub fn mentions(&self, name: &str) -> bool {
        self.mentioned.contains(&name)
    }
}

/// The permissions of a save: to begin a new record, and to change one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Save {
    pub create: Permission,
    pub change: Permission,
}

impl Save {
    /// One permission for both.
    pub fn by(permission: Permission) -> Self {
        Self {
            create: permission,
            change: permission,
        }
    }
    pub fn with(create: Permission, change: Permission) -> Self {
        Self { create, change }
    }
}

impl From<Save> for Needs {
    fn from(save: Save) -> Self {
        Self::Save(save)
    }
}

impl Scope {
    /// The record that a change makes: loaded or new, with what was sent laid over it. [`Scope::store`] writes it.
    pub async fn edit<E>(&mut self, change: Change<E>) -> Result<Edit<E>>
    where
        E: Entity<Id: From<i64>> + Form + Clone,
    {
        let before: Option<E> = self.before(&change).await?;
        Ok(laid(change, before))
    }

    /// The same for what is no row of the caller's tenant: over the form as it stands now; none for a new record.
    pub fn edit_over<F: Form + Clone>(
        &mut self,
        change: Change<F>,
        stored: Option<F>,
    ) -> Result<Edit<F>> {
        self.require_save(stored.is_none())?;
        match &stored {
            Some(stored) => fresh(change.row_version(), stored.row_version())?,
            None if change.is_new() => {}
            None => {
                return Err(Error::Internal(anyhow::anyhow!(
                    "a change of a stored record came without it"
                )));
            }
        }
        Ok(laid(change, stored))
    }

    /// The same for a record whose form is another struct: the form as it is stored, with what was sent laid over it, and
    /// the record before the change.
    pub async fn edit_as<E, F>(
        &mut self,
        change: Change<F>,
        form_of: impl FnOnce(&E) -> F,
    ) -> Result<(F, Option<E>)>
    where
        E: Entity<Id: From<i64>>,
        F: Form,
    {
        let before: Option<E> = self.before(&change).await?;
        let mut form = before.as_ref().map_or_else(F::default, form_of);
        change.apply(&mut form);
        Ok((form, before))
    }

    /// The same for a record that the call names otherwise than by the form's id: the caller's own user, settings that are
    /// there once. `stored` is the record if there is one; without it the save begins it.
    pub fn edit_stored<E, F>(
        &mut self,
        change: Change<F>,
        stored: Option<&E>,
        form_of: impl FnOnce(&E) -> F,
    ) -> Result<F>
    where
        E: Entity,
        F: Form,
    {
        self.require_save(stored.is_none())?;
        fresh(change.row_version(), stored.map_or(0, E::row_version))?;
        let mut form = stored.map_or_else(F::default, form_of);
        change.apply(&mut form);
        Ok(form)
    }

    async fn before<E, F>(&mut self, change: &Change<F>) -> Result<Option<E>>
    where
        E: Entity<Id: From<i64>>,
        F: Form,
    {
        self.require_save(change.is_new())?;
        if change.is_new() {
            return Ok(None);
        }
        let stored: E = self.find(change.id().into()).await?;
        fresh(change.row_version(), stored.row_version())?;
        Ok(Some(stored))
    }

    /// Writes an edited record: a new row, or the changed one.
    pub async fn store<E: Entity>(&mut self, edit: &mut Edit<E>) -> Result<()> {
        match edit.before {
            None => self.insert(&mut edit.record).await,
            Some(_) => self.update(&mut edit.record).await,
        }
    }
}

fn laid<F: Form + Clone>(change: Change<F>, before: Option<F>) -> Edit<F> {
    let mentioned = mentioned(&change);
    let mut record = before.clone().unwrap_or_default();
    change.apply(&mut record);
    Edit {
        record,
        before,
        mentioned,
    }
}

fn mentioned<F: Form>(change: &Change<F>) -> Vec<&'static str> {
    change
        .mentioned
        .iter()
        .filter_map(|member| F::MEMBERS.get(*member))
        .map(|member| member.name)
        .collect()
}

/// A version that was sent must be the one that is stored; none (0) was not sent.
pub fn fresh(sent: i64, stored: i64) -> Result<()> {
    if sent == 0 || sent == stored {
        Ok(())
    } else {
        Err(Error::Conflict)
    }
}

#[cfg(test)]
mod tests;
