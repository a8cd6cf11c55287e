//! Members that inputs need in addition to ids.

mod finance;
mod routing;

use std::collections::BTreeMap;

use serde_json::Value;
use testkit::{Client, api::*};

use super::super::input::Document;

type Sample = (String, Value);

/// An own id, of the kind that the field has.
#[derive(Clone, Copy)]
struct OwnId;

/// Sends the name of the kind in place of an own id.
impl<K> IntoField<K> for OwnId {
    fn into_field(self) -> Value {
        let kind = std::any::type_name::<K>();
        kind.rsplit("::").next().unwrap_or(kind).into()
    }
}

/// Members validated before ids, beyond the required ones, by method and path.
pub fn required_members(client: &Client) -> BTreeMap<String, Value> {
    let derived = Document::new().creations().into_iter().map(|creation| {
        let name = format!("POST {}", creation.path);
        (name, creation.body)
    });
    let written = [
        identity(client.identity()),
        tenancy(client.tenancy()),
        customers(client.customers()),
        carriers(client.carriers()),
        rates(client.rates()),
        pricing(client.pricing()),
        finance::finance(client.finance()),
        bookings(client.bookings()),
        reconciliation(client.reconciliation()),
        webhooks(client.webhooks()),
        routing::routing(),
    ]
    .into_iter()
    .flatten();
    derived.chain(written).collect()
}

fn identity(calls: IdentityCalls<'_>) -> Vec<Sample> {
    vec![
        calls
            .create_or_update_role(SaveRole::new().role(RoleInput::new().display_name("Packers")))
            .into_sample(),
        calls
            .create_organization_unit(NewUnit::new().display_name("East"))
            .into_sample(),
        calls
            .update_organization_unit(RenamedUnit::new().display_name("East"))
            .into_sample(),
        calls
            .add_users_to_organization_unit(NewMembers::new().user_ids([OwnId]))
            .into_sample(),
        calls
            .create_or_update_user(
                SaveUser::new().user(
                    UserInput::new()
                        .name("Robin")
                        .surname("Lee")
                        .user_name("robinlee")
                        .email_address("robin.lee@example.test")
                        .password("Gumtree-bark-17"),
                ),
            )
            .into_sample(),
        calls
            .reset_password(
                ResetPassword::new()
                    .reset_code("none")
                    .password("Gumtree-bark-17"),
            )
            .into_sample(),
    ]
}

fn tenancy(calls: TenancyCalls<'_>) -> Vec<Sample> {
    vec![
        calls
            .create_or_update_view_configuration(
                SaveView::new().view_configuration(
                    ViewConfigurationRequest::new()
                        .view("bookings.list")
                        .key("Mine")
                        .value("{}"),
                ),
            )
            .into_sample(),
        calls
            .create_or_update_sidebar_link(
                SaveLink::new().sidebar_link(SidebarLinkRequest::new().title("Help").url("/help")),
            )
            .into_sample(),
    ]
}

fn customers(calls: CustomersCalls<'_>) -> Vec<Sample> {
    vec![
        calls
            .create_or_update_customer(
                SaveCustomer::new().customer(CustomerRequest::new().company_name("Bluegum Wines")),
            )
            .into_sample(),
        calls
            .create_or_update_frequent_address(
                SaveFrequentAddress::new().customer_id(OwnId).address(
                    FrequentAddressRequest::new()
                        .name("Yard")
                        .suburb("Richmond")
                        .post_code("3121"),
                ),
            )
            .into_sample(),
        calls
            .import_frequent_addresses(ImportFile::new().customer_id(OwnId).file_id(OwnId))
            .into_sample(),
        calls
            .import_products(ImportFile::new().customer_id(OwnId).file_id(OwnId))
            .into_sample(),
        calls
            .add_customer_note(AddCustomerNote::new().note(NoteInput::new().comment("Ring twice")))
            .into_sample(),
        calls
            .update_customer_account(
                UpdateCustomerAccount::new()
                    .account(CustomerAccount::new().contact("03 9000 0000")),
            )
            .into_sample(),
        calls
            .get_update_e_commerce_store_settings(
                SaveECommerceStore::new()
                    .customer_id(OwnId)
                    .ecommerce_settings(ECommerceStore::new().store_type("Shop").store_key("s-2")),
            )
            .into_sample(),
        calls
            .put_update_e_commerce_store_settings(
                SaveECommerceStore::new()
                    .customer_id(OwnId)
                    .ecommerce_settings(ECommerceStore::new().store_type("Shop").store_key("s-2")),
            )
            .into_sample(),
        calls
            .create_or_update_customer_dangerous_goods(
                SaveGoods::new()
                    .customer_id(OwnId)
                    .dangerous_goods([SentGood::new().un_number("1203")]),
            )
            .into_sample(),
    ]
}

fn carriers(calls: CarriersCalls<'_>) -> Vec<Sample> {
    vec![
        calls
            .create_or_update_carrier_account(
                SaveCarrierAccount::new().carrier_account(
                    CarrierAccount::new()
                        .name("Own fleet")
                        .code("FLEET-9")
                        .carrier_code("own-fleet")
                        .attributes([
                            SentCarrierAccountAttribute::new()
                                .key("rateCard")
                                .value("ROAD-2026"),
                            SentCarrierAccountAttribute::new()
                                .key("connotePrefix")
                                .value("SCF"),
                            SentCarrierAccountAttribute::new()
                                .key("gs1CompanyPrefix")
                                .value("9377779"),
                        ]),
                ),
            )
            .into_sample(),
    ]
}

fn rates(calls: RatesCalls<'_>) -> Vec<Sample> {
    vec![
        calls
            .post_rate_card(
                SaveRateCard::new()
                    .rate_card(RateCardRequest::new().code("ROAD-2").name("Road two")),
            )
            .into_sample(),
        calls
            .put_rate_card(SaveRateCard::new().rate_card(RateCardRequest::new().id(OwnId)))
            .into_sample(),
        calls
            .copy_rate_card(CopyRateCard::new().code("ROAD-2").name("Road two"))
            .into_sample(),
        calls
            .new_version(NewVersion::new().effective_date("2026-07-01"))
            .into_sample(),
        calls.quote(quote()).into_sample(),
        calls.multi_quote(quote()).into_sample(),
        calls
            .simulate(Simulate::new().ask(quote()).rate_card_ids([OwnId]))
            .into_sample(),
        calls
            .re_price(
                RePrice::new()
                    .rate_card_id(OwnId)
                    .from_date("2026-01-01")
                    .to_date("2026-01-31"),
            )
            .into_sample(),
        calls
            .post_rate_service(
                SaveRateService::new()
                    .rate_service(RateServiceRequest::new().code("AIR").name("Air")),
            )
            .into_sample(),
        calls
            .put_rate_service(
                SaveRateService::new().rate_service(RateServiceRequest::new().id(OwnId)),
            )
            .into_sample(),
        calls
            .post_zone(SaveZone::new().zone(RateZoneRequest::new().code("SYD").name("Sydney")))
            .into_sample(),
        calls
            .put_zone(SaveZone::new().zone(RateZoneRequest::new().id(OwnId)))
            .into_sample(),
        calls
            .post_rate(SaveRate::new().rate(RateRequest::new().rate_service_id(OwnId)))
            .into_sample(),
        calls
            .put_rate(SaveRate::new().rate(RateRequest::new().id(OwnId)))
            .into_sample(),
        calls
            .put_matrix(
                SaveRateMatrix::new()
                    .rate_service_id(OwnId)
                    .rates([RateRequest::new().id(OwnId).row_version(1).minimum(5)]),
            )
            .into_sample(),
    ]
}

fn quote() -> RateQuoteAsk {
    RateQuoteAsk::new()
        .from_address(
            AddressRequest::new()
                .suburb("Richmond")
                .post_code("3121")
                .country_code("AU"),
        )
        .to_address(
            AddressRequest::new()
                .suburb("Sydney")
                .post_code("2000")
                .country_code("AU"),
        )
        .items([ItemRequest::new()
            .package_type("Carton")
            .quantity(1)
            .length(cm(10))
            .width(cm(10))
            .height(cm(10))
            .weight(kg(1))])
}

fn pricing(calls: PricingCalls<'_>) -> Vec<Sample> {
    vec![
        calls
            .create_or_update_promo_code(
                SavePromoCode::new().promo_code(
                    PromoCodeRequest::new().code("SPRING").rate(
                        MarkupRateRequest::new()
                            .calc_method(CalcMethod::Percentage)
                            .value(5),
                    ),
                ),
            )
            .into_sample(),
        calls
            .create_or_update_markup_by_type(SaveMarkupsByType::new().mark_up_type(2))
            .into_sample(),
        calls
            .create_or_update_markup_for_customer(
                SaveMarkupsForCustomer::new().carrier_accounts(Vec::<AccountMarkupRequest>::new()),
            )
            .into_sample(),
        calls.get_insurance_quotes(100).into_sample(),
    ]
}

fn bookings(calls: BookingsCalls<'_>) -> Vec<Sample> {
    vec![
        calls
            .get_margins(GetMarginsBy::Lane, "2026-01-01", "2026-01-31")
            .into_sample(),
        calls
            .get_worst_lanes("2026-01-01", "2026-01-31")
            .into_sample(),
        calls
            .run_bulk_operation(Bulk::new().operations([Operation::Cancel]))
            .into_sample(),
        calls
            .preview_bulk_operation(PreviewedBulk::new().operations([Operation::Cancel]))
            .into_sample(),
        calls
            .check_address(
                CheckAddress::new().address(
                    AddressRequest::new()
                        .suburb("Richmond")
                        .post_code("3121")
                        .country_code("AU"),
                ),
            )
            .into_sample(),
    ]
}

fn reconciliation(calls: ReconciliationCalls<'_>) -> Vec<Sample> {
    vec![
        calls
            .approve_reconciliation(
                ApproveReconciliation::new()
                    .id(OwnId)
                    .approved_bookings([ApprovedBooking::new()
                        .id(OwnId)
                        .approved_services([ApprovedService::new().id(OwnId)])]),
            )
            .into_sample(),
        calls
            .process_reconciliation_bookings(
                ProcessLines::new()
                    .id(OwnId)
                    .operation(LineOperation::Hold)
                    .ids([OwnId]),
            )
            .into_sample(),
        calls
            .requote_reconciliation_bookings(RequoteLines::new().id(OwnId).ids([OwnId]))
            .into_sample(),
        calls
            .create_or_update_template(
                SaveInvoiceTemplate::new().template(
                    InvoiceTemplateRequest::new()
                        .name("Invoices")
                        .carrier("own-fleet"),
                ),
            )
            .into_sample(),
        calls
            .create_or_update_tolerance(
                SaveTolerance::new().tolerance(
                    ToleranceRequest::new()
                        .carrier_account_id(OwnId)
                        .side(ToleranceSide::Above)
                        .measure(ToleranceMeasure::Amount)
                        .value(1),
                ),
            )
            .into_sample(),
    ]
}

fn webhooks(calls: WebhooksCalls<'_>) -> Vec<Sample> {
    vec![
        calls
            .create_or_update_subscription(
                SaveWebhookSubscription::new().subscription(
                    WebhookSubscription::new()
                        .name("Warehouse")
                        .url("https://hooks.example.com")
                        .events(["customer.created"]),
                ),
            )
            .into_sample(),
    ]
}
