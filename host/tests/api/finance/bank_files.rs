//! Bank file dialects: unreadable lines, wrong balances, equal payments.

use serde_json::{Value, json};
use testkit::{ApiResponse, Client, on_both};

use super::cents;

const BASE: &str = "/api/finance/bank";

async fn import(admin: &Client, name: &str, content: &[u8]) -> ApiResponse {
    let file = admin
        .post_file(&format!("{BASE}/uploadstatement"), &[], (name, content))
        .await
        .result();
    admin
        .post(
            &format!("{BASE}/importstatement"),
            json!({ "fileName": file["fileName"] }),
        )
        .await
}

fn counts(answer: &Value) -> [i64; 3] {
    ["newLines", "knownLines", "rejectedLines"]
        .map(|member| answer["statement"][member].as_i64().unwrap())
}

async fn lines(admin: &Client, answer: &Value) -> Vec<Value> {
    let id = &answer["statement"]["id"];
    let path = format!("{BASE}/getlines?statementId={id}&sorting=lineNumber");
    admin.get(&path).await.result()["items"]
        .as_array()
        .unwrap()
        .clone()
}

fn mt940(number: &str, opening: &str, movements: &str, closing: &str) -> String {
    format!(
        ":20:{number}\r\n:25:98000001/77\r\n:28C:{number}/1\r\n:60F:{opening}\r\n{movements}\r\n:62F:{closing}\r\n-\r\n"
    )
}

/// Returns a payment of 55.00 in each format, with the bank's reference.
fn files(reference: &str) -> [(&'static str, String); 4] {
    let swift = mt940(
        "1",
        "C260401AUD0,00",
        &format!(
            ":61:2604010401C55,00NTRFNONREF//{reference}\r\n:86:/NAME/Quandong Foods/REMI/April"
        ),
        "C260401AUD55,00",
    );
    let camt = format!(
        "<Document><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>88</Id></Othr></Id></Acct><Ntry><Amt Ccy=\"AUD\">55.00</Amt>\
         <CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-04-01</Dt></BookgDt><AcctSvcrRef>{reference}</AcctSvcrRef>\
         <NtryDtls><TxDtls><Refs><EndToEndId>RENT</EndToEndId></Refs></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>"
    );
    let bai = format!(
        "01,B,C,260402,,1,,,2/\n02,C,B,1,260401,,AUD,2/\n03,99,,,,,/\n16,195,5500,,{reference},RENT,QUANDONG/\n\
         49,5500,3/\n98,5500,1,5/\n99,5500,1,7/\n"
    );
    let table =
        format!("date,amount,payer,bankReference\n2026-04-01,55.00,Quandong Foods,{reference}\n");
    [
        ("a.sta", swift),
        ("a.xml", camt),
        ("a.bai", bai),
        ("a.csv", table),
    ]
}

#[test]
fn equal_payments_of_one_day_are_parted_by_the_banks_references() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        for ((name, first), (_, second)) in files("BR0001").into_iter().zip(files("BR0002")) {
            assert_eq!(
                counts(&import(&admin, name, first.as_bytes()).await.result()),
                [1, 0, 0],
                "{name}"
            );
            let other = import(&admin, name, second.as_bytes()).await.result();
            assert_eq!(counts(&other), [1, 0, 0], "{name}");
            assert_eq!(
                lines(&admin, &other).await[0]["bankReference"],
                "BR0002",
                "{name}"
            );
            for again in [first, second] {
                assert_eq!(
                    counts(&import(&admin, name, again.as_bytes()).await.result()),
                    [0, 1, 0],
                    "{name}"
                );
            }
        }
    });
}

#[test]
fn lines_that_cannot_be_read_are_told_and_the_others_taken() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let movements =
            ":61:2604020402C12,00NTRFA\r\n:61:260402?broken\r\n:61:2604020402C13,00NTRFB";
        let swift = mt940("7", "C260401AUD0,00", movements, "C260402AUD99,00");
        let camt = files("X")[1].1.replace(
            "</Ntry>",
            "</Ntry>\n<Ntry><Amt Ccy=\"AUD\">1,5</Amt></Ntry>",
        );
        let bai = files("X")[2]
            .1
            .replace("49,5500,3/", "16,195,5x/\n49,5500,3/");
        let table = "date,amount\n2026-04-09,7\nsoon,1\n";
        for (name, content, line, field, taken) in [
            ("a.sta", swift.as_str(), 6, Value::Null, 2),
            ("a.xml", camt.as_str(), 2, Value::Null, 1),
            ("a.bai", bai.as_str(), 5, Value::Null, 1),
            ("a.csv", table, 2, json!("date"), 1),
        ] {
            let answer = import(&admin, name, content.as_bytes()).await.result();
            assert_eq!(counts(&answer), [taken, 0, 1], "{name}: {answer}");
            let rejected = &answer["rejectedLines"][0];
            assert_eq!(
                (&rejected["line"], &rejected["field"]),
                (&json!(line), &field),
                "{answer}"
            );
            assert!(
                !rejected["message"].as_str().unwrap().is_empty(),
                "{answer}"
            );
        }
        let answer = admin
            .get(&format!("{BASE}/getstatements?filter=rejectedLines gt 0"))
            .await
            .result();
        assert_eq!(answer["totalCount"], 4);
    });
}

#[test]
fn a_statement_that_misses_its_closing_balance_is_refused_with_both_sums() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let swift = mt940(
            "8",
            "C260401AUD700,00",
            ":61:2604020402D30,00NTRFA",
            "C260402AUD570,00",
        );
        let balance = |kind: &str, amount: &str| {
            format!(
                "<Bal><Tp><CdOrPrtry><Cd>{kind}</Cd></CdOrPrtry></Tp><Amt Ccy=\"AUD\">{amount}</Amt>\
                 <CdtDbtInd>CRDT</CdtDbtInd></Bal>"
            )
        };
        let balances = balance("OPBD", "725.00") + &balance("CLBD", "570.00");
        let camt = files("X")[1]
            .1
            .replace("<Ntry>", &format!("{balances}<Ntry>"));
        let camt = camt.replace("CRDT</CdtDbtInd><Sts>", "DBIT</CdtDbtInd><Sts>");
        for (name, content) in [("a.sta", swift.as_str()), ("a.xml", camt.as_str())] {
            let answer = import(&admin, name, content.as_bytes())
                .await
                .expect_error(400);
            let failure = answer["validationErrors"][0]["message"].as_str().unwrap();
            assert!(
                failure.contains("570.00") && failure.contains("670.00"),
                "{failure}"
            );
        }
        let bai = files("X")[2].1.replace("49,5500", "49,5600");
        let answer = import(&admin, "a.bai", bai.as_bytes())
            .await
            .expect_error(400);
        let failure = answer["validationErrors"][0]["message"].as_str().unwrap();
        assert!(
            failure.contains("5600") && failure.contains("5500"),
            "{failure}"
        );
        assert_eq!(
            admin.get(&format!("{BASE}/getlines")).await.result()["totalCount"],
            0
        );
        let both = swift
            + &mt940(
                "9",
                "C260402AUD570,00",
                ":61:2604030403C1,00NTRFA",
                "C260403AUD571,00",
            );
        assert_eq!(
            counts(&import(&admin, "b.sta", both.as_bytes()).await.result()),
            [1, 0, 1]
        );
    });
}

#[test]
fn headers_framing_and_encodings_of_banks_are_read() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let body = |number: &str, text: &str| {
            let movement = format!(":61:2604020402C{number},00NTRFNONREF\r\n:86:{text}");
            mt940(
                number,
                "C260401AUD0,00",
                &movement,
                &format!("C260402AUD{number},00"),
            )
        };
        let wide = |text: &str| {
            text.encode_utf16()
                .flat_map(u16::to_le_bytes)
                .collect::<Vec<u8>>()
        };
        let page = |text: &str, letters: &[(char, u8)]| -> Vec<u8> {
            let byte = |letter: char| match letters.iter().find(|(known, _)| *known == letter) {
                Some((_, byte)) => *byte,
                None => u8::try_from(u32::from(letter)).unwrap(),
            };
            text.chars().map(byte).collect()
        };
        let german = "Für Käse und Größeres";
        let polish = "Opłata za przewóz, Łódź, należność główna";
        let cp850 = [('ü', 0x81), ('ä', 0x84), ('ö', 0x94), ('ß', 0xe1)];
        let cp852 = [
            ('ł', 0x88),
            ('ó', 0xa2),
            ('Ł', 0x9d),
            ('ź', 0xab),
            ('ż', 0xbe),
            ('ś', 0x98),
            ('ć', 0x86),
        ];
        for (number, content, text) in [
            (
                "11",
                format!("WATTBANK\r\n940\r\nWATTBANK\r\n{}", body("11", "plain")).into_bytes(),
                "plain",
            ),
            (
                "12",
                format!("\u{1}{}\u{3}\0\u{1a}", body("12", "framed").trim_end()).into_bytes(),
                "framed",
            ),
            (
                "13",
                wide(&format!("\u{feff}{}", body("13", "wide"))),
                "wide",
            ),
            ("14", wide(&body("14", "no mark")), "no mark"),
            ("15", page(&body("15", german), &cp850), german),
            ("16", page(&body("16", polish), &cp852), polish),
            (
                "17",
                body("17", "due 2026-04-01 T10\r\n:25:11 INV77\r\n:13:00").into_bytes(),
                "due 2026-04-01 T10 :25:11 INV77 :13:00",
            ),
        ] {
            let answer = import(&admin, "a.sta", &content).await.result();
            assert_eq!(counts(&answer), [1, 0, 0], "{number}: {answer}");
            assert_eq!(lines(&admin, &answer).await[0]["description"], text);
        }
        let table = format!(
            "Account;77\nPeriod;April\n\ndate;amount;description\n01.04.26;1.234,50;{german}\n30.02.2026;2;x\n"
        );
        let answer = import(&admin, "a.csv", &page(&table, &cp850))
            .await
            .result();
        assert_eq!(counts(&answer), [2, 0, 0], "{answer}");
        let read = lines(&admin, &answer).await;
        assert_eq!(
            (&read[0]["description"], cents(&read[0]["amount"])),
            (&json!(german), 123_450)
        );
        assert_eq!(
            (&read[0]["lineDate"], &read[1]["lineDate"]),
            (&json!("2026-04-01"), &json!("2026-02-28"))
        );
    });
}

#[test]
fn a_line_is_of_its_booking_day() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let movements = ":61:2602300303C1,00NTRFA\r\n:61:2512310104C2,00NTRFB\r\n:61:2601021230C4,00NTRFC\r\n:61:260105    C8,00NTRFD";
        let swift = mt940("3", "C251230AUD0,00", movements, "C260303AUD15,00");
        let answer = import(&admin, "a.sta", swift.as_bytes()).await.result();
        let days: Vec<Value> = lines(&admin, &answer)
            .await
            .iter()
            .map(|line| line["lineDate"].clone())
            .collect();
        assert_eq!(
            days,
            ["2026-03-03", "2026-01-04", "2025-12-30", "2026-01-05"]
        );
    });
}
