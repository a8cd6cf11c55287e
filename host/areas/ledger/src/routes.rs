//! The route table of ledger.

use data::{Proof, message};
use web::{Area, Routes, http::Method};

use crate::{
    access::{FEATURES, FINANCE, LEDGER, LEDGER_LOCK, PERMISSIONS},
    journal, proof, service, settings,
};

pub fn area() -> Area {
    Area::new("ledger")
        .tag("finance")
        .permissions(PERMISSIONS)
        .features(FEATURES)
        .routes(
            Routes::new("/api/finance/ledger")
                .feature(FINANCE)
                .list("getentries", LEDGER, service::list)
                .get("getbalances", LEDGER, service::balances)
                .get("getproof", LEDGER, proof::get)
                .get("getaccounts", LEDGER, settings::accounts)
                .put("updateaccounts", LEDGER_LOCK, settings::update_accounts)
                .raw(Method::GET, "downloadjournal", LEDGER, 0, journal::download)
                .describe_query::<journal::JournalQuery>()
                .list("getlocks", LEDGER, settings::locks)
                .post("createlock", LEDGER_LOCK, settings::create_lock)
                .require_proof(Proof::of_today(message!(
                    "Confirm your identity to close a period."
                )))
                .delete("removelock", LEDGER_LOCK, settings::remove_lock)
                .require_proof(Proof::of_today(message!(
                    "Confirm your identity to reopen a period."
                ))),
        )
}
