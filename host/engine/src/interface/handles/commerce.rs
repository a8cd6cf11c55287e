//! Typed handle of shop platforms.

use super::{Answer, optional};
use crate::{
    Ability, CallContext, Kind, Plugin,
    call::call,
    interface::{functions as f, wit},
};

impl Plugin {
    pub fn commerce(&self) -> Option<Commerce> {
        (self.manifest().kind == Kind::Commerce).then(|| Commerce(self.clone()))
    }
}

/// Functions of an ability that a shop platform lacks return `None`.
#[derive(Clone)]
pub struct Commerce(Plugin);

impl Commerce {
    pub fn plugin(&self) -> &Plugin {
        &self.0
    }

    pub async fn check_account(&self, context: CallContext) -> Answer<()> {
        call(&self.0, context, f::CheckAccount()).await
    }

    /// Oldest first; `cursor` is the previous page's `next`.
    pub async fn list_orders(
        &self,
        context: CallContext,
        cursor: Option<String>,
    ) -> Answer<wit::OrderPage> {
        call(&self.0, context, f::ListOrders(cursor)).await
    }

    pub async fn write_tracking(
        &self,
        context: CallContext,
        fulfilled: wit::Fulfilled,
    ) -> Answer<String> {
        call(&self.0, context, f::WriteTracking(fulfilled)).await
    }

    pub async fn read_checkout(
        &self,
        context: CallContext,
        request: wit::WebRequest,
    ) -> Answer<Option<wit::Checkout>> {
        optional(
            &self.0,
            Ability::CheckoutRates,
            context,
            f::ReadCheckout(request),
        )
        .await
    }

    pub async fn write_options(
        &self,
        context: CallContext,
        checkout: wit::Checkout,
        options: Vec<wit::ShippingOption>,
    ) -> Answer<Option<wit::WebResponse>> {
        optional(
            &self.0,
            Ability::CheckoutRates,
            context,
            f::WriteOptions(checkout, options),
        )
        .await
    }

    /// The inner `None` means the shop has no such entry.
    pub async fn read_configuration(
        &self,
        context: CallContext,
    ) -> Answer<Option<Option<wit::Configuration>>> {
        optional(
            &self.0,
            Ability::CarrierService,
            context,
            f::ReadConfiguration(),
        )
        .await
    }

    pub async fn configure(
        &self,
        context: CallContext,
        callback_url: String,
        active: bool,
    ) -> Answer<Option<wit::Configuration>> {
        optional(
            &self.0,
            Ability::CarrierService,
            context,
            f::Configure(callback_url, active),
        )
        .await
    }

    pub async fn unconfigure(&self, context: CallContext) -> Answer<Option<()>> {
        optional(&self.0, Ability::CarrierService, context, f::Unconfigure()).await
    }

    pub async fn read_push(
        &self,
        context: CallContext,
        delivery: wit::WebRequest,
    ) -> Answer<Option<Vec<wit::Notice>>> {
        optional(
            &self.0,
            Ability::ShopPush,
            context,
            f::ReadShopPush(delivery),
        )
        .await
    }
}
