//! Drivers as suppliers: those who are paid by invoices and not by wages.

use std::collections::HashMap;

use carriage::address::Address;
use data::{Record, Result, Scope, Where, ids::DriverId};

use crate::model::{Driver, DriverType};

/// A driver with the members that an invoice needs.
#[derive(Debug, Clone, Record)]
#[record(view_of = Driver)]
pub struct Supplier {
    pub id: DriverId,
    pub code: String,
    pub name: String,
    pub driver_type: DriverType,
    pub email: Option<String>,
    pub company_name: Option<String>,
    #[record(json)]
    pub address: Option<Address>,
    pub abn: Option<String>,
    pub is_gst_registered: bool,
}

impl DriverType {
    /// True if the driver supplies work to the tenant as a business.
    pub const fn is_supplier(self) -> bool {
        matches!(self, Self::OwnerDriver | Self::Contractor)
    }
}

/// Loads drivers, of any type.
pub async fn load_suppliers(
    scope: &mut Scope,
    ids: &[DriverId],
) -> Result<HashMap<DriverId, Supplier>> {
    let suppliers: Vec<Supplier> = scope.all(Where::all().is_in(Driver::ID, ids)).await?;
    Ok(suppliers.into_iter().map(|it| (it.id, it)).collect())
}
