//! Which version of a plugin a tenant's call goes to, whether it may be called, and what it is given.

use carriers::port::{CarrierFault, FaultKind};
use engine::{CallContext, Manifest, NotLoaded, Plugin};
use kernel::{
    Error,
    ids::{CustomerId, TenantId},
    message,
};

use super::{asks::asks, services::Services, settings};

/// Why a plugin is not called.
pub enum Unreachable {
    /// There is none of this id.
    Missing,
    Refused(CarrierFault),
}

impl Services {
    /// The version of the plugin that this call of the tenant goes to, which the tenant has agreed to. Every call is
    /// made through here: what it may reach and which settings it gets depend on the version.
    ///
    /// A tenant that follows may be given the version that is tried out, if all that one asks for is agreed to.
    pub async fn reach(&self, tenant: i64, id: &str) -> Result<Plugin, Unreachable> {
        if let Some(candidate) = self.candidate(tenant, id).await {
            return Ok(candidate);
        }
        let own = self
            .engine
            .own(id, tenant)
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
            self.check_consent(tenant, own.manifest())
                .await
                .map_err(Unreachable::Refused)?;
        }
        Ok(own)
    }

    pub(super) async fn candidate(&self, tenant: i64, id: &str) -> Option<Plugin> {
        let candidate = self.engine.candidate(id, tenant)?;
        self.check_consent(tenant, candidate.manifest())
            .await
            .is_ok()
            .then_some(candidate)
    }

    /// Refuses the call of a packaged plugin for a tenant that has not agreed to all it asks for.
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
        let agreed = plugins::agreed(host, TenantId(tenant), &manifest.id).await;
        let agreed = agreed.map_err(|error| fault(plugin("consent"), error.sentence()))?;
        if asks(manifest).iter().all(|ask| agreed.contains(&ask.code)) {
            return Ok(());
        }
        let words = format!(
            "{} asks for more than an administrator has agreed to. Look at it under Plugins.",
            manifest.name
        );
        Err(fault(plugin("consent"), words))
    }

    /// Gives the call the plugin's settings and limits for its tenant, and the customer it is made for.
    pub async fn settle(
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
        let found = plugins::settings_for(host, TenantId(context.tenant), plugin, customer)
            .await
            .map_err(fault)?;
        (context.settings, context.limits) = settings::granted(&found);
        Ok(())
    }
}
