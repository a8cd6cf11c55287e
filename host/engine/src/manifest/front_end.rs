//! A plugin's pages and menu entries, as plugin.toml declares them and browsers receive them.

use serde::{Deserialize, Serialize};

use super::Web;
use crate::error::{EngineError, invalid};

/// Menu areas of the shell that may contain an entry.
const AREAS: [&str; 9] = [
    "Booking",
    "Job",
    "Driver",
    "Finance",
    "Customer",
    "Warehouse",
    "Carrier",
    "Reports",
    "Settings",
];
const MAX_TITLE_LENGTH: usize = 64;

#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Route {
    pub id: String,
    /// `zones` or `zones/map`; empty for `/x/<plugin>` itself.
    pub path: String,
    /// A module that the front end exposes, such as `./Zones`.
    pub module: String,
    pub title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub permission: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub feature: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Nav {
    pub id: String,
    pub title: String,
    /// One of the menu's icons. The browser has the list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub icon: Option<String>,
    /// The id of the page.
    pub route: String,
    /// An area such as `Carrier`. An entry without one is below all areas.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<String>,
    /// Sort key, ascending; 100 by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub permission: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub feature: Option<String>,
}

/// The error names the first invalid one.
pub(super) fn check(web: &Web) -> Result<(), EngineError> {
    for (at, route) in web.routes.iter().enumerate() {
        route
            .check()
            .map_err(|error| error.within(format_args!("web.routes {:?}", route.id)))?;
        if web.routes[..at]
            .iter()
            .any(|other| other.id == route.id || other.path == route.path)
        {
            return Err(invalid!(
                "web.routes {:?}: its id or its path {:?} is there already",
                route.id,
                route.path
            ));
        }
    }
    for (at, nav) in web.nav.iter().enumerate() {
        nav.check()
            .map_err(|error| error.within(format_args!("web.nav {:?}", nav.id)))?;
        if web.nav[..at].iter().any(|other| other.id == nav.id) {
            return Err(invalid!("web.nav {:?}: its id is there already", nav.id));
        }
        if !web.routes.iter().any(|route| route.id == nav.route) {
            return Err(invalid!(
                "web.nav {:?}: no page of web.routes has the id {:?}",
                nav.id,
                nav.route
            ));
        }
    }
    Ok(())
}

impl Route {
    fn check(&self) -> Result<(), EngineError> {
        check_id_and_title(&self.id, &self.title)?;
        let part = |part: &str| {
            !part.is_empty()
                && part
                    .bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        };
        if !self.path.is_empty() && !self.path.split('/').all(part) {
            return Err(invalid!(
                "path {:?}: lower-case words, digits and hyphens between slashes are expected, such as zones or zones/map",
                self.path
            ));
        }
        if !self.module.starts_with("./") {
            return Err(invalid!("module {:?} must begin with ./", self.module));
        }
        Ok(())
    }
}

impl Nav {
    fn check(&self) -> Result<(), EngineError> {
        check_id_and_title(&self.id, &self.title)?;
        match self.area.as_deref() {
            Some(area) if !AREAS.contains(&area) => Err(invalid!(
                "area {area:?}: one of {} is expected",
                AREAS.join(", ")
            )),
            _ => Ok(()),
        }
    }
}

fn check_id_and_title(id: &str, title: &str) -> Result<(), EngineError> {
    if id.trim().is_empty() {
        return Err(EngineError::invalid("id: it must not be empty"));
    }
    if title.trim().is_empty() || title.chars().count() > MAX_TITLE_LENGTH {
        return Err(invalid!(
            "title {title:?}: 1 to {MAX_TITLE_LENGTH} characters are expected"
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::manifest::Manifest;

    const COMPLETE: &str = r#"
        id = "ferry"
        name = "Ferry"
        version = "1.0.0"
        kind = "carrier"
        wit = "1.0.0"
        [[web.routes]]
        id = "zones"
        path = "zones/map"
        module = "./Zones"
        title = "Zones"
        permission = "Pages.Carrier"
        [[web.nav]]
        id = "menu"
        title = "Zones"
        icon = "map"
        route = "zones"
        area = "Carrier"
        order = 20
    "#;

    #[test]
    fn pages_and_entries_are_read_and_told_as_they_were_written() {
        let web = Manifest::parse(COMPLETE).unwrap().web;
        assert_eq!(
            serde_json::to_value(&web.routes).unwrap(),
            serde_json::json!([{"id": "zones", "path": "zones/map", "module": "./Zones", "title": "Zones", "permission": "Pages.Carrier"}])
        );
        assert_eq!(web.nav[0].order, Some(20));
        Manifest::parse(&COMPLETE.replace("zones/map", "")).unwrap();
    }

    #[test]
    fn what_is_wrong_with_them_is_named() {
        for (right, wrong, named) in [
            (
                "zones/map",
                "/Zones",
                "web.routes \"zones\": path \"/Zones\"",
            ),
            ("./Zones", "Zones", "must begin with ./"),
            (
                "\"Zones\"\n        permission",
                "\"\"\n        permission",
                "title \"\"",
            ),
            (
                "route = \"zones\"",
                "route = \"other\"",
                "no page of web.routes has the id \"other\"",
            ),
            (
                "\"Carrier\"",
                "\"Carriers\"",
                "area \"Carriers\": one of Booking",
            ),
            ("icon =", "icno =", "icno"),
        ] {
            let reason = Manifest::parse(&COMPLETE.replace(right, wrong))
                .unwrap_err()
                .to_string();
            assert!(reason.contains(named), "{wrong}: {reason}");
        }
        let twice =
            format!("{COMPLETE}\n[[web.nav]]\nid = \"menu\"\ntitle = \"Again\"\nroute = \"zones\"");
        assert!(
            Manifest::parse(&twice)
                .unwrap_err()
                .to_string()
                .contains("its id is there already")
        );
    }
}
