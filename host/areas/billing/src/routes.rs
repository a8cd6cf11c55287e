//! The route table of billing.

use data::Save;
use futures_util::FutureExt;
use ledger::access::LEDGER;
use web::{Area, Routes, http::Method};
use work::{event::Listener, job::JobKind};

use crate::{
    agent_invoices,
    allocations::model::Payment,
    billables,
    credit_notes::{self, model::CreditNote},
    fees, invoice_runs,
    invoices::{self, model::Invoice},
    number_series, settings,
};
use ledger::access::{
    CREDIT_NOTES, CREDIT_NOTES_PROCESS, FEES, FINANCE, INVOICES, INVOICES_CREATE, SETTINGS,
};

const RUN_ATTEMPTS: i64 = 5;

pub fn area() -> Area {
    Area::new("billing")
        .tag("finance")
        .globally_searchable::<Invoice>()
        .globally_searchable::<CreditNote>()
        .globally_searchable::<Payment>()
        .routes(
            Routes::new("/api/finance/invoice")
                .feature(FINANCE)
                .list("getinvoices", INVOICES, invoices::service::list)
                .get("getinvoiceforedit", INVOICES, invoices::service::get)
                .post(
                    "GenerateAdhocInvoice",
                    INVOICES_CREATE,
                    invoices::ad_hoc::generate,
                )
                .post(
                    "processinvoices",
                    INVOICES_CREATE,
                    invoices::process::process,
                )
                .get(
                    "getuninvoicedcounts",
                    INVOICES_CREATE,
                    billables::service::count,
                )
                .post("runinvoices", INVOICES_CREATE, invoice_runs::service::begin)
                .get(
                    "getinvoicerun",
                    INVOICES_CREATE,
                    invoice_runs::service::status,
                )
                .post(
                    "undoinvoicerun",
                    INVOICES_CREATE,
                    invoice_runs::service::undo,
                )
                .raw(
                    Method::GET,
                    "downloadinvoice",
                    INVOICES,
                    0,
                    invoices::download::download,
                )
                .describe_query::<invoices::download::InvoiceDownloadQuery>()
                .post("sendinvoice", INVOICES_CREATE, invoices::email::send),
        )
        .routes(
            Routes::new("/api/finance/creditnote")
                .feature(FINANCE)
                .list("getcreditnotes", CREDIT_NOTES, credit_notes::service::list)
                .get(
                    "getcreditnoteforedit",
                    CREDIT_NOTES,
                    credit_notes::service::get,
                )
                .post(
                    "createcreditnoterequest",
                    CREDIT_NOTES,
                    credit_notes::service::request,
                )
                .put(
                    "updatecreditnotenotes",
                    CREDIT_NOTES,
                    credit_notes::service::update_notes,
                )
                .delete(
                    "deletecreditnote",
                    CREDIT_NOTES,
                    credit_notes::service::delete,
                )
                .post(
                    "processcreditnoterequest",
                    CREDIT_NOTES_PROCESS,
                    credit_notes::process::process,
                )
                .raw(
                    Method::GET,
                    "downloadcreditnote",
                    CREDIT_NOTES,
                    0,
                    credit_notes::download::download,
                )
                .describe_query::<credit_notes::download::CreditNoteDownloadQuery>()
                .post(
                    "sendcreditnote",
                    CREDIT_NOTES_PROCESS,
                    credit_notes::email::send,
                ),
        )
        .routes(
            Routes::new("/api/finance/settings")
                .feature(FINANCE)
                .get("getsettings", SETTINGS, settings::service::get)
                .put(
                    "updatesettings",
                    Save::with_permission(SETTINGS),
                    settings::service::update,
                )
                .get("getnumberproof", LEDGER, number_series::service::prove),
        )
        .routes(
            Routes::new("/api/finance/fee")
                .feature(FINANCE)
                .list("getFees", FEES, fees::service::list)
                .get("getfeeforedit", FEES, fees::service::get)
                .post(
                    "createorupdatefee",
                    Save::with_permission(FEES),
                    fees::service::save,
                )
                .post(
                    "assigncustomerfee",
                    Save::with_permission(FEES),
                    fees::service::assign,
                )
                .list("getfeeentries", FEES, fees::entries::list)
                .get("testfee", FEES, fees::entries::test),
        )
        .routes(agent_invoices::routes::table())
        .listener(Listener::new(
            "finance.fees-on-booked",
            &bookings::events::BOOKED,
            |scope, of| fees::accrue::accrue_on_booking(scope, of.booking_id),
        ))
        .listener(Listener::new(
            "finance.fees-on-cancelled",
            &bookings::events::CANCELLED,
            |scope, of| fees::accrue::drop_cancelled(scope, of.booking_id),
        ))
        .listener(Listener::new(
            "finance.fees-on-status",
            &bookings::events::STATUS_CHANGED,
            fees::accrue::accrue_on_status,
        ))
        .listener(Listener::new(
            "finance.fees-on-job-status",
            &jobs::events::STATUS_CHANGED,
            fees::job_events::accrue_on_job,
        ))
        .listener(Listener::new(
            "finance.fees-of-day",
            &tenancy::DAY_BEGAN,
            |scope, _| fees::accrue::accrue_daily(scope),
        ))
        .listener(invoices::email::listener())
        .listener(credit_notes::email::listener())
        .listener(agent_invoices::email::listener())
        .job(
            JobKind::new(invoice_runs::service::JOB, |scope, work| {
                invoice_runs::service::handle_job(scope, work).boxed()
            })
            .attempts(RUN_ATTEMPTS)
            .max_concurrent(2),
        )
}
