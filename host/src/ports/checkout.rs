//! Shop checkout prices: the plugin parses the request, carriers quote, the plugin writes the
//! options.

use std::{collections::HashMap, time::Duration};

use carriage::{FaultKind, PluginFault, address::Address, goods::Item};
use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use data::{Error, Result, Scope, db::Mode, ids::CustomerId, message};
use engine::{CallContext, Plugin, wit};
use plugins::endpoints::port::HttpAnswer;
use quotes::{
    CustomerRef, Quote, QuoteAsk,
    calendar::{self, Calendar, RequestedPickup},
};

use super::endpoints::from_web_response;

/// Without quotes there are no options: the shop shows its own.
pub async fn price(
    scope: Scope,
    plugin: &Plugin,
    context: CallContext,
    customer: Option<CustomerId>,
    request: wit::WebRequest,
) -> Result<HttpAnswer, PluginFault> {
    let unsupported = || {
        PluginFault::new(
            FaultKind::Unsupported,
            message!("The plugin does not price checkouts."),
        )
    };
    let commerce = plugin.commerce().ok_or_else(unsupported)?;
    let clock = (context.now, context.timezone);
    let checkout = commerce
        .read_checkout(context.clone(), request)
        .await?
        .ok_or_else(unsupported)?;
    // Lookups run as the host: the caller has no influence on them.
    let host_scope = scope.host().scope(scope.tenant, Mode::Read);
    drop(scope);
    let options = match options(host_scope, customer, &checkout, clock).await {
        Ok(options) => options,
        Err(Error::Internal(error)) => {
            tracing::error!(
                plugin = plugin.id(),
                error = format!("{error:#}"),
                "a checkout could not be quoted"
            );
            return Err(PluginFault::new(
                FaultKind::unavailable(),
                message!("Prices can't be told now."),
            ));
        }
        Err(error) => {
            tracing::info!(
                plugin = plugin.id(),
                reason = error.sentence(),
                "a checkout has no options"
            );
            Vec::new()
        }
    };
    let written = commerce.write_options(context, checkout, options).await?;
    written.map(from_web_response).ok_or_else(unsupported)
}

async fn options(
    mut scope: Scope,
    customer: Option<CustomerId>,
    checkout: &wit::Checkout,
    (now, zone): (DateTime<Utc>, Tz),
) -> Result<Vec<wit::ShippingOption>> {
    let settings = tenancy::settings(&mut scope).await?;
    let currency = settings.base_currency.clone();
    if !checkout.currency.eq_ignore_ascii_case(&currency) {
        return Err(Error::invalid(
            "currency",
            message!(
                "prices are in {currency}, not {wanted}",
                wanted = checkout.currency
            ),
        ));
    }
    let from = match (&checkout.from, customer) {
        (Some(from), _) => address(from),
        (None, Some(customer)) => {
            let sender = customers::find(&mut scope, customer).await?.address;
            sender.ok_or_else(|| {
                Error::invalid(
                    "fromAddress",
                    message!("neither the shop nor the customer has a pickup address"),
                )
            })?
        }
        (None, None) => {
            return Err(Error::invalid(
                "fromAddress",
                message!("the shop has no pickup address"),
            ));
        }
    };
    scope.rollback();
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let delay = settings.e_commerce.rate_callback_delay;
    let request = QuoteAsk {
        from_address: from,
        to_address: address(&checkout.to),
        items: checkout.items.iter().cloned().map(Item::from).collect(),
        customer: CustomerRef {
            customer_id: customer,
        },
        ..QuoteAsk::default()
    };
    let quotes = quotes::fetch_quotes(
        scope,
        request,
        customer,
        Duration::from_millis(delay.into()),
    )
    .await?;
    let leaves = |quote: &Quote| {
        let cut_off = calendar::cut_off(quote.service.cut_off_time.as_deref());
        let calendar = Calendar {
            zone,
            cut_off,
            holidays: &settings.bookings.holidays,
        };
        calendar::window(RequestedPickup::default(), now, calendar).day
    };
    Ok(cheapest_options(
        quotes.quotes,
        &currency,
        leaves,
        &settings.bookings.holidays,
    ))
}

/// Later arrivals are not offered.
const MAX_TRANSIT_DAYS: u32 = 60;

/// One per carrier service, the cheapest account; sorted by price.
fn cheapest_options(
    quotes: Vec<Quote>,
    currency: &str,
    leaves: impl Fn(&Quote) -> NaiveDate,
    holidays: &[NaiveDate],
) -> Vec<wit::ShippingOption> {
    let mut carriers = HashMap::new();
    let mut options = Vec::new();
    for quote in quotes {
        let code = format!("{}:{}", quote.carrier.code, quote.service.code);
        let Some(total) = wit::Money::new(quote.customer_cost.total_including_gst, currency) else {
            continue;
        };
        if carriers.insert(code.clone(), ()).is_some() {
            continue;
        }
        let days = quote
            .service
            .transit_time
            .filter(|days| *days <= MAX_TRANSIT_DAYS);
        let arrives = days
            .map(|days| calendar::working_days_after(leaves(&quote), days, holidays).to_string());
        options.push(wit::ShippingOption {
            code,
            name: quote.service.description,
            description: quote.carrier.description,
            total,
            earliest: arrives.clone(),
            latest: arrives,
        });
    }
    options
}

/// Non-residential addresses of a shop count as a business.
fn address(address: &wit::Address) -> Address {
    let mut address = Address::from(address.clone());
    address.kind.get_or_insert_with(|| "Business".to_owned());
    address
}
