//! Invoice runs: previewed, executed, concurrent, and undone.

use data::{
    db::{Col, Mode},
    ids::BookingId,
    tsql,
};
use rust_decimal::Decimal;
use testkit::{
    api::{
        InvoiceDetailType, InvoiceId, InvoiceOperation, InvoiceRunQuery, InvoiceRunRequest,
        InvoiceRunResult, InvoiceRunStatus, InvoiceStatus, dec,
    },
    given, on_both,
};

use super::{
    calls::{create_ad_hoc, invoice, january, process, run, status},
    create_booking, create_invoiced_customer,
};

#[test]
fn a_run_makes_what_its_preview_showed() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let monthly = create_invoiced_customer(&kit, &admin, "Bluegum Wines", "Month").await;
        let each = create_invoiced_customer(&kit, &admin, "Wattle Works", "Per booking").await;
        let apart = given::customer(&kit, "Not invoiced").await;
        for (customer, day) in [
            (monthly, 5),
            (monthly, 20),
            (each, 6),
            (each, 7),
            (apart, 8),
        ] {
            create_booking(
                &kit,
                account,
                customer,
                100,
                &format!("2026-01-{day:02}T03:00:00Z"),
            )
            .await;
        }
        create_booking(&kit, account, monthly, 100, "2026-02-05T03:00:00Z").await;

        let preview = run(&kit, &admin, january().preview(true)).await;
        assert_eq!(
            (preview.status, preview.total_invoices),
            (InvoiceRunStatus::Completed, 3),
            "{preview:?}"
        );
        assert_eq!(admin.finance().get_invoices().await.total_count, 0);

        let result = run(&kit, &admin, january()).await;
        assert_eq!(
            (result.total_invoices, result.total_bookings),
            (3, 4),
            "{result:?}"
        );
        assert_eq!(
            (result.total_amount, preview.total_amount),
            (dec(440), dec(440))
        );
        let of_month = result
            .invoices
            .iter()
            .find(|one| one.customer_id == monthly)
            .unwrap();
        assert_eq!((of_month.bookings, of_month.amount), (2, dec(220)));
        let full = invoice(&admin, of_month.id.unwrap()).await;
        assert_eq!(
            (full.invoice_date.as_str(), full.due_date.as_str()),
            ("2026-02-02", "2026-02-16")
        );
        assert_eq!(
            [&full.period_start, &full.period_end].map(Option::as_deref),
            [Some("2026-01-01"), Some("2026-01-31")]
        );
        let kinds: Vec<InvoiceDetailType> = full
            .invoice_details
            .iter()
            .map(|line| line.invoice_detail_type)
            .collect();
        let of_booking = [InvoiceDetailType::Freight, InvoiceDetailType::FuelLevy];
        assert_eq!(kinds, [of_booking, of_booking].concat());

        let repeat = run(&kit, &admin, january()).await;
        assert_eq!(repeat.total_invoices, 0, "a booking is invoiced once");
    });
}

#[test]
fn a_closed_invoice_numbers_its_bookings_and_a_void_one_frees_them() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = create_invoiced_customer(&kit, &admin, "Bluegum Wines", "Month").await;
        let id = create_booking(&kit, account, customer, 100, "2026-01-05T03:00:00Z").await;
        let free = async || {
            let list = admin.bookings().get_bookings_for_invoice();
            list.customer_id(customer).await.total_count
        };
        assert_eq!(free().await, 1);
        let result = run(&kit, &admin, january()).await;
        let invoice = result.invoices[0].id.unwrap();
        let booking = async || {
            let list = admin.bookings().get_bookings();
            let mut page = list.filter(format!("id eq {id}")).await;
            page.items.remove(0)
        };
        let now = booking().await;
        assert_eq!(
            (now.id, now.invoice_id, now.invoice_number),
            (BookingId(id), Some(invoice.0), None)
        );
        assert_eq!(free().await, 0);
        let closed = process(&admin, InvoiceOperation::Close, invoice).await;
        assert_eq!(booking().await.invoice_number, closed.invoice_number);
        assert!(closed.invoice_number.is_some());
        let void = process(&admin, InvoiceOperation::Void, invoice).await;
        assert_eq!(void.status, Some(InvoiceStatus::Void));
        let freed = booking().await;
        assert_eq!((freed.invoice_id, freed.invoice_number), (None, None));
        assert_eq!(run(&kit, &admin, january()).await.total_invoices, 1);
    });
}

#[test]
fn two_runs_at_once_invoice_every_booking_once() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        for name in ["A", "B", "C", "D"] {
            let customer = create_invoiced_customer(&kit, &admin, name, "Week").await;
            for day in 5..10 {
                create_booking(
                    &kit,
                    account,
                    customer,
                    100,
                    &format!("2026-01-{day:02}T03:00:00Z"),
                )
                .await;
            }
        }
        let calls = admin.finance();
        let (one, other) = (
            calls.run_invoices(january()).await.run_id,
            calls.run_invoices(january()).await.run_id,
        );
        kit.drain_jobs().await;
        let (one, other) = (status(&admin, one).await, status(&admin, other).await);
        assert_eq!(
            one.total_bookings + other.total_bookings,
            20,
            "{one:?} {other:?}"
        );
        assert_eq!(one.total_amount + other.total_amount, dec(2_200));
    });
}

#[test]
fn a_run_is_undone_while_its_invoices_are_open() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = create_invoiced_customer(&kit, &admin, "Bluegum Wines", "Day").await;
        for day in [5, 6] {
            create_booking(
                &kit,
                account,
                customer,
                100,
                &format!("2026-01-{day:02}T03:00:00Z"),
            )
            .await;
        }
        let undo = |run: &InvoiceRunResult| {
            let body = InvoiceRunQuery::new().run_id(run.run_id);
            admin.finance().undo_invoice_run(body)
        };
        let count = async || admin.finance().get_invoices().await.total_count;
        let first = run(&kit, &admin, january()).await;
        assert_eq!(first.total_invoices, 2);
        undo(&first).await;
        kit.drain_jobs().await;
        let undone = status(&admin, first.run_id).await;
        assert_eq!(
            (undone.status, undone.invoices.len()),
            (InvoiceRunStatus::Undone, 0)
        );
        undo(&first).refused(400).await;
        assert_eq!(count().await, 0);

        let second = run(&kit, &admin, january()).await;
        assert_eq!(second.total_invoices, 2, "what was undone is invoiced anew");
        let id = second.invoices[0].id.unwrap();
        process(&admin, InvoiceOperation::Close, id).await;
        undo(&second).refused(400).await;
        assert_eq!(count().await, 2);
    });
}

#[test]
fn what_the_carrier_holds_is_invoiced_and_what_the_tenant_holds_is_not() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = create_invoiced_customer(&kit, &admin, "Bluegum Wines", "Month").await;
        let day = "2026-01-10T02:00:00Z";
        let by_carrier = create_booking(&kit, account, customer, 100, day).await;
        let by_tenant = create_booking(&kit, account, customer, 100, day).await;
        let mut scope = kit.scope(Mode::Write);
        for (id, before) in [(by_carrier, None), (by_tenant, Some("Booked".to_owned()))] {
            let sql = tsql!(
                "UPDATE bookings SET booking_status = 'OnHold', status_before_hold = $3
                 WHERE tenant_id = $1 AND id = $2"
            );
            scope.rows(sql, vec![id.val(), before.val()]).await.unwrap();
        }
        scope.commit().await.unwrap();
        let result = run(&kit, &admin, january()).await;
        assert_eq!(result.total_invoices, 1);
        let invoiced =
            tsql!("SELECT id FROM bookings WHERE tenant_id = $1 AND invoice_id IS NOT NULL");
        let rows = kit.scope(Mode::Read).rows(invoiced, Vec::new()).await;
        let ids: Vec<i64> = rows
            .unwrap()
            .iter()
            .map(|row| row.get(0).unwrap())
            .collect();
        assert_eq!(ids, [by_carrier]);
    });
}

#[test]
fn what_a_run_cannot_take_is_named() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let between = |from: &str, to: &str| InvoiceRunRequest::new().from_date(from).to_date(to);
        let send = |body: InvoiceRunRequest| admin.finance().run_invoices(body);
        for from in ["2026-01-31", "2024-01-01"] {
            let call = send(between(from, "2026-01-01"));
            assert_eq!(call.invalid_members().await, ["toDate"]);
        }
        let outsider = given::customer(&kit.another_tenant().await, "Elsewhere").await;
        let of_january = || between("2026-01-01", "2026-01-31");
        send(of_january().customer_ids([outsider]))
            .refused(404)
            .await;
        let driver = kit.user("Driver").await;
        let call = driver.finance().run_invoices(of_january());
        call.refused(403).await;
    });
}

#[test]
fn what_is_invoiced_still_counts_towards_the_limit() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = create_invoiced_customer(&kit, &admin, "Bluegum Wines", "Month").await;
        create_booking(&kit, account, customer, 100, "2026-01-05T03:00:00Z").await;
        let used = async || {
            let form = admin.customers().get_customer_for_edit(customer).await;
            form.credit.unwrap().used
        };
        assert_eq!(used().await, dec(110));
        let result = run(&kit, &admin, january()).await;
        assert_eq!(used().await, dec(110), "a draft owes what its bookings did");
        let id: InvoiceId = result.invoices[0].id.unwrap();
        process(&admin, InvoiceOperation::Void, id).await;
        assert_eq!(
            used().await,
            dec(110),
            "and so do the bookings that it frees"
        );
    });
}

#[test]
fn a_booking_whose_price_changed_meanwhile_is_not_marked() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = create_invoiced_customer(&kit, &admin, "Bluegum Wines", "Month").await;
        let id = create_booking(&kit, account, customer, 100, "2026-01-05T03:00:00Z").await;
        let draft = create_ad_hoc(&admin, customer, 10).await.id;
        let mark = async |total: i64| {
            let mut scope = kit.scope(Mode::Write);
            let listed = [(BookingId(id), Decimal::from(total))];
            bookings::mark_invoiced(&mut scope, draft.0, &listed).await
        };
        assert!(mark(100).await.is_err(), "it costs 110");
        assert!(mark(110).await.is_ok());
    });
}
