//! Shipments and labels: builds requests and converts responses to bookings.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use waybill_plugin::answer::{Answer, common_reason};
use waybill_plugin::types::{Address, BookRequest, Booked, Outage, PluginError, Refusal};
use waybill_plugin::{FieldErrors, Result, error, units};

use crate::account::Account;
use crate::preferences::Preferences;
use crate::rating::check_pieces;
use crate::wire::{
    LabelGroup, LabelPreference, LabelsAnswer, LabelsRequest, Party, Shipment, ShipmentId,
    ShipmentItem, ShipmentRequest, ShipmentsAnswer, ShipmentsRequest,
};

const STATES: [&str; 8] = ["ACT", "NSW", "NT", "QLD", "SA", "TAS", "VIC", "WA"];

/// The API's address limits: three lines of forty characters.
const MAX_LINE_CHARS: usize = 40;
const MAX_LINES: usize = 3;

/// Ids for later calls, stored in the booking's `data`.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Shipped {
    pub shipment_id: String,
}

impl Shipped {
    pub fn from_booked(booked: &Booked) -> Result<Self> {
        // People read the error, so it has no parser's words.
        serde_json::from_str(&booked.data).map_err(|_| {
            error::rejected(
                "NO_SHIPMENT",
                format!(
                    "Consignment {} has no shipment at Australia Post. Book it again.",
                    booked.connote
                ),
            )
        })
    }
}

/// Builds the shipment request, one item per piece. Lookups use the first customer reference, so it
/// is the host's.
pub fn request<'a>(
    account: &Account,
    preferences: &Preferences,
    request: &'a BookRequest,
) -> Result<ShipmentsRequest<'a>> {
    let consignment = &request.consignment;
    check_pieces(consignment)?;
    let mut errors = FieldErrors::default();
    check_length(&mut errors, "reference", &consignment.reference, 50);
    check_length(
        &mut errors,
        "customerReference",
        &consignment.customer_reference,
        50,
    );
    check_length(
        &mut errors,
        "deliveryInstructions",
        &consignment.delivery_instructions,
        128,
    );
    let from = party(&mut errors, "from", &consignment.from);
    let to = Party {
        delivery_instructions: consignment.delivery_instructions.trim(),
        ..party(&mut errors, "to", &consignment.to)
    };
    errors.or(ShipmentsRequest {
        shipments: [ShipmentRequest {
            shipment_reference: &consignment.reference,
            customer_reference_1: &consignment.reference,
            customer_reference_2: consignment.customer_reference.trim(),
            email_tracking_enabled: account.email_tracking && !to.email.is_empty(),
            movement_type: "DESPATCH",
            from,
            to,
            items: items(preferences, request),
        }],
    })
}

fn items<'a>(preferences: &Preferences, request: &'a BookRequest) -> Vec<ShipmentItem<'a>> {
    let consignment = &request.consignment;
    let authority_to_leave = preferences.may_leave(&consignment.options);
    // Unmarked dangerous goods could be in any piece.
    let any_piece = consignment.dangerous_goods.is_some()
        && !consignment.items.iter().any(|item| item.dangerous_goods);
    let pieces = consignment
        .items
        .iter()
        .flat_map(|item| (0..item.quantity).map(move |_| item));
    (1_u32..)
        .zip(pieces)
        .map(|(number, item)| {
            let dangerous = item.dangerous_goods || any_piece;
            ShipmentItem {
                item_reference: number.to_string(),
                product_id: &request.service_code,
                item_description: item.description.trim(),
                length: units::centimetres(item.length_mm),
                width: units::centimetres(item.width_mm),
                height: units::centimetres(item.height_mm),
                weight: units::kilograms(item.weight_g),
                authority_to_leave,
                allow_partial_delivery: !preferences.keep_together,
                contains_dangerous_goods: dangerous,
                transportable_by_air: !dangerous,
            }
        })
        .collect()
}

/// Converts an address; fields that the API would reject are reported.
fn party<'a>(errors: &mut FieldErrors, member: &str, address: &'a Address) -> Party<'a> {
    if address.country_code != "AU" {
        errors.add(
            format!("{member}.countryCode"),
            "must be AU: only consignments within Australia are served",
        );
    }
    let text = |value: &'a Option<String>| value.as_deref().map(str::trim).unwrap_or_default();
    let (contact, company) = (text(&address.contact_name), text(&address.company_name));
    let (name, business_name) = if contact.is_empty() {
        (company, "")
    } else {
        (contact, company)
    };
    if name.is_empty() {
        errors.add(
            format!("{member}.contactName"),
            "is required, or a companyName",
        );
    }
    let state = text(&address.state).to_ascii_uppercase();
    if !STATES.contains(&state.as_str()) {
        errors.add(
            format!("{member}.state"),
            format!("must be one of {}", STATES.join(", ")),
        );
    }
    let lines = wrap(&address.lines);
    if lines.is_empty() {
        errors.add(format!("{member}.lines"), "must hold at least one line");
    } else if lines.len() > MAX_LINES {
        errors.add(
            format!("{member}.lines"),
            format!("must fit {MAX_LINES} lines of {MAX_LINE_CHARS} characters"),
        );
    }
    if !(address.postcode.len() == 4 && address.postcode.bytes().all(|byte| byte.is_ascii_digit()))
    {
        errors.add(format!("{member}.postcode"), "must be four digits");
    }
    let party = Party {
        name,
        business_name,
        lines,
        suburb: address.suburb.trim(),
        state: Cow::Owned(state),
        postcode: &address.postcode,
        country: "AU",
        phone: text(&address.telephone),
        email: text(&address.email),
        delivery_instructions: "",
    };
    for (field, value, most) in [
        ("contactName", party.name, 40),
        ("companyName", party.business_name, 40),
        ("suburb", party.suburb, 40),
        ("telephone", party.phone, 20),
        ("email", party.email, 50),
    ] {
        check_length(errors, &format!("{member}.{field}"), value, most);
    }
    party
}

fn check_length(errors: &mut FieldErrors, member: &str, value: &str, most: usize) {
    if value.trim().chars().count() > most {
        errors.add(
            member,
            format!("must be at most {most} characters for Australia Post"),
        );
    }
}

fn wrap(lines: &[String]) -> Vec<String> {
    let mut wrapped = Vec::new();
    for line in lines
        .iter()
        .map(|line| line.trim())
        .filter(|line| !line.is_empty())
    {
        let mut current = String::new();
        for word in line.split_whitespace() {
            if !current.is_empty()
                && current.chars().count() + 1 + word.chars().count() > MAX_LINE_CHARS
            {
                wrapped.push(std::mem::take(&mut current));
            }
            if !current.is_empty() {
                current.push(' ');
            }
            current.push_str(word);
        }
        wrapped.push(current);
    }
    wrapped
}

pub fn to_booked(reference: &str, answer: &ShipmentsAnswer) -> Result<Booked> {
    match answer.shipments.first() {
        Some(shipment) => of_shipment(reference, shipment),
        None => Err(error::internal(
            "the answer to the booking holds no shipment",
        )),
    }
}

/// Finds the live shipment with the host's reference among the lookup's results.
pub fn find_booking(reference: &str, answer: &ShipmentsAnswer) -> Result<Option<Booked>> {
    let is_ours = |shipment: &&Shipment| {
        shipment.shipment_reference.as_deref() == Some(reference)
            && !["Cancelled", "Deleted"].contains(&shipment.shipment_summary.status.as_str())
    };
    answer
        .shipments
        .iter()
        .find(is_ours)
        .map(|shipment| of_shipment(reference, shipment))
        .transpose()
}

fn of_shipment(reference: &str, shipment: &Shipment) -> Result<Booked> {
    let details = shipment.items.first().map(|item| &item.tracking_details);
    let connote = details
        .map(|details| {
            if details.consignment_id.is_empty() {
                &details.article_id
            } else {
                &details.consignment_id
            }
        })
        .filter(|connote| !connote.is_empty())
        .ok_or_else(|| {
            error::internal(format!(
                "shipment {} has no consignment number",
                shipment.shipment_id
            ))
        })?;
    let data = serde_json::to_string(&Shipped {
        shipment_id: shipment.shipment_id.clone(),
    })
    .map_err(|fault| {
        error::internal(format!("the booking's data could not be written: {fault}"))
    })?;
    Ok(Booked {
        reference: reference.into(),
        connote: connote.clone(),
        data,
    })
}

/// True if the shipment does not exist (SHIPMENT_NOT_FOUND_ERROR); false if the URL is wrong.
pub fn is_missing(answer: &Answer) -> bool {
    answer.status >= 400 && common_reason(&answer.body).is_some_and(|reason| reason.code == "44013")
}

/// Requests all labels in one PDF, with a group for each product.
pub fn label_request<'a>(account: &'a Account, shipment_id: &'a str) -> LabelsRequest<'a> {
    let groups: &[&'static str] = if account.is_startrack() {
        &["StarTrack", "Startrack Courier"]
    } else {
        &["Parcel Post", "Express Post"]
    };
    let group = |group: &&'static str| LabelGroup {
        group,
        layout: account.label_layout,
        branded: account.branded,
        left_offset: 0,
        top_offset: 0,
    };
    LabelsRequest {
        wait_for_label_url: true,
        preferences: [LabelPreference {
            kind: "PRINT",
            format: "PDF",
            groups: groups.iter().map(group).collect(),
        }],
        shipments: [ShipmentId {
            shipment_id: shipment_id.into(),
        }],
    }
}

/// Returns the labels' URL. Labels in preparation are an outage of two seconds.
pub fn label_url(answer: &LabelsAnswer) -> Result<&str> {
    let Some(label) = answer.labels.first() else {
        return Err(error::internal(
            "the answer to the label request holds no label",
        ));
    };
    match (label.status.to_ascii_uppercase().as_str(), &label.url) {
        ("ERROR", _) => {
            let problem = label.errors.first();
            Err(PluginError::Rejected(Refusal {
                code: problem.map_or_else(|| "LABEL_ERROR".into(), |problem| problem.code.clone()),
                message: problem.map_or_else(
                    || "The label could not be made.".into(),
                    |it| it.message.clone(),
                ),
                http_status: None,
            }))
        }
        (_, Some(url)) if !url.is_empty() => Ok(url),
        _ => Err(PluginError::Unavailable(Outage {
            message: "the labels are still being made".into(),
            retry_after_ms: Some(2_000),
        })),
    }
}
