//! The table of the functions that plugins export: each is declared here, once.
//!
//! An entry names an interface of wit/ and its functions. Everything that the engine has for a
//! function is made of its entry: its limits, the lookup of its export, the call with the checks of
//! its answer, its method on the handle of its kind, calls by name, and replays.

/// Passes the table to another macro.
///
/// ```text
/// <name> "<interface>@<version>" <required | (optional Ability) | (usual Ability)> of [<kinds>] {
///     <Call> = <function>, <export>(<argument>: <type>, …) -> <answer>
///         { cpu <default>..<most>, wall <default>..<most>, <reads | acts | once>, … };
/// }
/// ```
///
/// - Every plugin of its kinds exports a `required` interface. An `optional` one is an ability, and
///   the handle's methods return `None` for a plugin without it. A `usual` one is an ability too,
///   but the call of a plugin without it fails.
/// - `every` instead of the kinds: plugins of every kind may export it; it has its own handle.
/// - `<export>` is the bindings' name of the function. `as` after an argument's type: the form in
///   which the export takes it, if not by reference.
/// - Limits are the default and the most that a manifest or a tenant may set, in milliseconds.
/// - A function that `reads` is retried after a transient failure. One that `acts` is not stopped
///   when its caller leaves. `once` is neither.
///
/// Options, in this order:
///
/// - `infallible from <function>`: the export has no error type, and the function converts its
///   answer (`same` keeps it).
/// - `request <bytes>` and `answer <bytes>`: the most that the arguments and the texts of the
///   answer have.
/// - `rule |answer| <check>`: a rule for the answer beyond its type.
/// - `by hand handle`, `by hand call`: the handle's method, or also the call, is written by hand.
macro_rules! plugin_functions {
    ($use:ident) => {
        $use! {
            about "waybill:plugin/about@1.0.0" required of [Carrier, Commerce, Payment, Report] {
                Describe = describe, call_describe() -> Description
                    { cpu 50..250, wall 2_000..2_000, reads, infallible from same,
                      rule |description| answers::description(description) };
                /// May call the remote service.
                CheckAccount = check_account, call_check_account() -> ()
                    { cpu 100..500, wall 15_000..30_000, reads };
            }
            services "waybill:carrier/services@1.0.0" required of [Carrier] {
                ListServices = list_services, call_list_services() -> Vec<Service>
                    { cpu 50..250, wall 2_000..2_000, reads, infallible from same,
                      rule |services| answers::services(services) };
            }
            rating "waybill:carrier/rating@1.0.0" required of [Carrier] {
                Rates = rates, call_rates(consignment: Consignment) -> Vec<Rate>
                    { cpu 50..250, wall 8_000..8_000, reads,
                      rule |rates| answers::rates(&consignment.currency, rates) };
            }
            rating_by_account "waybill:carrier/rating-by-account@1.2.0"
            (optional RatingByAccount) of [Carrier] {
                RatesByAccount = rates_by_account, call_rates_by_account(
                    accounts: Vec<AskedAccount>,
                    consignment: Consignment
                ) -> Vec<Result<Vec<Rate>, PluginError>>
                    { cpu 100..500, wall 8_000..8_000, reads, infallible from same,
                      answer MAX_ACCOUNTS * MAX_TEXTS,
                      rule |rates| answers::rates_by_account(
                          accounts.len(), &consignment.currency, rates
                      ),
                      by hand handle };
            }
            shipping "waybill:carrier/shipping@1.0.0" required of [Carrier] {
                Book = book, call_book(request: BookRequest) -> Booked
                    { cpu 100..500, wall 30_000..60_000, acts,
                      rule |booked| answers::booked(&request.consignment.reference, booked) };
                Find = find, call_find(reference: String) -> Option<Booked>
                    { cpu 100..500, wall 15_000..30_000, reads,
                      rule |found| answers::found_booking(reference, found) };
                Label = label, call_label(request: BookRequest, booked: Booked) -> File
                    { cpu 250..1_000, wall 30_000..60_000, reads, answer MAX_LABEL + MAX_TEXTS,
                      rule |label| answers::file(label) };
                Cancel = cancel, call_cancel(booked: Booked) -> ()
                    { cpu 100..500, wall 30_000..60_000, acts };
            }
            manifesting "waybill:carrier/manifesting@1.0.0" (optional Manifesting) of [Carrier] {
                Manifest = manifest, call_manifest(request: ManifestRequest) -> Manifested
                    { cpu 250..1_000, wall 60_000..120_000, acts, answer MAX_LABEL + MAX_TEXTS,
                      rule |manifested| answers::manifested(manifested) };
            }
            manifest_cancel "waybill:carrier/manifest-cancel@1.4.0"
            (optional ManifestCancel) of [Carrier] {
                /// Succeeds if the manifest is already taken back.
                CancelManifest = cancel_manifest, call_cancel_manifest(
                    reference: String,
                    number: String
                ) -> () { cpu 100..500, wall 30_000..60_000, acts };
            }
            tracking "waybill:carrier/tracking@1.0.0" (optional Tracking) of [Carrier] {
                Track = track, call_track(booked: Vec<Booked>) -> Vec<Tracked>
                    { cpu 250..1_000, wall 30_000..60_000, reads, answer 2 << 20,
                      rule |tracked| answers::tracked(booked, tracked) };
            }
            pickup "waybill:carrier/pickup@1.0.0" (optional Pickup) of [Carrier] {
                BookPickup = book_pickup, call_book_pickup(request: PickupRequest) -> Picked
                    { cpu 100..500, wall 30_000..60_000, acts,
                      rule |picked| answers::picked(picked) };
                CancelPickup = cancel_pickup, call_cancel_pickup(picked: Picked) -> ()
                    { cpu 100..500, wall 30_000..60_000, acts };
            }
            tracking_push "waybill:carrier/tracking-push@1.0.0"
            (optional TrackingPush) of [Carrier] {
                ReadTrackingPush = read_push, call_read_push(delivery: WebRequest) -> Vec<Tracked>
                    { cpu 100..500, wall 15_000..30_000, once,
                      request MAX_REQUEST, answer 2 << 20,
                      rule |tracked| answers::pushed(tracked) };
            }
            invoice_file "waybill:carrier/invoice-file@1.0.0" (optional InvoiceFile) of [Carrier] {
                ReadInvoice = read_invoice, call_read_invoice(file: File) -> CarrierInvoice
                    { cpu 1_000..5_000, wall 30_000..60_000, reads,
                      request MAX_FILE, answer 6 << 20,
                      rule |invoice| answers::invoice(invoice) };
            }
            address_check "waybill:carrier/address-check@1.0.0"
            (optional AddressCheck) of [Carrier] {
                CheckAddress = check_address, call_check_address(address: Address) -> Verdict
                    { cpu 50..250, wall 8_000..15_000, reads,
                      rule |verdict| answers::verdict(verdict) };
            }
            rate_engine "waybill:rates/engine@1.0.0" (usual CardPricing) of [RateEngine] {
                Price = price, call_price(card: String, request: PriceRequest)
                    -> Vec<ServicePrice>
                    { cpu 50..250, wall 8_000..8_000, reads, request MAX_ARGUMENTS + MAX_CARD,
                      rule |prices| answers::prices(&request.currency, prices) };
                /// `InvalidInput` names each wrong member.
                Check = check, call_check(card: String) -> ()
                    { cpu 100..500, wall 8_000..8_000, reads, request MAX_CARD };
            }
            lane_engine "waybill:rates/lane-engine@1.1.0" (optional LanePricing) of [RateEngine] {
                /// `None` if the engine reads only its own card format.
                PriceLane = price_lane, call_price_lane(lane: Lane, request: LaneRequest)
                    -> LaneAnswer
                    { cpu 50..250, wall 8_000..8_000, reads,
                      rule |priced| answers::lane(lane, priced) };
            }
            orders "waybill:commerce/orders@1.0.0" required of [Commerce] {
                /// Oldest first; `cursor` is the previous page's `next`.
                ListOrders = list_orders, call_list_orders(
                    cursor: Option<String> as cursor.as_deref()
                ) -> OrderPage
                    { cpu 250..1_000, wall 30_000..60_000, reads, answer 4 << 20,
                      rule |page| answers::order_page(cursor.as_deref(), page) };
            }
            fulfilment "waybill:commerce/fulfilment@1.0.0" required of [Commerce] {
                WriteTracking = write_tracking, call_write_tracking(fulfilled: Fulfilled) -> String
                    { cpu 100..500, wall 30_000..60_000, acts,
                      rule |id| answers::fulfilment(id) };
            }
            checkout_rates "waybill:commerce/checkout-rates@1.0.0"
            (optional CheckoutRates) of [Commerce] {
                ReadCheckout = read_checkout, call_read_checkout(request: WebRequest) -> Checkout
                    { cpu 50..250, wall 2_000..2_000, once, request MAX_REQUEST,
                      rule |checkout| answers::checkout(checkout) };
                WriteOptions = write_options, call_write_options(
                    checkout: Checkout,
                    options: Vec<ShippingOption>
                ) -> WebResponse
                    { cpu 50..250, wall 2_000..2_000, once, answer MAX_ANSWER + MAX_TEXTS,
                      rule |response| answers::response(response) };
            }
            carrier_service "waybill:commerce/carrier-service@1.0.0"
            (optional CarrierService) of [Commerce] {
                /// The inner `None` means the shop has no such entry.
                ReadConfiguration = read_configuration, call_read_configuration()
                    -> Option<Configuration>
                    { cpu 100..500, wall 15_000..30_000, reads,
                      rule |found| answers::found_configuration(found) };
                Configure = configure, call_configure(callback_url: String, active: bool as *active)
                    -> Configuration
                    { cpu 100..500, wall 30_000..60_000, acts,
                      rule |configuration| answers::configuration(configuration) };
                Unconfigure = unconfigure, call_unconfigure() -> ()
                    { cpu 100..500, wall 30_000..60_000, acts };
            }
            shop_push "waybill:commerce/shop-push@1.0.0" (optional ShopPush) of [Commerce] {
                ReadShopPush = read_push, call_read_push(delivery: WebRequest) -> Vec<Notice>
                    { cpu 100..500, wall 15_000..30_000, once,
                      request MAX_REQUEST, answer 2 << 20,
                      rule |notices| answers::notices(notices) };
            }
            gateway "waybill:payment/gateway@1.0.0" required of [Payment] {
                /// Returns the token that starts the provider's form in the browser.
                ClientToken = client_token, call_client_token() -> String
                    { cpu 100..500, wall 15_000..30_000, reads,
                      rule |token| answers::client_token(token) };
                Charge = charge, call_charge(request: PaymentRequest) -> Transaction
                    { cpu 100..500, wall 30_000..60_000, acts,
                      rule |charged| answers::charged(request, charged) };
                FindTransaction = find, call_find(reference: String) -> Option<Transaction>
                    { cpu 100..500, wall 15_000..30_000, reads,
                      rule |found| answers::found_payment(reference, found) };
                /// Refunds all or a part; `id` is the provider's, `reference` is the refund's.
                Refund = refund, call_refund(id: String, amount: Money, reference: String)
                    -> Transaction
                    { cpu 100..500, wall 30_000..60_000, acts,
                      rule |refunded| answers::refunded(id, amount, refunded) };
            }
            authorisation "waybill:payment/authorisation@1.0.0"
            (optional Authorisation) of [Payment] {
                Authorise = authorise, call_authorise(request: PaymentRequest) -> Transaction
                    { cpu 100..500, wall 30_000..60_000, acts,
                      rule |authorised| answers::charged(request, authorised) };
                /// Captures at most the reserved amount.
                Capture = capture, call_capture(id: String, amount: Money) -> Transaction
                    { cpu 100..500, wall 30_000..60_000, acts,
                      rule |captured| answers::captured(id, amount, captured) };
                Void = void, call_void(id: String) -> Transaction
                    { cpu 100..500, wall 30_000..60_000, acts,
                      rule |voided| answers::voided(id, voided) };
            }
            payment_push "waybill:payment/payment-push@1.0.0" (optional PaymentPush) of [Payment] {
                ReadPaymentPush = read_push, call_read_push(delivery: WebRequest)
                    -> Vec<Transaction>
                    { cpu 100..500, wall 15_000..30_000, once,
                      request MAX_REQUEST, answer 2 << 20,
                      rule |transactions| answers::pushed_transactions(transactions) };
            }
            reports "waybill:report/reports@1.0.0" required of [Report] {
                ListReports = list_reports, call_list_reports() -> Vec<ReportInfo>
                    { cpu 50..250, wall 2_000..2_000, reads, infallible from same,
                      rule |reports| answers::reports(reports) };
                Run = run, call_run(report: String, parameters: String) -> Summary
                    { cpu 5_000..60_000, wall 300_000..300_000, once,
                      rule |summary| answers::summary(summary),
                      by hand call };
            }
            settings_migration "waybill:plugin/settings-migration@1.0.0"
            (optional SettingsMigration) of every {
                /// Input and result are JSON objects without secrets.
                Migrate = migrate, call_migrate(from_version: String, settings: String)
                    -> String
                    { cpu 50..250, wall 2_000..2_000, once,
                      rule |answer| answers::migrated(answer) };
            }
            endpoint "waybill:plugin/endpoint@1.0.0"
            (optional Endpoint) of every {
                /// The status is 200 to 599, and HTTP allows the headers; the caller decides which
                /// to forward.
                Handle = handle, call_handle(request: WebRequest) -> WebResponse
                    { cpu 100..500, wall 5_000..5_000, acts,
                      request MAX_REQUEST, answer MAX_ANSWER + MAX_TEXTS,
                      rule |response| answers::response(response) };
            }
        }
    };
}
pub(crate) use plugin_functions;
