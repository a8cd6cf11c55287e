//! Every function of a plugin that the host calls: its arguments, how it is called and what its answer must keep.

use crate::{
    answers,
    limits::{ARGUMENTS_MOST, CARD_MOST, Function},
    plugin::Exports,
    size::Size,
    state::State,
    wit::{self, PluginError},
};
use wasmtime::{Result, Store, component::Instance};

type Said<T> = Result<std::result::Result<T, PluginError>>;

/// One call with its arguments.
pub(crate) trait Call: Send + Sync + 'static {
    type Answer: Send + 'static;
    const FUNCTION: Function;

    /// Bytes of the arguments, and how many there may be.
    fn size(&self) -> usize;
    const SIZE_MOST: usize = ARGUMENTS_MOST;

    fn invoke(
        &self,
        exports: &Exports,
        store: &mut Store<State>,
        instance: &Instance,
    ) -> impl Future<Output = Said<Self::Answer>> + Send;

    /// The words of the first rule that the answer breaks.
    fn check(&self, _answer: &Self::Answer) -> std::result::Result<(), String> {
        Ok(())
    }
}

pub(crate) struct Describe;

impl Call for Describe {
    type Answer = wit::Description;
    const FUNCTION: Function = Function::Describe;

    fn size(&self) -> usize {
        0
    }

    async fn invoke(&self, exports: &Exports, store: &mut Store<State>, instance: &Instance) -> Said<Self::Answer> {
        let guest = exports.carrier()?.about.load(&mut *store, instance)?;
        Ok(Ok(guest.call_describe(store).await?))
    }

    fn check(&self, answer: &Self::Answer) -> std::result::Result<(), String> {
        answers::description(answer)
    }
}

pub(crate) struct CheckAccount;

impl Call for CheckAccount {
    type Answer = ();
    const FUNCTION: Function = Function::CheckAccount;

    fn size(&self) -> usize {
        0
    }

    async fn invoke(&self, exports: &Exports, store: &mut Store<State>, instance: &Instance) -> Said<Self::Answer> {
        let guest = exports.carrier()?.about.load(&mut *store, instance)?;
        guest.call_check_account(store).await
    }
}

pub(crate) struct ListServices;

impl Call for ListServices {
    type Answer = Vec<wit::Service>;
    const FUNCTION: Function = Function::ListServices;

    fn size(&self) -> usize {
        0
    }

    async fn invoke(&self, exports: &Exports, store: &mut Store<State>, instance: &Instance) -> Said<Self::Answer> {
        let guest = exports.carrier()?.services.load(&mut *store, instance)?;
        Ok(Ok(guest.call_list_services(store).await?))
    }

    fn check(&self, answer: &Self::Answer) -> std::result::Result<(), String> {
        answers::services(answer)
    }
}

pub(crate) struct Rates(pub(crate) wit::Consignment);

impl Call for Rates {
    type Answer = Vec<wit::Rate>;
    const FUNCTION: Function = Function::Rates;

    fn size(&self) -> usize {
        self.0.size()
    }

    async fn invoke(&self, exports: &Exports, store: &mut Store<State>, instance: &Instance) -> Said<Self::Answer> {
        let guest = exports.carrier()?.rating.load(&mut *store, instance)?;
        guest.call_rates(store, &self.0).await
    }

    fn check(&self, answer: &Self::Answer) -> std::result::Result<(), String> {
        answers::rates(&self.0.currency, answer)
    }
}

pub(crate) struct Book(pub(crate) wit::BookRequest);

impl Call for Book {
    type Answer = wit::Booked;
    const FUNCTION: Function = Function::Book;

    fn size(&self) -> usize {
        self.0.size()
    }

    async fn invoke(&self, exports: &Exports, store: &mut Store<State>, instance: &Instance) -> Said<Self::Answer> {
        let guest = exports.carrier()?.shipping.load(&mut *store, instance)?;
        guest.call_book(store, &self.0).await
    }

    fn check(&self, answer: &Self::Answer) -> std::result::Result<(), String> {
        answers::booked(&self.0.consignment.reference, answer)
    }
}

pub(crate) struct Find(pub(crate) String);

impl Call for Find {
    type Answer = Option<wit::Booked>;
    const FUNCTION: Function = Function::Find;

    fn size(&self) -> usize {
        self.0.size()
    }

    async fn invoke(&self, exports: &Exports, store: &mut Store<State>, instance: &Instance) -> Said<Self::Answer> {
        let guest = exports.carrier()?.shipping.load(&mut *store, instance)?;
        guest.call_find(store, &self.0).await
    }

    fn check(&self, answer: &Self::Answer) -> std::result::Result<(), String> {
        answer.as_ref().map_or(Ok(()), |found| answers::booked(&self.0, found))
    }
}

pub(crate) struct Label(pub(crate) wit::BookRequest, pub(crate) wit::Booked);

impl Call for Label {
    type Answer = wit::File;
    const FUNCTION: Function = Function::Label;

    fn size(&self) -> usize {
        self.0.size() + self.1.size()
    }

    async fn invoke(&self, exports: &Exports, store: &mut Store<State>, instance: &Instance) -> Said<Self::Answer> {
        let guest = exports.carrier()?.shipping.load(&mut *store, instance)?;
        guest.call_label(store, &self.0, &self.1).await
    }

    fn check(&self, answer: &Self::Answer) -> std::result::Result<(), String> {
        answers::file(answer)
    }
}

pub(crate) struct Cancel(pub(crate) wit::Booked);

impl Call for Cancel {
    type Answer = ();
    const FUNCTION: Function = Function::Cancel;

    fn size(&self) -> usize {
        self.0.size()
    }

    async fn invoke(&self, exports: &Exports, store: &mut Store<State>, instance: &Instance) -> Said<Self::Answer> {
        let guest = exports.carrier()?.shipping.load(&mut *store, instance)?;
        guest.call_cancel(store, &self.0).await
    }
}

pub(crate) struct Manifest(pub(crate) wit::ManifestRequest);

impl Call for Manifest {
    type Answer = wit::Manifested;
    const FUNCTION: Function = Function::Manifest;

    fn size(&self) -> usize {
        self.0.size()
    }

    async fn invoke(&self, exports: &Exports, store: &mut Store<State>, instance: &Instance) -> Said<Self::Answer> {
        let guest = exports.carrier()?.manifesting()?.load(&mut *store, instance)?;
        guest.call_manifest(store, &self.0).await
    }

    fn check(&self, answer: &Self::Answer) -> std::result::Result<(), String> {
        answers::manifested(answer)
    }
}

pub(crate) struct Track(pub(crate) Vec<wit::Booked>);

impl Call for Track {
    type Answer = Vec<wit::Tracked>;
    const FUNCTION: Function = Function::Track;

    fn size(&self) -> usize {
        self.0.size()
    }

    async fn invoke(&self, exports: &Exports, store: &mut Store<State>, instance: &Instance) -> Said<Self::Answer> {
        let guest = exports.carrier()?.tracking()?.load(&mut *store, instance)?;
        guest.call_track(store, &self.0).await
    }

    fn check(&self, answer: &Self::Answer) -> std::result::Result<(), String> {
        answers::tracked(&self.0, answer)
    }
}

pub(crate) struct Price {
    pub(crate) card: String,
    pub(crate) request: wit::PriceRequest,
}

impl Call for Price {
    type Answer = Vec<wit::ServicePrice>;
    const FUNCTION: Function = Function::Price;
    const SIZE_MOST: usize = ARGUMENTS_MOST + CARD_MOST;

    fn size(&self) -> usize {
        self.card.size() + self.request.size()
    }

    async fn invoke(&self, exports: &Exports, store: &mut Store<State>, instance: &Instance) -> Said<Self::Answer> {
        let guest = exports.rate_engine()?.load(&mut *store, instance)?;
        guest.call_price(store, &self.card, &self.request).await
    }

    fn check(&self, answer: &Self::Answer) -> std::result::Result<(), String> {
        answers::prices(&self.request.currency, answer)
    }
}

pub(crate) struct Check(pub(crate) String);

impl Call for Check {
    type Answer = ();
    const FUNCTION: Function = Function::Check;
    const SIZE_MOST: usize = CARD_MOST;

    fn size(&self) -> usize {
        self.0.size()
    }

    async fn invoke(&self, exports: &Exports, store: &mut Store<State>, instance: &Instance) -> Said<Self::Answer> {
        let guest = exports.rate_engine()?.load(&mut *store, instance)?;
        guest.call_check(store, &self.0).await
    }
}
