//! Customer accounts: self-service changes, and staff notes and terms.

use data::ids::CustomerId;
use testkit::{
    Client,
    api::{
        AccountStatus, AddCustomerNote, AddressRequest, Call, Customer, CustomerAccount,
        CustomerTerms, Day, NoteInput, Null, Raw, UpdateCustomerAccount, UpdatedCustomer, dec,
    },
    given, on_both,
};

fn update(client: &Client, body: UpdateCustomerAccount) -> Call<'_, UpdatedCustomer> {
    client.customers().update_customer_account(body)
}

fn update_own(account: CustomerAccount) -> UpdateCustomerAccount {
    UpdateCustomerAccount::new().account(account)
}

fn terms(customer: CustomerId) -> CustomerTerms {
    CustomerTerms::new().id(customer)
}

fn with_terms(terms: CustomerTerms) -> UpdateCustomerAccount {
    UpdateCustomerAccount::new().customer_account(terms)
}

fn note(customer: CustomerId, comment: &str) -> AddCustomerNote {
    AddCustomerNote::new()
        .customer_id(customer)
        .note(NoteInput::new().comment(comment))
}

async fn stored(client: &Client, id: CustomerId) -> Customer {
    client.customers().get_customer_for_edit(id).await.customer
}

#[test]
fn a_customers_user_keeps_how_the_customer_is_reached() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let user = kit.customer_user(customer).await;
        let before = stored(&admin, customer).await;
        let address = AddressRequest::new()
            .address_line1("1 Swan St")
            .suburb("Richmond")
            .post_code("3121")
            .state("VIC");
        let account = CustomerAccount::new()
            .contact_name(" Robin Lee ")
            .email("robin@bluegum.example")
            .opening_time("08:30")
            .closing_time("17:00")
            .open_days_of_week([Day::Fri, Day::Mon])
            .special_instructions("Dock 2")
            .address(address);
        let answer = update(&user, update_own(account)).await.customer;
        let after = stored(&admin, customer).await;
        assert_eq!(answer.contact_name.as_deref(), Some("Robin Lee"));
        assert_eq!(after.open_days_of_week, [Day::Mon, Day::Fri]);
        let address = after.address.as_ref().unwrap();
        assert_eq!(
            (address.country_code.as_str(), address.state_code.as_deref()),
            ("AU", Some("VIC"))
        );
        let kept = |one: &Customer| {
            (
                (one.code.clone(), one.type_, one.account_status),
                (one.is_active, one.credit_limit),
                (one.company_name.clone(), one.customer_guid.clone()),
            )
        };
        assert_eq!(kept(&after), kept(&before));
        let sly = CustomerAccount::new()
            .other("type", "Prepaid")
            .other("accountStatus", "Closed")
            .other("creditLimit", 1)
            .other("canSendDG", true)
            .mobile("0400 000 000");
        update(&user, update_own(sly)).await;
        let third = stored(&admin, customer).await;
        assert_eq!(
            (third.mobile.as_deref(), &third.email),
            (Some("0400 000 000"), &after.email)
        );
        let kept = |one: &Customer| {
            (
                one.type_,
                one.account_status,
                one.credit_limit,
                one.can_send_dg,
            )
        };
        assert_eq!(kept(&third), kept(&before));
        let found = admin
            .customers()
            .get_customers()
            .filter("contains(contactName,'Robin')")
            .await;
        assert_eq!(found.total_count, 1);
        let change = CustomerAccount::new().row_version(third.row_version);
        update(&user, update_own(change.clone().contact("03 9000 0000"))).await;
        update(
            &admin,
            update_own(change.contact("x")).customer_id(customer),
        )
        .refused(409)
        .await;
    });
}

#[test]
fn who_may_change_an_account_and_what_is_refused() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let other = given::customer(&kit, "Wattle Works").await;
        let user = kit.customer_user(customer).await;
        let contact = || update_own(CustomerAccount::new().contact("03 9000 0000"));
        update(&user, contact().customer_id(other))
            .refused(404)
            .await;
        let of_customer = || contact().customer_id(customer);
        update(&kit.user("Warehouse").await, of_customer())
            .refused(403)
            .await;
        update(&kit.guest(), of_customer()).refused(401).await;
        let outsider = kit.another_tenant().await.user("Admin").await;
        update(&outsider, of_customer()).refused(404).await;
        assert_eq!(
            update(&admin, contact()).invalid_members().await,
            ["customerId"]
        );
        update(&kit.user("Dispatcher").await, of_customer()).await;
        let invalid = CustomerAccount::new()
            .email("nobody")
            .contact("x".repeat(33))
            .opening_time("8.30")
            .open_days_of_week([Raw("Someday")])
            .address(AddressRequest::new().suburb("Richmond").post_code("31211"))
            .customer_logo("x".repeat(129));
        let mut members = update(&user, update_own(invalid)).invalid_members().await;
        members.sort_unstable();
        members.dedup();
        let expected = [
            "address.postCode",
            "contact",
            "customerLogo",
            "email",
            "openDaysOfWeek[0]",
            "openingTime",
        ];
        assert_eq!(members, expected.map(|name| format!("account.{name}")));
        assert_eq!(
            stored(&admin, customer).await.contact.as_deref(),
            Some("03 9000 0000"),
            "nothing else was stored"
        );
    });
}

#[test]
fn notes_about_a_customer_are_the_staffs_alone() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let calls = admin.customers();
        let customer = given::customer(&kit, "Bluegum Wines").await;
        calls.add_customer_note(note(customer, " Pays late ")).await;
        let dispatcher = kit.user("Dispatcher").await;
        let notes = dispatcher
            .customers()
            .add_customer_note(note(customer, "Ring first"))
            .await
            .notes;
        let comments: Vec<&str> = notes.iter().map(|note| note.comment.as_str()).collect();
        assert_eq!(comments, ["Ring first", "Pays late"]);
        assert_eq!(notes[0].user_name, "Dispatcher Tester");
        assert!(notes[0].creator_user_id.is_some(), "{notes:?}");
        let full = calls.get_customer_for_edit(customer).await;
        assert_eq!(full.notes, notes);
        let page = calls.get_customer_notes(customer).max_result_count(1).await;
        assert_eq!((page.total_count, &page.items[0]), (2, &notes[0]));
        for bad in ["  ".to_owned(), "x".repeat(4001)] {
            let call = calls.add_customer_note(note(customer, &bad));
            assert_eq!(call.invalid_members().await, ["note.comment"]);
        }
        let user = kit.customer_user(customer).await;
        let of_user = user.customers();
        of_user
            .add_customer_note(note(customer, "Mine"))
            .refused(403)
            .await;
        of_user.get_customer_notes(customer).refused(403).await;
        of_user.get_customer_for_edit(customer).refused(403).await;
        let current = of_user.get_current_customer().response().await.result();
        assert!(!current.to_string().contains("Pays late"), "{current}");
        let outsider = kit.another_tenant().await.user("Admin").await;
        outsider
            .customers()
            .add_customer_note(note(customer, "Theirs"))
            .refused(404)
            .await;
        outsider
            .customers()
            .get_customer_notes(customer)
            .refused(404)
            .await;
        calls.delete_customer(customer).await;
        calls.get_customer_notes(customer).refused(404).await;
    });
}

#[test]
fn staff_set_status_credit_and_terms_of_an_account() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let before = stored(&admin, customer).await;
        let changed = terms(customer)
            .account_status(AccountStatus::OnHold)
            .credit_limit(2500.5)
            .payment_terms("14 days")
            .invoice_period("Week")
            .account_manager("Sam Carter");
        update(&admin, with_terms(changed.clone())).await;
        let after = stored(&admin, customer).await;
        assert_eq!(
            (after.id, after.account_status, after.credit_limit),
            (customer, AccountStatus::OnHold, Some(dec(2500.5)))
        );
        assert_eq!(
            [
                &after.payment_terms,
                &after.invoice_period,
                &after.account_manager
            ]
            .map(Option::as_deref),
            [Some("14 days"), Some("Week"), Some("Sam Carter")]
        );
        assert_eq!(
            (&after.company_name, &after.email),
            (&before.company_name, &before.email)
        );
        update(&admin, with_terms(terms(customer).account_manager(Null))).await;
        let third = stored(&admin, customer).await;
        assert_eq!(
            (third.account_manager, third.credit_limit),
            (None, Some(dec(2500.5)))
        );

        let invalid =
            async |body: UpdateCustomerAccount| update(&admin, body).invalid_members().await;
        assert_eq!(
            invalid(with_terms(terms(customer).credit_limit(-1))).await,
            ["customerAccount.creditLimit"]
        );
        let other = with_terms(terms(CustomerId(customer.0 + 1))).customer_id(customer);
        assert_eq!(invalid(other).await, ["customerAccount.id"]);
        assert_eq!(
            invalid(UpdateCustomerAccount::new().customer_id(customer)).await,
            ["customerAccount"]
        );
        let stale = terms(customer)
            .row_version(before.row_version)
            .credit_limit(1);
        update(&admin, with_terms(stale)).refused(409).await;
        let user = kit.customer_user(customer).await;
        update(&user, with_terms(terms(customer).credit_limit(1_000_000)))
            .refused(403)
            .await;
        let outsider = kit.another_tenant().await.user("Admin").await;
        update(&outsider, with_terms(changed)).refused(404).await;
        assert_eq!(
            stored(&admin, customer).await.credit_limit,
            Some(dec(2500.5))
        );

        let calls = admin.customers();
        calls
            .add_customer_note(note(customer, "Pays on Fridays"))
            .await;
        let edit = calls.get_customer_for_edit(customer).await;
        assert_eq!(edit.customer_notes[0].comment, "Pays on Fridays");
        assert_eq!(edit.customer_notes, edit.notes);
    });
}
