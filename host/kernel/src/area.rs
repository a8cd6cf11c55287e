//! What an area brings to the program: routes, permissions and features, work in the background, and what it asks of others.

use std::{
    any::{Any, TypeId, type_name},
    sync::Arc,
};

use crate::{
    caller::Needs,
    db::Entity,
    event::{Listener, feed::EventReader},
    feature::{self, Feature},
    job::JobKind,
    permission::{Permission, Tree},
    routes::Routes,
    search::{Hit, SearchedKind},
    secrets::SealedColumn,
};

/// One area. The host lists them, one line each.
pub struct Area {
    pub name: &'static str,
    /// The group under which the OpenAPI document has the calls: clients made from it are grouped so.
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

/// A port that an area asks through, which the program has to fill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NeededPort {
    pub type_id: TypeId,
    pub name: &'static str,
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
    /// Keeps the calls in the group that they were in before they had an area of their own.
    pub fn tag(mut self, tag: &'static str) -> Self {
        self.tag = tag;
        self
    }
    pub fn routes(mut self, routes: Routes) -> Self {
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
    /// A record that lists' filters search.
    pub fn searched<E: Entity>(mut self) -> Self {
        self.searched.push(SearchedKind::listed::<E>());
        self
    }
    /// A record that lists' filters search and the global search finds.
    pub fn found<E: Hit>(mut self) -> Self {
        self.searched.push(SearchedKind::found::<E>());
        self
    }
    /// Columns that hold sealed secrets.
    pub fn sealed(mut self, columns: &[SealedColumn]) -> Self {
        self.sealed.extend_from_slice(columns);
        self
    }
    /// Has somebody follow the feed of events beside the listeners.
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
    /// Says that the area asks through the port `T`: the program does not start without it.
    pub fn needs<T: ?Sized + 'static>(mut self) -> Self
    where
        Arc<T>: Any + Send + Sync,
    {
        self.ports.push(NeededPort {
            type_id: TypeId::of::<Arc<T>>(),
            name: type_name::<T>(),
        });
        self
    }
}

/// What the areas declare does not fit together.
#[derive(Debug, thiserror::Error)]
#[error("{place}: {problem}")]
pub struct Misfit {
    /// The area; the program for what is of several.
    pub place: String,
    pub problem: String,
}

impl Misfit {
    pub(crate) fn of_area(name: &str, problem: impl Into<String>) -> Self {
        Self {
            place: format!("the area {name}"),
            problem: problem.into(),
        }
    }
    pub(crate) fn of_program(problem: impl Into<String>) -> Self {
        Self {
            place: "the program".to_owned(),
            problem: problem.into(),
        }
    }
}

/// What all areas declare, put together.
#[derive(Debug)]
pub struct Declared {
    pub permissions: Tree,
    /// The product's own features; plugins add theirs.
    pub features: Vec<Feature>,
}

impl Declared {
    /// Puts the declarations together, and checks that every call needs only what some area declares.
    pub fn of(areas: &[Area]) -> Result<Self, Misfit> {
        let permissions = areas
            .iter()
            .flat_map(|area| area.permissions.iter().copied());
        let permissions = Tree::compose(permissions).map_err(Misfit::of_program)?;
        let features = areas.iter().flat_map(|area| area.features.iter().copied());
        let features = feature::compose(features).map_err(Misfit::of_program)?;
        let declared = Self {
            permissions,
            features,
        };
        for area in areas {
            for route in area.routes.iter().flat_map(|routes| &routes.routes) {
                let needed = match route.needs {
                    Needs::Permission(needed) => vec![needed],
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
    ) -> Result<(), Misfit> {
        let is_declared =
            |needed: &&Permission| self.permissions.find(needed.name) == Some(*needed);
        if let Some(missing) = needed.iter().find(|needed| !is_declared(needed)) {
            let words = format!(
                "{what} needs the permission {}, which no area declares",
                missing.name
            );
            return Err(Misfit::of_area(area.name, words));
        }
        match feature.filter(|needed| !self.features.iter().any(|feature| feature.name == *needed))
        {
            Some(missing) => {
                let words = format!("{what} needs the feature {missing}, which no area declares");
                Err(Misfit::of_area(area.name, words))
            }
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Empty, Result, Scope};

    const RATES: Permission = Permission::staff("Pages.Rates", "Rates");
    const ON: Feature = Feature::on(1, "Rates.Enabled", "Rates", "Rate cards.");

    async fn answer(_: Scope, _: Empty) -> Result<Empty> {
        Ok(Empty {})
    }

    #[test]
    fn a_call_needs_what_some_area_declares() {
        let area = || {
            Area::new("rates").routes(
                Routes::at("/api/rates")
                    .feature(ON)
                    .get("list", RATES, answer),
            )
        };
        let told = |area: Area| {
            Declared::of(&[area]).map_or_else(|misfit| misfit.to_string(), |_| String::new())
        };
        let missing = "the area rates: /api/rates/list needs the permission Pages.Rates, which no area declares";
        assert_eq!(told(area()), missing);
        let missing = "the area rates: /api/rates/list needs the feature Rates.Enabled, which no area declares";
        assert_eq!(told(area().permissions(&[RATES])), missing);
        assert_eq!(told(area().permissions(&[RATES]).features(&[ON])), "");
    }
}
