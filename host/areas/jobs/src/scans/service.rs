//! Saves of scans: checks, duplicates, pictures, and one transaction for all.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use data::{Error, FieldError, Record, Result, Scope, Where, db::Mode, message};

use super::{
    apply,
    line_hauls::HaulStatuses,
    model::{ScanEvent, ScanForm},
    pictures::{self, Pictures, PixelBudget, StoredPictures},
    rules,
    trees::Trees,
    values::ScanEventId,
};
use crate::jobs::model::FreightJobId;

/// Scans of one call.
pub(super) const MAX_SCANS: usize = 1000;
/// Jobs that get copies of the pictures of one scan for several.
const MAX_JOBS_WITH_PICTURES: usize = 50;
const MAX_TRIES: usize = 3;

/// A scan as received: its form, or why it cannot be read.
pub(super) struct SentScan {
    pub form: Result<ScanForm, Vec<FieldError>>,
    /// Article or job of a scan that was sent for several; empty for a single one.
    pub part: String,
}

impl SentScan {
    /// Returns the article as it was sent.
    pub(super) fn article(&self) -> Option<String> {
        self.form.as_ref().ok()?.article_number.clone()
    }
}

/// A stored scan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Saved {
    pub id: ScanEventId,
    /// Stored by an earlier call, or earlier in this one.
    pub is_duplicate: bool,
}

/// A checked scan with its pictures.
pub(super) struct Scan {
    /// Place among the sent scans.
    pub index: usize,
    pub form: ScanForm,
    pub part: String,
    pub pictures: StoredPictures,
}

/// A device's own id of a scan, and the part of a scan for several.
pub(super) type DeviceKey = (String, String);

impl Scan {
    pub(super) fn key(&self) -> Option<DeviceKey> {
        let device = self.form.device_id.clone()?;
        Some((device, self.part.clone()))
    }
}

type Results = BTreeMap<usize, Result<Saved>>;

/// Saves scans, each with its own result, and commits. `shared` are pictures of a scan for several:
/// the first scan of each job gets them.
pub(super) async fn save(
    scope: &mut Scope,
    sent: Vec<SentScan>,
    shared: Pictures,
) -> Result<Vec<Result<Saved>>> {
    let mut results = Results::new();
    let mut scans = check(scope, sent, &mut results);
    // Pictures take time, which no transaction should last.
    let mut reader = scope.sibling(Mode::Read);
    let known = load_known(&mut reader, &scans).await?;
    let trees = Trees::load(&mut reader, scans.iter().map(|scan| &scan.form)).await?;
    drop(reader);
    let driver = scope.caller.driver();
    let mut jobs = HashMap::new();
    scans.retain_mut(|scan| {
        if let Some(id) = scan.key().and_then(|key| known.get(&key).copied()) {
            let saved = Saved {
                id,
                is_duplicate: true,
            };
            results.insert(scan.index, Ok(saved));
            return false;
        }
        match trees.place(&scan.form, driver) {
            Ok(place) => {
                jobs.insert(scan.index, place.job);
                trees.name_article(&mut scan.form);
                true
            }
            Err(error) => {
                results.insert(scan.index, Err(Error::Invalid(vec![error])));
                false
            }
        }
    });
    drop(trees);
    let mut shared = share(shared, &scans, &jobs)?;
    if let Err(error) = store_pictures(scope, &mut scans, &mut shared, &mut results).await {
        discard(scope, scans).await;
        return Err(error);
    }
    scans.retain(|scan| !results.contains_key(&scan.index));
    match write(scope, &scans).await {
        Ok(written) => {
            let (mut unused, mut outcomes) = (Vec::new(), written);
            for scan in scans {
                let Some(outcome) = outcomes.remove(&scan.index) else {
                    continue;
                };
                let is_new = outcome.as_ref().is_ok_and(|saved| !saved.is_duplicate);
                results.insert(scan.index, outcome);
                if !is_new {
                    unused.push(scan);
                }
            }
            discard(scope, unused).await;
            Ok(results.into_values().collect())
        }
        Err(error) => {
            scope.rollback();
            discard(scope, scans).await;
            Err(error)
        }
    }
}

fn check(scope: &Scope, sent: Vec<SentScan>, results: &mut Results) -> Vec<Scan> {
    let now = scope.now();
    let mut scans = Vec::with_capacity(sent.len());
    for (index, SentScan { form, part }) in sent.into_iter().enumerate() {
        let checked = form.and_then(|mut form| {
            let open = rules::unset(&form);
            let mut errors = rules::fill(&mut form, &open);
            if errors.is_empty() {
                errors = rules::check(&mut form, now);
            }
            match errors.is_empty() {
                true => Ok(form),
                false => Err(errors),
            }
        });
        match checked {
            Ok(form) => scans.push(Scan {
                index,
                form,
                part,
                pictures: StoredPictures::default(),
            }),
            Err(errors) => drop(results.insert(index, Err(Error::Invalid(errors)))),
        }
    }
    scans
}

/// A stored scan of a device.
#[derive(Debug, Record)]
#[record(view_of = ScanEvent)]
struct KnownScan {
    id: ScanEventId,
    device_id: Option<String>,
    device_part: String,
}

/// Returns the scans of the caller's devices that are stored already.
pub(super) async fn load_known(
    scope: &mut Scope,
    scans: &[Scan],
) -> Result<HashMap<DeviceKey, ScanEventId>> {
    let devices: BTreeSet<String> = scans
        .iter()
        .filter_map(|scan| scan.form.device_id.clone())
        .collect();
    let devices: Vec<String> = devices.into_iter().collect();
    let (Some(user), false) = (scope.caller.user(), devices.is_empty()) else {
        return Ok(HashMap::new());
    };
    let own = Where::all()
        .eq(ScanEvent::CREATOR_USER_ID, user)
        .is_in(ScanEvent::DEVICE_ID, &devices);
    // A driver may have lost the job since.
    let known: Vec<KnownScan> = scope.unrestricted().await?.all(own).await?;
    Ok(known
        .into_iter()
        .filter_map(|scan| Some(((scan.device_id?, scan.device_part), scan.id)))
        .collect())
}

/// Gives each job's first scan a copy of the shared pictures.
fn share(
    shared: Pictures,
    scans: &[Scan],
    jobs: &HashMap<usize, FreightJobId>,
) -> Result<HashMap<usize, Pictures>> {
    if shared.images.is_empty() && shared.signature.is_none() {
        return Ok(HashMap::new());
    }
    let mut seen = BTreeSet::new();
    let first: Vec<usize> = scans
        .iter()
        .filter(|scan| jobs.get(&scan.index).is_some_and(|job| seen.insert(*job)))
        .map(|scan| scan.index)
        .collect();
    if first.len() > MAX_JOBS_WITH_PICTURES {
        return Err(Error::invalid(
            "scanevent.images",
            message!(
                "can be stored with at most {max} jobs at once",
                max = MAX_JOBS_WITH_PICTURES
            ),
        ));
    }
    Ok(first
        .into_iter()
        .map(|index| (index, shared.clone()))
        .collect())
}

/// Writes the pictures to the file store. Scans with bad ones get their errors.
async fn store_pictures(
    scope: &Scope,
    scans: &mut [Scan],
    shared: &mut HashMap<usize, Pictures>,
    results: &mut Results,
) -> Result<()> {
    let mut budget = PixelBudget::default();
    for scan in scans {
        let own = match shared.remove(&scan.index) {
            Some(shared) => Ok(shared),
            None => pictures::read_in_turn(scope, &scan.form, None, &mut budget).await,
        };
        // Large texts are not needed any more.
        scan.form.images = Vec::new();
        scan.form.signature = None;
        match own {
            Ok(own) => scan.pictures = StoredPictures::store(scope, own).await?,
            Err(Error::Invalid(errors)) => {
                results.insert(scan.index, Err(Error::Invalid(errors)));
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Writes the scans in one transaction. Retries if a device sent the same scans at the same time.
async fn write(scope: &mut Scope, scans: &[Scan]) -> Result<Results> {
    if scans.is_empty() {
        return Ok(Results::new());
    }
    for attempt in 1.. {
        let written = match apply::write(scope, scans, &HaulStatuses::new()).await {
            Ok(results) => scope.commit().await.map(|()| results),
            Err(error) => Err(error),
        };
        match written {
            Err(Error::Conflict | Error::Refused { .. }) if attempt < MAX_TRIES => scope.rollback(),
            written => return written,
        }
    }
    Err(Error::Conflict)
}

async fn discard(scope: &Scope, scans: Vec<Scan>) {
    for scan in scans {
        scan.pictures.discard(scope).await;
    }
}
