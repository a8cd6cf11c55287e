//! Ad hoc invoices: validation, states and visibility.

use testkit::{
    Client,
    api::{
        AdhocInvoice, AdhocInvoiceItemRequest, AdhocInvoiceLineRequest, AdhocInvoicePriceRequest,
        AdhocInvoiceRequest, Decimal, GenerateAdhoc, InvoiceDetailType, InvoiceEvent, InvoiceId,
        InvoiceOperation, InvoiceStatus, InvoiceType, ProcessInvoices, QuantityInVolumeUnitRequest,
        RoleInput, SaveRole, VolumeUnit, cm, dec, kg,
    },
    given, on_both,
};

use super::calls::{create_ad_hoc, invoice, line, operation, process};

fn price() -> AdhocInvoicePriceRequest {
    AdhocInvoicePriceRequest::new()
}

fn carton(price: AdhocInvoicePriceRequest) -> AdhocInvoiceRequest {
    let item = AdhocInvoiceItemRequest::new()
        .package_type("Carton")
        .quantity(1)
        .pricing_details([price]);
    AdhocInvoiceRequest::new().items([item])
}

#[test]
fn an_ad_hoc_invoice_says_all_that_was_sent() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let price = price()
            .service("Sea freight")
            .carrier_cost_tax_exclusive(700)
            .carrier_cost_tax(70)
            .cost_tax_exclusive(1000)
            .cost_tax(100);
        let machine = AdhocInvoiceItemRequest::new()
            .package_type("Pallet")
            .description("Machine")
            .quantity(1)
            .height(cm(110))
            .width(cm(120))
            .length(cm(120))
            .weight(kg(320))
            .pricing_details([price]);
        let volume = QuantityInVolumeUnitRequest::new()
            .value(1.5)
            .unit(VolumeUnit::M3);
        let duty = line("Duty", 50)
            .invoice_detail_type(InvoiceDetailType::Duty)
            .tax(0);
        let sent = AdhocInvoiceRequest::new()
            .description("Import of machines")
            .service("Sea freight")
            .frequency("Once")
            .commodity("Machines")
            .transit_time("21 days")
            .invoice_date("2026-03-02")
            .booking_date("2026-02-01")
            .due_date("2026-03-09")
            .total_weight(kg(320))
            .total_volume(volume)
            .chargeable(kg(375))
            .incoterm("DAP")
            .customs_entries(1)
            .from_address(given::sender())
            .to_address(given::receiver())
            .note("Thank you")
            .items([machine])
            .invoice_lines([duty]);
        let body = GenerateAdhoc::new()
            .customer_id(customer)
            .adhoc_invoice(sent);
        let created = admin.finance().generate_adhoc_invoice(body).await.invoice;
        assert_eq!(
            (created.tax_exclusive_amount, created.tax, created.amount),
            (dec(1_050), dec(100), dec(1_150))
        );
        assert_eq!(
            (created.status, created.invoice_number),
            (InvoiceStatus::Open, None)
        );
        assert_eq!(
            (created.invoice_type, created.due_date.as_str()),
            (InvoiceType::AdHoc, "2026-03-09")
        );
        assert_eq!(
            [&created.customer.company_name, &created.notes].map(Option::as_deref),
            [Some("Bluegum Wines"), Some("Thank you")]
        );
        let stored = invoice(&admin, created.id).await;
        assert_eq!(stored.invoice_details.len(), 2);
        assert_eq!(
            stored.invoice_details[1].invoice_detail_type,
            InvoiceDetailType::Duty
        );
        let ad_hoc = stored.adhoc_invoice.unwrap();
        assert_eq!(
            ad_hoc.items[0].pricing_details[0].carrier_cost_tax_exclusive,
            Some(dec(700))
        );
        assert_eq!(ad_hoc.incoterm.as_deref(), Some("DAP"));
        assert_eq!(stored.invoice_history[0].operation, InvoiceEvent::Created);
    });
}

#[test]
fn what_cannot_be_accepted_is_named() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let members = async |ad_hoc: AdhocInvoiceRequest| {
            let body = GenerateAdhoc::new()
                .customer_id(customer)
                .adhoc_invoice(ad_hoc);
            let call = admin.finance().generate_adhoc_invoice(body);
            call.invalid_members().await
        };
        let ad_hoc = AdhocInvoiceRequest::new;
        assert_eq!(members(ad_hoc()).await, ["adhocInvoice.invoiceLines"]);
        let below = ad_hoc().invoice_lines([line("Credit", -5)]);
        assert_eq!(members(below).await, ["adhocInvoice.invoiceLines"]);
        let taxed = AdhocInvoiceLineRequest::new()
            .tax_exclusive_amount(10)
            .tax(20);
        let invalid = ad_hoc()
            .invoice_date("2026-03-02")
            .due_date("2026-03-01")
            .customs_entries(-1)
            .invoice_lines([taxed]);
        assert_eq!(
            members(invalid).await,
            [
                "adhocInvoice.dueDate",
                "adhocInvoice.customsEntries",
                "adhocInvoice.invoiceLines[0].tax"
            ]
        );
        let none = ProcessInvoices::new()
            .operation(InvoiceOperation::Close)
            .ids(Vec::<InvoiceId>::new());
        let call = admin.finance().process_invoices(none);
        assert_eq!(call.invalid_members().await, ["ids"]);
    });
}

#[test]
fn an_invoice_goes_from_draft_to_posted_and_is_not_void_then() {
    on_both(|kit| async move {
        use InvoiceOperation::{Approve, Close, Dispute, Post, Resolve, Void, WriteOff};

        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let id = create_ad_hoc(&admin, customer, 100).await.id;
        let early = process(&admin, Post, id).await;
        assert!(!early.success);
        assert!(
            early.message.unwrap().contains("Approved"),
            "names the status that posting requires"
        );
        let closed = process(&admin, Close, id).await;
        assert_eq!(
            (closed.success, closed.status),
            (true, Some(InvoiceStatus::Closed))
        );
        assert!(
            closed
                .invoice_number
                .is_some_and(|number| !number.is_empty())
        );
        let again = process(&admin, Close, id).await;
        assert!(!again.success, "a number is taken once");
        let status = async |kind| process(&admin, kind, id).await.status.unwrap();
        assert_eq!(status(Approve).await, InvoiceStatus::Approved);
        assert_eq!(status(Post).await, InvoiceStatus::Posted);
        assert!(!process(&admin, Void, id).await.success);
        assert_eq!(status(Dispute).await, InvoiceStatus::Disputed);
        assert_eq!(status(Resolve).await, InvoiceStatus::Posted);
        assert_eq!(status(WriteOff).await, InvoiceStatus::WrittenOff);
        let ended = invoice(&admin, id).await;
        assert_eq!((ended.outstanding_amount, ended.amount), (dec(0), dec(110)));
        let history = ended.invoice_history.iter();
        let actual: Vec<InvoiceEvent> = history.map(|one| one.operation).collect();
        assert_eq!(
            actual,
            [
                InvoiceEvent::Created,
                InvoiceEvent::Closed,
                InvoiceEvent::Approved,
                InvoiceEvent::Posted,
                InvoiceEvent::Disputed,
                InvoiceEvent::Resolved,
                InvoiceEvent::WrittenOff
            ]
        );
    });
}

#[test]
fn a_closed_invoice_keeps_what_it_says_whoever_asks() {
    use data::{db::Mode, tsql};

    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let id = create_ad_hoc(&admin, customer, 100).await.id;
        process(&admin, InvoiceOperation::Close, id).await;
        for sql in [
            tsql!("UPDATE invoices SET amount = amount + 1 WHERE tenant_id = $1"),
            tsql!("UPDATE invoices SET status = 'Open' WHERE tenant_id = $1"),
            tsql!("DELETE FROM invoices WHERE tenant_id = $1"),
            tsql!("UPDATE invoice_details SET amount = amount + 1 WHERE tenant_id = $1"),
            tsql!("DELETE FROM invoice_details WHERE tenant_id = $1"),
        ] {
            let mut scope = kit.scope(Mode::Write);
            assert!(scope.rows(sql, Vec::new()).await.is_err(), "{sql:?}");
        }
        assert_eq!(invoice(&admin, id).await.amount, dec(110));
    });
}

#[test]
fn a_customer_sees_its_own_closed_invoices_without_costs() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (own, other) = (
            given::customer(&kit, "Bluegum Wines").await,
            given::customer(&kit, "Wattle Works").await,
        );
        let price = price().carrier_cost_tax_exclusive(7).cost_tax_exclusive(10);
        let body = GenerateAdhoc::new()
            .customer_id(own)
            .adhoc_invoice(carton(price));
        let id = admin
            .finance()
            .generate_adhoc_invoice(body)
            .await
            .invoice
            .id;
        let foreign = create_ad_hoc(&admin, other, 5).await.id;
        process(&admin, InvoiceOperation::Close, foreign).await;
        let user = kit.customer_user(own).await;
        let calls = user.finance();
        calls.get_invoice_for_edit(id).refused(404).await;
        assert_eq!(calls.get_invoices().await.total_count, 0);
        process(&admin, InvoiceOperation::Close, id).await;
        let current = calls.get_invoice_for_edit(id).await.invoice;
        let ad_hoc = current.adhoc_invoice.unwrap();
        let price = &ad_hoc.items[0].pricing_details[0];
        assert_eq!(
            (price.carrier_cost_tax_exclusive, price.cost_tax_exclusive),
            (None, dec(10))
        );
        let list = calls.get_invoices().filter("status eq 'Closed'").await;
        assert_eq!((list.total_count, list.items[0].id), (1, id));
        calls.get_invoice_for_edit(foreign).refused(404).await;
        calls.download_invoice(foreign).refused(404).await;
        let outsider = kit.another_tenant().await.user("Admin").await;
        let of_outsider = outsider.finance();
        of_outsider.get_invoice_for_edit(id).refused(404).await;
        let void = || operation(InvoiceOperation::Void, id);
        of_outsider.process_invoices(void()).refused(404).await;
        calls.process_invoices(void()).refused(403).await;
    });
}

#[test]
fn staff_without_the_permission_see_no_carrier_costs() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let role = SaveRole::new()
            .role(RoleInput::new().display_name("Clerk"))
            .granted_permission_names([
                "Pages",
                "Pages.Finance",
                "Pages.Finance.Invoices",
                "Pages.Finance.Invoices.Create",
            ]);
        admin.identity().create_or_update_role(role).await;
        let clerk = kit.user("Clerk").await;
        let price = price()
            .carrier_cost_tax_exclusive(70)
            .carrier_cost_tax(7)
            .cost_tax_exclusive(100);
        let body = GenerateAdhoc::new()
            .customer_id(customer)
            .adhoc_invoice(carton(price));
        let created = clerk.finance().generate_adhoc_invoice(body).await.invoice;
        let costs = |invoice: Option<AdhocInvoice>| -> [Option<Decimal>; 3] {
            let ad_hoc = invoice.unwrap();
            let price = &ad_hoc.items[0].pricing_details[0];
            [
                price.carrier_cost_tax_exclusive,
                price.carrier_cost_tax,
                Some(price.cost_tax_exclusive),
            ]
        };
        let listed = async |client: &Client| {
            let mut page = client.finance().get_invoices().await;
            page.items.remove(0).adhoc_invoice
        };
        for seen in [
            created.adhoc_invoice,
            invoice(&clerk, created.id).await.adhoc_invoice,
            listed(&clerk).await,
        ] {
            assert_eq!(costs(seen), [None, None, Some(dec(100))]);
        }
        for seen in [
            invoice(&admin, created.id).await.adhoc_invoice,
            listed(&admin).await,
        ] {
            assert_eq!(costs(seen), [70, 7, 100].map(|cost| Some(dec(cost))));
        }
    });
}
