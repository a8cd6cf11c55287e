//! Tests of proofs of delivery: texts, pictures and pages.

use super::*;

fn picture(width: u32, height: u32) -> Photo {
    let mut content = Vec::new();
    let mut encoder = png::Encoder::new(&mut content, width, height);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().unwrap();
    let pixels = vec![120; (width * height) as usize];
    writer.write_image_data(&pixels).unwrap();
    writer.finish().unwrap();
    Photo {
        media_type: "image/png".to_owned(),
        content,
        quarter_turns: 0,
    }
}

fn proof(articles: usize, photos: usize) -> DeliveryProof {
    let row = |number| {
        let article = format!("J00007-{number:03}");
        [
            article,
            "Carton of tools".to_owned(),
            "31 Jan 2026 14:05".to_owned(),
        ]
    };
    DeliveryProof {
        title: "Zustellnachweis".to_owned(),
        number: "J00007".to_owned(),
        issuer: "Southern Cross Freight".to_owned(),
        sender_caption: "Von".to_owned(),
        sender: sender(),
        receiver_caption: "An".to_owned(),
        receiver: receiver(),
        facts: vec![
            ("Unterschrieben von".to_owned(), "Ana Pires".to_owned()),
            ("Grund".to_owned(), "behind the shed ".repeat(40)),
            ("Referenz".to_owned(), " ".to_owned()),
        ],
        signature_caption: "Unterschrift".to_owned(),
        signature: Some(picture(80, 30)),
        headings: ["Artikel", "Ware", "Zugestellt"].map(str::to_owned),
        rows: (1..=articles).map(row).collect(),
        photos_caption: "Fotos".to_owned(),
        photos: vec![picture(30, 40); photos],
    }
}

#[test]
fn a_proof_names_receiver_time_and_articles() {
    let pdf = delivery_proof(&proof(3, 0)).unwrap();
    assert_eq!(page_sizes(&pdf).len(), 1);
    let Some(text) = poppler("pdftotext", &["-layout", "-", "-"], &pdf) else {
        return;
    };
    let text = String::from_utf8(text).unwrap();
    for words in [
        "Zustellnachweis",
        "Ana Pires",
        "Unterschrift",
        "J00007-003",
        "31 Jan 2026 14:05",
        "CREMORNE NSW",
        "1/1",
    ] {
        assert!(text.contains(words), "{words} is missing in {text}");
    }
    assert!(!text.contains("Referenz"), "an empty fact is drawn");
}

#[test]
fn photos_and_many_articles_take_further_pages() {
    let pages = |articles, photos| {
        let pdf = delivery_proof(&proof(articles, photos)).unwrap();
        page_sizes(&pdf).len()
    };
    assert_eq!(pages(3, 6), 2);
    assert_eq!(pages(3, 7), 3);
    assert!(pages(100, 0) > 2);
}

#[test]
fn a_broken_picture_is_not_drawable_and_a_turned_one_is() {
    let whole = picture(40, 40);
    assert!(is_drawable(&whole));
    let turned = Photo {
        quarter_turns: 3,
        ..whole.clone()
    };
    let with_turned = DeliveryProof {
        photos: vec![turned],
        ..proof(1, 0)
    };
    assert!(delivery_proof(&with_turned).is_ok());
    let mut content = whole.content.clone();
    content.truncate(content.len() / 2);
    assert!(!is_drawable(&Photo { content, ..whole }));
    assert!(!is_drawable(&Photo::default()));
}
