//! The own-fleet carrier: prices from the tenant's rate cards, connotes from the account's number
//! series.
//!
//! The plugin calls no remote service. Bookings are stored under the host's reference for
//! [`RETENTION_SECONDS`], so a call retried after a fault returns the same connote. Data for labels
//! is in the booking's `data`. Tracking comes from manual scans, so the plugin has no tracking
//! ability.

pub mod account;
pub mod charges;
pub mod labels;
pub mod numbers;

use serde::{Deserialize, Serialize};
use waybill_plugin::host::{clock, rate_cards, render};
use waybill_plugin::types::{
    Address, AskedAccount, BookRequest, Booked, Consignment, File, Item, ManifestLine,
    ManifestRequest, ManifestSheet, Manifested, Picked, PickupRequest, PluginError, PriceRequest,
    Rate, Service,
};
use waybill_plugin::{
    About, Carrier, ManifestCancel, Manifesting, Pickup, RatingByAccount, Result, error, register,
    settings::Settings, store,
};

use account::Account;
use numbers::Pieces;

/// Thirty days: retries come within minutes.
const RETENTION_SECONDS: u32 = 30 * 24 * 60 * 60;

#[derive(Debug)]
pub struct OwnFleet;

register!(carrier OwnFleet, rating_by_account, manifesting, manifest_cancel, pickup);

impl Carrier for OwnFleet {
    fn about() -> About {
        About {
            id: "own-fleet",
            name: "Own fleet",
            attributes: account::attributes(),
        }
    }

    fn check_account() -> Result<()> {
        let account = Account::from_call()?;
        // Shows if the card exists; the price is ignored.
        match rate_cards::price(&account.rate_card, &probe_request()) {
            Err(PluginError::NotFound(_)) => Err(error::invalid(
                "rateCard",
                format!("there is no rate card {}", account.rate_card),
            )),
            _ => Ok(()),
        }
    }

    fn list_services() -> Vec<Service> {
        let services = Settings::of_account()
            .map(|mut settings| account::services(&mut settings))
            .unwrap_or_default();
        let service = |(code, name): (String, String)| Service {
            code,
            name,
            additional: false,
        };
        account::or_default_services(services)
            .into_iter()
            .map(service)
            .collect()
    }

    fn rates(consignment: &Consignment) -> Result<Vec<Rate>> {
        price(&Account::from_call()?, &mut price_request(consignment))
    }

    fn book(request: &BookRequest) -> Result<Booked> {
        let account = Account::from_call()?;
        let reference = &request.consignment.reference;
        if let Some(booked) = Self::find(reference)? {
            return Ok(booked);
        }
        let count = numbers::count_pieces(&request.consignment.items)?;
        account.check_service(&request.service_code)?;
        let connote = numbers::connote(
            &account.connote_prefix,
            store::next_number(&format!("connote:{}", account.connote_prefix))?,
        );
        let pieces = take_pieces(&account, count)?;
        let stored = StoredBooking { connote, pieces };
        store::set(&booking_key(reference), &stored, Some(RETENTION_SECONDS))?;
        stored.booked(reference)
    }

    fn find(reference: &str) -> Result<Option<Booked>> {
        let stored: Option<StoredBooking> = store::get(&booking_key(reference))?;
        stored.map(|kept| kept.booked(reference)).transpose()
    }

    fn label(request: &BookRequest, booked: &Booked) -> Result<File> {
        let account = Account::from_call()?;
        let pieces = pieces_of(&account, request, booked)?;
        let labels = labels::labels(&account, request, booked, &pieces)?;
        render::labels(&labels)
            .map_err(|reason| error::internal(format!("the labels could not be drawn: {reason}")))
    }

    fn cancel(booked: &Booked) -> Result<()> {
        store::delete(&pieces_key(&booked.reference))?;
        store::delete(&booking_key(&booked.reference))
    }
}

fn take_pieces(account: &Account, count: u32) -> Result<Pieces> {
    let prefix = &account.gs1_company_prefix;
    let last = store::take_numbers(&format!("sscc:{prefix}"), u64::from(count))?;
    Ok(Pieces::ending_at(prefix, last, count))
}

/// Returns the numbers that `book` assigned, or new ones if the number of pieces changed since.
fn pieces_of(account: &Account, request: &BookRequest, booked: &Booked) -> Result<Pieces> {
    let pieces = Pieces::from_booked(booked)?;
    let count = numbers::count_pieces(&request.consignment.items)?;
    if pieces.count == count {
        return Ok(pieces);
    }
    let key = pieces_key(&booked.reference);
    let known: Option<Pieces> = store::get(&key)?;
    if let Some(known) = known.filter(|known| known.count == count) {
        return Ok(known);
    }
    let pieces = take_pieces(account, count)?;
    store::set(&key, &pieces, Some(RETENTION_SECONDS))?;
    Ok(pieces)
}

impl RatingByAccount for OwnFleet {
    fn rates_by_account(
        accounts: &[AskedAccount],
        consignment: &Consignment,
    ) -> Vec<Result<Vec<Rate>>> {
        let mut request = price_request(consignment);
        let mut rates = |asked: &AskedAccount| {
            price(
                &Account::read(Settings::parse(&asked.settings)?)?,
                &mut request,
            )
        };
        accounts.iter().map(&mut rates).collect()
    }
}

fn price_request(consignment: &Consignment) -> PriceRequest {
    PriceRequest {
        from: consignment.from.clone(),
        to: consignment.to.clone(),
        items: consignment.items.clone(),
        currency: consignment.currency.clone(),
        date: consignment.dispatch_date.clone(),
        services: Vec::new(),
        options: consignment.options.clone(),
    }
}

fn price(account: &Account, request: &mut PriceRequest) -> Result<Vec<Rate>> {
    request.services = account
        .services
        .iter()
        .map(|(code, _)| code.clone())
        .collect();
    let prices = rate_cards::price(&account.rate_card, request)?;
    Ok(prices
        .into_iter()
        .map(|price| charges::rate(account, price))
        .collect())
}

impl Manifesting for OwnFleet {
    fn manifest(request: &ManifestRequest) -> Result<Manifested> {
        let account = Account::from_call()?;
        if request.entries.is_empty() {
            return Err(error::invalid("entries", "must hold at least one booking"));
        }
        let key = manifest_key(&request.reference);
        let stored_manifest = match store::get::<StoredManifest>(&key)? {
            Some(kept) => kept,
            None => {
                let series = format!("manifests:{}", account.connote_prefix);
                let number =
                    numbers::manifest(&account.connote_prefix, store::next_number(&series)?);
                let date = clock::local_now().chars().take(10).collect();
                let stored = StoredManifest { number, date };
                store::set(&key, &stored, Some(RETENTION_SECONDS))?;
                stored
            }
        };
        let sheet = ManifestSheet {
            title: format!("{} manifest", account.fleet_name),
            number: stored_manifest.number.clone(),
            date: stored_manifest.date,
            sender: request.sender.clone(),
            lines: request.entries.iter().map(manifest_line).collect(),
        };
        let sheet = render::manifest(&sheet).map_err(|reason| {
            error::internal(format!("the manifest could not be drawn: {reason}"))
        })?;
        Ok(Manifested {
            number: stored_manifest.number,
            sheet: Some(sheet),
        })
    }
}

/// The number is not used again; the next manifest has another one.
impl ManifestCancel for OwnFleet {
    fn cancel_manifest(reference: &str, _number: &str) -> Result<()> {
        store::delete(&manifest_key(reference))
    }
}

fn manifest_key(reference: &str) -> String {
    format!("manifest:{reference}")
}

impl Pickup for OwnFleet {
    fn book_pickup(request: &PickupRequest) -> Result<Picked> {
        let account = Account::from_call()?;
        let key = pickup_key(&request.reference);
        let number = match store::get::<String>(&key)? {
            Some(known) => known,
            None => {
                let series = format!("pickups:{}", account.connote_prefix);
                let number = numbers::pickup(&account.connote_prefix, store::next_number(&series)?);
                store::set(&key, &number, Some(RETENTION_SECONDS))?;
                number
            }
        };
        Ok(Picked {
            number,
            data: request.reference.clone(),
        })
    }

    fn cancel_pickup(picked: &Picked) -> Result<()> {
        store::delete(&pickup_key(&picked.data))
    }
}

fn pickup_key(reference: &str) -> String {
    format!("pickup:{reference}")
}

#[derive(Serialize, Deserialize)]
struct StoredBooking {
    connote: String,
    pieces: Pieces,
}

impl StoredBooking {
    fn booked(self, reference: &str) -> Result<Booked> {
        let data = serde_json::to_string(&self.pieces).map_err(|fault| {
            error::internal(format!("the booking's data could not be written: {fault}"))
        })?;
        Ok(Booked {
            reference: reference.into(),
            connote: self.connote,
            data,
        })
    }
}

#[derive(Serialize, Deserialize)]
struct StoredManifest {
    number: String,
    date: String,
}

fn pieces_key(reference: &str) -> String {
    format!("pieces:{reference}")
}

fn booking_key(reference: &str) -> String {
    format!("booking:{reference}")
}

fn manifest_line(entry: &waybill_plugin::types::ManifestEntry) -> ManifestLine {
    ManifestLine {
        connote: entry.booked.connote.clone(),
        receiver: entry.receiver.clone(),
        suburb: entry.suburb.clone(),
        pieces: entry.pieces,
        weight_g: entry.weight_g,
        service_name: entry.service_name.clone(),
    }
}

/// Builds a minimal consignment, to check that a card exists.
fn probe_request() -> PriceRequest {
    let place = Address {
        contact_name: None,
        company_name: None,
        email: None,
        telephone: None,
        lines: Vec::new(),
        suburb: "Sydney".into(),
        state: Some("NSW".into()),
        postcode: "2000".into(),
        country_code: "AU".into(),
        residential: false,
    };
    PriceRequest {
        from: place.clone(),
        to: place,
        items: vec![Item {
            reference: String::new(),
            package_type: "Carton".into(),
            description: String::new(),
            quantity: 1,
            length_mm: 100,
            width_mm: 100,
            height_mm: 100,
            weight_g: 1_000,
            dangerous_goods: false,
        }],
        currency: "AUD".into(),
        date: clock::local_now().chars().take(10).collect(),
        services: Vec::new(),
        options: Vec::new(),
    }
}
