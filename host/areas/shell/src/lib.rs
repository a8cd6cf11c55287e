//! The shell: what frames every screen and differs by tenant and user, its sidebar's links and the views of its lists.

pub mod access;
mod links;
mod views;

pub fn area() -> kernel::Area {
    kernel::Area::new("shell")
        .tag("tenancy")
        .permissions(access::PERMISSIONS)
        .routes(links::routes::links())
        .routes(views::routes::views())
}
