//! Content of the labels, one per piece; the host draws them.

use waybill_plugin::types::{BookRequest, Booked, Label};
use waybill_plugin::{Result, dangerous, error};

use crate::account::Account;
use crate::numbers::Pieces;

/// Builds one label per piece. The barcode holds only the SSCC: with a consignment number, bars
/// would be too fine for GS1.
pub fn labels(
    account: &Account,
    request: &BookRequest,
    booked: &Booked,
    pieces: &Pieces,
) -> Result<Vec<Label>> {
    let consignment = &request.consignment;
    let service_name = account.service_name(&request.service_code);
    let route = [
        consignment.to.state.as_deref().unwrap_or_default(),
        &consignment.to.postcode,
    ]
    .join(" ");
    let reference = match consignment.customer_reference.trim() {
        "" => consignment.reference.as_str(),
        reference => reference,
    };
    let each_piece = consignment
        .items
        .iter()
        .flat_map(|item| (0..item.quantity).map(move |_| item));
    let labels: Vec<Label> = (1..)
        .zip(each_piece)
        .map(|(piece, item)| Label {
            carrier_name: account.fleet_name.clone(),
            service_name: service_name.clone(),
            connote: booked.connote.clone(),
            piece,
            pieces: pieces.count,
            gs1: format!("(00){}", pieces.sscc(piece)),
            route: route.trim().to_owned(),
            sender: consignment.from.clone(),
            receiver: consignment.to.clone(),
            reference: reference.to_owned(),
            weight_g: item.weight_g,
            instructions: instructions(
                &dangerous::un_numbers(consignment, item),
                &consignment.delivery_instructions,
                &consignment.options,
            ),
            date: consignment.dispatch_date.clone(),
            dangerous_goods: dangerous::is_dangerous(consignment, item),
        })
        .collect();
    if labels.len() != usize::try_from(pieces.count).unwrap_or(usize::MAX) {
        let words = format!(
            "are {} pieces, but {} were booked",
            labels.len(),
            pieces.count
        );
        return Err(error::invalid("items", words));
    }
    Ok(labels)
}

/// Builds the driver's instructions: UN numbers, options, then the sender's text.
fn instructions(un_numbers: &[String], written: &str, options: &[String]) -> String {
    let numbers: Vec<String> = un_numbers
        .iter()
        .map(|number| format!("UN{number}"))
        .collect();
    let numbers = match numbers.is_empty() {
        true => String::new(),
        false => format!("{}.", numbers.join(", ")),
    };
    let words = options.iter().map(|option| match option.as_str() {
        "authority-to-leave" => "Authority to leave.".to_owned(),
        "signature" => "Signature required.".to_owned(),
        "tail-lift" => "Tail lift.".to_owned(),
        "hand-unload" => "Unload by hand.".to_owned(),
        "residential" => "Residence.".to_owned(),
        "appointment" => "By appointment.".to_owned(),
        other => format!("{other}."),
    });
    std::iter::once(numbers)
        .chain(words)
        .chain([written.trim().to_owned()])
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::account::tests::account;
    use waybill_plugin::types::{Address, Consignment, DangerousGoods, Item, PluginError};

    fn address(suburb: &str, state: &str, postcode: &str) -> Address {
        Address {
            contact_name: Some("Mara Quinn".into()),
            company_name: None,
            email: None,
            telephone: None,
            lines: vec!["12 Wharf Road".into()],
            suburb: suburb.into(),
            state: Some(state.into()),
            postcode: postcode.into(),
            country_code: "AU".into(),
            residential: false,
        }
    }

    fn item(quantity: u32, weight_g: u64, dangerous_goods: bool) -> Item {
        Item {
            reference: String::new(),
            package_type: "Carton".into(),
            description: String::new(),
            quantity,
            length_mm: 300,
            width_mm: 200,
            height_mm: 100,
            weight_g,
            dangerous_goods,
        }
    }

    fn request() -> BookRequest {
        BookRequest {
            consignment: Consignment {
                reference: "WB-81".into(),
                from: address("Melbourne", "VIC", "3000"),
                to: address("Hobart", "TAS", "7000"),
                items: vec![item(2, 4_500, false), item(1, 900, true)],
                dangerous_goods: None,
                currency: "AUD".into(),
                dispatch_date: "2026-03-02".into(),
                customer_reference: " PO 7781 ".into(),
                pickup_instructions: String::new(),
                delivery_instructions: "Ring the bell".into(),
                options: vec!["tail-lift".into(), "white-glove".into()],
                ext: Vec::new(),
            },
            service_code: "PRIORITY".into(),
            carrier_quote: None,
        }
    }

    fn booked() -> Booked {
        Booked {
            reference: "WB-81".into(),
            connote: "HGL00000042".into(),
            data: String::new(),
        }
    }

    #[test]
    fn every_piece_has_its_own_label() {
        let pieces = Pieces::ending_at("9399999", 3, 3);
        let labels = labels(&account(""), &request(), &booked(), &pieces).expect("labels");
        let seen: Vec<_> = labels
            .iter()
            .map(|label| {
                (
                    label.piece,
                    label.pieces,
                    label.weight_g,
                    label.dangerous_goods,
                )
            })
            .collect();
        assert_eq!(
            seen,
            [
                (1, 3, 4_500, false),
                (2, 3, 4_500, false),
                (3, 3, 900, true)
            ]
        );
        assert_eq!(labels[0].gs1, "(00)093999990000000018");
        assert_ne!(labels[0].gs1, labels[1].gs1);
        let first = &labels[0];
        assert_eq!(
            (first.service_name.as_str(), first.route.as_str()),
            ("Priority", "TAS 7000")
        );
        assert_eq!(
            (first.reference.as_str(), first.connote.as_str()),
            ("PO 7781", "HGL00000042")
        );
        assert_eq!(first.instructions, "Tail lift. white-glove. Ring the bell");
    }

    #[test]
    fn the_label_of_a_dangerous_item_lists_its_un_numbers() {
        let mut request = request();
        for (item, reference) in request.consignment.items.iter_mut().zip(["1", "2"]) {
            item.reference = reference.into();
        }
        request.consignment.dangerous_goods = Some(DangerousGoods {
            un_number: "1263".into(),
            packing_group: None,
            description: None,
            package_type: None,
        });
        let instructions = |request: &BookRequest| -> Vec<String> {
            let pieces = Pieces::ending_at("9399999", 3, 3);
            labels(&account(""), request, &booked(), &pieces)
                .expect("labels")
                .into_iter()
                .map(|label| label.instructions)
                .collect()
        };
        let of_all = instructions(&request);
        assert!(of_all[0].starts_with("Tail lift."), "{of_all:?}");
        assert!(of_all[2].starts_with("UN1263. Tail lift."), "{of_all:?}");
        let pair = |number: &str| {
            let value = format!(r#"{{"item":"2","unNumber":"{number}"}}"#);
            ("dangerous-goods".to_owned(), value)
        };
        request.consignment.ext = vec![pair("1950"), pair("1263")];
        let of_all = instructions(&request);
        assert!(of_all[2].starts_with("UN1263, UN1950. Tail"), "{of_all:?}");
    }

    #[test]
    fn items_that_changed_since_the_booking_are_refused() {
        let pieces = Pieces::ending_at("9399999", 2, 2);
        let refused = labels(&account(""), &request(), &booked(), &pieces);
        assert!(matches!(refused, Err(PluginError::InvalidInput(_))));
    }
}
