//! Rows created by the calls that the OpenAPI document describes, with minimal bodies.

use testkit::Client;

use super::{
    super::input::{Document, replace_kinds},
    Fixtures, SHARED_KINDS,
};

/// Adds a row of each kind that has none yet, of the tenant or of the customer in `stock`.
pub async fn create(admin: &Client, is_customers: bool, stock: &mut Fixtures) {
    for creation in Document::new().creations() {
        let kind = creation.kind.as_str();
        let is_known = stock.contains_key(kind) || SHARED_KINDS.contains(&kind);
        if is_known || creation.is_customers != is_customers {
            continue;
        }
        let body = replace_kinds(&creation.body, &|kind| stock[kind]);
        let answer = admin.post(&creation.path, body).await;
        assert_eq!(
            answer.status, 200,
            "{} does not create {kind} with its required members: add a row to the stock",
            creation.path
        );
        let row = answer.result()[&creation.member]["id"].as_i64();
        stock.insert(creation.kind.leak(), row.unwrap());
    }
}
