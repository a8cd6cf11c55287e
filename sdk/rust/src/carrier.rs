//! The trait of a carrier, its optional abilities, and the glue that turns them into component
//! exports.

use crate::bindings::carrier::exports::waybill::carrier as exports;
use crate::bindings::rating_by_account::exports::waybill::carrier1_2_0 as exports_1_2;
use crate::types::{
    Address, AskedAccount, BookRequest, Booked, CarrierInvoice, Charge, Consignment, File,
    ManifestRequest, Manifested, Picked, PickupRequest, Rate, Service, Tracked, Verdict,
    WebRequest,
};
use crate::{About, Guest, Result, register::ability};

/// The base trait of a carrier. Each call runs in a fresh instance.
pub trait Carrier {
    /// Called at load and when a form opens; must not call out.
    fn about() -> About;

    /// Called when an account is saved or tested. `invalid-input` names the setting; `unauthorised`
    /// rejects the credentials.
    fn check_account() -> Result<()>;

    /// Services an account may enable; must not call out and must work without an account.
    fn list_services() -> Vec<Service>;

    /// Prices, exclusive of tax with the tax in each charge, within 8 s. An empty list means "not
    /// served"; a reason is an error (`rejected`, or `invalid-input`).
    fn rates(consignment: &Consignment) -> Result<Vec<Rate>>;

    /// Books. Called again with the same reference after a fault: must not book twice.
    fn book(request: &BookRequest) -> Result<Booked>;

    /// Finds the booking under our reference; `None` if there is none or it was cancelled.
    fn find(reference: &str) -> Result<Option<Booked>>;

    /// Labels in one file, one page a piece.
    fn label(request: &BookRequest, booked: &Booked) -> Result<File>;

    /// Cancels the booking; succeeds if already cancelled.
    fn cancel(booked: &Booked) -> Result<()>;
}

/// Prices for several accounts in one call, without outside calls.
pub trait RatingByAccount {
    /// Returns the result of [`Carrier::rates`] for each account, in order; at most 16. Settings
    /// come only from `accounts`; there are no secrets and no hosts.
    fn rates_by_account(
        accounts: &[AskedAccount],
        consignment: &Consignment,
    ) -> Vec<Result<Vec<Rate>>>;
}

ability! {
    /// Closes the day: sends the carrier the consignments to collect.
    Manifesting = crate::bindings::manifesting::exports::waybill::carrier::manifesting::Guest {
        /// Called again with the same reference after a fault: returns the same manifest.
        fn manifest(request: ManifestRequest as &ManifestRequest) -> Result<Manifested>;
    }
}

ability! {
    /// Reopens the day: takes a closed manifest back.
    ManifestCancel =
        crate::bindings::manifest_cancel::exports::waybill::carrier::manifest_cancel::Guest {
        /// `reference` is the one that the manifest was closed with. Succeeds if it is already
        /// taken back; `rejected` if the carrier has collected.
        fn cancel_manifest(reference: String as &str, number: String as &str) -> Result<()>;
    }
}

ability! {
    /// Current tracking state of the goods.
    Tracking = crate::bindings::tracking::exports::waybill::carrier::tracking::Guest {
        /// At most 50 a call; unknown ones are left out.
        fn track(booked: Vec<Booked> as &[Booked]) -> Result<Vec<Tracked>>;
    }
}

ability! {
    /// Collections booked apart from the consignments.
    Pickup = crate::bindings::pickup::exports::waybill::carrier::pickup::Guest {
        /// Called again with the same reference after a fault: returns the same pickup.
        fn book_pickup(request: PickupRequest as &PickupRequest) -> Result<Picked>;

        /// Deletes it; succeeds if already deleted.
        fn cancel_pickup(picked: Picked as &Picked) -> Result<()>;
    }
}

ability! {
    /// Tracking that the carrier pushes to a manifest endpoint.
    TrackingPush = crate::bindings::tracking_push::exports::waybill::carrier::tracking_push::Guest {
        /// Returns the delivery's updates, or an empty list. Called until it succeeds.
        fn read_push(delivery: WebRequest as &WebRequest) -> Result<Vec<Tracked>>;
    }
}

ability! {
    /// Reads the carrier's own invoice, for reconciliation.
    InvoiceFile = crate::bindings::invoice_file::exports::waybill::carrier::invoice_file::Guest {
        /// `invalid-input` with `line[12]` names a bad line.
        fn read_invoice(file: File as &File) -> Result<CarrierInvoice>;
    }
}

ability! {
    /// Checks an address against the carrier's records.
    AddressCheck = crate::bindings::address_check::exports::waybill::carrier::address_check::Guest {
        fn check_address(address: Address as &Address) -> Result<Verdict>;
    }
}

impl<C: Carrier, K> exports::services::Guest for Guest<C, K> {
    fn list_services() -> Vec<Service> {
        C::list_services()
    }
}

impl<C: Carrier, K> exports::rating::Guest for Guest<C, K> {
    fn rates(consignment: Consignment) -> Result<Vec<Rate>> {
        C::rates(&consignment)
    }
}

impl<C: RatingByAccount, K> exports_1_2::rating_by_account::Guest for Guest<C, K> {
    fn rates_by_account(
        accounts: Vec<AskedAccount>,
        consignment: Consignment,
    ) -> Vec<Result<Vec<exports_1_2::rating_by_account::Rate>>> {
        let charge = |charge: Charge| exports_1_2::rating_by_account::Charge {
            code: charge.code,
            description: charge.description,
            amount: charge.amount,
            tax: charge.tax,
            additional: charge.additional,
        };
        let rate = |rate: Rate| exports_1_2::rating_by_account::Rate {
            service_code: rate.service_code,
            service_name: rate.service_name,
            charges: rate.charges.into_iter().map(charge).collect(),
            transit_days: rate.transit_days,
            cut_off: rate.cut_off,
            carrier_quote: rate.carrier_quote,
        };
        let said = C::rates_by_account(&accounts, &consignment);
        said.into_iter()
            .map(|answer| answer.map(|rates| rates.into_iter().map(rate).collect()))
            .collect()
    }
}

impl<C: Carrier, K> exports::shipping::Guest for Guest<C, K> {
    fn book(request: BookRequest) -> Result<Booked> {
        C::book(&request)
    }

    fn find(reference: String) -> Result<Option<Booked>> {
        C::find(&reference)
    }

    fn label(request: BookRequest, booked: Booked) -> Result<File> {
        C::label(&request, &booked)
    }

    fn cancel(booked: Booked) -> Result<()> {
        C::cancel(&booked)
    }
}
