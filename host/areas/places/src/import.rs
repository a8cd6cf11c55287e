//! Import of publishers' files into a new index.

use std::{
    fmt, fs,
    path::{Path, PathBuf},
};

use data::{Host, blocking};

use crate::{index::Writer, model::Place, readers, service::imported_folder};

/// Outcome of an import.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Report {
    /// Places of the new index.
    pub places: u64,
    /// Lines without a name or a position.
    pub skipped: u64,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { places, skipped } = self;
        write!(
            f,
            "{places} places are indexed; {skipped} lines were skipped."
        )
    }
}

/// Replaces the imported places by those of the files: GeoNames, G-NAF, OpenStreetMap.
pub fn import(host: &Host, files: &[PathBuf]) -> anyhow::Result<Report> {
    blocking::run(|| import_into(&imported_folder(host), |add| readers::read(files, add)))
}

/// Replaces the imported places by these.
pub fn import_places(
    host: &Host,
    places: impl IntoIterator<Item = Place>,
) -> anyhow::Result<Report> {
    blocking::run(|| {
        import_into(&imported_folder(host), |add| {
            places.into_iter().try_for_each(add)
        })
    })
}

fn import_into(
    target: &Path,
    read: impl FnOnce(&mut dyn FnMut(Place) -> anyhow::Result<()>) -> anyhow::Result<()>,
) -> anyhow::Result<Report> {
    if let Some(folder) = target.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut writer = Writer::create(target)?;
    let mut report = Report::default();
    let outcome = read(&mut |place| {
        if place.is_valid() {
            writer.add(&place)?;
        } else {
            report.skipped += 1;
        }
        Ok(())
    });
    if let Err(error) = outcome {
        writer.discard()?;
        return Err(error);
    }
    report.places = writer.finish()?;
    Ok(report)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{index::Opened, search};

    #[test]
    fn an_import_replaces_the_index() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("places/imported");
        let place = |suburb: &str| Place {
            id: suburb.to_owned(),
            suburb: suburb.to_owned(),
            country: "AU".to_owned(),
            ..Place::default()
        };
        let write = |suburb: &str| {
            import_into(&target, |add| {
                add(place(suburb))?;
                add(place(""))
            })
            .unwrap()
        };
        let found = |query: &str| {
            let index = Opened::open(&target).unwrap();
            search::search(&index, query, None, 10).unwrap().len()
        };
        let report = write("Richmond");
        assert_eq!((report.places, report.skipped), (1, 1));
        assert_eq!((found("richmond"), found("burnley")), (1, 0));
        let failed = import_into(&target, |add| {
            add(place("Hawthorn"))?;
            anyhow::bail!("the file ends")
        });
        assert!(failed.is_err());
        assert_eq!((found("richmond"), found("hawthorn")), (1, 0));
        write("Burnley");
        assert_eq!((found("richmond"), found("burnley")), (0, 1));
        assert_eq!(fs::read_dir(target.parent().unwrap()).unwrap().count(), 1);
    }
}
