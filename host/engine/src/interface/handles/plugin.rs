//! What every kind may be asked for.

use super::Answer;
use crate::{
    Ability, CallContext, Plugin,
    call::call,
    interface::{functions as f, wit},
};

impl Plugin {
    /// What it says of itself just now; a rate engine says nothing (`None`).
    pub async fn describe(&self, context: CallContext) -> Answer<Option<wit::Description>> {
        match self.loaded.exports.about().is_ok() {
            true => call(self, context, f::Describe()).await.map(Some),
            false => Ok(None),
        }
    }

    /// Whether the settings of the context work; it may call the other side. A rate engine cannot be asked (`None`).
    pub async fn check_account(&self, context: CallContext) -> Answer<Option<()>> {
        match self.loaded.exports.about().is_ok() {
            true => call(self, context, f::CheckAccount()).await.map(Some),
            false => Ok(None),
        }
    }

    /// Its own HTTP endpoints, when it has any.
    pub fn endpoint(&self) -> Option<Endpoint> {
        self.has(Ability::Endpoint).then(|| Endpoint(self.clone()))
    }

    /// How it carries the settings of an older version over, when it can.
    pub fn settings_migration(&self) -> Option<SettingsMigration> {
        self.has(Ability::SettingsMigration)
            .then(|| SettingsMigration(self.clone()))
    }
}

/// The HTTP endpoints of a plugin's own.
#[derive(Clone)]
pub struct Endpoint(Plugin);

impl Endpoint {
    pub fn plugin(&self) -> &Plugin {
        &self.0
    }

    /// Answers a request whose access was checked. The answer's status is 200 to 599 and its headers are names and values
    /// that HTTP allows; which of them are passed on is the caller's business.
    pub async fn handle(
        &self,
        context: CallContext,
        request: wit::WebRequest,
    ) -> Answer<wit::WebResponse> {
        call(&self.0, context, f::Handle(request)).await
    }
}

/// The settings of an older version, made fit for this one.
#[derive(Clone)]
pub struct SettingsMigration(Plugin);

impl SettingsMigration {
    pub fn plugin(&self) -> &Plugin {
        &self.0
    }

    /// `settings` and the answer are JSON objects of plain settings; `from_version` is the version they were saved for.
    pub async fn migrate(
        &self,
        context: CallContext,
        from_version: String,
        settings: String,
    ) -> Answer<String> {
        call(&self.0, context, f::Migrate(from_version, settings)).await
    }
}
