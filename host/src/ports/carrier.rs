//! Carrier port, implemented by the engine's carrier plugins.

use std::{collections::BTreeMap, sync::Arc};

use carriage::{
    BookRequest, Booked, CarrierInvoice, Consignment, FaultKind, File, ManifestRequest, Manifested,
    Picked, PickupRequest, PluginFault, Rate, Tracked, Verdict, address::Address, goods::Piece,
};
use carriers::port::{Attribute, CarrierCall, CarrierInfo, CarrierPort};
use data::{Message, ids::TenantId, message};
use engine::{
    Ability, AccountGrant, CallContext, Carrier, Engine, MAX_ACCOUNTS, Plugin, Secret, wit,
};
use futures_util::future::{BoxFuture, join_all};

use super::{reach::Unreachable, services::Services};

#[derive(Clone)]
pub struct PluginCarriers {
    engine: Engine,
    services: Arc<Services>,
}

type Answer<T> = BoxFuture<'static, Result<T, PluginFault>>;

async fn reach(
    services: &Arc<Services>,
    call: CarrierCall,
) -> Result<(Carrier, CallContext), PluginFault> {
    let missing = || {
        PluginFault::missing(message!(
            "The carrier {carrier} is not installed.",
            carrier = call.carrier
        ))
    };
    let plugin = services
        .reach(call.tenant.0, &call.carrier)
        .await
        .map_err(|why| match why {
            Unreachable::Missing => missing(),
            Unreachable::Refused(fault) => fault,
        })?;
    let carrier = plugin.carrier().ok_or_else(missing)?;
    let settings = settings_of(&call)?;
    let mut context = CallContext {
        tenant: call.tenant.0,
        timezone: call.timezone.parse().unwrap_or(chrono_tz::UTC),
        now: call.now,
        account: AccountGrant {
            code: call.account_code,
            settings_json: settings,
            secrets: call
                .secrets
                .into_iter()
                .map(|(key, secret)| (key, Secret::new(secret.expose())))
                .collect(),
        },
        settings: engine::SettingsGrant::default(),
        limits: Arc::default(),
        granted_hosts: plugin.manifest().grants.hosts.clone(),
        deadline: call.deadline,
        measures: Arc::default(),
        caller: None,
        host: services.clone(),
    };
    services
        .add_settings(&mut context, plugin.id(), call.customer)
        .await?;
    Ok((carrier, context))
}

/// Plain settings only.
fn settings_of(call: &CarrierCall) -> Result<String, PluginFault> {
    serde_json::to_string(&call.settings).map_err(|error| {
        let kind = FaultKind::NotCalled { reason: "settings" };
        PluginFault::new(kind, Message::verbatim(error.to_string()))
    })
}

/// `None` if this version rates one at a time or the whole call failed.
async fn rate_together(
    services: &Arc<Services>,
    calls: &[CarrierCall],
    goods: &MeasuredConsignment,
) -> Option<Vec<Result<Vec<Rate>, PluginFault>>> {
    let [first, _, ..] = calls else { return None };
    let (carrier, context) = reach(services, first.clone()).await.ok()?;
    let account = |call: &CarrierCall| {
        let settings = settings_of(call)?;
        Ok(wit::AskedAccount {
            code: call.account_code.clone(),
            settings,
        })
    };
    let accounts = calls
        .iter()
        .map(account)
        .collect::<Result<Vec<_>, PluginFault>>()
        .ok()?;
    let response = carrier
        .rates_by_account(goods.context(context), accounts, goods.consignment.clone())
        .await
        .ok()??;
    Some(response)
}

/// A consignment for a call, and its exact dimensions for the call context.
#[derive(Clone)]
struct MeasuredConsignment {
    consignment: wit::Consignment,
    measures: Arc<[wit::Measure]>,
}

impl From<Consignment> for MeasuredConsignment {
    fn from(consignment: Consignment) -> Self {
        let measures = measures(&consignment.pieces);
        Self {
            consignment: consignment.into(),
            measures,
        }
    }
}

impl MeasuredConsignment {
    fn context(&self, context: CallContext) -> CallContext {
        CallContext {
            measures: self.measures.clone(),
            ..context
        }
    }
}

pub(super) fn measures(pieces: &[Piece]) -> Arc<[wit::Measure]> {
    pieces.iter().map(wit::Measure::from).collect()
}

impl PluginCarriers {
    pub fn new(engine: Engine, services: Arc<Services>) -> Self {
        Self { engine, services }
    }

    fn installed(&self) -> impl Iterator<Item = Plugin> {
        self.engine
            .plugins()
            .into_iter()
            .filter(|plugin| plugin.carrier().is_some())
    }

    /// Rates one account.
    fn rates_of(&self, call: CarrierCall, goods: MeasuredConsignment) -> Answer<Vec<Rate>> {
        let question = |carrier: Carrier, context| async move {
            carrier
                .rates(goods.context(context), goods.consignment)
                .await
        };
        self.call(call, question)
    }

    fn call<T, F>(
        &self,
        call: CarrierCall,
        question: impl FnOnce(Carrier, CallContext) -> F + Send + 'static,
    ) -> Answer<T>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, PluginFault>> + Send + 'static,
    {
        let services = self.services.clone();
        Box::pin(async move {
            let (carrier, context) = reach(&services, call).await?;
            question(carrier, context).await
        })
    }
}

impl CarrierPort for PluginCarriers {
    fn codes(&self) -> Vec<String> {
        self.installed()
            .map(|plugin| plugin.id().to_owned())
            .collect()
    }

    fn carrier(&self, tenant: TenantId, code: &str) -> Option<CarrierInfo> {
        info(&self.engine.plugin_for(code, tenant.0).ok()?)
    }

    fn in_languages(
        &self,
        tenant: TenantId,
        mut info: CarrierInfo,
        languages: &[String],
    ) -> CarrierInfo {
        let locales = self.services.installed().locales(tenant, &info.code);
        locales.translate(languages, "name", &mut info.name);
        locales.translate(languages, "description", &mut info.description);
        for attribute in &mut info.attributes {
            locales.translate(
                languages,
                &format!("attributes.{}.name", attribute.key),
                &mut attribute.display_name,
            );
            locales.translate(
                languages,
                &format!("attributes.{}.help", attribute.key),
                &mut attribute.help,
            );
        }
        info
    }

    fn names(&self, tenant: TenantId, languages: &[String]) -> BTreeMap<String, String> {
        let names = self.installed().map(|plugin| {
            let accessible = self
                .engine
                .plugin_for(plugin.id(), tenant.0)
                .ok()
                .filter(|own| own.carrier().is_some());
            let mut name = accessible
                .unwrap_or_else(|| plugin.clone())
                .manifest()
                .name
                .clone();
            self.services
                .installed()
                .locales(tenant, plugin.id())
                .translate(languages, "name", &mut name);
            (plugin.id().to_owned(), name)
        });
        names.collect()
    }

    fn check_account(&self, call: CarrierCall) -> Answer<()> {
        self.call(call, |carrier, context| async move {
            carrier.check_account(context).await
        })
    }

    fn rates(&self, call: CarrierCall, consignment: Consignment) -> Answer<Vec<Rate>> {
        self.rates_of(call, MeasuredConsignment::from(consignment))
    }

    fn prices_together(&self, tenant: TenantId, code: &str) -> bool {
        self.engine
            .plugin_for(code, tenant.0)
            .is_ok_and(|plugin| plugin.has(Ability::RatingByAccount))
    }

    fn rates_together(
        &self,
        calls: Vec<CarrierCall>,
        consignment: Consignment,
    ) -> BoxFuture<'static, Vec<Result<Vec<Rate>, PluginFault>>> {
        let carriers = self.clone();
        let goods = MeasuredConsignment::from(consignment);
        Box::pin(async move {
            let groups = calls.chunks(MAX_ACCOUNTS).map(async |calls| {
                if let Some(rates) = rate_together(&carriers.services, calls, &goods).await {
                    return rates;
                }
                join_all(
                    calls
                        .iter()
                        .map(|call| carriers.rates_of(call.clone(), goods.clone())),
                )
                .await
            });
            join_all(groups).await.into_iter().flatten().collect()
        })
    }

    fn book(&self, call: CarrierCall, request: BookRequest) -> Answer<Booked> {
        let measures = measures(&request.consignment.pieces);
        self.call(call, |carrier, context| async move {
            let context = CallContext {
                measures,
                ..context
            };
            carrier.book(context, request.into()).await
        })
    }

    fn find(&self, call: CarrierCall, reference: String) -> Answer<Option<Booked>> {
        self.call(call, |carrier, context| async move {
            carrier.find(context, reference).await
        })
    }

    fn label(&self, call: CarrierCall, request: BookRequest, booked: Booked) -> Answer<File> {
        let measures = measures(&request.consignment.pieces);
        self.call(call, |carrier, context| async move {
            let context = CallContext {
                measures,
                ..context
            };
            carrier.label(context, request.into(), booked).await
        })
    }

    fn cancel(&self, call: CarrierCall, booked: Booked) -> Answer<()> {
        self.call(call, |carrier, context| async move {
            carrier.cancel(context, booked).await
        })
    }

    fn manifest(&self, call: CarrierCall, request: ManifestRequest) -> Answer<Option<Manifested>> {
        self.call(call, |carrier, context| async move {
            carrier.manifest(context, request).await
        })
    }

    fn book_pickup(&self, call: CarrierCall, request: PickupRequest) -> Answer<Option<Picked>> {
        self.call(call, |carrier, context| async move {
            carrier.book_pickup(context, request).await
        })
    }

    fn cancel_pickup(&self, call: CarrierCall, picked: Picked) -> Answer<Option<()>> {
        self.call(call, |carrier, context| async move {
            carrier.cancel_pickup(context, picked).await
        })
    }

    fn check_address(&self, call: CarrierCall, address: Address) -> Answer<Option<Verdict>> {
        self.call(call, |carrier, context| async move {
            carrier.check_address(context, (&address).into()).await
        })
    }

    fn track(&self, call: CarrierCall, booked: Vec<Booked>) -> Answer<Option<Vec<Tracked>>> {
        self.call(call, |carrier, context| async move {
            carrier.track(context, booked).await
        })
    }

    fn read_invoice(&self, call: CarrierCall, file: File) -> Answer<Option<CarrierInvoice>> {
        self.call(call, |carrier, context| async move {
            carrier.read_invoice(context, file).await
        })
    }
}

fn attribute(attribute: &wit::Attribute) -> Attribute {
    Attribute {
        key: attribute.key.clone(),
        display_name: attribute.display_name.clone(),
        data_type: attribute.data_type.clone(),
        required: attribute.required,
        choices: attribute.choices.clone(),
        help: attribute.help.clone(),
    }
}

fn info(plugin: &Plugin) -> Option<CarrierInfo> {
    plugin.carrier()?;
    let manifest = plugin.manifest();
    Some(CarrierInfo {
        code: plugin.id().to_owned(),
        name: manifest.name.clone(),
        description: manifest.description.clone(),
        attributes: plugin
            .description()
            .map(|said| said.attributes.iter().map(attribute).collect())
            .unwrap_or_default(),
        services: plugin.services().to_vec(),
        manifests: plugin.has(Ability::Manifesting),
        picks_up: plugin.has(Ability::Pickup),
        checks_addresses: plugin.has(Ability::AddressCheck),
        tracks: plugin.has(Ability::Tracking),
        is_own: manifest.grants.hosts.is_empty(),
        max_un_numbers: manifest.accepts.un_numbers_per_item,
    })
}
