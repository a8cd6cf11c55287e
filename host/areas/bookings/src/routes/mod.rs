//! Route table of bookings.

mod batch;
mod carriage;
mod documents;
mod error_info;
mod guests;
mod lists;
mod margin;
mod places;
mod single;
mod tracking;

use futures_util::FutureExt;
use kernel::{
    Area, Needs, Raw, Result, Routes, Save, Scope,
    http::{Method, Response},
    job::{JobKind, Priority},
};
use quotes::access::{BOOKING, BOOKING_VIEW_COST};

use crate::{
    access::{
        BOOKING_CANCEL, BOOKING_CHANGE_STATUS, BOOKING_CREATE, BOOKING_DELETE, BOOKING_EDIT,
        BOOKING_MANIFEST,
    },
    live,
    model::{Booking, Manifest},
    service::{
        carrier, certificate, manifest, news, payment, pickup, places as counting, settle, sweep,
        track,
    },
};

pub use lists::{list_json, list_schema};

/// A carrier silent for a day is not expected to answer.
const SETTLE_ATTEMPTS: i64 = 30;

/// Streams events of the caller's visible bookings as server-sent events.
async fn stream(scope: Scope, raw: Raw) -> Result<Response> {
    kernel::event::live::stream(scope, raw, &live::BOOKINGS).await
}

/// Declares the bookings area.
pub fn area() -> Area {
    Area::new("bookings")
        .globally_searchable::<Booking>()
        .globally_searchable::<Manifest>()
        .permissions(crate::access::PERMISSIONS)
        .features(crate::access::FEATURES)
        .needs::<dyn carriers::port::CarrierPort>()
        .needs::<dyn crate::card_port::BookingCards>()
        .needs::<dyn crate::port::InvoicePort>()
        .sealed(&[payment::NONCES])
        .routes(
            Routes::new("/api/booking/booking")
                .feature(quotes::access::BOOKINGS)
                .list("getbookings", BOOKING, lists::list)
                .list("getbookingsforinvoice", BOOKING, lists::for_invoice)
                .list("getbookingsforrecharge", BOOKING, lists::for_recharge)
                .get("getbookingstatuscount", BOOKING, lists::status_count)
                .get("getbookingssummary", BOOKING, lists::summary)
                .list(
                    "getOperationLogs",
                    BOOKING_CHANGE_STATUS,
                    lists::operation_logs,
                )
                .get("getOperationLog", BOOKING, lists::operation_log)
                .get("getbookingforEdit", BOOKING, single::get)
                .post(
                    "createorupdatebatchbooking",
                    Save::with(BOOKING_CREATE, BOOKING_EDIT),
                    batch::save,
                )
                .with_body_limit(batch::MAX_BODY)
                .delete("deletebatchbooking", BOOKING_DELETE, batch::delete)
                .post("runbulkoperation", BOOKING, batch::bulk)
                .post("previewbulkoperation", BOOKING, batch::preview)
                .post("cancelBooking", BOOKING_CANCEL, single::cancel)
                .delete("deleteBooking", BOOKING_DELETE, single::delete)
                .post("addnookingnote", BOOKING, single::add_note)
                .put(
                    "updateBookingDetails",
                    Save::with_permission(BOOKING_EDIT),
                    single::details,
                )
                .post("addtrackingevent", BOOKING_CHANGE_STATUS, tracking::add)
                .get("getTrackingDetails", Needs::Tenant, tracking::track_public)
                .with_limit(tracking::TRACKING_LIMIT)
                .raw(Method::GET, "stream", BOOKING, 0, stream)
                .get("getaddresses", BOOKING, places::find)
                .get("getDocuments", BOOKING, documents::list)
                .writes()
                .post("shareBooking", BOOKING_EDIT, guests::share)
                .with_limit(guests::SHARE_LIMIT),
        )
        .routes(
            Routes::new("/api/booking/booking")
                .feature(quotes::access::BOOKINGS)
                .post("createGuestBooking", Needs::Tenant, guests::create)
                .with_limit(guests::BOOKING_LIMIT)
                .post("creatorupdateguestbooking", Needs::Tenant, guests::save)
                .with_limit(guests::BOOKING_LIMIT)
                .get("getGuestBooking", Needs::Tenant, guests::get)
                .with_limit(guests::LOOKUP_LIMIT)
                .get("getGuestDocuments", Needs::Tenant, guests::list_documents)
                .writes()
                .with_limit(guests::LOOKUP_LIMIT)
                .get("getSharedBooking", Needs::Tenant, guests::shared)
                .with_limit(guests::LOOKUP_LIMIT),
        )
        .routes(
            Routes::new("/api/booking/File")
                .feature(quotes::access::BOOKINGS)
                .raw(
                    Method::GET,
                    "DownloadDocument",
                    BOOKING,
                    0,
                    documents::download,
                )
                .raw(
                    Method::GET,
                    "DownloadGuestDocument",
                    Needs::Tenant,
                    0,
                    guests::download,
                )
                .with_limit(guests::LOOKUP_LIMIT),
        )
        .routes(
            Routes::new("/api/booking/manifest")
                .feature(quotes::access::BOOKINGS)
                .list("getmanifests", BOOKING_MANIFEST, carriage::manifests)
                .get("getmanifest", BOOKING_MANIFEST, carriage::manifest),
        )
        .routes(
            Routes::new("/api/booking/pickup")
                .feature(quotes::access::BOOKINGS)
                .list("getpickups", BOOKING_MANIFEST, carriage::pickups)
                .get("getpickup", BOOKING_MANIFEST, carriage::pickup)
                .get("getpickupday", BOOKING, carriage::pickup_day)
                .post("cancelpickup", BOOKING_MANIFEST, carriage::cancel_pickup)
                .post("checkaddress", BOOKING, carriage::check_address),
        )
        .routes(
            Routes::new("/api/booking/margin")
                .feature(quotes::access::BOOKINGS)
                .get("getmargins", BOOKING_VIEW_COST, margin::margins)
                .get("getworstlanes", BOOKING_VIEW_COST, margin::worst_lanes),
        )
        .routes(
            Routes::new("/api/booking/Configuration")
                .feature(quotes::access::BOOKINGS)
                .get("GetBookingConfigurations", BOOKING, lists::configurations)
                .get("GetBookingReferences", BOOKING, lists::references),
        )
        .job(
            JobKind::new(carrier::SETTLE_JOB, |scope, payload| {
                settle::settle_booking(scope, payload).boxed()
            })
            .attempts(SETTLE_ATTEMPTS),
        )
        .job(
            JobKind::new(manifest::SETTLE_JOB, |scope, payload| {
                settle::settle_manifest(scope, payload).boxed()
            })
            .attempts(SETTLE_ATTEMPTS),
        )
        .job(
            JobKind::new(pickup::SETTLE_JOB, |scope, payload| {
                settle::settle_pickup(scope, payload).boxed()
            })
            .attempts(SETTLE_ATTEMPTS),
        )
        .job(
            JobKind::new(certificate::CERTIFICATE_JOB, |scope, payload| {
                certificate::run_job(scope, payload).boxed()
            })
            .attempts(SETTLE_ATTEMPTS),
        )
        .job(
            JobKind::new(track::TRACK_JOB, |scope, payload| {
                track::run_job(scope, payload).boxed()
            })
            .attempts(SETTLE_ATTEMPTS)
            .priority(Priority::Low),
        )
        .job(
            JobKind::new(counting::COUNT_JOB, |scope, payload| {
                counting::run_job(scope, payload).boxed()
            })
            .priority(Priority::Low),
        )
        .listener(news::listener())
        .listener(sweep::sweeper())
}
