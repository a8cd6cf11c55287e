//! Registration of a plugin's traits as exports of its component.

use core::marker::PhantomData;

/// Registered optional abilities; [`register!`](crate::register) writes it.
pub trait Abilities {
    const ABILITIES: &'static [&'static str];
}

/// The exported side of plugin `P` of kind `K`; for the registering macro.
#[derive(Debug)]
pub struct Guest<P, K = ()>(PhantomData<(P, K)>);

/// The self-describing kinds, used to separate their exports.
pub mod kind {
    #[derive(Debug)]
    pub struct Carrier;
    #[derive(Debug)]
    pub struct Commerce;
    #[derive(Debug)]
    pub struct Payment;
    #[derive(Debug)]
    pub struct Report;
}

/// Exports a plugin: its kind, its type, and each optional ability that the type has a trait for.
///
/// ```text
/// register!(carrier Post, rating_by_account, manifesting, tracking, pickup, tracking_push, invoice_file, address_check);
/// register!(commerce Shop, checkout_rates, carrier_service, shop_push);
/// register!(payment Gateway, authorisation, payment_push);
/// register!(report Daybook, endpoint);
/// register!(rate_engine Zones, lane_engine);
/// register!(lane_engine Distances);
/// ```
///
/// `settings_migration` and `endpoint` may stand with every kind. An ability that is not named is
/// not exported, and `describe` lists exactly those that are.
#[macro_export]
macro_rules! register {
    ($kind:ident $plugin:ty $(, $ability:ident)* $(,)?) => {
        impl $crate::Abilities for $plugin {
            const ABILITIES: &'static [&'static str] = &[$($crate::register!(@name $ability)),*];
        }

        // Exports exist only in the component; natively this is an ordinary library.
        #[cfg(target_family = "wasm")]
        #[allow(unsafe_code)]
        const _: () = {
            type Registered = $plugin;
            $crate::register!(@kind $kind);
            $($crate::register!(@ability $ability);)*
        };
    };

    (@kind carrier) => {
        type Plugin = $crate::Guest<Registered, $crate::kind::Carrier>;
        $crate::bindings::about::export_about!(Plugin with_types_in $crate::bindings::about);
        $crate::bindings::carrier::export_carrier!(Plugin with_types_in $crate::bindings::carrier);
    };
    (@kind commerce) => {
        type Plugin = $crate::Guest<Registered, $crate::kind::Commerce>;
        $crate::bindings::about::export_about!(Plugin with_types_in $crate::bindings::about);
        $crate::bindings::commerce::export_commerce!(Plugin with_types_in $crate::bindings::commerce);
    };
    (@kind payment) => {
        type Plugin = $crate::Guest<Registered, $crate::kind::Payment>;
        $crate::bindings::about::export_about!(Plugin with_types_in $crate::bindings::about);
        $crate::bindings::payment::export_payment!(Plugin with_types_in $crate::bindings::payment);
    };
    (@kind report) => {
        type Plugin = $crate::Guest<Registered, $crate::kind::Report>;
        $crate::bindings::about::export_about!(Plugin with_types_in $crate::bindings::about);
        $crate::bindings::report::export_report!(Plugin with_types_in $crate::bindings::report);
    };
    (@kind rate_engine) => {
        type Plugin = $crate::Guest<Registered>;
        $crate::bindings::rate_engine::export_rate_engine!(Plugin with_types_in $crate::bindings::rate_engine);
    };

    (@kind lane_engine) => {
        type Plugin = $crate::Guest<Registered>;
        $crate::register!(@ability lane_engine);
    };

    (@ability lane_engine) => {
        $crate::bindings::lane_engine::export_lane_engine!(Plugin with_types_in $crate::bindings::lane_engine);
    };
    (@ability rating_by_account) => {
        $crate::bindings::rating_by_account::export_rating_by_account!(
            Plugin with_types_in $crate::bindings::rating_by_account
        );
    };
    (@ability manifesting) => {
        $crate::bindings::manifesting::export_manifesting!(Plugin with_types_in $crate::bindings::manifesting);
    };
    (@ability tracking) => {
        $crate::bindings::tracking::export_tracking!(Plugin with_types_in $crate::bindings::tracking);
    };
    (@ability pickup) => {
        $crate::bindings::pickup::export_pickup!(Plugin with_types_in $crate::bindings::pickup);
    };
    (@ability tracking_push) => {
        $crate::bindings::tracking_push::export_tracking_push!(Plugin with_types_in $crate::bindings::tracking_push);
    };
    (@ability invoice_file) => {
        $crate::bindings::invoice_file::export_invoice_file!(Plugin with_types_in $crate::bindings::invoice_file);
    };
    (@ability address_check) => {
        $crate::bindings::address_check::export_address_check!(Plugin with_types_in $crate::bindings::address_check);
    };
    (@ability checkout_rates) => {
        $crate::bindings::checkout_rates::export_checkout_rates!(
            Plugin with_types_in $crate::bindings::checkout_rates
        );
    };
    (@ability carrier_service) => {
        $crate::bindings::carrier_service::export_carrier_service!(
            Plugin with_types_in $crate::bindings::carrier_service
        );
    };
    (@ability shop_push) => {
        $crate::bindings::shop_push::export_shop_push!(Plugin with_types_in $crate::bindings::shop_push);
    };
    (@ability authorisation) => {
        $crate::bindings::authorisation::export_authorisation!(Plugin with_types_in $crate::bindings::authorisation);
    };
    (@ability payment_push) => {
        $crate::bindings::payment_push::export_payment_push!(Plugin with_types_in $crate::bindings::payment_push);
    };
    (@ability settings_migration) => {
        $crate::bindings::settings_migration::export_settings_migration!(
            Plugin with_types_in $crate::bindings::settings_migration
        );
    };
    (@ability endpoint) => {
        $crate::bindings::endpoint::export_endpoint!(Plugin with_types_in $crate::bindings::endpoint);
    };

    (@name lane_engine) => { "lane-engine" };
    (@name rating_by_account) => { "rating-by-account" };
    (@name manifesting) => { "manifesting" };
    (@name tracking) => { "tracking" };
    (@name pickup) => { "pickup" };
    (@name tracking_push) => { "tracking-push" };
    (@name invoice_file) => { "invoice-file" };
    (@name address_check) => { "address-check" };
    (@name checkout_rates) => { "checkout-rates" };
    (@name carrier_service) => { "carrier-service" };
    (@name shop_push) => { "shop-push" };
    (@name authorisation) => { "authorisation" };
    (@name payment_push) => { "payment-push" };
    (@name settings_migration) => { "settings-migration" };
    (@name endpoint) => { "endpoint" };
    (@name $other:ident) => {
        compile_error!(concat!("there is no ability ", stringify!($other)))
    };
}
