//! Markup previews on past quotes, without saving.

use chrono::{Days, Utc};
use data::ids::CarrierAccountId;
use testkit::{
    Client,
    api::{
        AccountMarkupRequest, Call, Decimal, DraftMarkups, MarkupPreview, PreviewMarkups, Quote,
    },
    given, on_both,
};

use super::{entry, percent, quotes, road, sums};

fn preview(admin: &Client, markups: DraftMarkups) -> Call<'_, MarkupPreview> {
    let today = Utc::now().date_naive();
    let body = PreviewMarkups::new()
        .markups(markups)
        .from_date((today - Days::new(1)).to_string())
        .to_date((today + Days::new(1)).to_string());
    admin.quotes().preview_markups(body)
}

fn draft(entry: AccountMarkupRequest) -> DraftMarkups {
    DraftMarkups::new().carrier_accounts([entry])
}

#[test]
fn unsaved_markups_are_tried_on_quotes() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let (one, other) = (
            given::customer(&kit, "Bluegum Wines").await,
            given::customer(&kit, "Wattle Works").await,
        );
        let of_one = quotes(&admin, given::quote_ask(one)).await;
        let of_other = quotes(&admin, given::quote_ask(other)).await;
        let cost = |all: &[Quote]| all.iter().map(|quote| sums(quote).0).sum::<Decimal>();
        let doubled = draft(entry(account).rate(percent(100)));

        let all = preview(&admin, doubled.clone()).await;
        let count = (of_one.len() + of_other.len()) as i64;
        assert_eq!(
            (all.total.quotes, all.total.changed),
            (count, count),
            "{all:?}"
        );
        let full = cost(&of_one) + cost(&of_other);
        assert_eq!((all.total.before, all.total.after), (full, full + full));
        assert_eq!((all.is_truncated, all.customers.len()), (false, 2));
        assert_eq!(
            all.accounts[0].carrier_account_id,
            CarrierAccountId(account)
        );
        let differences: Vec<Decimal> = all
            .largest
            .iter()
            .map(|one| one.after - one.before)
            .collect();
        assert!(differences.is_sorted_by(|a, b| a >= b), "{differences:?}");

        let all = preview(&admin, doubled.customer_id(one)).await;
        assert_eq!(
            (all.total.quotes, all.total.changed),
            (count, of_one.len() as i64)
        );
        assert_eq!(all.total.after, full + cost(&of_one));
        assert_eq!(all.customers[0].name.as_deref(), Some("Bluegum Wines"));

        let stored = admin.pricing().get_markup().await;
        assert_eq!(stored.carrier_accounts, []);
        let (cost, sold) = sums(&road(&admin, one).await);
        assert_eq!(cost, sold);
    });
}

#[test]
fn a_preview_is_checked_as_a_save_is() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let five = || draft(entry(account).rate(percent(5)));
        assert_eq!(preview(&admin, five()).refused(400).await.code, 4310);
        let invalid = draft(entry(account).rate(percent(5_000)));
        assert_eq!(
            preview(&admin, invalid).invalid_members().await,
            ["carrierAccounts[0].rate.value"]
        );
        let both = DraftMarkups::new()
            .customer_id(customer)
            .mark_up_type(2)
            .carrier_accounts(Vec::<AccountMarkupRequest>::new());
        assert_eq!(
            preview(&admin, both).invalid_members().await,
            ["markUpType"]
        );
        let backwards = PreviewMarkups::new()
            .markups(five())
            .from_date("2026-01-02")
            .to_date("2026-01-01");
        let call = admin.quotes().preview_markups(backwards);
        assert_eq!(call.invalid_members().await, ["toDate"]);
        preview(&kit.user("Dispatcher").await, five())
            .refused(403)
            .await;
        preview(&kit.customer_user(customer).await, five())
            .refused(403)
            .await;
        preview(&kit.another_tenant().await.user("Admin").await, five())
            .refused(404)
            .await;
    });
}
