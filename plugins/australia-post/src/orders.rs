//! Orders, the carrier's term for manifests: builds requests and finds earlier orders.

use waybill_plugin::types::ManifestRequest;
use waybill_plugin::{Result, error};

use crate::booking::Shipped;
use crate::wire::{OrderRequest, ShipmentId, ShipmentsAnswer};

pub fn request(request: &ManifestRequest) -> Result<OrderRequest<'_>> {
    if request.entries.is_empty() {
        return Err(error::invalid("entries", "must hold at least one booking"));
    }
    if request.reference.chars().count() > 50 {
        return Err(error::invalid(
            "reference",
            "must be at most 50 characters for Australia Post",
        ));
    }
    let shipment = |entry: &waybill_plugin::types::ManifestEntry| {
        Shipped::from_booked(&entry.booked).map(|shipped| ShipmentId {
            shipment_id: shipped.shipment_id.into(),
        })
    };
    Ok(OrderRequest {
        order_reference: &request.reference,
        payment_method: "CHARGE_TO_ACCOUNT",
        shipments: request
            .entries
            .iter()
            .map(shipment)
            .collect::<Result<_>>()?,
    })
}

impl OrderRequest<'_> {
    pub fn shipment_ids(&self) -> Vec<&str> {
        self.shipments
            .iter()
            .map(|shipment| shipment.shipment_id.as_ref())
            .collect()
    }
}

/// True if a shipment is already in an order (SHIPMENT_INITIATED, SHIPMENT_IN_PROGRESS).
pub fn is_ordered_already(code: &str) -> bool {
    matches!(code, "44016" | "44017")
}

/// Returns the one order that holds all shipments.
pub fn common_order(request: &OrderRequest<'_>, answer: &ShipmentsAnswer) -> Option<String> {
    let order_of = |id: &str| {
        let shipment = answer
            .shipments
            .iter()
            .find(|shipment| shipment.shipment_id == id)?;
        shipment
            .order_id
            .as_deref()
            .filter(|order| !order.is_empty())
    };
    let mut orders = request.shipment_ids().into_iter().map(order_of);
    let first = orders.next()??;
    orders
        .all(|order| order == Some(first))
        .then(|| first.to_owned())
}
