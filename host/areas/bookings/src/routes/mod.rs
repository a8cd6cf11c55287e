//! The bookings' calls: the table, and the handlers beside it.

mod batch;
mod documents;
mod error_info;
mod lists;
mod single;
mod tracking;

use futures_util::FutureExt;
use kernel::{
    Area, Needs, Routes,
    http::Method,
    job::JobKind,
    permission::{BOOKING, BOOKING_CANCEL, BOOKING_CHANGE_STATUS, BOOKING_DELETE, BOOKING_EDIT},
};

use crate::service::{carrier, manifest, settle, track};

pub use lists::listed;

/// A carrier that gave no answer for a day will give none.
const SETTLE_ATTEMPTS: i64 = 30;

/// The bookings' room.
pub fn area() -> Area {
    Area::new("bookings")
        .routes(
            Routes::at("/api/booking/booking")
                .feature("Booking.Enabled")
                .list("getbookings", BOOKING, lists::list)
                .get("getbookingstatuscount", BOOKING, lists::status_count)
                .get("getbookingssummary", BOOKING, lists::summary)
                .list("getOperationLogs", BOOKING_CHANGE_STATUS, lists::operation_logs)
                .get("getOperationLog", BOOKING, lists::operation_log)
                .get("getbookingforEdit", BOOKING, single::get)
                .post("createorupdatebatchbooking", BOOKING, batch::save)
                .delete("deletebatchbooking", BOOKING_DELETE, batch::delete)
                .post("runbulkoperation", BOOKING, batch::bulk)
                .post("cancelBooking", BOOKING_CANCEL, single::cancel)
                .delete("deleteBooking", BOOKING_DELETE, single::delete)
                .post("addnookingnote", BOOKING, single::add_note)
                .put("updateBookingDetails", BOOKING_EDIT, single::details)
                .post("addtrackingevent", BOOKING_CHANGE_STATUS, tracking::add)
                .get("getTrackingDetails", Needs::Tenant, tracking::public)
                .get("getDocuments", BOOKING, documents::list),
        )
        .routes(Routes::at("/api/booking/File").feature("Booking.Enabled").raw(
            Method::GET,
            "DownloadDocument",
            BOOKING,
            0,
            documents::download,
        ))
        .routes(Routes::at("/api/booking/Configuration").feature("Booking.Enabled").get(
            "GetBookingConfigurations",
            BOOKING,
            lists::configurations,
        ))
        .job(JobKind {
            name: carrier::SETTLE,
            run: |scope, payload| settle::booking(scope, payload).boxed(),
            attempts: SETTLE_ATTEMPTS,
        })
        .job(JobKind {
            name: manifest::SETTLE,
            run: |scope, payload| settle::manifest(scope, payload).boxed(),
            attempts: SETTLE_ATTEMPTS,
        })
        .job(JobKind {
            name: track::TRACK,
            run: |scope, payload| track::job(scope, payload).boxed(),
            attempts: SETTLE_ATTEMPTS,
        })
}
