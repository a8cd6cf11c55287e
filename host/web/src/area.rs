//! Declaration of an area: routes, permissions, features, background work and needed ports.

use std::{any::Any, sync::Arc};

use crate::{live::Live, routes::Routes};
use data::{
    caller::Needs,
    feature::{self, Feature},
    host::{Declared, Extensions, Host, HostParts, NeededPort, Ports},
    permission::{Permission, Tree},
    record::Entity,
    search::{Hit, SearchedKind, SearchedKinds},
    secrets::SealedColumn,
};
use work::{
    event::Listener,
    feed::{EventReader, FeedReaders},
    indexing::SealJobs,
    job::{JobKind, JobKinds},
    limiter::Limiter,
    outgoing::OutgoingClient,
};

pub struct Area {
    pub name: &'static str,
    /// OpenAPI tag of the calls; generated clients are grouped by it.
    pub tag: &'static str,
    pub routes: Vec<Routes>,
    pub jobs: Vec<JobKind>,
    pub listeners: Vec<Listener>,
    pub readers: Vec<Arc<dyn EventReader>>,
    pub searched: Vec<SearchedKind>,
    pub sealed: Vec<SealedColumn>,
    pub permissions: Vec<Permission>,
    pub features: Vec<Feature>,
    pub(crate) ports: Vec<NeededPort>,
}

impl Area {
    pub fn new(name: &'static str) -> Self {
        Self {
            name,
            tag: name,
            routes: Vec::new(),
            jobs: Vec::new(),
            listeners: Vec::new(),
            readers: Vec::new(),
            searched: Vec::new(),
            sealed: Vec::new(),
            permissions: Vec::new(),
            features: Vec::new(),
            ports: Vec::new(),
        }
    }
    /// Overrides the OpenAPI tag.
    pub fn tag(mut self, tag: &'static str) -> Self {
        self.tag = tag;
        self
    }
    pub fn routes(mut self, routes: Routes) -> Self {
        self.permissions.extend_from_slice(&routes.permissions);
        self.routes.push(routes);
        self
    }
    pub fn job(mut self, job: JobKind) -> Self {
        self.jobs.push(job);
        self
    }
    pub fn listener(mut self, listener: Listener) -> Self {
        self.listeners.push(listener);
        self
    }
    pub fn searchable<E: Entity>(mut self) -> Self {
        self.searched.push(SearchedKind::for_lists::<E>());
        self
    }
    pub fn globally_searchable<E: Hit>(mut self) -> Self {
        self.searched.push(SearchedKind::for_global_search::<E>());
        self
    }
    /// Declares columns that hold secrets.
    pub fn sealed(mut self, columns: &[SealedColumn]) -> Self {
        self.sealed.extend_from_slice(columns);
        self
    }
    /// Adds a reader of the event feed.
    pub fn reader(mut self, reader: Arc<dyn EventReader>) -> Self {
        self.readers.push(reader);
        self
    }
    pub fn permissions(mut self, permissions: &[Permission]) -> Self {
        self.permissions.extend_from_slice(permissions);
        self
    }
    pub fn features(mut self, features: &[Feature]) -> Self {
        self.features.extend_from_slice(features);
        self
    }
    /// Declares a needed port; without a provider of `T` the program does not start.
    pub fn needs<T: ?Sized + 'static>(mut self) -> Self
    where
        Arc<T>: Any + Send + Sync,
    {
        self.ports.push(NeededPort::for_trait::<T>());
        self
    }
}

/// A contradiction between declarations.
#[derive(Debug, thiserror::Error)]
#[error("{place}: {problem}")]
pub struct DeclarationError {
    /// Name of the area, or of the program for conflicts between areas.
    pub place: String,
    pub problem: String,
}

impl DeclarationError {
    pub(crate) fn in_area(name: &str, problem: impl Into<String>) -> Self {
        Self {
            place: format!("the area {name}"),
            problem: problem.into(),
        }
    }
    pub(crate) fn in_program(problem: impl Into<String>) -> Self {
        Self {
            place: "the program".to_owned(),
            problem: problem.into(),
        }
    }
}

/// Creates the host of a program with these areas. Fails on a port without a provider, an
/// undeclared permission or feature, or a duplicate.
pub fn create_host(parts: HostParts, areas: &[Area]) -> Result<Host, DeclarationError> {
    check_ports(&parts.ports, areas)?;
    let Declarations {
        permissions,
        features,
    } = Declarations::from_areas(areas)?;
    let jobs = areas.iter().flat_map(|area| area.jobs.iter().copied());
    let listeners = areas.iter().flat_map(|area| area.listeners.iter().cloned());
    let readers = areas.iter().flat_map(|area| area.readers.iter().cloned());
    let searched = areas.iter().flat_map(|area| area.searched.iter().copied());
    let extensions = Extensions::default()
        .with(SearchedKinds(searched.collect()))
        .with(JobKinds::new(jobs, listeners))
        .with(FeedReaders::new(readers))
        .with(Limiter::default())
        .with(OutgoingClient::default())
        .with(Live::default());
    let declared = Declared {
        permissions: Arc::new(permissions),
        features,
        sealer: Arc::new(SealJobs),
        extensions,
    };
    Ok(Host::new(parts, declared))
}

/// Every needed port has a provider and every provider is needed.
fn check_ports(ports: &Ports, areas: &[Area]) -> Result<(), DeclarationError> {
    for area in areas {
        if let Some(missing) = ports.missing(&area.ports) {
            return Err(DeclarationError::in_area(
                area.name,
                format!("nothing fills the port {}", missing.name),
            ));
        }
    }
    let needed: Vec<NeededPort> = areas.iter().flat_map(|area| area.ports.clone()).collect();
    match ports.unneeded(&needed) {
        Some(idle) => Err(DeclarationError::in_program(format!(
            "no area asks through the port {idle}"
        ))),
        None => Ok(()),
    }
}

#[derive(Debug)]
pub struct Declarations {
    pub permissions: Tree,
    pub features: Vec<Feature>,
}

impl Declarations {
    /// Combines the declarations; rejects calls that need undeclared permissions or features.
    pub fn from_areas(areas: &[Area]) -> Result<Self, DeclarationError> {
        let permissions = areas
            .iter()
            .flat_map(|area| area.permissions.iter().copied());
        let permissions = Tree::compose(permissions).map_err(DeclarationError::in_program)?;
        let features = areas.iter().flat_map(|area| area.features.iter().copied());
        let features = feature::compose(features).map_err(DeclarationError::in_program)?;
        let declared = Self {
            permissions,
            features,
        };
        for area in areas {
            for route in area.routes.iter().flat_map(|routes| &routes.routes) {
                let needed = match route.needs {
                    Needs::Permission(needed) | Needs::DriverOr(needed) => vec![needed],
                    Needs::Save(save) => vec![save.create, save.change],
                    Needs::Nothing
                    | Needs::Tenant
                    | Needs::SignedIn
                    | Needs::OwnAccount
                    | Needs::SaveOwn => Vec::new(),
                };
                declared.check(area, &route.path, &needed, route.feature)?;
            }
            for (permission, feature) in area.searched.iter().filter_map(SearchedKind::needs) {
                declared.check(area, "the search", &[permission], Some(feature))?;
            }
        }
        Ok(declared)
    }

    fn check(
        &self,
        area: &Area,
        what: &str,
        needed: &[Permission],
        feature: Option<&str>,
    ) -> Result<(), DeclarationError> {
        let is_declared =
            |needed: &&Permission| self.permissions.find(needed.name) == Some(*needed);
        if let Some(missing) = needed.iter().find(|needed| !is_declared(needed)) {
            let words = format!(
                "{what} needs the permission {}, which no area declares",
                missing.name
            );
            return Err(DeclarationError::in_area(area.name, words));
        }
        match feature.filter(|needed| !self.features.iter().any(|feature| feature.name == *needed))
        {
            Some(missing) => {
                let words = format!("{what} needs the feature {missing}, which no area declares");
                Err(DeclarationError::in_area(area.name, words))
            }
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use data::{error::Result, list::Empty, scope::Scope};

    const RATES: Permission = Permission::staff("Pages.Rates", "Rates");
    const ON: Feature = Feature::enabled_by_default(1, "Rates.Enabled", "Rates", "Rate cards.");

    async fn answer(_: Scope, _: Empty) -> Result<Empty> {
        Ok(Empty {})
    }

    #[test]
    fn a_call_needs_what_some_area_declares() {
        let area = || {
            Area::new("rates").routes(
                Routes::new("/api/rates")
                    .feature(ON)
                    .get("list", RATES, answer),
            )
        };
        let problem_of = |area: Area| {
            Declarations::from_areas(&[area])
                .map_or_else(|misfit| misfit.to_string(), |_| String::new())
        };
        let missing = "the area rates: /api/rates/list needs the permission Pages.Rates, which no area declares";
        assert_eq!(problem_of(area()), missing);
        let missing = "the area rates: /api/rates/list needs the feature Rates.Enabled, which no area declares";
        assert_eq!(problem_of(area().permissions(&[RATES])), missing);
        assert_eq!(problem_of(area().permissions(&[RATES]).features(&[ON])), "");
        let table = Routes::new("/api/rates/zones").permissions(&[RATES]);
        assert_eq!(problem_of(area().routes(table).features(&[ON])), "");
    }

    trait Prices: Send + Sync {}
    struct Fixed;
    impl Prices for Fixed {}

    fn startup_error(ports: Ports, areas: &[Area]) -> String {
        check_ports(&ports, areas).map_or_else(|misfit| misfit.to_string(), |()| String::new())
    }

    #[test]
    fn a_port_that_nothing_fills_is_told_with_the_area_that_asks() {
        let areas = [
            Area::new("rates"),
            Area::new("quotes").needs::<dyn Prices>(),
        ];
        let error = startup_error(Ports::default(), &areas);
        assert!(
            error.starts_with("the area quotes: nothing fills the port "),
            "{error}"
        );
        assert!(error.ends_with("::Prices"), "{error}");
        assert_eq!(
            startup_error(Ports::default().with::<dyn Prices>(Arc::new(Fixed)), &areas),
            ""
        );
    }

    #[test]
    fn a_port_that_no_area_asks_through_is_told() {
        let error = startup_error(
            Ports::default().with::<dyn Prices>(Arc::new(Fixed)),
            &[Area::new("rates")],
        );
        assert!(
            error.starts_with("the program: no area asks through the port "),
            "{error}"
        );
    }
}
