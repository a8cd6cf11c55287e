//! Positions of a job's addresses: as sent, otherwise the suburb's.

use data::{Result, Scope};
use rust_decimal::Decimal;

use super::{
    model::{Job, JobAddress},
    rules::POSITION_DECIMALS,
};

/// Completes addresses without a position by that of their suburb, if it is known.
pub(crate) async fn complete(scope: &Scope, job: &mut Job) -> Result<()> {
    let ends = [&mut job.from_address, &mut job.to_address];
    for address in ends.into_iter().flatten().filter(|it| !has_position(it)) {
        let place = lookups::locate(
            scope,
            &address.country_code,
            &address.post_code,
            &address.suburb,
        )
        .await?;
        let to_decimal = |degrees: f64| {
            let text = format!("{degrees:.*}", POSITION_DECIMALS as usize);
            text.parse::<Decimal>()
                .ok()
                .map(|degrees| degrees.normalize())
        };
        (address.latitude, address.longitude) = match place {
            Some((latitude, longitude)) => (to_decimal(latitude), to_decimal(longitude)),
            None => (None, None),
        };
    }
    Ok(())
}

fn has_position(address: &JobAddress) -> bool {
    address.latitude.is_some() && address.longitude.is_some()
}
