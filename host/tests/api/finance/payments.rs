//! Remittance advices and payments: partial, excessive, concurrent, and unauthorised.

use axum::http::Method;
use futures_util::future::join_all;
use testkit::{
    Client,
    api::{
        AllocatePayment, Call, CreatePayment, CreateRemittance, Decimal, IntoField, InvoiceId,
        InvoiceShare, InvoiceStatus, OnePayment, RemittanceStatus, WholeRemittance, dec,
    },
    given, on_both,
};

use super::calls::{create_ad_hoc, invoice, post_invoice};

fn payment(paid: impl IntoField<Decimal>) -> CreatePayment {
    CreatePayment::new()
        .payment_date("2026-03-01")
        .paid_amount(paid)
}

fn pay(client: &Client, payment: CreatePayment) -> Call<'_, OnePayment> {
    client.finance().create_payment(payment)
}

fn share(id: InvoiceId, amount: impl IntoField<Decimal>) -> InvoiceShare {
    InvoiceShare::new().invoice_id(id).amount(amount)
}

fn remittance(shares: &[InvoiceShare]) -> CreateRemittance {
    CreateRemittance::new()
        .payment_date("2026-03-01")
        .invoice_payments(shares)
}

async fn advice(client: &Client, number: &str) -> WholeRemittance {
    let list = client.finance().get_remittance_advices();
    let mut page = list.filter(format!("remittanceNumber eq '{number}'")).await;
    page.items.remove(0)
}

#[test]
fn a_remittance_is_paid_in_two_parts() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let (first, second) = (
            post_invoice(&admin, customer, 100).await,
            post_invoice(&admin, customer, 50).await,
        );
        let user = kit.customer_user(customer).await;
        let calls = user.finance();
        let body = remittance(&[share(first, 110), share(second, 55)]).note("For February");
        let created = calls.create_remittance_advice(body).await;
        assert_eq!(created.total_amount, dec(165));
        let number = created.remittance_number.as_str();
        let paying = |paid: i32| pay(&admin, payment(paid).remittance_number(number));

        let paid = paying(120).await.payment;
        assert_eq!(
            (paid.unallocated_amount, paid.payment_invoices.len()),
            (dec(0), 2)
        );
        assert_eq!(invoice(&admin, first).await.status, InvoiceStatus::Paid);
        let part = invoice(&admin, second).await;
        assert_eq!(
            (part.status, part.outstanding_amount),
            (InvoiceStatus::PartiallyPaid, dec(45))
        );
        assert_eq!(part.invoice_payments[0].amount, dec(10));
        let now = advice(&user, number).await;
        assert_eq!(
            (now.status, now.invoice_remittances[0].status),
            (RemittanceStatus::PartiallyPaid, RemittanceStatus::Paid)
        );

        calls.delete_remittance_advice(number).refused(400).await;
        paying(45).await;
        assert_eq!(invoice(&admin, second).await.status, InvoiceStatus::Paid);
        assert_eq!(advice(&admin, number).await.status, RemittanceStatus::Paid);
        paying(1).refused(400).await;
        assert_eq!(calls.get_payments().await.total_count, 2);
    });
}

#[test]
fn an_allocation_of_the_remainder_settles_the_remittance() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let (first, second) = (
            post_invoice(&admin, customer, 100).await,
            post_invoice(&admin, customer, 50).await,
        );
        let body = remittance(&[share(first, 110), share(second, 55)]).customer_id(customer);
        let created = admin.finance().create_remittance_advice(body).await;
        let number = created.remittance_number.as_str();
        let in_part = payment(165)
            .remittance_number(number)
            .allocated_invoice_payments([share(first, 110)]);
        let paid = pay(&admin, in_part).await.payment;
        assert_eq!(paid.unallocated_amount, dec(55));
        let now = advice(&admin, number).await;
        assert_eq!(now.status, RemittanceStatus::PartiallyPaid);

        let allocation = AllocatePayment::new()
            .payment_id(paid.id)
            .allocated_invoice_payments([share(second, 55)]);
        admin.finance().allocate_payment(allocation).await;
        let now = advice(&admin, number).await;
        assert_eq!(
            (now.status, now.invoice_remittances[1].status),
            (RemittanceStatus::Paid, RemittanceStatus::Paid)
        );
        pay(&admin, payment(1).remittance_number(number))
            .refused(400)
            .await;
    });
}

#[test]
fn an_invoice_is_not_paid_beyond_what_is_outstanding() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let id = post_invoice(&admin, customer, 100).await;
        let draft = create_ad_hoc(&admin, customer, 10).await.id;
        let other = given::customer(&kit, "Wattle Works").await;
        let theirs = post_invoice(&admin, other, 10).await;
        let allocated =
            |paid: i32, shares: &[InvoiceShare]| payment(paid).allocated_invoice_payments(shares);
        let members = async |paid: i32, shares: &[InvoiceShare]| {
            let call = pay(&admin, allocated(paid, shares));
            call.invalid_members().await
        };
        let at = |place: &str| format!("allocatedInvoicePayments{place}");
        assert_eq!(members(200, &[share(id, 110.01)]).await, [at("[0].amount")]);
        assert_eq!(members(200, &[share(id, 0)]).await, [at("[0].amount")]);
        assert_eq!(
            members(200, &[share(id, 1), share(id, 1)]).await,
            [at("[1].invoiceId")]
        );
        assert_eq!(
            members(200, &[share(draft, 1)]).await,
            [at("[0].invoiceId")]
        );
        assert_eq!(
            members(200, &[share(id, 1), share(theirs, 1)]).await,
            [at("[1].invoiceId")]
        );
        assert_eq!(members(50, &[share(id, 60)]).await, [at("")]);
        assert_eq!(members(0, &[share(id, 60)]).await, ["paidAmount"]);
        let over = pay(&admin, allocated(120, &[share(id, 110)])).await;
        assert_eq!(over.payment.unallocated_amount, dec(10));
        let outsider = kit.another_tenant().await.user("Admin").await;
        pay(&outsider, allocated(1, &[share(theirs, 1)]))
            .refused(404)
            .await;
        let user = kit.customer_user(customer).await;
        pay(&user, allocated(1, &[share(id, 1)])).refused(403).await;
        user.finance()
            .create_remittance_advice(remittance(&[share(theirs, 1)]))
            .refused(404)
            .await;
    });
}

#[test]
fn two_who_pay_the_same_invoice_pay_it_once() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let id = post_invoice(&admin, customer, 100).await;
        let full = || payment(110).allocated_invoice_payments([share(id, 110)]);
        let answers = join_all((0..6).map(|_| pay(&admin, full()).response())).await;
        assert_eq!(
            answers.iter().filter(|answer| answer.status == 200).count(),
            1
        );
        let paid = invoice(&admin, id).await;
        assert_eq!(
            (paid.outstanding_amount, paid.invoice_payments.len()),
            (dec(0), 1)
        );
    });
}

#[test]
fn a_remittance_is_cancelled_while_nothing_has_come_in() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let id = post_invoice(&admin, customer, 100).await;
        let calls = admin.finance();
        let body = remittance(&[share(id, 110)]).customer_id(customer);
        let created = calls.create_remittance_advice(body).await;
        let number = created.remittance_number.as_str();
        kit.another_tenant()
            .await
            .user("Admin")
            .await
            .finance()
            .delete_remittance_advice(number)
            .refused(404)
            .await;
        let path = format!("/api/finance/payment/deleteremittanceadvice?remittanceNumber={number}");
        let note = br#"{"note": "Sent twice"}"#.to_vec();
        admin
            .send(Method::DELETE, &path, Some(("application/json", note)))
            .await
            .result();
        let deleted = advice(&admin, number).await;
        assert_eq!(
            (deleted.status, deleted.note.as_deref()),
            (RemittanceStatus::Cancelled, Some("Sent twice"))
        );
        calls.delete_remittance_advice(number).refused(400).await;
        pay(&admin, payment(110).remittance_number(number))
            .refused(400)
            .await;
    });
}

#[test]
fn an_amount_under_two_names_is_one_amount() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let id = post_invoice(&admin, customer, 100).await;
        let paying = |other: i32| {
            let shares = [share(id, 20).other("paidAmount", other)];
            pay(&admin, payment(20).allocated_invoice_payments(shares))
        };
        let paid = paying(20).await.payment;
        assert_eq!(paid.payment_invoices[0].amount, dec(20));
        let refused = paying(30).refused(400).await;
        assert_eq!(refused.members, ["allocatedInvoicePayments[0].paidAmount"]);
        assert_eq!(
            refused.error["validationErrors"][0]["message"],
            "must be the same as amount: send one of them"
        );
    });
}
