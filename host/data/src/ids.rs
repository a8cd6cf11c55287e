//! Ids of rows that several areas name, and the macro that declares an area's own ids.

use crate::value::{Col, Val};

/// Declares id types: whole numbers under 2^53, exact in JavaScript. Areas declare the ids of their
/// own records; ids also named by areas below are declared here.
#[macro_export]
macro_rules! id {
    ($($(#[doc = $doc:literal])* $name:ident),* $(,)?) => {$(
        $(#[doc = $doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, serde::Serialize, serde::Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub i64);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { self.0.fmt(f) }
        }
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> { stringify!($name).into() }
            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                $crate::ids::schema(stringify!($name), concat!($($doc),*))
            }
        }
        impl $crate::message::Value for $name {
            fn parameter(&self) -> $crate::message::Parameter { $crate::message::Value::parameter(&self.0) }
        }
        impl From<i64> for $name {
            fn from(id: i64) -> Self { Self(id) }
        }
        impl $crate::ids::FormId for $name {
            fn number(&self) -> i64 { self.0 }
        }
        impl $crate::value::Col for $name {
            const TY: $crate::value::Ty = $crate::value::Ty::I64;
            fn val(&self) -> $crate::value::Val { $crate::value::Val::I64(self.0) }
            fn get(row: &$crate::value::Row, index: usize) -> $crate::sqlx::Result<Self> {
                <i64 as $crate::value::Col>::get(row, index).map(Self)
            }
        }
    )*};
}

/// A caller who sees only their own rows: a customer's user or a driver.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Owner {
    Customer(CustomerId),
    Driver(DriverId),
}

impl Owner {
    pub(crate) fn val(self) -> Val {
        match self {
            Self::Customer(id) => id.val(),
            Self::Driver(id) => id.val(),
        }
    }
    /// Name at the start of an error message.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Customer(_) => "The customer",
            Self::Driver(_) => "The driver",
        }
    }
}

/// An id in a form; 0 means a new record.
pub trait FormId {
    fn number(&self) -> i64;
}

impl FormId for i64 {
    fn number(&self) -> i64 {
        *self
    }
}

impl<T: FormId> FormId for Option<T> {
    fn number(&self) -> i64 {
        self.as_ref().map_or(0, T::number)
    }
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
    DriverId,
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
    /// A background job.
    JobId,
}

/// Returns an id's schema, which names the referenced record for readers of the OpenAPI document.
#[doc(hidden)]
pub fn schema(name: &str, description: &str) -> schemars::Schema {
    let mut schema = schemars::json_schema!({ "type": "integer", "format": "int64", "x-id": name });
    if !description.trim().is_empty() {
        schema.insert("description".to_owned(), description.trim().into());
    }
    schema
}
