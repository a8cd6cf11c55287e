//! G-NAF in its publisher's pipe-separated form: the tables of a state, or G-NAF Core.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

use anyhow::bail;

use super::{Add, for_each_line, title_case};
use crate::model::{Place, join};

/// Tables that make an address, by the end of their file names after the state.
const TABLES: [&str; 5] = [
    "_STATE_PSV",
    "_LOCALITY_PSV",
    "_STREET_LOCALITY_PSV",
    "_ADDRESS_DEFAULT_GEOCODE_PSV",
    "_ADDRESS_DETAIL_PSV",
];

/// Returns the table and the state of a file such as `VIC_STREET_LOCALITY_psv.psv`.
fn table_of(file: &Path) -> Option<(usize, String)> {
    let name = file.file_name()?.to_str()?.to_uppercase();
    let name = name.strip_suffix(".PSV")?;
    TABLES.iter().enumerate().find_map(|(at, table)| {
        let state = name.strip_suffix(table)?;
        (!state.contains('_')).then(|| (at, state.to_owned()))
    })
}

pub fn is_table(file: &Path) -> bool {
    table_of(file).is_some()
}

pub fn is_core(first_line: &str) -> bool {
    first_line.starts_with("ADDRESS_DETAIL_PID|") && first_line.contains("|LONGITUDE|")
}

/// Positions of named columns.
struct Columns(HashMap<String, usize>);

impl Columns {
    fn from_headings(headings: &str) -> Self {
        let names = headings.split('|').enumerate();
        Self(
            names
                .map(|(at, name)| (name.trim().to_uppercase(), at))
                .collect(),
        )
    }

    fn get<'l>(&self, cells: &[&'l str], name: &str) -> &'l str {
        let at = self.0.get(name).copied();
        at.and_then(|at| cells.get(at))
            .map_or("", |cell| cell.trim())
    }
}

/// Calls for each line below the headings.
fn for_each_row(
    file: &Path,
    mut take: impl FnMut(&Columns, &[&str]) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut columns = None;
    for_each_line(file, |line| match &columns {
        None => {
            columns = Some(Columns::from_headings(line));
            Ok(())
        }
        Some(columns) => {
            let cells: Vec<&str> = line.split('|').collect();
            take(columns, &cells)
        }
    })
}

/// Reads the tables of each state.
pub fn read_tables(files: &[&PathBuf], add: &mut Add<'_>) -> anyhow::Result<()> {
    let mut states: HashMap<String, [Option<&Path>; TABLES.len()]> = HashMap::new();
    for file in files {
        if let Some((table, state)) = table_of(file) {
            states.entry(state).or_default()[table] = Some(file.as_path());
        }
    }
    for (state, tables) in states {
        for (table, file) in TABLES.iter().zip(&tables) {
            if file.is_none() {
                bail!("the file {state}{}.psv is missing", table.to_lowercase());
            }
        }
        let [
            Some(names),
            Some(localities),
            Some(streets),
            Some(geocodes),
            Some(details),
        ] = tables
        else {
            continue;
        };
        read_state([names, localities, streets, geocodes, details], add)?;
    }
    Ok(())
}

fn read_state(
    [names, localities, streets, geocodes, details]: [&Path; TABLES.len()],
    add: &mut Add<'_>,
) -> anyhow::Result<()> {
    let mut state = String::new();
    for_each_row(names, |columns, cells| {
        state = columns.get(cells, "STATE_ABBREVIATION").to_owned();
        Ok(())
    })?;
    let mut suburbs: HashMap<String, String> = HashMap::new();
    for_each_row(localities, |columns, cells| {
        if columns.get(cells, "DATE_RETIRED").is_empty() {
            let name = title_case(columns.get(cells, "LOCALITY_NAME"));
            suburbs.insert(columns.get(cells, "LOCALITY_PID").to_owned(), name);
        }
        Ok(())
    })?;
    let mut roads: HashMap<String, String> = HashMap::new();
    for_each_row(streets, |columns, cells| {
        let name = join(
            &[
                columns.get(cells, "STREET_NAME"),
                columns.get(cells, "STREET_TYPE_CODE"),
                columns.get(cells, "STREET_SUFFIX_CODE"),
            ],
            " ",
        );
        roads.insert(
            columns.get(cells, "STREET_LOCALITY_PID").to_owned(),
            title_case(&name),
        );
        Ok(())
    })?;
    let mut positions: HashMap<Box<str>, (f64, f64)> = HashMap::new();
    for_each_row(geocodes, |columns, cells| {
        let latitude = columns.get(cells, "LATITUDE").parse();
        let longitude = columns.get(cells, "LONGITUDE").parse();
        if let (Ok(latitude), Ok(longitude)) = (latitude, longitude) {
            let pid = columns.get(cells, "ADDRESS_DETAIL_PID");
            positions.insert(pid.into(), (latitude, longitude));
        }
        Ok(())
    })?;
    for_each_row(details, |columns, cells| {
        let get = |name: &str| columns.get(cells, name);
        if !get("DATE_RETIRED").is_empty() || get("CONFIDENCE") == "-1" {
            return Ok(());
        }
        let pid = get("ADDRESS_DETAIL_PID");
        let (latitude, longitude) = match positions.get(pid) {
            Some(position) => *position,
            None => (f64::NAN, f64::NAN),
        };
        add(Place {
            id: pid.to_owned(),
            unit: with_letters(columns, cells, "FLAT_NUMBER"),
            number: number(columns, cells),
            street: roads
                .get(get("STREET_LOCALITY_PID"))
                .cloned()
                .unwrap_or_default(),
            suburb: suburbs
                .get(get("LOCALITY_PID"))
                .cloned()
                .unwrap_or_default(),
            post_code: get("POSTCODE").to_owned(),
            state: state.clone(),
            country: "AU".to_owned(),
            latitude,
            longitude,
        })
    })
}

/// `12A`, from `…_PREFIX`, the number and `…_SUFFIX`.
fn with_letters(columns: &Columns, cells: &[&str], name: &str) -> String {
    [
        columns.get(cells, &format!("{name}_PREFIX")),
        columns.get(cells, name),
        columns.get(cells, &format!("{name}_SUFFIX")),
    ]
    .concat()
}

/// `12-14A`; the lot where there is no number.
fn number(columns: &Columns, cells: &[&str]) -> String {
    let first = with_letters(columns, cells, "NUMBER_FIRST");
    let last = with_letters(columns, cells, "NUMBER_LAST");
    let lot = columns.get(cells, "LOT_NUMBER");
    match (first.is_empty(), lot.is_empty()) {
        (true, true) => String::new(),
        (true, false) => format!("Lot {lot}"),
        _ => join(&[&first, &last], "-"),
    }
}

/// Reads G-NAF Core: a table of whole addresses.
pub fn read_core(file: &Path, add: &mut Add<'_>) -> anyhow::Result<()> {
    for_each_row(file, |columns, cells| {
        let get = |name: &str| columns.get(cells, name);
        let street = join(
            &[get("STREET_NAME"), get("STREET_TYPE"), get("STREET_SUFFIX")],
            " ",
        );
        let lot = get("LOT_NUMBER");
        let number = match (get("NUMBER_FIRST"), lot) {
            ("", "") => String::new(),
            ("", lot) => format!("Lot {lot}"),
            (first, _) => join(&[first, get("NUMBER_LAST")], "-"),
        };
        add(Place {
            id: get("ADDRESS_DETAIL_PID").to_owned(),
            unit: get("FLAT_NUMBER").to_owned(),
            number,
            street: title_case(&street),
            suburb: title_case(get("LOCALITY_NAME")),
            post_code: get("POSTCODE").to_owned(),
            state: get("STATE").to_owned(),
            country: "AU".to_owned(),
            latitude: get("LATITUDE").parse().unwrap_or(f64::NAN),
            longitude: get("LONGITUDE").parse().unwrap_or(f64::NAN),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(folder: &Path, name: &str, text: &str) -> PathBuf {
        let file = folder.join(name);
        std::fs::write(&file, text).unwrap();
        file
    }

    fn labels(files: &[PathBuf]) -> Vec<String> {
        let mut all = Vec::new();
        let mut add = |place: Place| {
            all.push(place.label());
            Ok(())
        };
        super::super::read(files, &mut add).unwrap();
        all
    }

    #[test]
    fn the_tables_of_a_state_are_joined() {
        let folder = tempfile::tempdir().unwrap();
        let files = [
            (
                "VIC_STATE_psv.psv",
                "STATE_PID|DATE_CREATED|DATE_RETIRED|STATE_NAME|STATE_ABBREVIATION\n2|2004||VICTORIA|VIC\n",
            ),
            (
                "VIC_LOCALITY_psv.psv",
                "LOCALITY_PID|DATE_CREATED|DATE_RETIRED|LOCALITY_NAME|PRIMARY_POSTCODE\nL1|2004||RICHMOND|\n",
            ),
            (
                "VIC_STREET_LOCALITY_psv.psv",
                "STREET_LOCALITY_PID|DATE_RETIRED|STREET_NAME|STREET_TYPE_CODE|STREET_SUFFIX_CODE\nS1||CHURCH|STREET|\n",
            ),
            (
                "VIC_ADDRESS_DEFAULT_GEOCODE_psv.psv",
                "ADDRESS_DEFAULT_GEOCODE_PID|ADDRESS_DETAIL_PID|LONGITUDE|LATITUDE\nG1|A1|144.998|-37.823\nG2|A2|144.999|-37.824\n",
            ),
            (
                "VIC_ADDRESS_DETAIL_psv.psv",
                "ADDRESS_DETAIL_PID|DATE_RETIRED|LOT_NUMBER|FLAT_NUMBER|NUMBER_FIRST|NUMBER_FIRST_SUFFIX|NUMBER_LAST|STREET_LOCALITY_PID|LOCALITY_PID|POSTCODE|CONFIDENCE\nA1|||3|12|A|14|S1|L1|3121|2\nA2||7|||||S1|L1|3121|0\nA3|2019||||||S1|L1|3121|0\n",
            ),
        ];
        let files: Vec<PathBuf> = files
            .iter()
            .map(|(name, text)| written(folder.path(), name, text))
            .collect();
        assert_eq!(
            labels(&files),
            [
                "Unit 3, 12A-14 Church Street, Richmond VIC 3121",
                "Lot 7 Church Street, Richmond VIC 3121"
            ]
        );
        let mut nothing = |_| Ok(());
        let lacking = read_tables(&files[1..].iter().collect::<Vec<_>>(), &mut nothing);
        assert!(
            lacking
                .unwrap_err()
                .to_string()
                .contains("VIC_state_psv.psv")
        );
    }

    #[test]
    fn the_core_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let text = "ADDRESS_DETAIL_PID|DATE_CREATED|ADDRESS_LABEL|FLAT_NUMBER|LOT_NUMBER|NUMBER_FIRST|NUMBER_LAST|STREET_NAME|STREET_TYPE|STREET_SUFFIX|LOCALITY_NAME|STATE|POSTCODE|LONGITUDE|LATITUDE\n\
            A1|2004|12 CHURCH ST|||12||CHURCH|STREET||RICHMOND|VIC|3121|144.998|-37.823\n";
        let file = written(folder.path(), "GNAF_CORE.psv", text);
        assert_eq!(labels(&[file]), ["12 Church Street, Richmond VIC 3121"]);
    }
}
