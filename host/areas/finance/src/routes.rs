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
    card_port::CardPort,
    events::BALANCE_CHANGED,
    model::{credit::CreditNote, invoice::Invoice, payment::Payment},
    papers,
    service::{
        ad_hoc, bank, bank_import, bank_template, card, credit, credit_stop, decide_credit,
        dunning, dunning_read, fee, fee_entry, fee_read, give_back, ledger, ledger_settings,
        low_balance, mail, mail_credit, mail_statement, numbers, payment, prepaid, process, proof,
        read, remittance, run, settings, statement,
    },
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
        .sealed(&[card::NONCES])
        .routes(
            Routes::new("/api/finance/invoice")
                .feature(FINANCE)
                .list("getinvoices", INVOICES, read::list)
                .get("getinvoiceforedit", INVOICES, read::get)
                .post("GenerateAdhocInvoice", INVOICES_CREATE, ad_hoc::generate)
                .post("processinvoices", INVOICES_CREATE, process::process)
                .post("runinvoices", INVOICES_CREATE, run::begin)
                .get("getinvoicerun", INVOICES_CREATE, run::status)
                .post("undoinvoicerun", INVOICES_CREATE, run::undo)
                .raw(
                    Method::GET,
                    "downloadinvoice",
                    INVOICES,
                    0,
                    papers::download,
                )
                .describe_query::<papers::InvoiceDownloadQuery>()
                .post("sendinvoice", INVOICES_CREATE, mail::send),
        )
        .routes(
            Routes::new("/api/finance/payment")
                .feature(FINANCE)
                .post(
                    "createremittanceadvice",
                    PAYMENTS_CREATE,
                    remittance::create,
                )
                .list("GetRemittanceAdvices", PAYMENTS, remittance::list)
                .raw(
                    Method::DELETE,
                    "deleteremittanceadvice",
                    PAYMENTS_CREATE,
                    remittance::MAX_BODY,
                    remittance::delete,
                )
                .describe_query::<remittance::RemittanceQuery>()
                .describe_response::<Empty>()
                .post("createpayment", REMITTANCE, payment::create)
                .list("getpayments", PAYMENTS, payment::list)
                .post("allocatepayment", REMITTANCE, give_back::allocate)
                .post("refundpayment", REMITTANCE, give_back::refund)
                .post("reversepayment", REMITTANCE, give_back::reverse)
                .get("getcardoptions", Needs::Tenant, card::options::get)
                .with_limit(card::options::OPTIONS_LIMIT)
                .post(
                    "createCreditCardPayment",
                    PAYMENTS_CREATE,
                    card::pay::create,
                )
                .with_limit(BY_CARD)
                .list("gettransactioninfo", PAYMENTS, card::info::list),
        )
        .routes(
            Routes::new("/api/finance/creditnote")
                .feature(FINANCE)
                .list("getcreditnotes", CREDIT_NOTES, credit::list)
                .get("getcreditnoteforedit", CREDIT_NOTES, credit::get)
                .post("createcreditnoterequest", CREDIT_NOTES, credit::request)
                .put("updatecreditnotenotes", CREDIT_NOTES, credit::update_notes)
                .delete("deletecreditnote", CREDIT_NOTES, credit::delete)
                .post(
                    "processcreditnoterequest",
                    CREDIT_NOTES_PROCESS,
                    decide_credit::process,
                )
                .raw(
                    Method::GET,
                    "downloadcreditnote",
                    CREDIT_NOTES,
                    0,
                    papers::credit::download,
                )
                .describe_query::<papers::credit::CreditNoteDownloadQuery>()
                .post("sendcreditnote", CREDIT_NOTES_PROCESS, mail_credit::send),
        )
        .routes(
            Routes::new("/api/finance/customer")
                .feature(FINANCE)
                .get("GetFinanceStatement", STATEMENTS, statement::get)
                .get("getagedreceivables", STATEMENTS, statement::aged)
                .get("getprepaidbalance", STATEMENTS, prepaid::balance)
                .raw(
                    Method::GET,
                    "downloadstatement",
                    STATEMENTS,
                    0,
                    papers::statement::download,
                )
                .describe_query::<papers::statement::StatementFile>()
                .post("sendstatement", STATEMENTS, mail_statement::send)
                .put("updatelowbalance", SETTINGS, low_balance::update),
        )
        .routes(
            Routes::new("/api/finance/settings")
                .feature(FINANCE)
                .get("getsettings", SETTINGS, settings::get)
                .put(
                    "updatesettings",
                    Save::with_permission(SETTINGS),
                    settings::update,
                )
                .get("getnumberproof", LEDGER, numbers::prove),
        )
        .routes(
            Routes::new("/api/finance/dunning")
                .feature(FINANCE)
                .list("getnotices", STATEMENTS, dunning_read::list)
                .get("previewnotices", SETTINGS, dunning_read::preview)
                .post("sendnotices", SETTINGS, dunning_read::run),
        )
        .routes(
            Routes::new("/api/finance/fee")
                .feature(FINANCE)
                .list("getFees", FEES, fee::list)
                .get("getfeeforedit", FEES, fee::get)
                .post("createorupdatefee", Save::with_permission(FEES), fee::save)
                .post(
                    "assigncustomerfee",
                    Save::with_permission(FEES),
                    fee::assign,
                )
                .list("getfeeentries", FEES, fee_read::list)
                .get("testfee", FEES, fee_read::test),
        )
        .routes(
            Routes::new("/api/finance/ledger")
                .feature(FINANCE)
                .list("getentries", LEDGER, ledger::list)
                .get("getbalances", LEDGER, ledger::balances)
                .get("getproof", LEDGER, proof::get)
                .get("getaccounts", LEDGER, ledger_settings::accounts)
                .put(
                    "updateaccounts",
                    LEDGER_LOCK,
                    ledger_settings::update_accounts,
                )
                .raw(
                    Method::GET,
                    "downloadjournal",
                    LEDGER,
                    0,
                    papers::journal::download,
                )
                .describe_query::<papers::journal::JournalQuery>()
                .list("getlocks", LEDGER, ledger_settings::locks)
                .post("createlock", LEDGER_LOCK, ledger_settings::create_lock)
                .require_fresh_proof()
                .delete("removelock", LEDGER_LOCK, ledger_settings::remove_lock)
                .require_fresh_proof(),
        )
        .routes(
            Routes::new("/api/finance/bank")
                .feature(FINANCE)
                .upload(
                    "uploadstatement",
                    REMITTANCE,
                    bank_import::MAX_BYTES,
                    bank_import::upload,
                )
                .describe_response::<bank_import::UploadedBankFile>()
                .post("importstatement", REMITTANCE, bank_import::import)
                .list("getstatements", REMITTANCE, bank::statements)
                .list("getlines", REMITTANCE, bank::lines)
                .post("acceptline", REMITTANCE, bank::accept)
                .post("acceptlines", REMITTANCE, bank::accept_all)
                .post("ignoreline", REMITTANCE, bank::ignore)
                .post("takebackline", REMITTANCE, bank::reopen)
                .list("gettemplates", REMITTANCE, bank_template::list)
                .post(
                    "createorupdatetemplate",
                    Save::with_permission(REMITTANCE),
                    bank_template::save,
                )
                .delete("deletetemplate", REMITTANCE, bank_template::delete),
        )
        .listener(Listener::new(
            "finance.fees-on-booked",
            &bookings::events::BOOKED,
            |scope, of| fee_entry::accrue_on_booking(scope, of.booking_id),
        ))
        .listener(Listener::new(
            "finance.fees-on-cancelled",
            &bookings::events::CANCELLED,
            |scope, of| fee_entry::drop_cancelled(scope, of.booking_id),
        ))
        .listener(Listener::new(
            "finance.card-on-booked",
            &bookings::events::BOOKED,
            |scope, of| card::booking::review_booking(scope, of.booking_id),
        ))
        .listener(Listener::new(
            "finance.card-on-cancelled",
            &bookings::events::CANCELLED,
            |scope, of| card::booking::review_booking(scope, of.booking_id),
        ))
        .listener(Listener::new(
            "finance.card-on-edited",
            &bookings::events::EDITED,
            |scope, of| card::booking::review_booking(scope, of.booking_id),
        ))
        .listener(Listener::new(
            "finance.card-on-deleted",
            &bookings::events::DELETED,
            |scope, of| card::booking::review_booking(scope, of.booking_id),
        ))
        .listener(Listener::new(
            "finance.card-on-status",
            &bookings::events::STATUS_CHANGED,
            card::booking::review_after_status_change,
        ))
        .listener(Listener::new(
            "finance.cards-of-day",
            &tenancy::DAY_BEGAN,
            |scope, _| card::sweep::review_daily(scope),
        ))
        .listener(Listener::new(
            "finance.fees-on-status",
            &bookings::events::STATUS_CHANGED,
            fee_entry::accrue_on_status,
        ))
        .listener(Listener::new(
            "finance.fees-of-day",
            &tenancy::DAY_BEGAN,
            |scope, _| fee_entry::accrue_daily(scope),
        ))
        .listener(Listener::new(
            "finance.ledger-of-day",
            &tenancy::DAY_BEGAN,
            |scope, _| proof::prove_daily(scope),
        ))
        .listener(Listener::new(
            "finance.dunning-of-day",
            &tenancy::DAY_BEGAN,
            |scope, _| dunning::enqueue_daily(scope),
        ))
        .listener(Listener::new(
            "finance.balance-on-booked",
            &bookings::events::BOOKED,
            |scope, of| low_balance::check_after_booking(scope, of.booking_id),
        ))
        .listener(Listener::new(
            "finance.on-account-moved",
            &BALANCE_CHANGED,
            |scope, customer| async move {
                credit_stop::lift_stop(&mut scope.sibling(Mode::Write), customer).await?;
                low_balance::check_balance(&mut scope.sibling(Mode::Write), customer, false).await
            },
        ))
        .job(JobKind::new(dunning::JOB, |scope, work| {
            dunning::send_reminders(scope, work).boxed()
        }))
        .job(JobKind::new(card::settle::JOB, |scope, payload| {
            card::settle::job(scope, payload).boxed()
        }))
        .job(JobKind::new(card::sweep::JOB, |scope, payload| {
            card::sweep::job(scope, payload).boxed()
        }))
        .job(JobKind::new(card::refund::JOB, |scope, payload| {
            card::refund::job(scope, payload).boxed()
        }))
        .job(
            JobKind::new(run::JOB, |scope, work| run::handle_job(scope, work).boxed())
                .attempts(RUN_ATTEMPTS)
                .max_concurrent(2),
        )
}
