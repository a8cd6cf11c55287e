//! The route table of finance.

use futures_util::FutureExt;
use kernel::{
    Area, Empty, Needs, Routes, Save,
    db::Mode,
    event::Listener,
    http::Method,
    job::JobKind,
    limiter::{Limit, MINUTE},
};

use crate::{
    access::{
        CREDIT_NOTES, CREDIT_NOTES_PROCESS, FEATURES, FEES, FINANCE, INVOICES, INVOICES_CREATE,
        LEDGER, LEDGER_LOCK, PAYMENTS, PAYMENTS_CREATE, PERMISSIONS, REMITTANCE, SETTINGS,
        STATEMENTS,
    },
    bank_statements,
    cards::{self, port::CardPort},
    credit_notes::{self, model::CreditNote},
    dunning,
    events::BALANCE_CHANGED,
    fees, invoice_runs,
    invoices::{self, model::Invoice},
    ledger, number_series,
    payments::{self, model::Payment},
    prepaid, remittances, settings, statements,
};

const RUN_ATTEMPTS: i64 = 5;

/// Tests of stolen cards need many calls, payments few.
const BY_CARD: Limit = Limit {
    name: "card payments",
    window: MINUTE,
    per_address: None,
    per_tenant: None,
    per_user: Some(20),
};

/// Builds the area.
pub fn area() -> Area {
    Area::new("finance")
        .globally_searchable::<Invoice>()
        .globally_searchable::<CreditNote>()
        .globally_searchable::<Payment>()
        .permissions(PERMISSIONS)
        .features(FEATURES)
        .needs::<dyn CardPort>()
        .sealed(&[cards::NONCES])
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
            Routes::new("/api/finance/payment")
                .feature(FINANCE)
                .post(
                    "createremittanceadvice",
                    PAYMENTS_CREATE,
                    remittances::service::create,
                )
                .list("GetRemittanceAdvices", PAYMENTS, remittances::service::list)
                .raw(
                    Method::DELETE,
                    "deleteremittanceadvice",
                    PAYMENTS_CREATE,
                    remittances::service::MAX_BODY,
                    remittances::service::delete,
                )
                .describe_query::<remittances::service::RemittanceQuery>()
                .describe_response::<Empty>()
                .post("createpayment", REMITTANCE, payments::service::create)
                .list("getpayments", PAYMENTS, payments::service::list)
                .post("allocatepayment", REMITTANCE, payments::changes::allocate)
                .post("refundpayment", REMITTANCE, payments::changes::refund)
                .post("reversepayment", REMITTANCE, payments::changes::reverse)
                .get("getcardoptions", Needs::Tenant, cards::options::get)
                .with_limit(cards::options::OPTIONS_LIMIT)
                .post(
                    "createCreditCardPayment",
                    PAYMENTS_CREATE,
                    cards::pay::create,
                )
                .with_limit(BY_CARD)
                .list("gettransactioninfo", PAYMENTS, cards::info::list),
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
            Routes::new("/api/finance/customer")
                .feature(FINANCE)
                .get("GetFinanceStatement", STATEMENTS, statements::service::get)
                .get("getagedreceivables", STATEMENTS, statements::service::aged)
                .get("getprepaidbalance", STATEMENTS, prepaid::service::balance)
                .raw(
                    Method::GET,
                    "downloadstatement",
                    STATEMENTS,
                    0,
                    statements::download::download,
                )
                .describe_query::<statements::download::StatementFile>()
                .post("sendstatement", STATEMENTS, statements::email::send)
                .put("updatelowbalance", SETTINGS, prepaid::low_balance::update),
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
            Routes::new("/api/finance/dunning")
                .feature(FINANCE)
                .list("getnotices", STATEMENTS, dunning::preview::list)
                .get("previewnotices", SETTINGS, dunning::preview::preview)
                .post("sendnotices", SETTINGS, dunning::preview::run),
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
        .routes(
            Routes::new("/api/finance/ledger")
                .feature(FINANCE)
                .list("getentries", LEDGER, ledger::service::list)
                .get("getbalances", LEDGER, ledger::service::balances)
                .get("getproof", LEDGER, ledger::proof::get)
                .get("getaccounts", LEDGER, ledger::settings::accounts)
                .put(
                    "updateaccounts",
                    LEDGER_LOCK,
                    ledger::settings::update_accounts,
                )
                .raw(
                    Method::GET,
                    "downloadjournal",
                    LEDGER,
                    0,
                    ledger::journal::download,
                )
                .describe_query::<ledger::journal::JournalQuery>()
                .list("getlocks", LEDGER, ledger::settings::locks)
                .post("createlock", LEDGER_LOCK, ledger::settings::create_lock)
                .require_fresh_proof()
                .delete("removelock", LEDGER_LOCK, ledger::settings::remove_lock)
                .require_fresh_proof(),
        )
        .routes(
            Routes::new("/api/finance/bank")
                .feature(FINANCE)
                .upload(
                    "uploadstatement",
                    REMITTANCE,
                    bank_statements::import::MAX_BYTES,
                    bank_statements::import::upload,
                )
                .describe_response::<bank_statements::import::UploadedBankFile>()
                .post(
                    "importstatement",
                    REMITTANCE,
                    bank_statements::import::import,
                )
                .list(
                    "getstatements",
                    REMITTANCE,
                    bank_statements::service::statements,
                )
                .list("getlines", REMITTANCE, bank_statements::service::lines)
                .post("acceptline", REMITTANCE, bank_statements::service::accept)
                .post(
                    "acceptlines",
                    REMITTANCE,
                    bank_statements::service::accept_all,
                )
                .post("ignoreline", REMITTANCE, bank_statements::service::ignore)
                .post("takebackline", REMITTANCE, bank_statements::service::reopen)
                .list("gettemplates", REMITTANCE, bank_statements::templates::list)
                .post(
                    "createorupdatetemplate",
                    Save::with_permission(REMITTANCE),
                    bank_statements::templates::save,
                )
                .delete(
                    "deletetemplate",
                    REMITTANCE,
                    bank_statements::templates::delete,
                ),
        )
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
            "finance.card-on-booked",
            &bookings::events::BOOKED,
            |scope, of| cards::reservations::review_booking(scope, of.booking_id),
        ))
        .listener(Listener::new(
            "finance.card-on-cancelled",
            &bookings::events::CANCELLED,
            |scope, of| cards::reservations::review_booking(scope, of.booking_id),
        ))
        .listener(Listener::new(
            "finance.card-on-edited",
            &bookings::events::EDITED,
            |scope, of| cards::reservations::review_booking(scope, of.booking_id),
        ))
        .listener(Listener::new(
            "finance.card-on-deleted",
            &bookings::events::DELETED,
            |scope, of| cards::reservations::review_booking(scope, of.booking_id),
        ))
        .listener(Listener::new(
            "finance.card-on-status",
            &bookings::events::STATUS_CHANGED,
            cards::reservations::review_after_status_change,
        ))
        .listener(Listener::new(
            "finance.cards-of-day",
            &tenancy::DAY_BEGAN,
            |scope, _| cards::sweep::review_daily(scope),
        ))
        .listener(Listener::new(
            "finance.fees-on-status",
            &bookings::events::STATUS_CHANGED,
            fees::accrue::accrue_on_status,
        ))
        .listener(Listener::new(
            "finance.fees-of-day",
            &tenancy::DAY_BEGAN,
            |scope, _| fees::accrue::accrue_daily(scope),
        ))
        .listener(Listener::new(
            "finance.ledger-of-day",
            &tenancy::DAY_BEGAN,
            |scope, _| ledger::proof::prove_daily(scope),
        ))
        .listener(Listener::new(
            "finance.dunning-of-day",
            &tenancy::DAY_BEGAN,
            |scope, _| dunning::service::enqueue_daily(scope),
        ))
        .listener(Listener::new(
            "finance.balance-on-booked",
            &bookings::events::BOOKED,
            |scope, of| prepaid::low_balance::check_after_booking(scope, of.booking_id),
        ))
        .listener(Listener::new(
            "finance.on-account-moved",
            &BALANCE_CHANGED,
            |scope, customer| async move {
                dunning::credit_stop::lift_stop(&mut scope.sibling(Mode::Write), customer).await?;
                prepaid::low_balance::check_balance(
                    &mut scope.sibling(Mode::Write),
                    customer,
                    false,
                )
                .await
            },
        ))
        .job(JobKind::new(dunning::service::JOB, |scope, work| {
            dunning::service::send_reminders(scope, work).boxed()
        }))
        .job(JobKind::new(cards::settle::JOB, |scope, payload| {
            cards::settle::job(scope, payload).boxed()
        }))
        .job(JobKind::new(cards::sweep::JOB, |scope, payload| {
            cards::sweep::job(scope, payload).boxed()
        }))
        .job(JobKind::new(cards::refund::JOB, |scope, payload| {
            cards::refund::job(scope, payload).boxed()
        }))
        .job(
            JobKind::new(invoice_runs::service::JOB, |scope, work| {
                invoice_runs::service::handle_job(scope, work).boxed()
            })
            .attempts(RUN_ATTEMPTS)
            .max_concurrent(2),
        )
}
