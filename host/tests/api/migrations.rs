//! Every file of `migrations/` is a step of the schema, in order, under its own name, without anybody listing it.

#[test]
fn every_file_is_a_step() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../migrations");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .filter_map(|name| name.strip_suffix(".sql").map(str::to_owned))
        .collect();
    files.sort();
    let steps: Vec<&str> = waybill::migrations::MIGRATIONS.iter().map(|step| step.name).collect();
    assert_eq!(files, steps);
    for (at, step) in waybill::migrations::MIGRATIONS.iter().enumerate() {
        assert_eq!(step.version, at as i64 + 1, "{}", step.name);
        assert!(step.name.starts_with(&format!("{:04}_", step.version)), "{}", step.name);
    }
}
