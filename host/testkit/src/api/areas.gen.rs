//! Modules of the areas, and the ids of their records, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.

use super::*;

#[rustfmt::skip]
#[path = "bookings.gen.rs"]
mod bookings;
#[rustfmt::skip]
#[path = "carriers.gen.rs"]
mod carriers;
#[rustfmt::skip]
#[path = "customers.gen.rs"]
mod customers;
#[rustfmt::skip]
#[path = "drivers.gen.rs"]
mod drivers;
#[rustfmt::skip]
#[path = "files.gen.rs"]
mod files;
#[rustfmt::skip]
#[path = "finance.gen.rs"]
mod finance;
#[rustfmt::skip]
#[path = "identity.gen.rs"]
mod identity;
#[rustfmt::skip]
#[path = "jobs.gen.rs"]
mod jobs;
#[rustfmt::skip]
#[path = "linehaul.gen.rs"]
mod linehaul;
#[rustfmt::skip]
#[path = "lookups.gen.rs"]
mod lookups;
#[rustfmt::skip]
#[path = "network.gen.rs"]
mod network;
#[rustfmt::skip]
#[path = "openapi.gen.rs"]
mod openapi;
#[rustfmt::skip]
#[path = "places.gen.rs"]
mod places;
#[rustfmt::skip]
#[path = "plugins.gen.rs"]
mod plugins;
#[rustfmt::skip]
#[path = "pricing.gen.rs"]
mod pricing;
#[rustfmt::skip]
#[path = "quotes.gen.rs"]
mod quotes;
#[rustfmt::skip]
#[path = "rates.gen.rs"]
mod rates;
#[rustfmt::skip]
#[path = "reconciliation.gen.rs"]
mod reconciliation;
#[rustfmt::skip]
#[path = "routing.gen.rs"]
mod routing;
#[rustfmt::skip]
#[path = "search.gen.rs"]
mod search;
#[rustfmt::skip]
#[path = "shared.gen.rs"]
mod shared;
#[rustfmt::skip]
#[path = "tenancy.gen.rs"]
mod tenancy;
#[rustfmt::skip]
#[path = "webhooks.gen.rs"]
mod webhooks;
pub use self::bookings::*;
pub use self::carriers::*;
pub use self::customers::*;
pub use self::drivers::*;
pub use self::files::*;
pub use self::finance::*;
pub use self::identity::*;
pub use self::jobs::*;
pub use self::linehaul::*;
pub use self::lookups::*;
pub use self::network::*;
pub use self::openapi::*;
pub use self::places::*;
pub use self::plugins::*;
pub use self::pricing::*;
pub use self::quotes::*;
pub use self::rates::*;
pub use self::reconciliation::*;
pub use self::routing::*;
pub use self::search::*;
pub use self::shared::*;
pub use self::tenancy::*;
pub use self::webhooks::*;

impl Client {
    pub fn bookings(&self) -> BookingsCalls<'_> { BookingsCalls(self) }
    pub fn carriers(&self) -> CarriersCalls<'_> { CarriersCalls(self) }
    pub fn customers(&self) -> CustomersCalls<'_> { CustomersCalls(self) }
    pub fn drivers(&self) -> DriversCalls<'_> { DriversCalls(self) }
    pub fn files(&self) -> FilesCalls<'_> { FilesCalls(self) }
    pub fn finance(&self) -> FinanceCalls<'_> { FinanceCalls(self) }
    pub fn identity(&self) -> IdentityCalls<'_> { IdentityCalls(self) }
    pub fn jobs(&self) -> JobsCalls<'_> { JobsCalls(self) }
    pub fn linehaul(&self) -> LinehaulCalls<'_> { LinehaulCalls(self) }
    pub fn lookups(&self) -> LookupsCalls<'_> { LookupsCalls(self) }
    pub fn network(&self) -> NetworkCalls<'_> { NetworkCalls(self) }
    pub fn openapi(&self) -> OpenapiCalls<'_> { OpenapiCalls(self) }
    pub fn places(&self) -> PlacesCalls<'_> { PlacesCalls(self) }
    pub fn plugins(&self) -> PluginsCalls<'_> { PluginsCalls(self) }
    pub fn pricing(&self) -> PricingCalls<'_> { PricingCalls(self) }
    pub fn quotes(&self) -> QuotesCalls<'_> { QuotesCalls(self) }
    pub fn rates(&self) -> RatesCalls<'_> { RatesCalls(self) }
    pub fn reconciliation(&self) -> ReconciliationCalls<'_> { ReconciliationCalls(self) }
    pub fn routing(&self) -> RoutingCalls<'_> { RoutingCalls(self) }
    pub fn search(&self) -> SearchCalls<'_> { SearchCalls(self) }
    pub fn tenancy(&self) -> TenancyCalls<'_> { TenancyCalls(self) }
    pub fn webhooks(&self) -> WebhooksCalls<'_> { WebhooksCalls(self) }
}

kernel_ids! {
    ApiKeyId,
    BookingId,
    CarrierAccountId,
    CarrierMappingId,
    CarrierServiceId,
    CountryId,
    CustomerId,
    DangerousGoodsId,
    DriverId,
    EditionId,
    EntityChangeId,
    EntityDocumentId,
    FileId,
    JobId,
    LocationId,
    ManifestId,
    OperationLogId,
    OrganizationUnitId,
    PackageTypeId,
    QuoteId,
    RateCardId,
    RoleId,
    SessionId,
    SidebarLinkId,
    TenantId,
    UserId,
    ViewConfigurationId,
}

ids! {
    AgentInvoiceId,
    BankLineId,
    BankStatementId,
    BankTemplateId,
    ClaimId,
    CostCenterId,
    CreditNoteDetailId,
    CreditNoteId,
    CustomerDangerousGoodId,
    CustomerFeeId,
    CustomerProductId,
    DriverDocumentId,
    DriverInvitationId,
    DriverMessageId,
    DunningNoticeId,
    ECommerceStoreId,
    EmailId,
    FeeEntryId,
    FeeId,
    FreightJobId,
    FrequentAddressId,
    HeadPortId,
    InvoiceDetailId,
    InvoiceId,
    InvoiceRunId,
    InvoiceTemplateId,
    JobOperationId,
    JobTemplateId,
    JobZoneId,
    LedgerEntryId,
    LedgerLineId,
    LedgerLockId,
    LineHaulId,
    PaymentId,
    PickupId,
    PreStartAnswerId,
    PromoCodeId,
    RateId,
    RateImportId,
    RateServiceId,
    RateZoneId,
    ReconciliationBookingId,
    ReconciliationId,
    ReconciliationServiceId,
    ReferenceId,
    RemittanceId,
    RoutePlanId,
    RouteRunId,
    ScanEventId,
    ToleranceId,
    VehicleId,
    WaypointId,
    WebhookDeliveryId,
    WebhookSubscriptionId,
}
