//! The calls of finance: the table; the handlers stand beside what they do.

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
    events::ACCOUNT_MOVED,
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

/// Trying out stolen cards takes many calls, paying takes few.
const BY_CARD: Limit = Limit {
    name: "card payments",
    window: MINUTE,
    per_address: None,
    per_tenant: None,
    per_user: Some(20),
};

/// The area finance.
pub fn area() -> Area {
    Area::new("finance")
        .found::<Invoice>()
        .found::<CreditNote>()
        .found::<Payment>()
        .permissions(PERMISSIONS)
        .features(FEATURES)
        .needs::<dyn CardPort>()
        .sealed(&[card::NONCES])
        .routes(
            Routes::at("/api/finance/invoice")
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
                .asks::<papers::InvoiceWanted>()
                .post("sendinvoice", INVOICES_CREATE, mail::send),
        )
        .routes(
            Routes::at("/api/finance/payment")
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
                .asks::<remittance::OfRemittance>()
                .answers::<Empty>()
                .post("createpayment", REMITTANCE, payment::create)
                .list("getpayments", PAYMENTS, payment::list)
                .post("allocatepayment", REMITTANCE, give_back::allocate)
                .post("refundpayment", REMITTANCE, give_back::refund)
                .post("reversepayment", REMITTANCE, give_back::reverse)
                .get("getcardoptions", Needs::Tenant, card::options::get)
                .limited(card::options::ASKED)
                .post(
                    "createCreditCardPayment",
                    PAYMENTS_CREATE,
                    card::pay::create,
                )
                .limited(BY_CARD)
                .list("gettransactioninfo", PAYMENTS, card::info::list),
        )
        .routes(
            Routes::at("/api/finance/creditnote")
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
                .asks::<papers::credit::CreditNoteWanted>()
                .post("sendcreditnote", CREDIT_NOTES_PROCESS, mail_credit::send),
        )
        .routes(
            Routes::at("/api/finance/customer")
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
                .asks::<papers::statement::StatementFile>()
                .post("sendstatement", STATEMENTS, mail_statement::send)
                .put("updatelowbalance", SETTINGS, low_balance::update),
        )
        .routes(
            Routes::at("/api/finance/settings")
                .feature(FINANCE)
                .get("getsettings", SETTINGS, settings::get)
                .put("updatesettings", Save::by(SETTINGS), settings::update)
                .get("getnumberproof", LEDGER, numbers::proof),
        )
        .routes(
            Routes::at("/api/finance/dunning")
                .feature(FINANCE)
                .list("getnotices", STATEMENTS, dunning_read::list)
                .get("previewnotices", SETTINGS, dunning_read::preview)
                .post("sendnotices", SETTINGS, dunning_read::run),
        )
        .routes(
            Routes::at("/api/finance/fee")
                .feature(FINANCE)
                .list("getFees", FEES, fee::list)
                .get("getfeeforedit", FEES, fee::get)
                .post("createorupdatefee", Save::by(FEES), fee::save)
                .post("assigncustomerfee", Save::by(FEES), fee::assign)
                .list("getfeeentries", FEES, fee_read::list)
                .get("testfee", FEES, fee_read::test),
        )
        .routes(
            Routes::at("/api/finance/ledger")
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
                .asks::<papers::journal::JournalWanted>()
                .list("getlocks", LEDGER, ledger_settings::locks)
                .post("createlock", LEDGER_LOCK, ledger_settings::create_lock)
                .fresh()
                .delete("removelock", LEDGER_LOCK, ledger_settings::remove_lock)
                .fresh(),
        )
        .routes(
            Routes::at("/api/finance/bank")
                .feature(FINANCE)
                .upload(
                    "uploadstatement",
                    REMITTANCE,
                    bank_import::MAX_BYTES,
                    bank_import::upload,
                )
                .answers::<bank_import::UploadedBankFile>()
                .post("importstatement", REMITTANCE, bank_import::import)
                .list("getstatements", REMITTANCE, bank::statements)
                .list("getlines", REMITTANCE, bank::lines)
                .post("acceptline", REMITTANCE, bank::accept)
                .post("acceptlines", REMITTANCE, bank::accept_all)
                .post("ignoreline", REMITTANCE, bank::ignore)
                .post("takebackline", REMITTANCE, bank::take_back)
                .list("gettemplates", REMITTANCE, bank_template::list)
                .post(
                    "createorupdatetemplate",
                    Save::by(REMITTANCE),
                    bank_template::save,
                )
                .delete("deletetemplate", REMITTANCE, bank_template::delete),
        )
        .listener(Listener::new(
            "finance.fees-on-booked",
            &bookings::events::BOOKED,
            |scope, of| fee_entry::booked(scope, of.booking_id),
        ))
        .listener(Listener::new(
            "finance.fees-on-cancelled",
            &bookings::events::CANCELLED,
            |scope, of| fee_entry::cancelled(scope, of.booking_id),
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
            card::booking::review_moved,
        ))
        .listener(Listener::new(
            "finance.cards-of-day",
            &tenancy::DAY_BEGAN,
            |scope, _| card::sweep::day(scope),
        ))
        .listener(Listener::new(
            "finance.fees-on-status",
            &bookings::events::STATUS_CHANGED,
            fee_entry::moved,
        ))
        .listener(Listener::new(
            "finance.fees-of-day",
            &tenancy::DAY_BEGAN,
            |scope, _| fee_entry::day(scope),
        ))
        .listener(Listener::new(
            "finance.ledger-of-day",
            &tenancy::DAY_BEGAN,
            |scope, _| proof::day(scope),
        ))
        .listener(Listener::new(
            "finance.dunning-of-day",
            &tenancy::DAY_BEGAN,
            |scope, _| dunning::day(scope),
        ))
        .listener(Listener::new(
            "finance.balance-on-booked",
            &bookings::events::BOOKED,
            |scope, of| low_balance::booked(scope, of.booking_id),
        ))
        .listener(Listener::new(
            "finance.on-account-moved",
            &ACCOUNT_MOVED,
            |scope, customer| async move {
                credit_stop::lift(&mut scope.sibling(Mode::Write), customer).await?;
                low_balance::watch(&mut scope.sibling(Mode::Write), customer, false).await
            },
        ))
        .job(JobKind::new(dunning::JOB, |scope, work| {
            dunning::work(scope, work).boxed()
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
            JobKind::new(run::JOB, |scope, work| run::work(scope, work).boxed())
                .attempts(RUN_ATTEMPTS)
                .at_once(2),
        )
}
