//! Every file of `migrations/` is a migration, in order and under its name.

#[test]
fn every_file_is_a_step() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../migrations");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .filter_map(|name| name.strip_suffix(".sql").map(str::to_owned))
        .collect();
    files.sort();
    let steps: Vec<&str> = waybill::migrations::MIGRATIONS
        .iter()
        .map(|step| step.name)
        .collect();
    assert_eq!(files, steps);
    let mut before: Option<&data::db::Migration> = None;
    for step in waybill::migrations::MIGRATIONS {
        // Numbers have no gap; database-specific migrations share a number.
        match before.filter(|before| before.version == step.version) {
            Some(before) => {
                let entry_for = |database: &str| step.name.strip_suffix(database);
                assert_eq!(
                    before.name.strip_suffix(".pg"),
                    entry_for(".sqlite"),
                    "{} and {}",
                    before.name,
                    step.name
                );
                assert!(entry_for(".sqlite").is_some(), "{}", step.name);
            }
            None => assert_eq!(
                step.version,
                before.map_or(1, |before| before.version + 1),
                "{}",
                step.name
            ),
        }
        before = Some(step);
        assert!(
            step.name.starts_with(&format!("{:04}_", step.version)),
            "{}",
            step.name
        );
    }
}
