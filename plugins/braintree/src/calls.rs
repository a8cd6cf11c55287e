//! Calls of Braintree's GraphQL API: URLs, authentication and errors.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use waybill_plugin::settings::Settings;
use waybill_plugin::types::{PluginError, Refusal, Transaction};
use waybill_plugin::{Result, error, http};

use crate::wire::{Paid, Refund, Reversal};

const PAID: &str = include_str!("queries/paid.graphql");
pub const CHARGE: &str = include_str!("queries/charge.graphql");
pub const AUTHORISE: &str = include_str!("queries/authorise.graphql");
pub const CAPTURE: &str = include_str!("queries/capture.graphql");
const REFUND: &str = include_str!("queries/refund.graphql");
const REVERSE: &str = include_str!("queries/reverse.graphql");
const FIND: &str = include_str!("queries/find.graphql");
const FETCH: &str = include_str!("queries/fetch.graphql");
const LEGACY: &str = include_str!("queries/legacy.graphql");
const TOKEN: &str = include_str!("queries/token.graphql");
const PING: &str = include_str!("queries/ping.graphql");

const LIVE: &str = "https://payments.braintree-api.com/graphql";
const SANDBOX: &str = "https://payments.sandbox.braintree-api.com/graphql";
/// API version this plugin is written for.
const VERSION: &str = "2019-01-01";

#[derive(Debug)]
pub struct Account {
    url: &'static str,
}

#[derive(Deserialize)]
struct Done<T> {
    done: T,
}

#[derive(Deserialize)]
struct Changed {
    transaction: Paid,
}

#[derive(Deserialize)]
struct Refunded {
    refund: Refund,
}

#[derive(Deserialize)]
struct Reversed {
    reversal: Reversal,
}

#[derive(Deserialize)]
struct Found {
    search: Search,
}

#[derive(Deserialize)]
struct Search {
    transactions: Connection,
}

#[derive(Deserialize)]
struct Connection {
    edges: Vec<Edge>,
}

#[derive(Deserialize)]
struct Edge {
    node: Paid,
}

#[derive(Deserialize)]
struct Fetched {
    node: Option<Paid>,
}

#[derive(Deserialize)]
struct Named {
    id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Made {
    client_token: String,
}

impl Account {
    pub fn read() -> Result<Self> {
        let mut settings = Settings::of_account()?;
        settings.required_text("publicKey");
        let environment = settings.choice("environment", &["Sandbox", "Production"]);
        let url = if environment == "Production" {
            LIVE
        } else {
            SANDBOX
        };
        settings.check(Self { url })
    }

    pub fn ping(&self) -> Result<()> {
        self.query::<Value>(PING, &Value::Null).map(|_| ())
    }

    pub fn client_token(&self, merchant_account: Option<String>) -> Result<String> {
        let input = merchant_account.map(|id| json!({ "merchantAccountId": id }));
        let response: Done<Made> =
            self.query(TOKEN, &json!({ "input": { "clientToken": input } }))?;
        Ok(response.done.client_token)
    }

    /// Returns the transaction that a mutation created or changed.
    pub fn mutate(&self, query: &str, variables: &Value) -> Result<Paid> {
        let changed: Done<Changed> = self.query(query, variables)?;
        Ok(changed.done.transaction)
    }

    pub fn refund(&self, variables: &Value) -> Result<Transaction> {
        let refunded: Done<Refunded> = self.query(REFUND, variables)?;
        refunded.done.refund.into_transaction()
    }

    pub fn reverse(&self, id: &str) -> Result<Paid> {
        let reversed: Done<Reversed> =
            self.query(REVERSE, &json!({ "input": { "transactionId": id } }))?;
        reversed.done.reversal.into_paid()
    }

    pub fn find_by_order_id(&self, order_id: &str) -> Result<Vec<Paid>> {
        let found: Found = self.query(FIND, &json!({ "orderId": order_id }))?;
        Ok(found
            .search
            .transactions
            .edges
            .into_iter()
            .map(|edge| edge.node)
            .collect())
    }

    pub fn fetch(&self, id: &str) -> Result<Paid> {
        let fetched: Fetched = self.query(FETCH, &json!({ "id": id }))?;
        fetched
            .node
            .ok_or_else(|| error::not_found("Braintree has no transaction with this id"))
    }

    /// Converts the legacy id in webhooks to an id of this API.
    pub fn fetch_id(&self, legacy_id: &str) -> Result<String> {
        let named: Named = self.query(LEGACY, &json!({ "id": legacy_id }))?;
        Ok(named.id)
    }

    fn query<T: DeserializeOwned>(&self, query: &str, variables: &Value) -> Result<T> {
        let query = if query.contains("...Paid") {
            format!("{query}{PAID}")
        } else {
            query.to_owned()
        };
        let answer = http::post(self.url)
            .basic("publicKey", "privateKey")
            .header("braintree-version", VERSION)
            .body_json(&json!({ "query": query, "variables": variables }))?
            .header("accept", "application/json")
            .send()?;
        // Errors come with status 200 or with an error status.
        if let Ok(GraphqlResponse {
            errors: Some(errors),
            ..
        }) = answer.json::<GraphqlResponse<Value>>()
            && let Some(first) = errors.into_iter().next()
        {
            return Err(first.into());
        }
        let response: GraphqlResponse<T> = answer.ok(|_| None)?.json()?;
        response
            .data
            .ok_or_else(|| error::internal("Braintree's answer has no data"))
    }
}

#[derive(Deserialize)]
struct GraphqlResponse<T> {
    data: Option<T>,
    errors: Option<Vec<Problem>>,
}

#[derive(Deserialize)]
struct Problem {
    message: String,
    extensions: Option<Extensions>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Extensions {
    error_class: String,
    legacy_code: Option<String>,
}

impl From<Problem> for PluginError {
    fn from(problem: Problem) -> Self {
        let Problem {
            message,
            extensions,
        } = problem;
        let Extensions {
            error_class,
            legacy_code,
        } = extensions.unwrap_or_default();
        match error_class.as_str() {
            "AUTHENTICATION" | "AUTHORIZATION" => Self::Unauthorised(message),
            "NOT_FOUND" => Self::NotFound(message),
            "INTERNAL" | "SERVICE_AVAILABILITY" | "RESOURCE_LIMIT" | "UNKNOWN" => {
                error::unavailable(message)
            }
            _ => Self::Rejected(Refusal {
                code: legacy_code.unwrap_or(error_class),
                message,
                http_status: None,
            }),
        }
    }
}
