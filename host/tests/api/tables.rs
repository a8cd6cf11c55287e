//! Tables and pictures that would exhaust memory: rejected by headers or while unpacking.

use std::{
    io::{Cursor, Write},
    time::{Duration, Instant},
};

use serde_json::json;
use testkit::{ApiResponse, Client, given, on_both};
use zip::{ZipWriter, write::SimpleFileOptions};

const TYPES: &str = r#"<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>"#;
const RELS: &str = r#"<?xml version="1.0"?><Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#;
const BOOK: &str = r#"<?xml version="1.0"?><workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>"#;
const BOOK_RELS: &str = r#"<?xml version="1.0"?><Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>"#;

fn workbook(sheet: (&str, &str, usize), texts: (&str, &str, usize)) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let parts = [
        ("[Content_Types].xml", (TYPES, "", 0)),
        ("_rels/.rels", (RELS, "", 0)),
        ("xl/workbook.xml", (BOOK, "", 0)),
        ("xl/_rels/workbook.xml.rels", (BOOK_RELS, "", 0)),
        ("xl/sharedStrings.xml", texts),
        ("xl/worksheets/sheet1.xml", sheet),
    ];
    for (name, (begin, part, times)) in parts {
        zip.start_file(name, SimpleFileOptions::default()).unwrap();
        zip.write_all(begin.as_bytes()).unwrap();
        let many = part.repeat(1000);
        (0..times / 1000).for_each(|_| zip.write_all(many.as_bytes()).unwrap());
        zip.write_all(part.repeat(times % 1000).as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

const SHEET: &str = "<worksheet><sheetData><row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c>";
const CELL: &str = "<worksheet><sheetData><row r=\"1\"><c r=\"A1\" t=\"str\"><v>";
const TEXT: &str = "<sst><si><t>productCode</t></si>";

async fn import(client: &Client, customer: i64, content: &[u8]) -> ApiResponse {
    let sent = client
        .post_file(
            "/api/core/file/uploadasset",
            &[],
            ("products.xlsx", content),
        )
        .await
        .result();
    let body = json!({"customerId": customer, "fileId": sent["fileId"]});
    client
        .post("/api/customer/customerproduct/importproducts", body)
        .await
}

#[test]
fn a_workbook_that_unpacks_without_end_is_refused_before_it_costs_anything() {
    on_both(|kit| async move {
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let client = kit.customer_user(customer).await;
        let noise: String = (0..400_000_u32)
            .map(|n| char::from(33 + (n.wrapping_mul(2_654_435_761) >> 13) as u8 % 26))
            .collect();
        for (content, expected) in [
            // Unpacks from one to hundreds of megabytes: rejected by the declared sizes.
            (
                workbook((CELL, "x", 300_000_000), (TEXT, "", 0)),
                "unpacks to more than 32 MiB",
            ),
            (
                workbook((SHEET, "", 0), (TEXT, "<si/>", 9_000_000)),
                "unpacks to more than 32 MiB",
            ),
            (
                workbook((CELL, "x", 2_000_000), (TEXT, "", 0)),
                "has a cell whose text is too long",
            ),
            (
                workbook((CELL, "<!-- -->x", 300_000), (TEXT, "", 0)),
                "has a cell whose text is too long",
            ),
            (
                workbook((SHEET, "", 0), (TEXT, "<si/>", 2_000_001)),
                "has more than 2000000 different texts",
            ),
        ] {
            assert!(content.len() < 1 << 20, "{} bytes", content.len());
            let began = Instant::now();
            let answer = import(&client, customer.0, &content).await;
            assert_eq!(answer.invalid_members(), ["fileId"], "{expected}");
            assert!(
                answer.json().to_string().contains(expected),
                "{expected}: {}",
                answer.json()
            );
            assert!(
                began.elapsed() < Duration::from_secs(20),
                "{expected}: {:?}",
                began.elapsed()
            );
        }
        let large = workbook(
            (CELL, "", 0),
            (
                &format!("{TEXT}<si><t>{}</t></si>", &noise[..200_000]),
                "",
                0,
            ),
        );
        let response = import(&client, customer.0, &large).await.json().to_string();
        assert!(!response.contains("too long"), "{response}");
    });
}

fn png(width: u32, height: u32) -> Vec<u8> {
    [
        &b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR"[..],
        &width.to_be_bytes(),
        &height.to_be_bytes(),
        &[8, 0, 0, 0, 0],
    ]
    .concat()
}

#[test]
fn a_picture_is_refused_by_its_header() {
    on_both(|kit| async move {
        let (admin, dispatcher) = (kit.user("Admin").await, kit.user("Dispatcher").await);
        let jpeg = b"\xff\xd8\xff\xe0\0\x04\0\0\xff\xc0\0\x11\x08\x75\x30\x75\x30\x03".to_vec();
        let webp = b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x2f\x75\0\x2f\x75\0".to_vec();
        let sent = async |client: &Client, path: &str, content: &[u8]| {
            client.post_file(path, &[], ("picture.png", content)).await
        };
        let (picture, logo) = (
            "/api/core/profile/uploadprofilepicture",
            "/api/core/tenantsettings/uploadlogo",
        );
        for huge in [png(30_000, 30_000), jpeg, webp] {
            let answer = sent(&dispatcher, picture, &huge).await;
            assert_eq!(answer.invalid_members(), ["file"], "{}", answer.json());
            let body = answer.json().to_string();
            assert!(
                body.contains("30000 × 30000 pixels; the maximum is 8192 a side"),
                "{body}"
            );
            assert_eq!(sent(&admin, logo, &huge).await.invalid_members(), ["file"]);
            assert_eq!(
                sent(&dispatcher, "/api/core/file/uploadasset", &huge)
                    .await
                    .invalid_members(),
                ["file"]
            );
        }
        assert_eq!(
            sent(&dispatcher, picture, b"\x89PNG\r\n\x1a\n")
                .await
                .invalid_members(),
            ["file"]
        );
        sent(&dispatcher, picture, &png(4_000, 3_000))
            .await
            .result();
        sent(&admin, logo, &png(400, 100)).await.result();
        sent(
            &dispatcher,
            "/api/core/file/uploadasset",
            &png(8_000, 6_000),
        )
        .await
        .result();
    });
}
