//! The bookings' calls: the table, and the handlers beside it.

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

pub use lists::{list_schema, listed};

/// A carrier that gave no answer for a day will give none.
const SETTLE_ATTEMPTS: i64 = 30;

/// What happens to the bookings that the caller may see, as server-sent events.
async fn stream(scope: Scope, raw: Raw) -> Result<Response> {
    kernel::event::live::stream(scope, raw, &live::BOOKINGS).await
}

/// The area bookings.
pub fn area() -> Area {
    Area::new("bookings")
        .found::<Booking>()
        .found::<Manifest>()
        .permissions(crate::access::PERMISSIONS)
        .features(crate::access::FEATURES)
        .needs::<dyn carriers::port::CarrierPort>()
        .needs::<dyn crate::card_port::BookingCards>()
        .needs::<dyn crate::port::InvoicePort>()
        .sealed(&[payment::NONCES])
        .routes(
            Routes::at("/api/booking/booking")
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
                .body_up_to(batch::MAX_BODY)
                .delete("deletebatchbooking", BOOKING_DELETE, batch::delete)
                .post("runbulkoperation", BOOKING, batch::bulk)
                .post("previewbulkoperation", BOOKING, batch::preview)
                .post("cancelBooking", BOOKING_CANCEL, single::cancel)
                .delete("deleteBooking", BOOKING_DELETE, single::delete)
                .post("addnookingnote", BOOKING, single::add_note)
                .put(
                    "updateBookingDetails",
                    Save::by(BOOKING_EDIT),
                    single::details,
                )
                .post("addtrackingevent", BOOKING_CHANGE_STATUS, tracking::add)
                .get("getTrackingDetails", Needs::Tenant, tracking::public)
                .limited(tracking::PUBLIC)
                .raw(Method::GET, "stream", BOOKING, 0, stream)
                .get("getaddresses", BOOKING, places::find)
                .get("getDocuments", BOOKING, documents::list)
                .writes()
                .post("shareBooking", BOOKING_EDIT, guests::share)
                .limited(guests::SHARED),
        )
        .routes(
            Routes::at("/api/booking/booking")
                .feature(quotes::access::BOOKINGS)
                .post("createGuestBooking", Needs::Tenant, guests::create)
                .limited(guests::BOOKED)
                .post("creatorupdateguestbooking", Needs::Tenant, guests::save)
                .limited(guests::BOOKED)
                .get("getGuestBooking", Needs::Tenant, guests::get)
                .limited(guests::LOOKED_UP)
                .get("getGuestDocuments", Needs::Tenant, guests::list_documents)
                .writes()
                .limited(guests::LOOKED_UP)
                .get("getSharedBooking", Needs::Tenant, guests::shared)
                .limited(guests::LOOKED_UP),
        )
        .routes(
            Routes::at("/api/booking/File")
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
                .limited(guests::LOOKED_UP),
        )
        .routes(
            Routes::at("/api/booking/manifest")
                .feature(quotes::access::BOOKINGS)
                .list("getmanifests", BOOKING_MANIFEST, carriage::manifests)
                .get("getmanifest", BOOKING_MANIFEST, carriage::manifest),
        )
        .routes(
            Routes::at("/api/booking/pickup")
                .feature(quotes::access::BOOKINGS)
                .list("getpickups", BOOKING_MANIFEST, carriage::pickups)
                .get("getpickup", BOOKING_MANIFEST, carriage::pickup)
                .get("getpickupday", BOOKING, carriage::pickup_day)
                .post("cancelpickup", BOOKING_MANIFEST, carriage::cancel_pickup)
                .post("checkaddress", BOOKING, carriage::check_address),
        )
        .routes(
            Routes::at("/api/booking/margin")
                .feature(quotes::access::BOOKINGS)
                .get("getmargins", BOOKING_VIEW_COST, margin::margins)
                .get("getworstlanes", BOOKING_VIEW_COST, margin::worst_lanes),
        )
        .routes(
            Routes::at("/api/booking/Configuration")
                .feature(quotes::access::BOOKINGS)
                .get("GetBookingConfigurations", BOOKING, lists::configurations)
                .get("GetBookingReferences", BOOKING, lists::references),
        )
        .job(
            JobKind::new(carrier::SETTLE, |scope, payload| {
                settle::booking(scope, payload).boxed()
            })
            .attempts(SETTLE_ATTEMPTS),
        )
        .job(
            JobKind::new(manifest::SETTLE, |scope, payload| {
                settle::manifest(scope, payload).boxed()
            })
            .attempts(SETTLE_ATTEMPTS),
        )
        .job(
            JobKind::new(pickup::SETTLE, |scope, payload| {
                settle::pickup(scope, payload).boxed()
            })
            .attempts(SETTLE_ATTEMPTS),
        )
        .job(
            JobKind::new(certificate::CERTIFICATE, |scope, payload| {
                certificate::job(scope, payload).boxed()
            })
            .attempts(SETTLE_ATTEMPTS),
        )
        .job(
            JobKind::new(track::TRACK, |scope, payload| {
                track::job(scope, payload).boxed()
            })
            .attempts(SETTLE_ATTEMPTS)
            .priority(Priority::Low),
        )
        .job(
            JobKind::new(counting::COUNT, |scope, payload| {
                counting::job(scope, payload).boxed()
            })
            .priority(Priority::Low),
        )
        .listener(news::listener())
        .listener(sweep::sweeper())
}
