//! Functions of plugins of any kind.

use super::Answer;
use crate::{
    Ability, CallContext, Plugin,
    call::call,
    interface::{functions as f, wit},
};

impl Plugin {
    /// `None` for a rate engine.
    pub async fn describe(&self, context: CallContext) -> Answer<Option<wit::Description>> {
        match self.loaded.exports.about().is_ok() {
            true => call(self, context, f::Describe()).await.map(Some),
            false => Ok(None),
        }
    }

    /// May call the remote service; `None` for a rate engine.
    pub async fn check_account(&self, context: CallContext) -> Answer<Option<()>> {
        match self.loaded.exports.about().is_ok() {
            true => call(self, context, f::CheckAccount()).await.map(Some),
            false => Ok(None),
        }
    }

    pub fn endpoint(&self) -> Option<Endpoint> {
        self.has(Ability::Endpoint).then(|| Endpoint(self.clone()))
    }

    pub fn settings_migration(&self) -> Option<SettingsMigration> {
        self.has(Ability::SettingsMigration)
            .then(|| SettingsMigration(self.clone()))
    }
}

#[derive(Clone)]
pub struct Endpoint(Plugin);

impl Endpoint {
    pub fn plugin(&self) -> &Plugin {
        &self.0
    }

    /// The status is 200 to 599, and HTTP allows the headers; the caller decides which to forward.
    pub async fn handle(
        &self,
        context: CallContext,
        request: wit::WebRequest,
    ) -> Answer<wit::WebResponse> {
        call(&self.0, context, f::Handle(request)).await
    }
}

#[derive(Clone)]
pub struct SettingsMigration(Plugin);

impl SettingsMigration {
    pub fn plugin(&self) -> &Plugin {
        &self.0
    }

    /// Input and result are JSON objects without secrets.
    pub async fn migrate(
        &self,
        context: CallContext,
        from_version: String,
        settings: String,
    ) -> Answer<String> {
        call(&self.0, context, f::Migrate(from_version, settings)).await
    }
}
