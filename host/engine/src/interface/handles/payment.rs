//! Typed handle of card payment providers.

use super::{Answer, optional};
use crate::{
    Ability, CallContext, Kind, Plugin,
    call::call,
    interface::{functions as f, wit},
};

impl Plugin {
    pub fn payment(&self) -> Option<Payment> {
        (self.manifest().kind == Kind::Payment).then(|| Payment(self.clone()))
    }
}

/// Functions of an ability that a provider lacks return `None`.
#[derive(Clone)]
pub struct Payment(Plugin);

impl Payment {
    pub fn plugin(&self) -> &Plugin {
        &self.0
    }

    pub async fn check_account(&self, context: CallContext) -> Answer<()> {
        call(&self.0, context, f::CheckAccount()).await
    }

    /// Returns the token that starts the provider's form in the browser.
    pub async fn client_token(&self, context: CallContext) -> Answer<String> {
        call(&self.0, context, f::ClientToken()).await
    }

    pub async fn charge(
        &self,
        context: CallContext,
        request: wit::PaymentRequest,
    ) -> Answer<wit::Transaction> {
        call(&self.0, context, f::Charge(request)).await
    }

    pub async fn find(
        &self,
        context: CallContext,
        reference: String,
    ) -> Answer<Option<wit::Transaction>> {
        call(&self.0, context, f::FindTransaction(reference)).await
    }

    /// Refunds all or a part; `id` is the provider's, `reference` is the refund's.
    pub async fn refund(
        &self,
        context: CallContext,
        id: String,
        amount: wit::Money,
        reference: String,
    ) -> Answer<wit::Transaction> {
        call(&self.0, context, f::Refund(id, amount, reference)).await
    }

    pub async fn authorise(
        &self,
        context: CallContext,
        request: wit::PaymentRequest,
    ) -> Answer<Option<wit::Transaction>> {
        optional(
            &self.0,
            Ability::Authorisation,
            context,
            f::Authorise(request),
        )
        .await
    }

    /// Captures at most the reserved amount.
    pub async fn capture(
        &self,
        context: CallContext,
        id: String,
        amount: wit::Money,
    ) -> Answer<Option<wit::Transaction>> {
        optional(
            &self.0,
            Ability::Authorisation,
            context,
            f::Capture(id, amount),
        )
        .await
    }

    pub async fn void(&self, context: CallContext, id: String) -> Answer<Option<wit::Transaction>> {
        optional(&self.0, Ability::Authorisation, context, f::Void(id)).await
    }

    pub async fn read_push(
        &self,
        context: CallContext,
        delivery: wit::WebRequest,
    ) -> Answer<Option<Vec<wit::Transaction>>> {
        optional(
            &self.0,
            Ability::PaymentPush,
            context,
            f::ReadPaymentPush(delivery),
        )
        .await
    }
}
