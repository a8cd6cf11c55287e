//! Segregation of dangerous goods: classes that may not travel together.
//!
//! Source: 49 CFR 177.848(d), the public-domain segregation table for carriage by road of the
//! United States. The table of the Australian Code (ADG 7.9, section 9.1) follows the same hazards
//! and has to be read at its publisher.
//!
//! If the table distinguishes cases that a class alone does not, the stricter one applies: toxic
//! gases count as zone A, corrosives as liquids; toxic substances count in packing group I only, as
//! in the table. Explosives among each other depend on their compatibility groups (177.848(f)) and
//! always need a second check.

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Segregation {
    /// Allowed only with a barrier against mixing: "O" in the table.
    Apart,
    /// Depends on their compatibility groups: "*" in the table.
    Groups,
    /// Not in one vehicle: "X" in the table.
    Forbidden,
}

/// Goods with the attributes relevant to segregation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hazard {
    pub name: String,
    pub class: String,
    pub subsidiary: Vec<String>,
    /// I, II or III; empty if there is none or it is unknown.
    pub package_group: String,
}

/// Rows and columns of the table, in its order.
const COLUMNS: [&str; 17] = [
    "1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "2.1", "2.2", "2.3", "3", "4.1", "4.2", "4.3", "5.1",
    "5.2", "6.1", "7",
];

/// The table right of its diagonal, with class 8 as the last column; both 1.1 and 1.2 have the
/// first row.
const TABLE: [&str; 17] = [
    // 1.1 1.2 1.3 1.4 1.5 1.6 2.1 2.2 2.3 3 4.1 4.2 4.3 5.1 5.2 6.1 7 8
    "* * * * * * X X X X X X X X X X X X",
    "* * * * * * X X X X X X X X X X X X",
    "* * * * * * X - X X - X X X X X - X",
    "* * * * * * O - O O - O - - - O - O",
    "* * * * * * X X X X X X X X X X X X",
    "* * * * * * - - - - - - - - - - - -",
    "X X X O X - - - X - - - - - - O O -",
    "X X - - X - - - - - - - - - - - - -",
    "X X X O X - X - - X X X X X X - - X",
    "X X X O X - - - X - - - - O - X - -",
    "X X - - X - - - X - - - - - - X - O",
    "X X X O X - - - X - - - - - - X - X",
    "X X X - X - - - X - - - - - - X - O",
    "X X X - X - - - X O - - - - - X - O",
    "X X X - X - - - X - - - - - - X - O",
    "X X X O X - O - - X X X X X X - - X",
    "X X - - X - O - - - - - - - - - - -",
];

/// None if the classes may travel together.
pub fn segregation_of_classes(one: &str, other: &str) -> Option<Segregation> {
    let column = |class: &str| match class {
        "8" => Some(COLUMNS.len()),
        class => COLUMNS.iter().position(|known| *known == class),
    };
    let (first, second) = (column(one)?, column(other)?);
    let (row, column) = (first.min(second), first.max(second));
    match TABLE.get(row)?.split(' ').nth(column)? {
        "X" => Some(Segregation::Forbidden),
        "O" => Some(Segregation::Apart),
        "*" => Some(Segregation::Groups),
        _ => None,
    }
}

impl Hazard {
    /// Its class and subsidiary risks.
    fn classes(&self) -> impl Iterator<Item = &str> {
        let counts = |class: &&str| *class != "6.1" || self.package_group == "I";
        std::iter::once(self.class.as_str())
            .chain(self.subsidiary.iter().map(String::as_str))
            .filter(counts)
    }

    /// Returns the strictest segregation of two goods.
    pub fn segregation_from(&self, other: &Self) -> Option<Segregation> {
        self.classes()
            .flat_map(|one| {
                other
                    .classes()
                    .filter_map(move |two| segregation_of_classes(one, two))
            })
            .max()
    }
}

pub fn conflicts(hazards: &[Hazard]) -> Vec<(&Hazard, &Hazard, Segregation)> {
    let pairs = hazards
        .iter()
        .enumerate()
        .flat_map(|(at, one)| hazards[at + 1..].iter().map(move |two| (one, two)));
    pairs
        .filter_map(|(one, two)| Some((one, two, one.segregation_from(two)?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hazard(name: &str, class: &str, subsidiary: &[&str], package_group: &str) -> Hazard {
        Hazard {
            name: name.to_owned(),
            class: class.to_owned(),
            subsidiary: subsidiary.iter().map(|&class| class.to_owned()).collect(),
            package_group: package_group.to_owned(),
        }
    }

    #[test]
    fn the_table_reads_the_same_both_ways() {
        for (row, line) in TABLE.iter().enumerate() {
            let words: Vec<&str> = line.split(' ').collect();
            assert_eq!(words.len(), COLUMNS.len() + 1, "row {}", COLUMNS[row]);
            for (column, word) in words.iter().enumerate().take(COLUMNS.len()) {
                let mirrored = TABLE[column].split(' ').nth(row).unwrap();
                assert_eq!(*word, mirrored, "{} and {}", COLUMNS[row], COLUMNS[column]);
            }
        }
    }

    #[test]
    fn classes_are_kept_apart_by_the_table() {
        assert_eq!(segregation_of_classes("3", "5.1"), Some(Segregation::Apart));
        assert_eq!(
            segregation_of_classes("8", "4.2"),
            Some(Segregation::Forbidden)
        );
        assert_eq!(segregation_of_classes("4.1", "8"), Some(Segregation::Apart));
        assert_eq!(
            segregation_of_classes("1.1", "3"),
            Some(Segregation::Forbidden)
        );
        assert_eq!(
            segregation_of_classes("1.4", "1.1"),
            Some(Segregation::Groups)
        );
        assert_eq!(segregation_of_classes("3", "8"), None);
        assert_eq!(segregation_of_classes("9", "3"), None);
        assert_eq!(segregation_of_classes("8", "8"), None);
    }

    #[test]
    fn subsidiary_risks_count_as_well() {
        let (peroxide, petrol) = (
            hazard("peroxide", "5.1", &["8"], "II"),
            hazard("petrol", "3", &[], "II"),
        );
        let (white, solvent) = (
            hazard("phosphorus", "4.2", &["6.1"], "I"),
            hazard("solvent", "3", &["6.1"], "II"),
        );
        assert_eq!(peroxide.segregation_from(&petrol), Some(Segregation::Apart));
        assert_eq!(
            white.segregation_from(&petrol),
            Some(Segregation::Forbidden)
        );
        assert_eq!(
            solvent.segregation_from(&petrol),
            None,
            "toxic in packing group I alone"
        );
        let all = [peroxide, petrol, white];
        let conflicting: Vec<(&str, &str)> = conflicts(&all)
            .iter()
            .map(|(one, two, _)| (one.name.as_str(), two.name.as_str()))
            .collect();
        assert_eq!(
            conflicting,
            [
                ("peroxide", "petrol"),
                ("peroxide", "phosphorus"),
                ("petrol", "phosphorus")
            ]
        );
    }
}
