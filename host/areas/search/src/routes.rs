//! The one call of search.

use bookings::Booking;
use chrono::TimeDelta;
use customers::Customer;
use kernel::{
    Error, ListQuery, Needs, Permission, Result, Routes, Scope, Where,
    db::Mode,
    permission::{BOOKING, CUSTOMER},
};
use serde_json::json;

use crate::{
    model::{Found, Groups, Question},
    rules,
};

/// Results of one group.
const MOST: usize = 10;
/// How long bookings are found by names and places.
const LOOKED_BACK: TimeDelta = TimeDelta::days(183);

pub(crate) fn table() -> Routes {
    Routes::at("/api/search").post("", Needs::SignedIn, search)
}

async fn search(scope: Scope, question: Question) -> Result<Groups> {
    let own = scope.caller.customer();
    if let (Some(own), Some(asked)) = (own, question.customer_id)
        && own != asked
    {
        return Err(Error::NotFound("The customer"));
    }
    let words = rules::words(question.query.as_deref())?;
    if words.is_empty() {
        return Ok(Groups::default());
    }
    // The call is a POST, yet it only reads: it must not wait for those who write.
    let mut scope = scope.sibling(Mode::Read);
    let customer = own.or(question.customer_id);
    let mut groups = Groups::default();
    if may(&scope, BOOKING, "Booking.Enabled").await? {
        let narrow = Where::all().eq_some("customer_id", customer);
        let query = question.query.as_deref().unwrap_or_default();
        let mut found = page::<Booking>(&mut scope, rules::booking_number(query), narrow.clone()).await?;
        if found.len() < MOST {
            let since = scope.now() - LOOKED_BACK;
            let more: Vec<Booking> = page(&mut scope, rules::booking_words(&words, since), narrow).await?;
            found.extend(
                more.into_iter().filter(|more| found.iter().all(|known| known.id != more.id)).collect::<Vec<_>>(),
            );
            found.truncate(MOST);
        }
        groups.bookings = found.iter().map(booking).collect();
    }
    if own.is_none() && may(&scope, CUSTOMER, "Customer.Enabled").await? {
        let narrow = Where::all().eq_some("id", customer);
        let found: Vec<Customer> = page(&mut scope, rules::customer_words(&words), narrow).await?;
        groups.customers = found.iter().map(self::customer).collect();
    }
    Ok(groups)
}

async fn may(scope: &Scope, permission: Permission, feature: &str) -> Result<bool> {
    Ok(scope.can(permission) && scope.feature(feature).await?)
}

/// The newest rows that a filter finds.
async fn page<E: kernel::db::Entity>(scope: &mut Scope, filter: String, narrow: Where) -> Result<Vec<E>> {
    let list =
        ListQuery { filter: Some(filter), sorting: None, max_result_count: i64::try_from(MOST).ok(), skip_count: None };
    Ok(scope.page(&list, narrow).await?.items)
}

fn booking(booking: &Booking) -> Found {
    let customer = [&booking.company_name, &booking.customer_name, &booking.contact_name];
    let details = json!({
        "bookingStatus": booking.booking_status.to_string(),
        "customerName": customer.into_iter().flatten().find(|name| !name.is_empty()),
        "consignmentId": booking.consignment_id,
        "reference": booking.reference,
        "carrier": booking.carrier,
        "fromSuburb": booking.from_suburb,
        "toSuburb": booking.to_suburb,
    });
    Found { reference: booking.id.to_string(), kind: "Booking", title: booking.name(), details: details.to_string() }
}

fn customer(customer: &Customer) -> Found {
    let details = json!({
        "code": customer.code,
        "email": customer.email,
        "contactName": customer.contact_name,
        "isActive": customer.is_active,
    });
    Found {
        reference: customer.id.to_string(),
        kind: "Customer",
        title: customer.display_name().to_owned(),
        details: details.to_string(),
    }
}
