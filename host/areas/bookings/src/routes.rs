//! Route table of bookings.

use data::{Needs, Result, Save, Scope};
use futures_util::FutureExt;
use quotes::access::{BOOKING, BOOKING_VIEW_COST};
use web::{
    Area, Raw, Routes,
    http::{Method, Response},
};
use work::job::{JobKind, Priority};

use crate::{
    access::{
        BOOKING_CANCEL, BOOKING_CHANGE_STATUS, BOOKING_CREATE, BOOKING_DELETE, BOOKING_EDIT,
        BOOKING_MANIFEST,
    },
    bookings::{model::Booking, records::Manifest},
    carrier_calls, insurance, live, manifests, notifications, payments, pickups,
    places::store as counting,
    sweep, tracking,
};

/// A carrier silent for a day is not expected to answer.
const SETTLE_ATTEMPTS: i64 = 30;

/// Sends events of bookings that the caller may see.
async fn stream(scope: Scope, raw: Raw) -> Result<Response> {
    web::live::stream(scope, raw, &live::BOOKINGS).await
}

pub fn area() -> Area {
    crate::positions::listeners()
        .into_iter()
        .fold(routes(), Area::listener)
}

fn routes() -> Area {
    Area::new("bookings")
        .globally_searchable::<Booking>()
        .globally_searchable::<Manifest>()
        .permissions(crate::access::PERMISSIONS)
        .features(crate::access::FEATURES)
        .needs::<dyn carriers::port::CarrierPort>()
        .needs::<dyn crate::card_port::BookingCards>()
        .needs::<dyn crate::invoice_port::InvoicePort>()
        .sealed(&[payments::service::NONCES])
        .routes(
            Routes::new("/api/booking/booking")
                .feature(quotes::access::BOOKINGS)
                .list("getbookings", BOOKING, crate::bookings::list_routes::list)
                .list(
                    "getbookingsforinvoice",
                    BOOKING,
                    crate::bookings::list_routes::for_invoice,
                )
                .list(
                    "getbookingsforrecharge",
                    BOOKING,
                    crate::bookings::list_routes::for_recharge,
                )
                .get(
                    "getbookingstatuscount",
                    BOOKING,
                    crate::bookings::list_routes::status_count,
                )
                .get(
                    "getbookingssummary",
                    BOOKING,
                    crate::bookings::list_routes::summary,
                )
                .list(
                    "getOperationLogs",
                    BOOKING_CHANGE_STATUS,
                    crate::bookings::list_routes::operation_logs,
                )
                .get(
                    "getOperationLog",
                    BOOKING,
                    crate::bookings::list_routes::operation_log,
                )
                .get("getbookingforEdit", BOOKING, crate::bookings::routes::get)
                .post(
                    "createorupdatebatchbooking",
                    Save::with(BOOKING_CREATE, BOOKING_EDIT),
                    crate::batches::routes::save,
                )
                .with_body_limit(crate::batches::routes::MAX_BODY)
                .delete(
                    "deletebatchbooking",
                    BOOKING_DELETE,
                    crate::batches::routes::delete,
                )
                .post("runbulkoperation", BOOKING, crate::batches::routes::bulk)
                .post(
                    "previewbulkoperation",
                    BOOKING,
                    crate::batches::routes::preview,
                )
                .post(
                    "cancelBooking",
                    BOOKING_CANCEL,
                    crate::bookings::routes::cancel,
                )
                .delete(
                    "deleteBooking",
                    BOOKING_DELETE,
                    crate::bookings::routes::delete,
                )
                .post("addnookingnote", BOOKING, crate::bookings::routes::add_note)
                .put(
                    "updateBookingDetails",
                    Save::with_permission(BOOKING_EDIT),
                    crate::bookings::routes::details,
                )
                .post(
                    "addtrackingevent",
                    BOOKING_CHANGE_STATUS,
                    crate::tracking::routes::add,
                )
                .get(
                    "getTrackingDetails",
                    Needs::Tenant,
                    crate::tracking::routes::track_public,
                )
                .with_limit(crate::tracking::routes::TRACKING_LIMIT)
                .raw(Method::GET, "stream", BOOKING, 0, stream)
                .get("getaddresses", BOOKING, crate::places::routes::find)
                .get(
                    "getDocuments",
                    BOOKING,
                    crate::booking_documents::routes::list,
                )
                .writes()
                .post("shareBooking", BOOKING_EDIT, crate::guests::routes::share)
                .with_limit(crate::guests::routes::SHARE_LIMIT),
        )
        .routes(
            Routes::new("/api/booking/booking")
                .feature(quotes::access::BOOKINGS)
                .post(
                    "createGuestBooking",
                    Needs::Tenant,
                    crate::guests::routes::create,
                )
                .with_limit(crate::guests::routes::BOOKING_LIMIT)
                .post(
                    "creatorupdateguestbooking",
                    Needs::Tenant,
                    crate::guests::routes::save,
                )
                .with_limit(crate::guests::routes::BOOKING_LIMIT)
                .get("getGuestBooking", Needs::Tenant, crate::guests::routes::get)
                .with_limit(crate::guests::routes::LOOKUP_LIMIT)
                .get(
                    "getGuestDocuments",
                    Needs::Tenant,
                    crate::guests::routes::list_documents,
                )
                .writes()
                .with_limit(crate::guests::routes::LOOKUP_LIMIT)
                .get(
                    "getSharedBooking",
                    Needs::Tenant,
                    crate::guests::routes::shared,
                )
                .with_limit(crate::guests::routes::LOOKUP_LIMIT),
        )
        .routes(
            Routes::new("/api/booking/File")
                .feature(quotes::access::BOOKINGS)
                .raw(
                    Method::GET,
                    "DownloadDocument",
                    BOOKING,
                    0,
                    crate::booking_documents::routes::download,
                )
                .describe_query::<crate::booking_documents::routes::Token>()
                .raw(
                    Method::GET,
                    "DownloadGuestDocument",
                    Needs::Tenant,
                    0,
                    crate::guests::routes::download,
                )
                .describe_query::<crate::booking_documents::routes::Token>()
                .with_limit(crate::guests::routes::LOOKUP_LIMIT),
        )
        .routes(
            Routes::new("/api/booking/manifest")
                .feature(quotes::access::BOOKINGS)
                .list(
                    "getmanifests",
                    BOOKING_MANIFEST,
                    crate::manifests::routes::manifests,
                )
                .get(
                    "getmanifest",
                    BOOKING_MANIFEST,
                    crate::manifests::routes::manifest,
                ),
        )
        .routes(
            Routes::new("/api/booking/pickup")
                .feature(quotes::access::BOOKINGS)
                .list(
                    "getpickups",
                    BOOKING_MANIFEST,
                    crate::manifests::routes::pickups,
                )
                .get(
                    "getpickup",
                    BOOKING_MANIFEST,
                    crate::manifests::routes::pickup,
                )
                .get(
                    "getpickupday",
                    BOOKING,
                    crate::manifests::routes::pickup_day,
                )
                .post(
                    "cancelpickup",
                    BOOKING_MANIFEST,
                    crate::manifests::routes::cancel_pickup,
                )
                .post(
                    "checkaddress",
                    BOOKING,
                    crate::manifests::routes::check_address,
                ),
        )
        .routes(
            Routes::new("/api/booking/margin")
                .feature(quotes::access::BOOKINGS)
                .get(
                    "getmargins",
                    BOOKING_VIEW_COST,
                    crate::margins::routes::margins,
                )
                .get(
                    "getworstlanes",
                    BOOKING_VIEW_COST,
                    crate::margins::routes::worst_lanes,
                ),
        )
        .routes(
            Routes::new("/api/booking/Configuration")
                .feature(quotes::access::BOOKINGS)
                .get(
                    "GetBookingConfigurations",
                    BOOKING,
                    crate::bookings::list_routes::configurations,
                )
                .get(
                    "GetBookingReferences",
                    BOOKING,
                    crate::bookings::list_routes::references,
                ),
        )
        .job(
            JobKind::new(carrier_calls::service::SETTLE_JOB, |scope, payload| {
                carrier_calls::settle::settle_booking(scope, payload).boxed()
            })
            .attempts(SETTLE_ATTEMPTS),
        )
        .job(
            JobKind::new(manifests::service::SETTLE_JOB, |scope, payload| {
                carrier_calls::settle::settle_manifest(scope, payload).boxed()
            })
            .attempts(SETTLE_ATTEMPTS),
        )
        .job(
            JobKind::new(pickups::attempts::SETTLE_JOB, |scope, payload| {
                carrier_calls::settle::settle_pickup(scope, payload).boxed()
            })
            .attempts(SETTLE_ATTEMPTS),
        )
        .job(
            JobKind::new(
                insurance::certificates::CERTIFICATE_JOB,
                |scope, payload| insurance::certificates::run_job(scope, payload).boxed(),
            )
            .attempts(SETTLE_ATTEMPTS),
        )
        .job(
            JobKind::new(tracking::service::TRACK_JOB, |scope, payload| {
                tracking::service::run_job(scope, payload).boxed()
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
        .listener(notifications::service::listener())
        .listener(crate::emails::listener())
        .listener(sweep::sweeper())
}
