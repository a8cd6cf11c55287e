//! The Australia Post carrier: the Shipping and Tracking API, version 1.
//!
//! [`calls`] makes the HTTP calls. The pure modules [`rating`], [`booking`], [`orders`] and
//! [`events`] build requests and parse responses, with the API's types in [`wire`]. The README maps
//! plugin calls to API calls.

pub mod account;
pub mod booking;
mod calls;
pub mod events;
pub mod orders;
pub mod preferences;
pub mod rating;
pub mod wire;

use waybill_plugin::types::{
    BookRequest, Booked, Consignment, File, ManifestRequest, Manifested, PluginError, Rate,
    Service, Tracked,
};
use waybill_plugin::{
    About, Carrier, Manifesting, Result, Tracking, error, host, register, settings::Settings, store,
};

use booking::Shipped;
use calls::Api;

/// Thirty days: retries come within minutes.
const RETENTION_SECONDS: u32 = 30 * 24 * 60 * 60;

#[derive(Debug)]
pub struct AustraliaPost;

register!(carrier AustraliaPost, manifesting, tracking);

impl Carrier for AustraliaPost {
    fn about() -> About {
        About {
            id: "australia-post",
            name: "Australia Post",
            attributes: account::attributes(),
        }
    }

    fn check_account() -> Result<()> {
        let api = Api::of_account()?;
        match api.account() {
            Ok(answer) => account::check_contract(&answer),
            Err(PluginError::Rejected(refusal)) if account::is_unknown(&refusal.code) => {
                Err(error::invalid("accountNumber", refusal.message))
            }
            Err(fault) => Err(fault),
        }
    }

    fn list_services() -> Vec<Service> {
        // Without a valid account, lists the products that most contracts include.
        let products = Settings::of_account()
            .map(|mut settings| settings.names("products"))
            .unwrap_or_default();
        let service = |(code, name): (String, String)| Service {
            code,
            name,
            additional: false,
        };
        account::or_default_products(products)
            .into_iter()
            .map(service)
            .collect()
    }

    fn rates(consignment: &Consignment) -> Result<Vec<Rate>> {
        let api = Api::of_account()?;
        let Some(request) = rating::request(&api.account, consignment)? else {
            return Ok(Vec::new());
        };
        let answer = api.price_items(&request)?;
        rating::rates(&api.account, &api.preferences, consignment, &answer)
    }

    fn book(request: &BookRequest) -> Result<Booked> {
        let api = Api::of_account()?;
        let shipment = booking::request(&api.account, &api.preferences, request)?;
        let reference = &request.consignment.reference;
        if may_have_requested(reference)
            && let Some(booked) = find(&api, reference)?
        {
            return Ok(booked);
        }
        let created = api
            .create_shipment(&shipment)
            .and_then(|answer| booking::to_booked(reference, &answer));
        match created {
            // The shipment may exist although its response was lost or invalid.
            Err(fault @ (PluginError::Unavailable(_) | PluginError::Internal(_))) => {
                match find(&api, reference) {
                    Ok(Some(booked)) => Ok(booked),
                    _ => Err(fault),
                }
            }
            made => made,
        }
    }

    fn find(reference: &str) -> Result<Option<Booked>> {
        find(&Api::of_account()?, reference)
    }

    fn label(_: &BookRequest, booked: &Booked) -> Result<File> {
        let api = Api::of_account()?;
        let shipped = Shipped::from_booked(booked)?;
        let answer =
            api.create_labels(&booking::label_request(&api.account, &shipped.shipment_id))?;
        let url = booking::label_url(&answer)?;
        let content = api.download(url)?;
        if !content.starts_with(b"%PDF") {
            return Err(error::internal("the label is not a PDF"));
        }
        Ok(File {
            media_type: "application/pdf".into(),
            content,
        })
    }

    fn cancel(booked: &Booked) -> Result<()> {
        let api = Api::of_account()?;
        api.delete_shipment(&Shipped::from_booked(booked)?.shipment_id)
    }
}

impl Manifesting for AustraliaPost {
    fn manifest(request: &ManifestRequest) -> Result<Manifested> {
        let api = Api::of_account()?;
        let key = format!("order:{}", request.reference);
        let number = match store::get(&key)? {
            Some(number) => number,
            None => {
                let number = order(&api, request)?;
                store::set(&key, &number, Some(RETENTION_SECONDS))?;
                number
            }
        };
        // The order exists even without a summary; its number must not be lost.
        let sheet = match api.order_summary(&number) {
            Ok(content) => Some(File {
                media_type: "application/pdf".into(),
                content,
            }),
            Err(fault) => {
                host::warn(&format!(
                    "The summary of order {number} could not be fetched: {fault:?}"
                ));
                None
            }
        };
        Ok(Manifested { number, sheet })
    }
}

impl Tracking for AustraliaPost {
    fn track(booked: &[Booked]) -> Result<Vec<Tracked>> {
        let api = Api::of_account()?;
        let mut tracked = Vec::new();
        for (index, chunk) in booked.chunks(events::MAX_IDS).enumerate() {
            let ids: Vec<&str> = chunk.iter().map(|booked| booked.connote.as_str()).collect();
            match api.track(&ids) {
                Ok(answer) => tracked.extend(events::tracked(&answer)),
                // The rest is fetched next time.
                Err(fault) if index > 0 => {
                    host::warn(&format!(
                        "Tracking stopped after {} consignments: {fault:?}",
                        index * events::MAX_IDS
                    ));
                    break;
                }
                Err(fault) => return Err(fault),
            }
        }
        Ok(tracked)
    }
}

/// True if an earlier call may have requested the shipment; also marks this call.
fn may_have_requested(reference: &str) -> bool {
    let key = format!("asked:{reference}");
    match store::get::<bool>(&key) {
        // Without a stored mark, the next call cannot rule out an earlier request.
        Ok(None) => store::set(&key, &true, Some(RETENTION_SECONDS)).is_err(),
        _ => true,
    }
}

fn find(api: &Api, reference: &str) -> Result<Option<Booked>> {
    booking::find_booking(reference, &api.shipments_by_reference(reference)?)
}

fn order(api: &Api, request: &ManifestRequest) -> Result<String> {
    let body = orders::request(request)?;
    let refused = match api.create_order(&body) {
        Ok(answer) => return Ok(answer.order.order_id),
        Err(fault) => fault,
    };
    let may_be_ours = match &refused {
        PluginError::Rejected(refusal) => orders::is_ordered_already(&refusal.code),
        PluginError::Unavailable(_) | PluginError::Internal(_) => true,
        _ => false,
    };
    if may_be_ours
        && let Ok(shipments) = api.shipments_by_ids(&body.shipment_ids())
        && let Some(order_id) = orders::common_order(&body, &shipments)
        && let Ok(answer) = api.order(&order_id)
        && answer.order.order_reference.as_deref() == Some(request.reference.as_str())
    {
        return Ok(order_id);
    }
    Err(refused)
}
