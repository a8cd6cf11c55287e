//! Version routing, consent and settings of plugin calls.

use carriage::{FaultKind, PluginFault};
use data::{
    Error, Message,
    ids::{CustomerId, TenantId},
    message,
};
use engine::{CallContext, Manifest, NotLoaded, Plugin};

use super::{asks::requested_permissions, services::Services, settings};

/// Reasons for not calling a plugin.
pub enum Unreachable {
    Missing,
    Refused(PluginFault),
}

impl Services {
    /// Returns the tenant's version. Every call uses it: permissions and settings depend on the
    /// version. A tenant without a pin may get the canary if it has granted its permissions.
    pub async fn reach(&self, tenant: i64, id: &str) -> Result<Plugin, Unreachable> {
        if let Some(candidate) = self.candidate(tenant, id).await {
            return Ok(candidate);
        }
        let plugin = self
            .engine
            .plugin_for(id, tenant)
            .map_err(|missing| match missing {
                NotLoaded::Plugin => Unreachable::Missing,
                NotLoaded::Version(version) => {
                    Unreachable::Refused(PluginFault::missing(message!(
                        "Version {version} of {id}, which is chosen here, is not loaded.",
                        version = version,
                        id = id
                    )))
                }
            })?;
        if !self.installed.is_bundled(id) {
            self.check_consent(tenant, plugin.manifest())
                .await
                .map_err(Unreachable::Refused)?;
        }
        Ok(plugin)
    }

    pub(super) async fn candidate(&self, tenant: i64, id: &str) -> Option<Plugin> {
        let candidate = self.engine.candidate(id, tenant)?;
        self.check_consent(tenant, candidate.manifest())
            .await
            .is_ok()
            .then_some(candidate)
    }

    /// Rejects a packaged plugin's call unless the tenant has granted all its permissions.
    pub async fn check_consent(&self, tenant: i64, manifest: &Manifest) -> Result<(), PluginFault> {
        let not_called =
            |reason, message| PluginFault::new(FaultKind::NotCalled { reason }, message);
        let host = self
            .host
            .get()
            .ok_or_else(|| not_called("starting", message!("The host is starting.")))?;
        let agreed = plugins::load_consents(host, TenantId(tenant), &manifest.id).await;
        let agreed =
            agreed.map_err(|error| not_called("consent", Message::verbatim(error.sentence())))?;
        if requested_permissions(manifest)
            .iter()
            .all(|ask| agreed.contains(&ask.code))
        {
            return Ok(());
        }
        let message = message!(
            "{plugin} asks for more than an administrator has agreed to. Look at it under Plugins.",
            plugin = manifest.name
        );
        Err(not_called("consent", message))
    }

    /// Adds the tenant's settings and limits and the customer to the call.
    pub async fn add_settings(
        &self,
        context: &mut CallContext,
        plugin: &str,
        customer: Option<CustomerId>,
    ) -> Result<(), PluginFault> {
        let fault = |error: Error| {
            let kind = FaultKind::NotCalled { reason: "settings" };
            PluginFault::new(kind, Message::verbatim(error.sentence()))
        };
        let starting = || fault(Error::Unavailable(message!("The host is starting.")));
        let host = self.host.get().ok_or_else(starting)?;
        let settings = plugins::settings_for(host, TenantId(context.tenant), plugin, customer)
            .await
            .map_err(fault)?;
        (context.settings, context.limits) = settings::to_grant(&settings);
        Ok(())
    }
}
