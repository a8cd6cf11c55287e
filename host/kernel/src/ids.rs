//! Every id type of the product, so that any area can name a row of another without leaning on it.

/// Declares id types: whole numbers under 2^53, so that JavaScript keeps them exact.
macro_rules! id {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        #[serde(transparent)]
        pub struct $name(pub i64);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { self.0.fmt(f) }
        }
        impl crate::db::Col for $name {
            const TY: crate::db::Ty = crate::db::Ty::I64;
            fn val(&self) -> crate::db::Val { crate::db::Val::I64(self.0) }
            fn get(row: &crate::db::Row, index: usize) -> sqlx::Result<Self> { i64::get(row, index).map(Self) }
        }
    )*};
}

id! {
    /// A carrier, broker or 3PL whose staff use the platform.
    TenantId,
    /// A named set of feature values.
    EditionId,
    UserId,
    RoleId,
    ApiKeyId,
    SessionId,
    OrganizationUnitId,
    FileId,
    CustomerId,
    CarrierAccountId,
    CarrierServiceId,
    CarrierMappingId,
    RateCardId,
    QuoteRequestId,
    QuoteId,
    BookingId,
    BookingNoteId,
    ManifestId,
    DocumentId,
    CountryId,
    LocationId,
    PackageTypeId,
    DangerousGoodsId,
    OperationLogId,
    TrackingEventId,
    SettingId,
    LanguageId,
    SidebarLinkId,
    ViewConfigurationId,
    EntityDocumentId,
    EntityChangeId,
}
