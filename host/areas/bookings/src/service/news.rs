//! Mails to those who wait for a consignment, when it comes to a status that the tenant has chosen: each once.

use kernel::{Result, Scope, Where, db::Col, event::Listener, ids::BookingId, tsql};

use super::letters;
use crate::{
    events::{STATUS_CHANGED, StatusChange},
    model::Booking,
    rules::{
        news::{self, Audience},
        operations::LoggedOperation,
        status::Status,
    },
    store::{self, Entry},
};

/// Listens to every new status.
pub fn listener() -> Listener {
    Listener::new("bookings.mail-news", &STATUS_CHANGED, tell)
}

async fn tell(mut scope: Scope, change: StatusChange) -> Result<()> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let settings = &settings.bookings;
    let Some(booking) = scope.first::<Booking>(Where::id(change.booking_id)).await? else {
        return Ok(());
    };
    // Goods that the carrier holds up are told as on hold.
    let to = if change.to == Status::OnHold {
        booking.standing()
    } else {
        change.to
    };
    let Some(status) = news::mailed(to).filter(|status| settings.mailed_statuses.contains(status))
    else {
        return Ok(());
    };
    if !news::is_news(&booking, change.from, to, scope.now()) {
        return Ok(());
    }
    let receiver = customers::settings_of(&mut scope, booking.customer_id)
        .await?
        .booking_settings
        .notification;
    let audience = Audience {
        receiver,
        sender: settings.mails_sender,
        customer: settings.mails_customer,
    };
    for email in news::addresses(&booking, audience) {
        if is_first(&mut scope, booking.id, to, &email).await? {
            letters::news(&mut scope, &booking, status, &email).await?;
            let entry = Entry {
                value: Some(to.word().to_owned()),
                message: Some(email),
                ..Entry::done(LoggedOperation::EmailNews)
            };
            store::log(&mut scope, booking.id, entry).await?;
        }
    }
    scope.commit().await
}

/// Writes down that this address is written to of this status, with the mail itself and its line in the log: being told
/// twice sends one.
async fn is_first(
    scope: &mut Scope,
    booking: BookingId,
    status: Status,
    email: &str,
) -> Result<bool> {
    let sql = tsql!(
        "INSERT INTO booking_mails (tenant_id, row_version, booking_id, status, email, creation_time)
         SELECT $1, 1, $2, $3, $4, $5
         WHERE NOT EXISTS (SELECT 1 FROM booking_mails
           WHERE tenant_id = $1 AND booking_id = $2 AND status = $3 AND email = $4)
         ON CONFLICT (tenant_id, booking_id, status, email) DO NOTHING RETURNING id"
    );
    let values = vec![
        booking.val(),
        status.val(),
        email.to_owned().val(),
        scope.now().val(),
    ];
    Ok(!scope.rows(sql, values).await?.is_empty())
}
