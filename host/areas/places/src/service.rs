//! The opened indexes: imported places, and the localities of the look-ups.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant, SystemTime},
};

use data::{Error, Host, Result, Scope, blocking};
use tenancy::Maps;

use crate::{
    filter::{Field, Filter},
    index::{Opened, Writer},
    model::Place,
    outer::{Client, Found, Server, TYPING},
    search::{self, Hit},
    tiles::Tiles,
};

/// Time after which a new import, or a changed list of localities, is noticed.
const REFRESH_INTERVAL: Duration = Duration::from_secs(60);

/// Indexes in the data folder. They are opened when they are first searched.
#[derive(Default)]
pub struct Places {
    state: Mutex<State>,
    /// Held while localities are written.
    writing: tokio::sync::Mutex<()>,
    client: Client,
    tiles: Tiles,
}

#[derive(Default)]
struct State {
    imported: Option<(SystemTime, Arc<Opened>)>,
    localities: Option<(String, Arc<Opened>)>,
    checked: Option<Instant>,
}

pub(crate) fn folder(host: &Host) -> PathBuf {
    host.config().data.join("places")
}

pub(crate) fn imported_folder(host: &Host) -> PathBuf {
    folder(host).join("imported")
}

/// A search for places.
pub(crate) struct Query<'q> {
    pub text: &'q str,
    /// In lower case; all if empty.
    pub countries: &'q [String],
    pub filter: Option<&'q Filter>,
    pub limit: usize,
}

impl Places {
    /// Returns the best places by the tenant's geocoding server, or by the own indexes without one
    /// and while it fails.
    pub(crate) async fn find(&self, scope: &Scope, query: Query<'_>) -> Result<Vec<Found>> {
        let Query {
            text,
            countries,
            filter,
            limit,
        } = query;
        if text.is_empty() {
            return Ok(Vec::new());
        }
        let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
        let server = self.server(scope.host(), &settings.maps, TYPING);
        if let Some(found) = server.search(text, countries, filter, limit).await {
            return Ok(found);
        }
        let own_countries = match countries.is_empty() {
            true => None,
            false => Some(Filter::In(Field::Country, countries.to_vec())),
        };
        let filter = filter.cloned().into_iter().chain(own_countries);
        let filter = Filter::All(filter.collect());
        let filter = Some(&filter).filter(|filter| !filter.is_empty());
        let places = self.search(scope.host(), text, filter, limit).await?;
        Ok(places.into_iter().map(Found::from).collect())
    }

    /// Returns the address or locality at a position, as [`Places::find`] does.
    pub(crate) async fn find_at(
        &self,
        scope: &Scope,
        latitude: f64,
        longitude: f64,
    ) -> Result<Option<Found>> {
        let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
        let server = self.server(scope.host(), &settings.maps, TYPING);
        if let Some(found) = server.reverse(latitude, longitude).await {
            return Ok(found);
        }
        let nearest = self.nearest(scope.host(), latitude, longitude).await?;
        Ok(nearest.map(Found::from))
    }

    pub(crate) fn tiles(&self) -> &Tiles {
        &self.tiles
    }

    /// Returns the tenant's geocoding server.
    pub(crate) fn server<'a>(
        &'a self,
        host: &'a Host,
        maps: &'a Maps,
        patience: Duration,
    ) -> Server<'a> {
        Server {
            host,
            client: &self.client,
            maps,
            patience,
        }
    }

    /// Returns the best places for a text, imported ones first.
    pub(crate) async fn search(
        &self,
        host: &Host,
        query: &str,
        filter: Option<&Filter>,
        limit: usize,
    ) -> Result<Vec<Place>> {
        let indexes = self.indexes(host).await?;
        let hits = blocking::run(|| {
            let mut hits: Vec<Hit> = Vec::new();
            for index in &indexes {
                hits.extend(search::search(index, query, filter, limit)?);
            }
            anyhow::Ok(hits)
        });
        let mut hits = hits.map_err(Error::Internal)?;
        hits.sort_by(|one, other| one.rank.cmp(&other.rank));
        let mut places: Vec<Place> = Vec::new();
        for Hit { place, .. } in hits {
            if places.len() < limit && places.iter().all(|known| known.label() != place.label()) {
                places.push(place);
            }
        }
        Ok(places)
    }

    /// Returns the address or locality at a position.
    pub(crate) async fn nearest(
        &self,
        host: &Host,
        latitude: f64,
        longitude: f64,
    ) -> Result<Option<Place>> {
        let indexes = self.indexes(host).await?;
        let found = blocking::run(|| {
            let mut best: Option<(f64, Place)> = None;
            for index in &indexes {
                let Some((distance, place)) = search::nearest(index, latitude, longitude)? else {
                    continue;
                };
                let is_better = best.as_ref().is_none_or(|(known, other)| {
                    let key = |place: &Place, distance: f64| (place.is_locality(), distance);
                    key(&place, distance) < key(other, *known)
                });
                if is_better {
                    best = Some((distance, place));
                }
            }
            anyhow::Ok(best)
        });
        Ok(found.map_err(Error::Internal)?.map(|(_, place)| place))
    }

    async fn indexes(&self, host: &Host) -> Result<Vec<Arc<Opened>>> {
        if let Some(indexes) = self.current() {
            return Ok(indexes);
        }
        let _writing = self.writing.lock().await;
        if let Some(indexes) = self.current() {
            return Ok(indexes);
        }
        let imported = self.open_imported(host).map_err(Error::Internal)?;
        let localities = self.open_localities(host).await?;
        let mut state = self.lock();
        state.imported = imported;
        state.localities = Some(localities);
        state.checked = Some(Instant::now());
        Ok(state.indexes())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the indexes unless they are to be looked at again.
    fn current(&self) -> Option<Vec<Arc<Opened>>> {
        let state = self.lock();
        let checked = state.checked?;
        (checked.elapsed() < REFRESH_INTERVAL).then(|| state.indexes())
    }

    fn open_imported(&self, host: &Host) -> anyhow::Result<Option<(SystemTime, Arc<Opened>)>> {
        let folder = imported_folder(host);
        let Ok(written) = std::fs::metadata(folder.join("meta.json")).and_then(|it| it.modified())
        else {
            return Ok(None);
        };
        if let Some((time, opened)) = &self.lock().imported
            && *time == written
        {
            return Ok(Some((written, opened.clone())));
        }
        Ok(Some((written, Arc::new(Opened::open(&folder)?))))
    }

    /// Writes the localities again if the look-ups have others.
    async fn open_localities(&self, host: &Host) -> Result<(String, Arc<Opened>)> {
        let version = lookups::localities_version(host).await?;
        if let Some((known, opened)) = &self.lock().localities
            && *known == version
        {
            return Ok((version, opened.clone()));
        }
        let folder = folder(host).join(format!("localities-{version}"));
        if !folder.join("meta.json").exists() {
            let mut writer = Writer::create(&folder).map_err(Error::Internal)?;
            let mut failed = None;
            lookups::for_each_locality(host, |locality| {
                let place = Place {
                    id: format!("locality-{}", locality.id),
                    suburb: locality.suburb,
                    post_code: locality.post_code,
                    state: locality.state,
                    country: locality.country_code,
                    latitude: locality.latitude,
                    longitude: locality.longitude,
                    ..Place::default()
                };
                if let Err(error) = writer.add(&place) {
                    failed = Some(error);
                }
            })
            .await?;
            if let Some(error) = failed {
                return Err(Error::Internal(error));
            }
            blocking::run(|| writer.finish()).map_err(Error::Internal)?;
            remove_older(&folder);
        }
        let opened = Opened::open(&folder).map_err(Error::Internal)?;
        Ok((version, Arc::new(opened)))
    }
}

/// Removes replaced localities. Files that another host has open may stay.
fn remove_older(current: &Path) {
    let folders = current.parent().map(std::fs::read_dir);
    for entry in folders.into_iter().flatten().flatten().flatten() {
        let name = entry.file_name();
        if name.to_string_lossy().starts_with("localities-") && entry.path() != current {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

impl State {
    fn indexes(&self) -> Vec<Arc<Opened>> {
        let imported = self.imported.iter().map(|(_, opened)| opened.clone());
        let localities = self.localities.iter().map(|(_, opened)| opened.clone());
        imported.chain(localities).collect()
    }
}
