//! Shell: sidebar links of a tenant and view configurations of users.

pub mod access;
mod links;
mod views;

pub fn area() -> web::Area {
    web::Area::new("shell")
        .tag("tenancy")
        .permissions(access::PERMISSIONS)
        .routes(links::routes::links())
        .routes(views::routes::views())
}
