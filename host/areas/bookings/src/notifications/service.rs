//! Status emails to the recipients the tenant has configured, once per status.

use data::{Result, Scope, Where};
use work::event::Listener;

use crate::emails;
use crate::{
    bookings::{self, model::Booking, operations::LoggedOperation, status::Status, store::Entry},
    events::{STATUS_CHANGED, StatusChange},
    notifications::{self, rules::Audience},
};

pub fn listener() -> Listener {
    Listener::new("bookings.mail-news", &STATUS_CHANGED, email_status)
}

async fn email_status(mut scope: Scope, change: StatusChange) -> Result<()> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let settings = &settings.bookings;
    let Some(booking) = scope.first::<Booking>(Where::id(change.booking_id)).await? else {
        return Ok(());
    };
    // A carrier's hold is reported as on hold.
    let to = if change.to == Status::OnHold {
        booking.effective_status()
    } else {
        change.to
    };
    let Some(status) = notifications::rules::email_status(to)
        .filter(|status| settings.mailed_statuses.contains(status))
    else {
        return Ok(());
    };
    if !notifications::rules::is_news(&booking, change.from, to, scope.now()) {
        return Ok(());
    }
    let receiver = customers::settings_of(&mut scope, booking.payer.customer_id)
        .await?
        .booking_settings
        .notification;
    let audience = Audience {
        receiver,
        sender: settings.mails_sender,
        customer: settings.mails_customer,
    };
    for email in notifications::rules::addresses(&booking, audience) {
        if notifications::store::claim_recipient(&mut scope, booking.id, to, &email).await? {
            let entry = Entry {
                value: Some(to.as_str().to_owned()),
                message: Some(email.clone()),
                ..Entry::pending(LoggedOperation::EmailNews)
            };
            let entry = bookings::store::insert_entry(&mut scope, booking.id, entry).await?;
            emails::to_subscriber(&mut scope, &booking, status, &email, entry).await?;
        }
    }
    scope.commit().await
}
