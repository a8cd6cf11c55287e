//! The route table of receivables.

use data::{Empty, Needs, Save, db::Mode};
use futures_util::FutureExt;
use web::{Area, Routes, http::Method};
use work::{
    event::Listener,
    job::JobKind,
    limiter::{Limit, MINUTE},
};

use ledger::access::SETTINGS;
use ledger::events::BALANCE_CHANGED;

use crate::{
    bank_statements,
    cards::{self, port::CardPort},
    dunning, ledger_back_fill, payments, prepaid, remittances, statements,
};
use ledger::access::{FINANCE, PAYMENTS, PAYMENTS_CREATE, REMITTANCE, STATEMENTS};

/// Tests of stolen cards need many calls, payments few.
const BY_CARD: Limit = Limit {
    name: "card payments",
    window: MINUTE,
    per_address: None,
    per_tenant: None,
    per_user: Some(20),
};

/// Each renders two documents and writes to the customer.
const STATEMENT_EMAILS: Limit = Limit {
    name: "statement emails",
    window: MINUTE,
    per_address: None,
    per_tenant: None,
    per_user: Some(20),
};

pub fn area() -> Area {
    Area::new("receivables")
        .tag("finance")
        .needs::<dyn CardPort>()
        .sealed(&[cards::NONCES])
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
                .describe_body::<remittances::service::Cancellation>()
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
                .with_limit(STATEMENT_EMAILS)
                .put("updatelowbalance", SETTINGS, prepaid::low_balance::update),
        )
        .routes(
            Routes::new("/api/finance/dunning")
                .feature(FINANCE)
                .list("getnotices", STATEMENTS, dunning::preview::list)
                .get("previewnotices", SETTINGS, dunning::preview::preview)
                .post("sendnotices", SETTINGS, dunning::preview::run),
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
            "finance.ledger-of-day",
            &tenancy::DAY_BEGAN,
            |scope, _| ledger_back_fill::service::run_daily(scope),
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
            "finance.credit-stop-on-customer",
            &customers::events::CHANGED,
            dunning::credit_stop::review_stop,
        ))
        .listener(Listener::new(
            "finance.on-account-moved",
            &BALANCE_CHANGED,
            |scope, customer| async move {
                dunning::credit_stop::review_stop(scope.sibling(Mode::Write), customer).await?;
                prepaid::low_balance::check_balance(
                    &mut scope.sibling(Mode::Write),
                    customer,
                    false,
                )
                .await
            },
        ))
        .listener(dunning::service::email_listener())
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
}
