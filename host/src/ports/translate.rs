//! Conversions between area types and plugin types.

use std::sync::Arc;

use carriers::port::{
    AddressVerdict, Attribute, BookRequest, Booked, BookedPickup, CarrierFault, CarrierFile,
    CarrierInvoice, Charge, Consignment, FaultKind, InvoiceLine, ManifestRequest, Manifested,
    PickupRequest, Piece, Rate, Service, Tracked, TrackingEvent,
};
use engine::{PluginFault, wit};
use freight::{address::Address, money};
use kernel::{FieldError, Message};

pub fn address(address: &Address) -> wit::Address {
    let lines = [
        &address.address_line1,
        &address.address_line2,
        &address.address_line3,
    ];
    wit::Address {
        contact_name: non_empty(&address.contact_name),
        company_name: non_empty(&address.company_name),
        email: non_empty(&address.email),
        telephone: non_empty(&address.telephone),
        lines: lines.into_iter().filter_map(non_empty).collect(),
        suburb: address.suburb.clone(),
        state: non_empty(&address.state_code).or_else(|| non_empty(&address.state)),
        postcode: address.post_code.clone(),
        country_code: address.country_code.clone(),
        residential: address.is_residential(),
    }
}

fn non_empty(text: &Option<String>) -> Option<String> {
    text.as_deref()
        .map(str::trim)
        .filter(|text| !text.is_empty())
        .map(str::to_owned)
}

pub fn item(piece: Piece) -> wit::Item {
    wit::Item {
        reference: piece.reference,
        package_type: piece.package_type,
        description: piece.description,
        quantity: piece.quantity,
        length_mm: piece.length_mm,
        width_mm: piece.width_mm,
        height_mm: piece.height_mm,
        weight_g: piece.weight_g,
        dangerous_goods: piece.dangerous_goods,
    }
}

/// Converts the pieces' exact dimensions for a call context.
pub fn measures(pieces: &[Piece]) -> Arc<[wit::Measure]> {
    let measure = |piece: &Piece| wit::Measure {
        reference: piece.reference.clone(),
        weight_ng: piece.exact.weight_ng,
        length_nm: piece.exact.length_nm,
        width_nm: piece.exact.width_nm,
        height_nm: piece.exact.height_nm,
    };
    pieces.iter().map(measure).collect()
}

pub fn consignment(consignment: Consignment) -> wit::Consignment {
    wit::Consignment {
        reference: consignment.reference,
        from: address(&consignment.from),
        to: address(&consignment.to),
        items: consignment.pieces.into_iter().map(item).collect(),
        dangerous_goods: consignment
            .dangerous_goods
            .map(|goods| wit::DangerousGoods {
                un_number: goods.un_number,
                packing_group: goods.packing_group,
                description: goods.description,
                package_type: goods.package_type,
            }),
        currency: consignment.currency,
        dispatch_date: consignment.dispatch_date.to_string(),
        customer_reference: consignment.customer_reference,
        pickup_instructions: consignment.pickup_instructions,
        delivery_instructions: consignment.delivery_instructions,
        options: consignment.options,
        ext: Vec::new(),
    }
}

pub fn book_request(request: BookRequest) -> wit::BookRequest {
    wit::BookRequest {
        consignment: consignment(request.consignment),
        service_code: request.service_code,
        carrier_quote: request.carrier_quote,
    }
}

pub fn to_booked(booked: Booked) -> wit::Booked {
    wit::Booked {
        reference: booked.reference,
        connote: booked.connote,
        data: booked.data,
    }
}

pub fn from_booked(booked: wit::Booked) -> Booked {
    Booked {
        reference: booked.reference,
        connote: booked.connote,
        data: booked.data,
    }
}

pub fn from_file(file: wit::File) -> CarrierFile {
    CarrierFile {
        media_type: file.media_type,
        content: file.content,
    }
}

pub fn to_file(file: CarrierFile) -> wit::File {
    wit::File {
        media_type: file.media_type,
        content: file.content,
    }
}

pub fn invoice(invoice: wit::CarrierInvoice) -> CarrierInvoice {
    CarrierInvoice {
        number: invoice.number,
        day: invoice.day,
        currency: invoice
            .lines
            .first()
            .map(|line| line.amount.currency.clone()),
        lines: invoice
            .lines
            .into_iter()
            .map(|line| InvoiceLine {
                amount: money::from_minor(line.amount.minor, &line.amount.currency),
                tax: money::from_minor(line.tax.minor, &line.tax.currency),
                line: line.line,
                connote: line.connote,
                service_code: line.service_code,
                description: line.description,
                weight_g: line.weight_g,
                day: line.day,
            })
            .collect(),
    }
}

pub fn rate(rate: wit::Rate) -> Rate {
    Rate {
        service_code: rate.service_code,
        service_name: rate.service_name,
        charges: rate
            .charges
            .into_iter()
            .map(|charge| Charge {
                amount: money::from_minor(charge.amount.minor, &charge.amount.currency),
                tax: money::from_minor(charge.tax.minor, &charge.tax.currency),
                code: charge.code,
                description: charge.description,
                additional: charge.additional,
            })
            .collect(),
        transit_days: rate.transit_days,
        cut_off: rate.cut_off,
        carrier_quote: rate.carrier_quote,
    }
}

pub fn manifest_request(request: ManifestRequest) -> wit::ManifestRequest {
    wit::ManifestRequest {
        reference: request.reference,
        sender: address(&request.sender),
        entries: request
            .entries
            .into_iter()
            .map(|entry| wit::ManifestEntry {
                booked: to_booked(entry.booked),
                receiver: entry.receiver,
                suburb: entry.suburb,
                pieces: entry.pieces,
                weight_g: entry.weight_g,
                service_name: entry.service_name,
            })
            .collect(),
    }
}

pub fn from_manifested(manifested: wit::Manifested) -> Manifested {
    Manifested {
        number: manifested.number,
        sheet: manifested.sheet.map(from_file),
    }
}

pub fn pickup_request(request: PickupRequest) -> wit::PickupRequest {
    wit::PickupRequest {
        reference: request.reference,
        at: address(&request.at),
        day: request.day.to_string(),
        ready: request.ready,
        closes: request.closes,
        booked: request.booked.into_iter().map(to_booked).collect(),
        pieces: request.pieces,
        weight_g: request.weight_g,
        instructions: request.instructions,
    }
}

pub fn to_picked(picked: BookedPickup) -> wit::Picked {
    wit::Picked {
        number: picked.number,
        data: picked.data,
    }
}

pub fn from_picked(picked: wit::Picked) -> BookedPickup {
    BookedPickup {
        number: picked.number,
        data: picked.data,
    }
}

fn from_address(wit_address: wit::Address) -> Address {
    let mut lines = wit_address.lines.into_iter();
    Address {
        kind: wit_address.residential.then(|| "Residential".to_owned()),
        contact_name: wit_address.contact_name,
        company_name: wit_address.company_name,
        email: wit_address.email,
        telephone: wit_address.telephone,
        address_line1: lines.next(),
        address_line2: lines.next(),
        address_line3: lines.next(),
        suburb: wit_address.suburb,
        state: wit_address.state,
        post_code: wit_address.postcode,
        country_code: wit_address.country_code,
        ..Address::default()
    }
}

pub fn verdict(verdict: wit::Verdict) -> AddressVerdict {
    match verdict {
        wit::Verdict::Known => AddressVerdict::Known,
        wit::Verdict::Better(better) => AddressVerdict::Better(Box::new(from_address(better))),
        wit::Verdict::Unknown(nearest) => {
            AddressVerdict::Unknown(nearest.into_iter().map(from_address).collect())
        }
    }
}

pub fn from_tracked(tracked: wit::Tracked) -> Tracked {
    Tracked {
        connote: tracked.connote,
        eta: tracked.eta,
        events: tracked
            .events
            .into_iter()
            .map(|event| TrackingEvent {
                id: event.id,
                at: event.at,
                status: event.status,
                description: event.description,
                location: event.location,
                signed_by: event.signed_by,
            })
            .collect(),
    }
}

pub fn attribute(attribute: &wit::Attribute) -> Attribute {
    Attribute {
        key: attribute.key.clone(),
        display_name: attribute.display_name.clone(),
        data_type: attribute.data_type.clone(),
        required: attribute.required,
        choices: attribute.choices.clone(),
        help: attribute.help.clone(),
    }
}

pub fn service(service: &wit::Service) -> Service {
    Service {
        code: service.code.clone(),
        name: service.name.clone(),
        additional: service.additional,
    }
}

pub fn fault(fault: PluginFault) -> CarrierFault {
    use engine::FaultKind as Found;
    let kind = match fault.kind {
        Found::InvalidInput(fields) => FaultKind::Invalid(
            fields
                .into_iter()
                .map(|field| FieldError::new(field.member, Message::verbatim(field.message)))
                .collect(),
        ),
        Found::Rejected { code, .. } => FaultKind::Rejected { code },
        Found::Unauthorised => FaultKind::Unauthorised,
        Found::NotFound => FaultKind::NotFound,
        // A call that timed out may have reached the other side, like an unreachable one.
        Found::Unavailable { .. }
        | Found::WallTime
        | Found::Capacity
        | Found::CircuitOpen { .. } => FaultKind::Unavailable,
        Found::Unsupported => FaultKind::Unsupported,
        other => FaultKind::Plugin {
            word: other.name().to_owned(),
        },
    };
    CarrierFault {
        kind,
        message: fault.message,
    }
}
