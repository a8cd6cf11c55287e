//! Typed handle of carrier plugins.

use super::{Answer, optional};
use crate::{
    Ability, AccountGrant, CallContext, Kind, Plugin, PluginFault, SettingsGrant,
    call::call,
    interface::{functions as f, wit},
};
use std::collections::BTreeMap;

impl Plugin {
    pub fn carrier(&self) -> Option<Carrier> {
        (self.manifest().kind == Kind::Carrier).then(|| Carrier(self.clone()))
    }
}

/// Functions of an ability that a carrier lacks return `None`.
#[derive(Clone)]
pub struct Carrier(Plugin);

impl Carrier {
    pub fn plugin(&self) -> &Plugin {
        &self.0
    }

    pub async fn describe(&self, context: CallContext) -> Answer<wit::Description> {
        call(&self.0, context, f::Describe()).await
    }

    pub async fn list_services(&self, context: CallContext) -> Answer<Vec<wit::Service>> {
        call(&self.0, context, f::ListServices()).await
    }

    pub async fn check_account(&self, context: CallContext) -> Answer<()> {
        call(&self.0, context, f::CheckAccount()).await
    }

    pub async fn rates(
        &self,
        context: CallContext,
        consignment: wit::Consignment,
    ) -> Answer<Vec<wit::Rate>> {
        call(&self.0, context, f::Rates(consignment)).await
    }

    /// One answer per account, in order, at most [`MAX_ACCOUNTS`]. The context's account, secrets
    /// and hosts are withheld.
    pub async fn rates_by_account(
        &self,
        context: CallContext,
        accounts: Vec<wit::AskedAccount>,
        consignment: wit::Consignment,
    ) -> Answer<Option<Vec<Answer<Vec<wit::Rate>>>>> {
        let settings = SettingsGrant {
            secrets: BTreeMap::new(),
            ..context.settings
        };
        let context = CallContext {
            account: AccountGrant::none(),
            settings,
            granted_hosts: Vec::new(),
            ..context
        };
        let request = f::RatesByAccount(accounts, consignment);
        let answers = optional(&self.0, Ability::RatingByAccount, context, request).await?;
        // The call has no secrets, so nothing needs masking.
        let to_fault = |answer: Result<_, _>| {
            answer.map_err(|error| PluginFault::from_plugin_error(error, |text| text))
        };
        Ok(answers.map(|answers| answers.into_iter().map(to_fault).collect()))
    }

    pub async fn book(
        &self,
        context: CallContext,
        request: wit::BookRequest,
    ) -> Answer<wit::Booked> {
        call(&self.0, context, f::Book(request)).await
    }

    pub async fn find(
        &self,
        context: CallContext,
        reference: String,
    ) -> Answer<Option<wit::Booked>> {
        call(&self.0, context, f::Find(reference)).await
    }

    pub async fn label(
        &self,
        context: CallContext,
        request: wit::BookRequest,
        booked: wit::Booked,
    ) -> Answer<wit::File> {
        call(&self.0, context, f::Label(request, booked)).await
    }

    pub async fn cancel(&self, context: CallContext, booked: wit::Booked) -> Answer<()> {
        call(&self.0, context, f::Cancel(booked)).await
    }

    pub async fn manifest(
        &self,
        context: CallContext,
        request: wit::ManifestRequest,
    ) -> Answer<Option<wit::Manifested>> {
        optional(&self.0, Ability::Manifesting, context, f::Manifest(request)).await
    }

    pub async fn track(
        &self,
        context: CallContext,
        booked: Vec<wit::Booked>,
    ) -> Answer<Option<Vec<wit::Tracked>>> {
        optional(&self.0, Ability::Tracking, context, f::Track(booked)).await
    }

    pub async fn book_pickup(
        &self,
        context: CallContext,
        request: wit::PickupRequest,
    ) -> Answer<Option<wit::Picked>> {
        optional(&self.0, Ability::Pickup, context, f::BookPickup(request)).await
    }

    pub async fn cancel_pickup(
        &self,
        context: CallContext,
        picked: wit::Picked,
    ) -> Answer<Option<()>> {
        optional(&self.0, Ability::Pickup, context, f::CancelPickup(picked)).await
    }

    pub async fn read_push(
        &self,
        context: CallContext,
        delivery: wit::WebRequest,
    ) -> Answer<Option<Vec<wit::Tracked>>> {
        optional(
            &self.0,
            Ability::TrackingPush,
            context,
            f::ReadTrackingPush(delivery),
        )
        .await
    }

    pub async fn read_invoice(
        &self,
        context: CallContext,
        file: wit::File,
    ) -> Answer<Option<wit::CarrierInvoice>> {
        optional(&self.0, Ability::InvoiceFile, context, f::ReadInvoice(file)).await
    }

    pub async fn check_address(
        &self,
        context: CallContext,
        address: wit::Address,
    ) -> Answer<Option<wit::Verdict>> {
        optional(
            &self.0,
            Ability::AddressCheck,
            context,
            f::CheckAddress(address),
        )
        .await
    }
}
