//! Tests of consignment documents.

use super::*;

pub fn consignment(paper: ConsignmentDocument) -> Consignment {
    let line = |number: u64| GoodsLine {
        pieces: number,
        package: "Carton".into(),
        description: format!("Spare parts {number}"),
        measures: "40 × 30 × 25 cm".into(),
        weight_g: 12_500 * number,
        hs_code: "8466.10".into(),
        origin: "AU".into(),
        value_each: "AUD 25.00".into(),
        value: format!("AUD {}.00", 25 * number),
    };
    Consignment {
        paper,
        connote: "OWN0000123".into(),
        date: "2026-01-31".into(),
        issuer: "Southern Cross Freight Pty Ltd".into(),
        carrier: "Own fleet, Express".into(),
        reference: "PO 4711".into(),
        order: "SO-1".into(),
        sender: sender(),
        receiver: receiver(),
        goods: (1..=3).map(line).collect(),
        dangerous: vec![DangerousLine {
            un_number: "1090".into(),
            name: "ACETONE".into(),
            class: "3".into(),
            packing_group: "II".into(),
            packages: "6 × Carton, 75 kg".into(),
            ..DangerousLine::default()
        }],
        delivery: Some(Delivery {
            at: "31 Jan 2026 14:05".into(),
            place: "Receiving dock".into(),
            signed_by: "K. Lee".into(),
        }),
        pieces: 6,
        weight_g: 75_000,
        instructions: "Leave at the dock.".into(),
        total: "AUD 150.00".into(),
        tracking_link: LINK.into(),
    }
}

const LINK: &str =
    "https://southern-cross.example.com/track#connoteNumber=OWN0000123&postCode=3121";

const PAPERS: [ConsignmentDocument; 5] = [
    ConsignmentDocument::Note,
    ConsignmentDocument::DangerousGoods,
    ConsignmentDocument::CommercialInvoice,
    ConsignmentDocument::PackingList,
    ConsignmentDocument::ProofOfDelivery,
];

#[test]
fn each_paper_says_what_it_is_for() {
    let own = [
        [
            "Consignment note",
            "DRIVER'S SIGNATURE",
            "12.5 kg",
            "40 × 30 × 25 cm",
        ],
        [
            "Dangerous goods declaration",
            "UN 1090",
            "ACETONE",
            "6 × Carton, 75 kg",
        ],
        ["Commercial invoice", "8466.10", "AUD 75.00", "AUD 150.00"],
        [
            "Packing list",
            "Spare parts 3",
            "37.5 kg",
            "40 × 30 × 25 cm",
        ],
        [
            "Proof of delivery",
            "31 Jan 2026 14:05",
            "Receiving dock",
            "K. Lee",
        ],
    ];
    for (paper, words) in PAPERS.into_iter().zip(own) {
        let pdf = super::super::consignment(&consignment(paper)).unwrap();
        let sizes = page_sizes(&pdf);
        assert_eq!(sizes.len(), 1);
        assert!((sizes[0].0 - 595.276).abs() < 0.01 && (sizes[0].1 - 841.89).abs() < 0.01);
        let Some(text) = poppler("pdftotext", &["-layout", "-", "-"], &pdf) else {
            continue;
        };
        let text = String::from_utf8(text).unwrap();
        let all = [
            "OWN0000123",
            "31 Jan 2026",
            "Harbour Tools",
            "Bayside Hardware",
            "CREMORNE NSW",
            "75 kg",
        ];
        for word in words.into_iter().chain(all) {
            assert!(text.contains(word), "{word} is missing in {text}");
        }
        // The value of goods is for customs only.
        assert_eq!(
            text.contains("AUD"),
            paper == ConsignmentDocument::CommercialInvoice,
            "{text}"
        );
    }
}

#[test]
fn many_lines_take_many_pages_and_refusals_name_the_field() {
    let note = consignment(ConsignmentDocument::Note);
    let long = Consignment {
        goods: vec![note.goods[0].clone(); 100],
        ..note.clone()
    };
    assert!(page_sizes(&super::super::consignment(&long).unwrap()).len() > 2);
    let refused = |broken: Consignment| super::super::consignment(&broken).unwrap_err().member;
    assert_eq!(
        refused(Consignment {
            connote: " ".into(),
            ..note.clone()
        }),
        "connote"
    );
    assert_eq!(
        refused(Consignment {
            date: "31/01/2026".into(),
            ..note.clone()
        }),
        "date"
    );
    assert_eq!(
        refused(Consignment {
            goods: vec![note.goods[0].clone(); MAX_GOODS + 1],
            ..note
        }),
        "goods"
    );
    let empty = Consignment {
        dangerous: Vec::new(),
        ..consignment(ConsignmentDocument::DangerousGoods)
    };
    assert_eq!(refused(empty), "dangerous");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn any_text_makes_a_paper(text in "\\PC{0,200}", other in "\\PC{0,60}", pieces in any::<u64>(), weight in any::<u64>()) {
        let line = GoodsLine {
            pieces,
            package: text.clone(),
            description: other.clone(),
            measures: text.clone(),
            weight_g: weight,
            hs_code: other.clone(),
            origin: text.clone(),
            value_each: other.clone(),
            value: text.clone(),
        };
        for paper in PAPERS {
            let stuffed = Consignment {
                connote: format!("A{other}"),
                carrier: text.clone(),
                issuer: text.clone(),
                reference: other.clone(),
                instructions: text.clone(),
                goods: vec![line.clone()],
                pieces,
                weight_g: weight,
                total: text.clone(),
                ..consignment(paper)
            };
            prop_assert_eq!(page_sizes(&super::super::consignment(&stuffed).unwrap()).len(), 1);
        }
    }
}

/// Reads the QR code of a printed note with an external reader.
#[test]
fn a_telephone_finds_the_link_of_a_note() {
    let read = |paper: ConsignmentDocument, link: &str| {
        let pdf = super::super::consignment(&Consignment {
            tracking_link: link.into(),
            ..consignment(paper)
        })
        .unwrap();
        let image = poppler("pdftoppm", &["-r", "203.2", "-gray", "-"], &pdf)?;
        // A portable grey map: `P5`, width, height and maximum value, then one byte per dot.
        let head: Vec<&[u8]> = image.splitn(4, |byte| byte.is_ascii_whitespace()).collect();
        let number = |at: usize| {
            std::str::from_utf8(head[at])
                .unwrap()
                .parse::<usize>()
                .unwrap()
        };
        let (width, height) = (number(1), number(2));
        let dots = &image[image.len() - width * height..];
        let mut page =
            rqrr::PreparedImage::prepare_from_greyscale(width, height, |x, y| dots[y * width + x]);
        Some(
            page.detect_grids()
                .first()
                .map(|grid| grid.decode().unwrap().1),
        )
    };
    let Some(found) = read(ConsignmentDocument::Note, LINK) else {
        return;
    };
    assert_eq!(found.as_deref(), Some(LINK));
    assert_eq!(read(ConsignmentDocument::Note, "").unwrap(), None);
    assert_eq!(read(ConsignmentDocument::PackingList, LINK).unwrap(), None);
}
