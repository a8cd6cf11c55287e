//! Version routing, consent and settings of plugin calls.

use carriers::port::{CarrierFault, FaultKind};
use engine::{CallContext, Manifest, NotLoaded, Plugin};
use kernel::{
    Error,
    ids::{CustomerId, TenantId},
    message,
};

use super::{asks::requested_permissions, services::Services, settings};

/// Reasons for not calling a plugin.
pub enum Unreachable {
    Missing,
    Refused(CarrierFault),
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
                NotLoaded::Version(version) => Unreachable::Refused(CarrierFault {
                    kind: FaultKind::Plugin {
                        word: "missing".to_owned(),
                    },
                    message: format!(
                        "Version {version} of {id}, which is chosen here, is not loaded."
                    ),
                }),
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
    pub async fn check_consent(
        &self,
        tenant: i64,
        manifest: &Manifest,
    ) -> Result<(), CarrierFault> {
        let fault = |kind: FaultKind, message: String| CarrierFault { kind, message };
        let plugin = |word: &str| FaultKind::Plugin {
            word: word.to_owned(),
        };
        let host = self
            .host
            .get()
            .ok_or_else(|| fault(plugin("starting"), "The host is starting.".to_owned()))?;
        let agreed = plugins::load_consents(host, TenantId(tenant), &manifest.id).await;
        let agreed = agreed.map_err(|error| fault(plugin("consent"), error.sentence()))?;
        if requested_permissions(manifest)
            .iter()
            .all(|ask| agreed.contains(&ask.code))
        {
            return Ok(());
        }
        let message = format!(
            "{} asks for more than an administrator has agreed to. Look at it under Plugins.",
            manifest.name
        );
        Err(fault(plugin("consent"), message))
    }

    /// Adds the tenant's settings and limits and the customer to the call.
    pub async fn add_settings(
        &self,
        context: &mut CallContext,
        plugin: &str,
        customer: Option<CustomerId>,
    ) -> Result<(), CarrierFault> {
        let fault = |error: Error| CarrierFault {
            kind: FaultKind::Plugin {
                word: "settings".to_owned(),
            },
            message: error.sentence(),
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
