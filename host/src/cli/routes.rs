//! Route table of `waybill routes`.

use data::Needs;
use web::http::Method;

/// Formats one line a route: method, path and requirement, in aligned columns.
pub(super) fn format_routes(routes: &[(Method, String, Needs)]) -> Vec<String> {
    let method_width = routes
        .iter()
        .map(|(method, _, _)| method.as_str().len())
        .max()
        .unwrap_or_default();
    let path_width = routes
        .iter()
        .map(|(_, path, _)| path.len())
        .max()
        .unwrap_or_default();
    routes
        .iter()
        .map(|(method, path, needs)| {
            // `Method` itself ignores a width.
            let method = method.as_str();
            let needs = format_needs(*needs);
            format!("{method:method_width$}  {path:path_width$}  {needs}")
        })
        .collect()
}

fn format_needs(needs: Needs) -> String {
    match needs {
        Needs::Nothing => "public".to_owned(),
        Needs::Tenant => "tenant".to_owned(),
        Needs::SignedIn => "signed in".to_owned(),
        Needs::OwnAccount => "signed in, own account".to_owned(),
        Needs::SaveOwn => "signed in, own records".to_owned(),
        Needs::Permission(permission) => permission.name.to_owned(),
        Needs::DriverOr(permission) => format!("driver, or {}", permission.name),
        Needs::Save(save) if save.create.name == save.change.name => save.create.name.to_owned(),
        Needs::Save(save) => format!("create {} or update {}", save.create.name, save.change.name),
    }
}

#[cfg(test)]
mod tests {
    use data::{Permission, Save};

    use super::*;

    const READ: Permission = Permission::staff("Pages.Rates", "Rates");
    const CREATE: Permission = Permission::staff("Pages.Rates.Create", "Create rates");
    const EDIT: Permission = Permission::staff("Pages.Rates.Edit", "Edit rates");

    #[test]
    fn routes_are_listed_in_aligned_columns() {
        let route = |method: Method, path: &str, needs: Needs| (method, path.to_owned(), needs);
        let routes = [
            route(Method::GET, "/api/rates/getrates", READ.into()),
            route(
                Method::POST,
                "/api/rates/createorupdaterate",
                Save::with(CREATE, EDIT).into(),
            ),
            route(
                Method::DELETE,
                "/api/rates/deleterate",
                Save::with_permission(EDIT).into(),
            ),
            route(Method::GET, "/api/openapi.json", Needs::Nothing),
        ];
        assert_eq!(
            format_routes(&routes),
            [
                "GET     /api/rates/getrates            Pages.Rates",
                "POST    /api/rates/createorupdaterate  create Pages.Rates.Create or update Pages.Rates.Edit",
                "DELETE  /api/rates/deleterate          Pages.Rates.Edit",
                "GET     /api/openapi.json              public",
            ]
        );
    }

    #[test]
    fn no_routes_give_no_lines() {
        assert!(format_routes(&[]).is_empty());
    }
}
