//! `scope.edit`: the stored state of a save, its checks, and the changed form.

use std::{future::Future, marker::PhantomData};

use super::{Change, Form, check_version};
use crate::{
    error::{Error, Result},
    record::Entity,
    scope::Scope,
};

/// A form with the changes applied, and the state before. A record is its own form.
#[derive(Debug)]
pub struct Edit<F, B = F> {
    pub record: F,
    pub before: Option<B>,
    mentioned: Vec<&'static str>,
}

impl<F, B> Edit<F, B> {
    pub fn is_new(&self) -> bool {
        self.before.is_none()
    }
    /// True if the member was present in the input, by its API name.
    pub fn mentions(&self, name: &str) -> bool {
        self.mentioned.contains(&name)
    }
}

/// A change with the source of the state that it applies to.
pub trait Editable: Send {
    type Form: Form;
    type Before;
    /// Checks the permission and the row version, and loads the state.
    fn load(
        self,
        scope: &mut Scope,
    ) -> impl Future<Output = Result<Loaded<Self::Form, Self::Before>>> + Send;
}

/// A change with the form before it.
pub struct Loaded<F, B> {
    change: Change<F>,
    form: F,
    before: Option<B>,
}

/// See [`Change::over`].
pub struct Over<F> {
    change: Change<F>,
    stored: Option<F>,
}

/// See [`Change::of_record`].
pub struct OfRecord<E, F, M> {
    change: Change<F>,
    form_of: M,
    record: PhantomData<fn() -> E>,
}

/// See [`Change::of_row`].
pub struct OfRow<'a, E, F, M> {
    change: Change<F>,
    stored: Option<&'a E>,
    form_of: M,
}

impl<F: Form> Change<F> {
    /// Applies to a form that is no row of the caller's tenant; `None` for a new record.
    pub fn over(self, stored: Option<F>) -> Over<F> {
        Over {
            change: self,
            stored,
        }
    }
    /// Applies to a form of the record with the change's id.
    pub fn of_record<E, M: FnOnce(&E) -> F>(self, form_of: M) -> OfRecord<E, F, M> {
        OfRecord {
            change: self,
            form_of,
            record: PhantomData,
        }
    }
    /// Applies to a record that is not identified by the form's id, such as the caller's own user
    /// or a singleton. Without `stored` the save creates it.
    pub fn of_row<E, M: FnOnce(&E) -> F>(
        self,
        stored: Option<&E>,
        form_of: M,
    ) -> OfRow<'_, E, F, M> {
        OfRow {
            change: self,
            stored,
            form_of,
        }
    }
}

impl<E> Editable for Change<E>
where
    E: Entity<Id: From<i64>> + Form + Clone,
{
    type Form = E;
    type Before = E;
    async fn load(self, scope: &mut Scope) -> Result<Loaded<E, E>> {
        let before = stored_record::<E, E>(scope, &self).await?;
        Ok(Loaded {
            form: before.clone().unwrap_or_default(),
            change: self,
            before,
        })
    }
}

impl<F: Form + Clone + Send> Editable for Over<F> {
    type Form = F;
    type Before = F;
    async fn load(self, scope: &mut Scope) -> Result<Loaded<F, F>> {
        let Self { change, stored } = self;
        scope.require_save(stored.is_none())?;
        match &stored {
            Some(stored) => check_version(change.row_version(), stored.row_version())?,
            None if change.is_new() => {}
            None => {
                return Err(Error::Internal(anyhow::anyhow!(
                    "a change of a stored record came without it"
                )));
            }
        }
        Ok(Loaded {
            change,
            form: stored.clone().unwrap_or_default(),
            before: stored,
        })
    }
}

impl<E, F, M> Editable for OfRecord<E, F, M>
where
    E: Entity<Id: From<i64>>,
    F: Form + Send + Sync,
    M: FnOnce(&E) -> F + Send,
{
    type Form = F;
    type Before = E;
    async fn load(self, scope: &mut Scope) -> Result<Loaded<F, E>> {
        let before = stored_record::<E, F>(scope, &self.change).await?;
        Ok(Loaded {
            change: self.change,
            form: before.as_ref().map_or_else(F::default, self.form_of),
            before,
        })
    }
}

impl<'a, E, F, M> Editable for OfRow<'a, E, F, M>
where
    E: Entity,
    F: Form + Send,
    M: FnOnce(&E) -> F + Send,
{
    type Form = F;
    type Before = &'a E;
    async fn load(self, scope: &mut Scope) -> Result<Loaded<F, &'a E>> {
        let Self {
            change,
            stored,
            form_of,
        } = self;
        scope.require_save(stored.is_none())?;
        check_version(change.row_version(), stored.map_or(0, E::row_version))?;
        Ok(Loaded {
            change,
            form: stored.map_or_else(F::default, form_of),
            before: stored,
        })
    }
}

async fn stored_record<E, F>(scope: &mut Scope, change: &Change<F>) -> Result<Option<E>>
where
    E: Entity<Id: From<i64>>,
    F: Form,
{
    scope.require_save(change.is_new())?;
    if change.is_new() {
        return Ok(None);
    }
    let stored: E = scope.find(change.id().into()).await?;
    check_version(change.row_version(), stored.row_version())?;
    Ok(Some(stored))
}

impl Scope {
    /// Applies a change to its record, or to a new one. [`Scope::store`] writes it.
    pub async fn edit<T: Editable>(&mut self, change: T) -> Result<Edit<T::Form, T::Before>> {
        let Loaded {
            change,
            form: mut record,
            before,
        } = change.load(self).await?;
        let mentioned = mentioned(&change);
        change.apply(&mut record);
        Ok(Edit {
            record,
            before,
            mentioned,
        })
    }

    /// Inserts or updates an edited record.
    pub async fn store<E: Entity>(&mut self, edit: &mut Edit<E>) -> Result<()> {
        match edit.before {
            None => self.insert(&mut edit.record).await,
            Some(_) => self.update(&mut edit.record).await,
        }
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
