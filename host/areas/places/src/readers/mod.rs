//! Readers of publishers' files, chosen by name and content.

mod geonames;
mod gnaf;
mod osm;

use std::{
    fs::File,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};

use crate::model::Place;

/// Receives each place that a file has.
pub type Add<'a> = dyn FnMut(Place) -> anyhow::Result<()> + 'a;

/// Reads all files. The tables of G-NAF belong together.
pub fn read(files: &[PathBuf], add: &mut Add<'_>) -> anyhow::Result<()> {
    let (tables, others): (Vec<&PathBuf>, Vec<&PathBuf>) =
        files.iter().partition(|file| gnaf::is_table(file));
    if !tables.is_empty() {
        gnaf::read_tables(&tables, add)?;
    }
    for file in others {
        let first = first_line(file)?;
        if gnaf::is_core(&first) {
            gnaf::read_core(file, add)?;
        } else if geonames::is_known(&first) {
            geonames::read(file, add)?;
        } else if osm::is_known(&first) {
            osm::read(file, add)?;
        } else {
            bail!(
                "{} is none of these: GeoNames (places or postal codes), G-NAF (its tables or \
                 G-NAF Core), addresses of OpenStreetMap as GeoJSON",
                file.display()
            );
        }
    }
    Ok(())
}

fn first_line(file: &Path) -> anyhow::Result<String> {
    let mut line = String::new();
    open(file)?.read_line(&mut line)?;
    Ok(line.trim_start_matches('\u{feff}').trim_end().to_owned())
}

fn open(file: &Path) -> anyhow::Result<BufReader<File>> {
    let opened = File::open(file).with_context(|| format!("cannot read {}", file.display()))?;
    Ok(BufReader::with_capacity(1 << 20, opened))
}

/// Calls for each line without its end.
fn for_each_line(
    file: &Path,
    mut take: impl FnMut(&str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut reader = open(file)?;
    let mut line = Vec::new();
    loop {
        line.clear();
        if reader.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&line);
        take(
            text.trim_start_matches('\u{feff}')
                .trim_end_matches(['\r', '\n']),
        )
        .with_context(|| format!("in {}", file.display()))?;
    }
}

/// Capitals of each word: `CHURCH STREET` is `Church Street`.
fn title_case(text: &str) -> String {
    let mut is_start = true;
    text.chars()
        .map(|letter| {
            let shown = match is_start {
                true => letter.to_ascii_uppercase(),
                false => letter.to_ascii_lowercase(),
            };
            is_start = !letter.is_alphanumeric() && letter != '\'';
            shown
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capitals_begin_words() {
        assert_eq!(title_case("CHURCH STREET"), "Church Street");
        assert_eq!(title_case("O'CONNOR-WEST"), "O'connor-West");
    }

    #[test]
    fn an_unknown_file_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("other.csv");
        std::fs::write(&file, "a,b\n1,2\n").unwrap();
        assert!(read(&[file], &mut |_| Ok(())).is_err());
    }
}
