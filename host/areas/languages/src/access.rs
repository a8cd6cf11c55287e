//! Permissions of languages.

use data::Permission;

pub const LANGUAGES: Permission =
    Permission::staff("Pages.Administration.Languages", "Languages").with_place(30);
pub const LANGUAGES_CHANGE_TEXTS: Permission =
    Permission::staff("Pages.Administration.Languages.ChangeTexts", "Change texts");

pub(crate) const PERMISSIONS: &[Permission] = &[LANGUAGES, LANGUAGES_CHANGE_TEXTS];
