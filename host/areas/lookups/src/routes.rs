//! Routes of look-ups, open to guests of a tenant's host name, since guests request quotes.

use data::{ById, Empty, Error, Needs, PageOf, Result, Scope, db::Mode, ids::PackageTypeId};
use web::Routes;

use crate::{
    model::{
        Attribute, Category, Country, DangerousGoods, DangerousGoodsQuestion, Location,
        LocationsQuestion, PackageType, SearchLocationsQuestion,
    },
    rules::{self, InsuranceType},
    service::find,
    store,
};

pub(crate) fn core() -> Routes {
    Routes::new("/api/core/commonlookup")
        .get("getlocations", Needs::Tenant, get_locations)
        .get("SearchLocations", Needs::Tenant, search_locations)
        .get("getcountry", Needs::Tenant, get_country)
        .get("GetAllPackageTypes", Needs::Tenant, get_all_package_types)
        .get("getinsurencetypes", Needs::Tenant, get_insurance_types)
        .get("GetAttributes", Needs::Tenant, get_attributes)
}

pub(crate) fn user() -> Routes {
    Routes::new("/api/core/user").get("GetPackageType", Needs::Tenant, get_package_type)
}

pub(crate) fn booking() -> Routes {
    Routes::new("/api/booking/CommonLookup")
        .get("GetDangerousGoodsCategories", Needs::Tenant, get_categories)
        .get("GetDangerousGoodsUNCodes", Needs::Tenant, get_un_codes)
}

async fn get_locations(scope: Scope, question: LocationsQuestion) -> Result<Vec<Location>> {
    Ok(find::locations(&scope, question)
        .await?
        .into_iter()
        .map(rules::location_view)
        .collect())
}

async fn search_locations(
    scope: Scope,
    question: SearchLocationsQuestion,
) -> Result<Vec<Location>> {
    Ok(find::search(&scope, question)
        .await?
        .into_iter()
        .map(rules::location_view)
        .collect())
}

async fn get_country(scope: Scope, _: Empty) -> Result<Vec<Country>> {
    let mut tx = scope.host().db().begin_platform(Mode::Read).await?;
    let mut countries = store::countries(&mut tx).await?;
    countries.sort_by_cached_key(|country| rules::fold(&country.country_name));
    Ok(countries)
}

/// Common types first, in order of use; then the others by name.
async fn get_all_package_types(scope: Scope, _: Empty) -> Result<Vec<PackageType>> {
    let mut tx = scope.host().db().begin_platform(Mode::Read).await?;
    let (common, mut others): (Vec<_>, Vec<_>) = store::package_types(&mut tx)
        .await?
        .into_iter()
        .partition(|(_, is_common)| *is_common);
    others.sort_by_cached_key(|(package, _)| rules::fold(&package.name));
    Ok(common
        .into_iter()
        .chain(others)
        .map(|(package, _)| package)
        .collect())
}

async fn get_insurance_types(_: Scope, _: Empty) -> Result<Vec<InsuranceType>> {
    Ok(InsuranceType::ALL.to_vec())
}

async fn get_attributes(_: Scope, _: Empty) -> Result<Vec<Attribute>> {
    Ok(rules::ATTRIBUTES.to_vec())
}

async fn get_package_type(scope: Scope, request: ById<PackageTypeId>) -> Result<PackageType> {
    let mut tx = scope.host().db().begin_platform(Mode::Read).await?;
    store::find_package_type(&mut tx, request.id)
        .await?
        .ok_or(Error::NotFound("The package type"))
}

async fn get_categories(_: Scope, _: Empty) -> Result<Vec<Category>> {
    Ok(rules::CATEGORIES.to_vec())
}

async fn get_un_codes(
    scope: Scope,
    question: DangerousGoodsQuestion,
) -> Result<PageOf<DangerousGoods>> {
    find::dangerous_goods(scope.host(), question).await
}
