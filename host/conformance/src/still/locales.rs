//! Checks of a plugin's translations: readable, with known keys only and complete.

use plugins::{LOCALES_FOLDER, Locales, TranslatableParts};

use crate::{report::Report, subject::Subject};

pub fn locales(subject: &Subject, report: &mut Report) {
    let (what, mut read, mut complaints) = (
        "its other languages are whole",
        Locales::default(),
        Vec::new(),
    );
    for (path, content) in &subject.package.files {
        if let Some(file) = path
            .strip_prefix(LOCALES_FOLDER)
            .and_then(|rest| rest.strip_prefix('/'))
        {
            complaints.extend(read.add(file, content).err());
        }
    }
    let languages: Vec<&str> = read.languages().collect();
    if languages.is_empty() && complaints.is_empty() {
        report.skip("locales", what, "the package has no locales/");
        return;
    }
    let attributes = subject
        .plugin
        .description()
        .map(|said| said.attributes.as_slice())
        .unwrap_or_default();
    let attributes: Vec<String> = attributes
        .iter()
        .map(|attribute| attribute.key.clone())
        .collect();
    let web = &subject.plugin.manifest().web;
    let routes: Vec<String> = web.routes.iter().map(|route| route.id.clone()).collect();
    let nav: Vec<String> = web.nav.iter().map(|nav| nav.id.clone()).collect();
    let schema = subject.package.files.get("settings.schema.json");
    let schema = schema.and_then(|text| serde_json::from_slice(text).ok());
    let plugin = TranslatableParts {
        attributes: &attributes,
        routes: &routes,
        nav: &nav,
        schema: schema.as_ref(),
    };
    complaints.extend(read.find_problems(plugin));
    let told = match read.untranslated_keys(plugin) {
        unsaid if unsaid.is_empty() => languages.join(", "),
        unsaid => format!(
            "{}; said by none: {}",
            languages.join(", "),
            unsaid.join(", ")
        ),
    };
    report.judge("locales", what, &complaints, &told);
}
