//! Quotes stored for a day, retrieved by token.

use chrono::{DateTime, TimeDelta, Utc};
use data::{Error, New, Record, Result, Scope, Where, db::Col, files, ids::UserId, tsql};
use work::event::Listener;

use crate::quotes::view::Quotes;

const LIFETIME: TimeDelta = TimeDelta::hours(24);
/// Keeps transactions short.
const MAX_REMOVED: i64 = 500;

/// The quotes of one request.
#[derive(Debug, Clone, Record)]
#[record(table = "rate_quotes", name = "The quote", unrecorded)]
struct KeptQuotes {
    id: i64,
    row_version: i64,
    resource_token: String,
    creator_user_id: Option<UserId>,
    #[record(json)]
    quotes: Quotes,
    creation_time: DateTime<Utc>,
}

/// Returns the token.
pub async fn store(mut scope: Scope, quotes: Quotes) -> Result<String> {
    let resource_token = files::random_token()?;
    scope
        .create(New::<KeptQuotes> {
            resource_token: resource_token.clone(),
            creator_user_id: scope.caller.user(),
            quotes,
        })
        .await?;
    scope.commit().await?;
    Ok(resource_token)
}

pub async fn load(scope: &mut Scope, token: &str) -> Result<Quotes> {
    let of_token = Where::all().eq(KeptQuotes::RESOURCE_TOKEN, token.to_owned());
    let row = scope
        .first::<KeptQuotes>(of_token)
        .await?
        .ok_or(Error::NotFound("The quote"))?;
    Ok(row.quotes)
}

/// Runs daily per tenant.
pub fn sweeper() -> Listener {
    Listener::new("rates.sweep-quotes", &tenancy::DAY_BEGAN, |scope, _| {
        sweep(scope)
    })
}

async fn sweep(mut scope: Scope) -> Result<()> {
    let before = scope.now() - LIFETIME;
    loop {
        let old = tsql!(
            "DELETE FROM rate_quotes WHERE tenant_id = $1 AND id IN (SELECT id FROM rate_quotes
             WHERE tenant_id = $1 AND creation_time < $2 ORDER BY creation_time, id LIMIT $3) RETURNING id"
        );
        let removed = scope
            .rows(old, vec![before.val(), MAX_REMOVED.val()])
            .await?;
        scope.commit().await?;
        if removed.is_empty() {
            return Ok(());
        }
    }
}
