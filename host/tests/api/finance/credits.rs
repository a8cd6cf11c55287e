//! Credit notes: requested, approved by line, applied, printed, and capped by line.

use std::time::Duration;

use data::{
    db::{Col, Mode},
    ids::CustomerId,
    tsql,
};
use futures_util::future::join_all;
use testkit::{
    Client,
    api::{
        Call, CreatePayment, CreateRemittance, CreditNoteDetailId, CreditNoteOperation,
        CreditNoteStatus, DecidedCredit, DecidedLine, Decimal, InvoiceDetailId, InvoiceId,
        InvoiceOperation, InvoiceShare, InvoiceStatus, OneCreditNote, ProcessCredit, RemarkCredit,
        RemarkedLine, Remarks, RequestCredit, RequestedLine, WholeCreditNote, dec,
    },
    given, on_both,
};

use super::calls::{ad_hoc, create_ad_hoc, invoice, line, post, post_invoice, process};

fn requested(id: InvoiceDetailId, amount: Decimal) -> RequestedLine {
    RequestedLine::new().invoice_detail_id(id).amount(amount)
}

async fn credit(
    client: &Client,
    id: InvoiceId,
    lines: &[(InvoiceDetailId, Decimal)],
) -> RequestCredit {
    let details: Vec<RequestedLine> = lines
        .iter()
        .map(|(line, amount)| requested(*line, *amount).note("Too much"))
        .collect();
    RequestCredit::new()
        .customer_id(invoice(client, id).await.customer_id)
        .invoice_id(id)
        .amount(lines.iter().map(|(_, amount)| *amount).sum::<Decimal>())
        .note("Too much")
        .details(details)
}

fn send(client: &Client, request: RequestCredit) -> Call<'_, OneCreditNote> {
    client.finance().create_credit_note_request(request)
}

async fn request(
    client: &Client,
    id: InvoiceId,
    lines: &[(InvoiceDetailId, Decimal)],
) -> WholeCreditNote {
    send(client, credit(client, id, lines).await)
        .await
        .credit_note
}

fn decide(
    client: &Client,
    operation: CreditNoteOperation,
    note: DecidedCredit,
) -> Call<'_, OneCreditNote> {
    let body = ProcessCredit::new().operation(operation).credit_note(note);
    client.finance().process_credit_note_request(body)
}

async fn read(client: &Client, note: &WholeCreditNote) -> WholeCreditNote {
    let form = client.finance().get_credit_note_for_edit(note.id).await;
    form.credit_note
}

async fn two_lines(
    admin: &Client,
    customer: CustomerId,
) -> (InvoiceId, InvoiceDetailId, InvoiceDetailId) {
    let body = ad_hoc(customer, &[line("Storage", 100), line("Handling", 50)]);
    let created = admin.finance().generate_adhoc_invoice(body).await.invoice;
    post(admin, created.id).await;
    let lines = &created.invoice_details;
    (created.id, lines[0].id, lines[1].id)
}

async fn first_line(client: &Client, id: InvoiceId) -> InvoiceDetailId {
    invoice(client, id).await.invoice_details[0].id
}

#[test]
fn a_request_is_approved_in_part_and_reduces_its_invoice() {
    on_both(|kit| async move {
        use CreditNoteOperation::{Apply, Approve, Review, Void};

        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let (of, first, second) = two_lines(&admin, customer).await;
        let user = kit.customer_user(customer).await;
        let created = request(&user, of, &[(first, dec(55)), (second, dec(11))]).await;
        assert_eq!(
            (created.status, created.credit_note_number.as_ref()),
            (CreditNoteStatus::Requested, None)
        );
        assert_eq!(
            (created.amount, created.notes[0].note.as_str()),
            (dec(66), "Too much")
        );
        let note = || DecidedCredit::new().id(created.id);
        decide(&user, Approve, note()).refused(403).await;
        decide(&admin, Apply, note()).refused(400).await;
        decide(&admin, Review, note()).await;

        let part = |amount: Decimal| {
            let line = DecidedLine::new()
                .id(created.details[0].id)
                .approved_amount(amount);
            note().note("Half of it").details([line])
        };
        let invalid = async |amount: Decimal| {
            decide(&admin, Approve, part(amount))
                .invalid_members()
                .await
        };
        assert_eq!(
            invalid(dec(55.01)).await,
            ["creditNote.details[0].approvedAmount"]
        );
        assert_eq!(invalid(dec(0)).await, ["creditNote.approvedAmount"]);
        let approved = decide(&admin, Approve, part(dec(33))).await.credit_note;
        assert_eq!(approved.status, CreditNoteStatus::PartiallyApproved);
        assert!(
            approved
                .credit_note_number
                .as_ref()
                .is_some_and(|number| number.starts_with("CN")),
            "{approved:?}"
        );
        assert_eq!(
            (
                approved.approved_amount,
                approved.tax,
                approved.unapplied_amount
            ),
            (dec(33), dec(3), dec(33))
        );
        assert_eq!(
            approved.details[1].approved_amount,
            dec(0),
            "what is not named is not approved"
        );
        assert_eq!(
            invoice(&admin, of).await.outstanding_amount,
            dec(165),
            "nothing is applied yet"
        );

        let applied = decide(&admin, Apply, note()).await.credit_note;
        assert_eq!(
            (applied.status, applied.invoices[0].amount),
            (CreditNoteStatus::Applied, dec(33))
        );
        let reduced = invoice(&user, of).await;
        assert_eq!(
            (reduced.status, reduced.outstanding_amount),
            (InvoiceStatus::PartiallyPaid, dec(132))
        );
        assert_eq!(reduced.credit_notes[0].credit_note_id, created.id);
        decide(&admin, Void, note()).refused(400).await;
        let pdf = user.finance().download_credit_note(created.id).await;
        assert!(pdf.body.starts_with(b"%PDF-"));
    });
}

#[test]
fn a_full_credit_in_parts_is_the_invoice_and_no_cent_more() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let id = post_invoice(&admin, customer, 33.35).await;
        let full = invoice(&admin, id).await;
        let line = full.invoice_details[0].id;
        let (mut given, mut tax) = (dec(0), dec(0));
        let last = full.amount - dec(21.21);
        for part in [dec(11.11), dec(0.07), dec(10.03), last] {
            let created = request(&admin, id, &[(line, part)]).await;
            let note = DecidedCredit::new().id(created.id);
            let note = decide(&admin, CreditNoteOperation::Approve, note)
                .await
                .credit_note;
            given += note.approved_amount;
            tax += note.tax;
        }
        assert_eq!((given, tax), (full.amount, full.tax));
        let more = credit(&admin, id, &[(line, dec(0.01))]).await;
        assert_eq!(
            send(&admin, more).invalid_members().await,
            ["details[0].amount"]
        );
    });
}

#[test]
fn a_credit_note_of_a_paid_invoice_reduces_others() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let (paid, open) = (
            post_invoice(&admin, customer, 100).await,
            post_invoice(&admin, customer, 30).await,
        );
        let share =
            |id: InvoiceId, amount: Decimal| InvoiceShare::new().invoice_id(id).amount(amount);
        let payment = CreatePayment::new()
            .payment_date("2026-03-01")
            .paid_amount(110)
            .allocated_invoice_payments([share(paid, dec(110))]);
        admin.finance().create_payment(payment).await;
        let line = first_line(&admin, paid).await;
        let created = request(&admin, paid, &[(line, dec(110))]).await;
        let note = || DecidedCredit::new().id(created.id);
        decide(&admin, CreditNoteOperation::Approve, note()).await;
        let apply = |shares: &[InvoiceShare]| {
            let body = ProcessCredit::new()
                .operation(CreditNoteOperation::Apply)
                .credit_note(note())
                .allocated_invoice_credits(shares);
            admin.finance().process_credit_note_request(body)
        };
        assert_eq!(
            apply(&[]).invalid_members().await,
            ["allocatedInvoiceCredits"],
            "its own invoice is paid"
        );
        let beyond = apply(&[share(open, dec(33.01))]);
        assert_eq!(
            beyond.invalid_members().await,
            ["allocatedInvoiceCredits[0].amount"]
        );
        let other = given::customer(&kit, "Wattle Works").await;
        let theirs = post_invoice(&admin, other, 10).await;
        let foreign = apply(&[share(theirs, dec(11))]);
        assert_eq!(
            foreign.invalid_members().await,
            ["allocatedInvoiceCredits[0].invoiceId"]
        );
        let done = apply(&[share(open, dec(33))]).await.credit_note;
        assert_eq!(
            (done.status, done.unapplied_amount),
            (CreditNoteStatus::Approved, dec(77))
        );
        assert_eq!(invoice(&admin, open).await.status, InvoiceStatus::Paid);
    });
}

#[test]
fn two_who_apply_at_once_apply_it_once() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let id = post_invoice(&admin, customer, 100).await;
        let line = first_line(&admin, id).await;
        let created = request(&admin, id, &[(line, dec(55))]).await;
        let note = || DecidedCredit::new().id(created.id);
        decide(&admin, CreditNoteOperation::Approve, note()).await;
        let apply = || decide(&admin, CreditNoteOperation::Apply, note()).response();
        let answers = join_all((0..6).map(|_| apply())).await;
        assert_eq!(
            answers.iter().filter(|answer| answer.status == 200).count(),
            1
        );
        assert_eq!(invoice(&admin, id).await.outstanding_amount, dec(55));
        let wanted = credit(&admin, id, &[(line, dec(55))]).await;
        let ask = || send(&admin, wanted.clone()).response();
        let answers = join_all((0..4).map(|_| ask())).await;
        assert_eq!(
            answers.iter().filter(|answer| answer.status == 200).count(),
            1
        );
    });
}

#[test]
fn a_request_is_remarked_on_and_taken_back_by_its_customer_alone() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (own, other) = (
            given::customer(&kit, "Bluegum Wines").await,
            given::customer(&kit, "Wattle Works").await,
        );
        let (of, first, _) = two_lines(&admin, own).await;
        let draft = create_ad_hoc(&admin, own, 10).await;
        let lines = [(draft.invoice_details[0].id, dec(1))];
        let early = credit(&admin, draft.id, &lines).await;
        send(&admin, early).refused(400).await;
        let user = kit.customer_user(own).await;
        let calls = user.finance();
        let created = request(&user, of, &[(first, dec(10))]).await;
        let outsider = kit.customer_user(other).await;
        let of_outsider = outsider.finance();
        of_outsider
            .get_credit_note_for_edit(created.id)
            .refused(404)
            .await;
        assert_eq!(of_outsider.get_credit_notes().await.total_count, 0);
        of_outsider
            .delete_credit_note(created.id)
            .refused(404)
            .await;
        let box_three = RemarkedLine::new().id(created.details[0].id).note("Box 3");
        let remarks = Remarks::new()
            .id(created.id)
            .note("See the photo")
            .details([box_three]);
        let remark = RemarkCredit::new().credit_note(remarks);
        calls.update_credit_note_notes(remark.clone()).await;
        of_outsider
            .update_credit_note_notes(remark)
            .refused(404)
            .await;
        let stored = read(&admin, &created).await;
        assert_eq!(
            (
                stored.notes[1].note.as_str(),
                stored.details[0].notes.as_deref()
            ),
            ("See the photo", Some("Box 3"))
        );
        calls.download_credit_note(created.id).refused(400).await;
        calls.delete_credit_note(created.id).await;
        calls
            .get_credit_note_for_edit(created.id)
            .refused(404)
            .await;
        let full = [(first, dec(110))];
        let repeat = request(&user, of, &full).await;
        let note = DecidedCredit::new().id(repeat.id).note("As agreed");
        decide(&admin, CreditNoteOperation::Reject, note).await;
        calls.delete_credit_note(repeat.id).refused(400).await;
        request(&user, of, &full).await;
    });
}

#[test]
fn a_request_says_why_for_itself_and_for_each_line() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let (of, first, second) = two_lines(&admin, customer).await;
        let body = RequestCredit::new()
            .customer_id(customer)
            .invoice_id(of)
            .amount(2)
            .note(" ")
            .details([
                requested(first, dec(1)),
                requested(second, dec(1)).note("Late"),
            ]);
        assert_eq!(
            send(&admin, body).invalid_members().await,
            ["note", "details[0].note"]
        );
    });
}

#[test]
fn remarks_and_requests_of_a_customers_user_are_bounded() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let user = kit.customer_user(customer).await;
        let calls = user.finance();
        let (of, first, _) = two_lines(&admin, customer).await;
        let cent = [(first, dec(0.01))];
        let created = request(&user, of, &cent).await;
        let remark = || {
            let remarks = Remarks::new().id(created.id).note("Still waiting");
            calls.update_credit_note_notes(RemarkCredit::new().credit_note(remarks))
        };
        for _ in 0..99 {
            remark().await;
        }
        assert_eq!(remark().invalid_members().await, ["creditNote.note"]);
        assert_eq!(read(&admin, &created).await.notes.len(), 100);
        let note = DecidedCredit::new().id(created.id).note("We look into it");
        decide(&admin, CreditNoteOperation::Review, note).await;
        let body = credit(&user, of, &cent).await;
        for _ in 0..99 {
            send(&user, body.clone()).await;
        }
        send(&user, body.clone()).refused(400).await;
        send(&admin, body).await;

        let advice = CreateRemittance::new()
            .payment_date("2026-03-01")
            .invoice_payments([InvoiceShare::new().invoice_id(of).amount(1)]);
        for _ in 0..100 {
            calls.create_remittance_advice(advice.clone()).await;
        }
        calls.create_remittance_advice(advice).refused(400).await;
    });
}

/// An approval that has not committed yet is followed by a deletion.
#[test]
fn a_note_is_not_deleted_while_it_is_approved() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let (invoice, line, _) = two_lines(&admin, customer).await;
        let note = request(&admin, invoice, &[(line, dec(10))]).await;
        let mut approval = kit.scope(Mode::Write);
        let approve = tsql!("UPDATE credit_notes SET status = 'Approved' WHERE tenant_id = $1");
        approval.rows(approve, Vec::new()).await.unwrap();
        let delete = async {
            let calls = admin.finance();
            calls.delete_credit_note(note.id).refused(400).await;
        };
        let commit = async {
            // The deletion has begun by then; if not, it is refused anyway.
            tokio::time::sleep(Duration::from_millis(300)).await;
            approval.commit().await.unwrap();
        };
        tokio::join!(delete, commit);
        assert_eq!(read(&admin, &note).await.status, CreditNoteStatus::Approved);
    });
}

#[test]
fn an_invoice_with_an_open_credit_note_is_not_written_off() {
    on_both(|kit| async move {
        use CreditNoteOperation::{Approve, Reject, Void};

        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let id = post_invoice(&admin, customer, 100).await;
        let lines = [(first_line(&admin, id).await, dec(110))];
        let created = request(&admin, id, &lines).await;
        let note = || DecidedCredit::new().id(created.id);
        let write_off = async || process(&admin, InvoiceOperation::WriteOff, id).await;
        assert!(!write_off().await.success, "requested");
        decide(&admin, Approve, note()).await;
        assert!(!write_off().await.success, "approved, not applied");
        decide(&admin, Void, note()).await;

        // As if both had been done at once.
        let created = request(&admin, id, &lines).await;
        let note = || DecidedCredit::new().id(created.id);
        let set = async |status: &str| {
            let sql = tsql!("UPDATE invoices SET status = $2 WHERE tenant_id = $1");
            let mut scope = kit.scope(Mode::Write);
            let values = vec![status.to_owned().val()];
            scope.rows(sql, values).await.unwrap();
            scope.commit().await.unwrap();
        };
        set("WrittenOff").await;
        decide(&admin, Approve, note()).refused(400).await;
        set("Posted").await;
        decide(&admin, Reject, note()).await;
        let written_off = write_off().await.status;
        assert_eq!(written_off, Some(InvoiceStatus::WrittenOff));
    });
}

#[test]
fn each_line_is_remarked_on_once() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let (of, first, _) = two_lines(&admin, customer).await;
        let created = request(&admin, of, &[(first, dec(10))]).await;
        let invalid = async |details: Vec<RemarkedLine>| {
            let remarks = Remarks::new().id(created.id).details(details);
            let body = RemarkCredit::new().credit_note(remarks);
            let calls = admin.finance();
            calls.update_credit_note_notes(body).invalid_members().await
        };
        let remark = |id: CreditNoteDetailId| RemarkedLine::new().id(id).note("Box 3");
        let line = created.details[0].id;
        assert_eq!(
            invalid(vec![remark(line), remark(line)]).await,
            ["creditNote.details[1].id"]
        );
        let many = (1..=501).map(|id| remark(CreditNoteDetailId(id)));
        assert_eq!(invalid(many.collect()).await, ["creditNote.details"]);
    });
}
