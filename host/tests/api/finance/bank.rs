//! Bank statements: both file kinds, proposals, and lines accepted, ignored and reverted, also
//! concurrently.

use futures_util::future::join_all;
use serde_json::{Value, json};
use testkit::{ApiResponse, Client, given, on_both};

use super::{cents, invoice, post_invoice};

const BASE: &str = "/api/finance/bank";

async fn import(admin: &Client, name: &str, content: &str, more: Value) -> ApiResponse {
    let path = format!("{BASE}/uploadstatement");
    let file = admin
        .post_file(&path, &[], (name, content.as_bytes()))
        .await
        .result();
    let mut body = json!({ "fileName": file["fileName"] });
    body.as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    admin.post(&format!("{BASE}/importstatement"), body).await
}

async fn lines(admin: &Client, statement: &Value) -> Vec<Value> {
    let answer = admin
        .get(&format!("{BASE}/getlines?statementId={statement}"))
        .await
        .result();
    let mut lines = answer["items"].as_array().unwrap().clone();
    lines.sort_by_key(|line| line["lineNumber"].as_i64());
    lines
}

async fn call(client: &Client, name: &str, line: &Value, more: Value) -> ApiResponse {
    let mut body = json!({ "lineId": line });
    body.as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    client.post(&format!("{BASE}/{name}"), body).await
}

#[test]
fn lines_are_kept_once_and_accepted_at_a_confidence() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let (first, second) = (
            post_invoice(&admin, customer, 100.0).await,
            post_invoice(&admin, customer, 50.0).await,
        );
        let number = invoice(&admin, &first).await["invoiceNumber"]
            .as_str()
            .unwrap()
            .to_owned();
        let content = format!(
            "date,amount,payer,description\n2026-03-02,110.00,B G W,Invoice {number}\n2026-03-02,-9.00,,Account fee\n\
             2026-03-03,55.00,,Thanks\n"
        );
        let created = import(&admin, "march.csv", &content, json!({}))
            .await
            .result()["statement"]
            .clone();
        assert_eq!(
            (&created["newLines"], &created["knownLines"]),
            (&json!(3), &json!(0))
        );
        let repeat = import(&admin, "again.csv", &content, json!({}))
            .await
            .result()["statement"]
            .clone();
        assert_eq!(
            (&repeat["newLines"], &repeat["knownLines"]),
            (&json!(0), &json!(3))
        );

        let before = lines(&admin, &created["id"]).await;
        let statuses: Vec<&Value> = before.iter().map(|line| &line["status"]).collect();
        assert_eq!(statuses, ["Open", "Outgoing", "Open"]);
        let best = &before[0]["proposals"][0];
        assert_eq!(
            (&best["confidence"], &best["customerName"]),
            (&json!(90), &json!("Bluegum Wines"))
        );
        assert_eq!(best["invoices"][0]["invoiceNumber"], number);
        assert_eq!(before[2]["proposals"][0]["confidence"], 40);
        let path = format!(
            "{BASE}/getlines?statementId={}&filter=status eq 'Open'&sorting=amount desc",
            created["id"]
        );
        let open = admin.get(&path).await.result();
        assert_eq!(
            (&open["totalCount"], cents(&open["items"][0]["amount"])),
            (&json!(2), 11_000)
        );

        let path = format!("{BASE}/acceptlines");
        let body = json!({"statementId": created["id"], "minimumConfidence": 0});
        assert_eq!(
            admin.post(&path, body).await.invalid_members(),
            ["minimumConfidence"]
        );
        let body = json!({"statementId": created["id"], "minimumConfidence": 80});
        let done = admin.post(&path, body.clone()).await.result();
        assert_eq!(
            (&done["accepted"], &done["refused"]),
            (&json!(1), &json!([]))
        );
        assert_eq!(admin.post(&path, body).await.result()["accepted"], 0);
        assert_eq!(invoice(&admin, &first).await["status"], "Paid");
        assert_eq!(invoice(&admin, &second).await["status"], "Posted");
        let payments = admin.get("/api/finance/payment/getpayments").await.result();
        assert_eq!(
            (
                &payments["totalCount"],
                &payments["items"][0]["paymentDate"]
            ),
            (&json!(1), &json!("2026-03-02"))
        );
    });
}

#[test]
fn a_line_is_accepted_once_and_taken_back() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let id = post_invoice(&admin, customer, 100.0).await;
        let created = import(
            &admin,
            "a.csv",
            "date,amount\n2026-03-02,110\n2026-03-02,7\n",
            json!({}),
        )
        .await
        .result();
        let all = lines(&admin, &created["statement"]["id"]).await;
        let (line, other) = (all[0]["id"].clone(), all[1]["id"].clone());
        let answers = join_all((0..4).map(|_| call(&admin, "acceptline", &line, json!({})))).await;
        assert_eq!(
            answers.iter().filter(|answer| answer.status == 200).count(),
            1
        );
        assert_eq!(cents(&invoice(&admin, &id).await["outstandingAmount"]), 0);
        call(&admin, "ignoreline", &line, json!({}))
            .await
            .expect_error(400);

        let back = call(
            &admin,
            "takebackline",
            &line,
            json!({"note": "Of somebody else"}),
        )
        .await
        .result();
        assert_eq!(
            (&back["line"]["status"], &back["line"]["paymentId"]),
            (&json!("Open"), &Value::Null)
        );
        assert_eq!(
            cents(&invoice(&admin, &id).await["outstandingAmount"]),
            11_000
        );
        call(&admin, "takebackline", &line, json!({}))
            .await
            .expect_error(400);
        let share = json!({"allocatedInvoicePayments": [{"invoiceId": id, "amount": 60}]});
        let result = call(&admin, "acceptline", &line, share).await.result();
        assert_eq!(result["line"]["customerId"], customer.0);
        assert_eq!(
            cents(&invoice(&admin, &id).await["outstandingAmount"]),
            5_000
        );

        call(&admin, "acceptline", &other, json!({}))
            .await
            .expect_error(400);
        let ignored = call(&admin, "ignoreline", &other, json!({"note": "Interest"}))
            .await
            .result();
        assert_eq!(
            (&ignored["line"]["status"], &ignored["line"]["note"]),
            (&json!("Ignored"), &json!("Interest"))
        );
        call(
            &admin,
            "acceptline",
            &other,
            json!({"customerId": customer}),
        )
        .await
        .expect_error(400);
        call(&admin, "takebackline", &other, json!({}))
            .await
            .result();
        call(
            &admin,
            "acceptline",
            &other,
            json!({"customerId": customer}),
        )
        .await
        .result();
        let outsider = kit.another_tenant().await.user("Admin").await;
        call(&outsider, "takebackline", &other, json!({}))
            .await
            .expect_error(404);
        let user = kit.customer_user(customer).await;
        call(&user, "acceptline", &other, json!({}))
            .await
            .expect_error(403);
    });
}

#[test]
fn tables_are_read_by_the_remembered_template_and_mt940_by_itself() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let content = "Value day;Sum\n02.03.2026;1.110,50\n";
        assert_eq!(
            import(&admin, "b.csv", content, json!({}))
                .await
                .invalid_members(),
            ["file"]
        );
        let columns = json!([{"field": "date", "heading": "Value day"}, {"field": "amount", "heading": "Sum"}]);
        let template =
            json!({"template": {"name": "Our bank", "columns": columns, "isDefault": true}});
        let path = format!("{BASE}/createorupdatetemplate");
        let template = admin.post(&path, template).await.result()["template"].clone();
        let created = import(&admin, "b.csv", content, json!({"account": "Main"}))
            .await
            .result()["statement"]
            .clone();
        assert_eq!(
            (&created["bankFormat"], &created["account"]),
            (&json!("Csv"), &json!("Main"))
        );
        assert_eq!(
            cents(&lines(&admin, &created["id"]).await[0]["amount"]),
            111_050
        );

        let swift = ":20:A\n:25:123/456\n:60F:C260301AUD0,\n:61:2603020302C110,00NTRFREF-1\n:86:Thank you\n-\n";
        let created = import(&admin, "m.txt", swift, json!({})).await.result()["statement"].clone();
        assert_eq!(
            (&created["bankFormat"], &created["account"]),
            (&json!("Mt940"), &json!("123/456"))
        );
        let line = lines(&admin, &created["id"]).await[0].clone();
        assert_eq!(
            (&line["reference"], &line["description"]),
            (&json!("REF-1"), &json!("Thank you"))
        );

        let invalid = import(
            &admin,
            "c.csv",
            "Value day;Sum\nsoon;1\n02.03.2026;x1y2\n",
            json!({}),
        )
        .await;
        assert_eq!(
            invalid.invalid_members(),
            ["line[1].date", "line[2].amount"]
        );
        let body = json!({"fileName": "nothing"});
        let answer = admin.post(&format!("{BASE}/importstatement"), body).await;
        assert_eq!(answer.invalid_members(), ["fileName"]);
        let delete = format!("{BASE}/deletetemplate?id={}", template["id"]);
        kit.another_tenant()
            .await
            .user("Admin")
            .await
            .delete(&delete)
            .await
            .expect_error(404);
        admin.delete(&delete).await.result();
        assert_eq!(
            admin.get(&format!("{BASE}/gettemplates")).await.result()["totalCount"],
            0
        );
    });
}

#[test]
fn statements_in_camt053_and_bai2_are_read_by_their_content() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let id = post_invoice(&admin, customer, 100.0).await;
        let number = invoice(&admin, &id).await["invoiceNumber"]
            .as_str()
            .unwrap()
            .to_owned();
        let camt = format!(
            "<?xml version=\"1.0\"?>\n<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt><Stmt>\
             <Acct><Id><Othr><Id>062000 1234</Id></Othr></Id></Acct>\n\
             <Ntry><Amt Ccy=\"AUD\">110.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt>\
             <Dt>2026-03-02</Dt></BookgDt><NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>Bluegum Wines</Nm></Pty></Dbtr>\
             </RltdPties><RmtInf><Ustrd>Invoice {number}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt>\
             </Document>"
        );
        let created = import(&admin, "c.xml", &camt, json!({})).await.result()["statement"].clone();
        assert_eq!(
            (&created["bankFormat"], &created["account"]),
            (&json!("Camt053"), &json!("062000 1234"))
        );
        let line = lines(&admin, &created["id"]).await[0].clone();
        assert_eq!(
            (&line["payer"], &line["proposals"][0]["confidence"]),
            (&json!("Bluegum Wines"), &json!(100))
        );
        call(&admin, "acceptline", &line["id"], json!({}))
            .await
            .result();
        assert_eq!(invoice(&admin, &id).await["status"], "Paid");
        let repeat =
            import(&admin, "again.xml", &camt, json!({})).await.result()["statement"].clone();
        assert_eq!(
            (&repeat["newLines"], &repeat["knownLines"]),
            (&json!(0), &json!(1))
        );
        let cut = camt.split_once("<BookgDt>").unwrap().0;
        assert_eq!(
            import(&admin, "cut.xml", cut, json!({}))
                .await
                .invalid_members(),
            ["line[3]"]
        );
        let entity = camt.replace(
            "<Document",
            "<!DOCTYPE Document SYSTEM \"file:///etc/passwd\">\n<Document",
        );
        assert_eq!(
            import(&admin, "entity.xml", &entity, json!({}))
                .await
                .invalid_members(),
            ["line[2]"]
        );
        assert_eq!(
            import(&admin, "page.xml", "<html></html>", json!({}))
                .await
                .invalid_members(),
            ["fileName"]
        );

        let bai = "01,BANK,US,260303,0600,1,,,2/\n02,US,BANK,1,260302,,AUD,2/\n03,12345,,,,,/\n\
                   16,195,5500,,,REF-9,BLUEGUM/\n16,475,2000,,,,CHEQUE 7/\n49,7500,4/\n98,7500,1,6/\n99,7500,1,8/\n";
        let created = import(&admin, "b.txt", bai, json!({})).await.result()["statement"].clone();
        assert_eq!(
            (&created["bankFormat"], &created["account"]),
            (&json!("Bai2"), &json!("12345"))
        );
        let both = lines(&admin, &created["id"]).await;
        assert_eq!(
            (cents(&both[0]["amount"]), cents(&both[1]["amount"])),
            (5_500, -2_000)
        );
        assert_eq!(
            (&both[0]["reference"], &both[1]["status"]),
            (&json!("REF-9"), &json!("Outgoing"))
        );
        let cut = bai.replace("16,475,2000,,,,CHEQUE 7/\n", "");
        assert_eq!(
            import(&admin, "cut.txt", &cut, json!({}))
                .await
                .invalid_members(),
            ["line[5]"]
        );
    });
}
