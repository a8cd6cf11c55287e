//! The trait of a carrier, its optional abilities, and the glue that turns them into component exports.

use core::marker::PhantomData;

use crate::Result;
use crate::bindings::carrier::exports::waybill::{carrier as exports, plugin};
use crate::bindings::{carrier_manifesting, carrier_tracking};
use crate::types::{
    Attribute, BookRequest, Booked, Consignment, Description, File, ManifestRequest, Manifested, Rate, Service, Tracked,
};

/// Who the plugin is and which settings an account of it has.
#[derive(Debug, Clone)]
pub struct About {
    /// The plugin's id, as in its `plugin.toml`.
    pub id: &'static str,
    pub name: &'static str,
    pub attributes: Vec<Attribute>,
}

/// A carrier: what every one of them can do. Each function is one call of the host, in an instance of its own.
pub trait Carrier {
    /// Asked at load and when an account form opens; must not call out.
    fn about() -> About;

    /// Asked when an account is saved or tested. `invalid-input` names the setting that is wrong, `unauthorised` says
    /// that the credentials were not accepted.
    fn check_account() -> Result<()>;

    /// The services an account may switch on; must not call out, and must work with no account at all.
    fn list_services() -> Vec<Service>;

    /// Prices, exclusive of tax with the tax beside each charge, within 8 s. An empty list means "does not serve
    /// this"; a reason worth showing is an error (`rejected`, or `invalid-input` with the member).
    fn rates(consignment: &Consignment) -> Result<Vec<Rate>>;

    /// Books. The host calls again with the same reference after a fault: the carrier must not get it twice.
    fn book(request: &BookRequest) -> Result<Booked>;

    /// What was booked under our reference; `None` when the carrier never got it (or it was cancelled).
    fn find(reference: &str) -> Result<Option<Booked>>;

    /// The pieces' labels in one file, one page a piece.
    fn label(request: &BookRequest, booked: &Booked) -> Result<File>;

    /// Takes the booking back; one that is gone already is a success.
    fn cancel(booked: &Booked) -> Result<()>;
}

/// Closing the day: the carrier is told what it will collect.
pub trait Manifesting {
    /// The host calls again with the same reference after a fault: the answer is the same manifest.
    fn manifest(request: &ManifestRequest) -> Result<Manifested>;
}

/// Where the goods are.
pub trait Tracking {
    /// At most 50 a call; one that the carrier does not know is left out of the answer.
    fn track(booked: &[Booked]) -> Result<Vec<Tracked>>;
}

/// Which optional abilities were registered; [`register_carrier!`](crate::register_carrier) writes it.
pub trait Abilities {
    const ABILITIES: &'static [&'static str];
}

/// Exports a carrier, and each optional ability named after it: `register_carrier!(Post, manifesting, tracking)`.
#[macro_export]
macro_rules! register_carrier {
    ($carrier:ty $(, $ability:ident)* $(,)?) => {
        impl $crate::Abilities for $carrier {
            const ABILITIES: &'static [&'static str] = &[$(stringify!($ability)),*];
        }

        // Exports exist only in the component; natively the same code is an ordinary library for its unit tests.
        #[cfg(target_family = "wasm")]
        #[allow(unsafe_code)]
        const _: () = {
            type Plugin = $crate::CarrierGuest<$carrier>;
            $crate::bindings::carrier::export_carrier!(Plugin with_types_in $crate::bindings::carrier);
            $($crate::register_carrier!(@ability $ability);)*
        };
    };
    (@ability manifesting) => {
        $crate::bindings::carrier_manifesting::export_manifesting!(
            Plugin with_types_in $crate::bindings::carrier_manifesting
        );
    };
    (@ability tracking) => {
        $crate::bindings::carrier_tracking::export_tracking!(Plugin with_types_in $crate::bindings::carrier_tracking);
    };
}

/// The exported side of a carrier; only the registering macro names it.
#[derive(Debug)]
pub struct CarrierGuest<C>(PhantomData<C>);

impl<C: Carrier + Abilities> plugin::about::Guest for CarrierGuest<C> {
    fn describe() -> Description {
        let about = C::about();
        Description {
            id: about.id.into(),
            display_name: about.name.into(),
            attributes: about.attributes,
            abilities: C::ABILITIES.iter().map(|ability| (*ability).into()).collect(),
        }
    }

    fn check_account() -> Result<()> {
        C::check_account()
    }
}

impl<C: Carrier> exports::services::Guest for CarrierGuest<C> {
    fn list_services() -> Vec<Service> {
        C::list_services()
    }
}

impl<C: Carrier> exports::rating::Guest for CarrierGuest<C> {
    fn rates(consignment: Consignment) -> Result<Vec<Rate>> {
        C::rates(&consignment)
    }
}

impl<C: Carrier> exports::shipping::Guest for CarrierGuest<C> {
    fn book(request: BookRequest) -> Result<Booked> {
        C::book(&request)
    }

    fn find(reference: String) -> Result<Option<Booked>> {
        C::find(&reference)
    }

    fn label(request: BookRequest, booked: Booked) -> Result<File> {
        C::label(&request, &booked)
    }

    fn cancel(booked: Booked) -> Result<()> {
        C::cancel(&booked)
    }
}

impl<C: Manifesting> carrier_manifesting::exports::waybill::carrier::manifesting::Guest for CarrierGuest<C> {
    fn manifest(request: ManifestRequest) -> Result<Manifested> {
        C::manifest(&request)
    }
}

impl<C: Tracking> carrier_tracking::exports::waybill::carrier::tracking::Guest for CarrierGuest<C> {
    fn track(booked: Vec<Booked>) -> Result<Vec<Tracked>> {
        C::track(&booked)
    }
}
