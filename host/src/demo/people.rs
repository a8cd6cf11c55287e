//! Demo customers of each company, and one user of each role.

use carriage::address::Address;
use customers::{CustomerInfo, NewCustomer};
use data::ids::{CustomerId, DriverId, TenantId};
use drivers::{DriverType, NewDriver};

use super::{PASSWORD, write_scope};
use crate::boot::App;

pub struct DemoCustomer {
    pub company: &'static str,
    pub contact: &'static str,
    pub email: &'static str,
    pub telephone: &'static str,
    pub street: &'static str,
    pub suburb: &'static str,
    pub state: &'static str,
    pub postcode: &'static str,
}

const fn demo_customer(
    company: &'static str,
    contact: [&'static str; 3],
    street: &'static str,
    place: [&'static str; 3],
) -> DemoCustomer {
    DemoCustomer {
        company,
        contact: contact[0],
        email: contact[1],
        telephone: contact[2],
        street,
        suburb: place[0],
        state: place[1],
        postcode: place[2],
    }
}

pub const SOUTHERN_CROSS: &[DemoCustomer] = &[
    demo_customer(
        "Bluegum Wines",
        ["Robin Lee", "robin@bluegum.example", "03 9000 1111"],
        "12 Church Street",
        ["Richmond", "VIC", "3121"],
    ),
    demo_customer(
        "Harbour Tools",
        ["Sam Fields", "sam@harbourtools.example", "02 9000 2222"],
        "8 Macquarie Street",
        ["Parramatta", "NSW", "2150"],
    ),
    demo_customer(
        "Derwent Paper",
        ["Alex Murray", "alex@derwentpaper.example", "03 6000 3333"],
        "77 Elizabeth Street",
        ["Hobart", "TAS", "7000"],
    ),
    demo_customer(
        "Swan River Surf",
        ["Jo Whitfield", "jo@swansurf.example", "08 9000 4444"],
        "210 Adelaide Terrace",
        ["Perth", "WA", "6000"],
    ),
    demo_customer(
        "Tablelands Coffee",
        ["Priya Nair", "priya@tablelands.example", "07 4000 5555"],
        "3 Grafton Street",
        ["Cairns", "QLD", "4870"],
    ),
    demo_customer(
        "Barossa Glass",
        ["Chris Vogel", "chris@barossaglass.example", "08 8000 6666"],
        "19 King William Street",
        ["Adelaide", "SA", "5000"],
    ),
];

pub const ACME: &[DemoCustomer] = &[
    demo_customer(
        "Moreton Machines",
        ["Lou Carter", "lou@moreton.example", "07 3000 1111"],
        "400 Queen Street",
        ["Brisbane", "QLD", "4000"],
    ),
    demo_customer(
        "Outback Solar",
        ["Kim Tran", "kim@outbacksolar.example", "08 8900 2222"],
        "21 Mitchell Street",
        ["Darwin", "NT", "0800"],
    ),
    demo_customer(
        "Capital Optics",
        [
            "Morgan Hill",
            "morgan@capitaloptics.example",
            "02 6200 3333",
        ],
        "60 London Circuit",
        ["Canberra", "ACT", "2601"],
    ),
];

pub async fn create_customers(
    app: &App,
    tenant: TenantId,
    businesses: &[DemoCustomer],
) -> anyhow::Result<Vec<CustomerInfo>> {
    let mut scope = write_scope(app, tenant);
    let mut created = Vec::new();
    for business in businesses {
        let new = NewCustomer {
            company_name: Some(business.company.to_owned()),
            contact_name: Some(business.contact.to_owned()),
            email: Some(business.email.to_owned()),
            telephone: Some(business.telephone.to_owned()),
            is_business: true,
            is_invoicable: true,
            can_send_dg: true,
            payment_terms: Some("30 days".to_owned()),
            address: Some(business.address()),
        };
        created.push(customers::create(&mut scope, new).await?);
    }
    scope.commit().await?;
    Ok(created)
}

impl DemoCustomer {
    pub fn address(&self) -> Address {
        Address {
            kind: Some("Business".to_owned()),
            contact_name: Some(self.contact.to_owned()),
            company_name: Some(self.company.to_owned()),
            email: Some(self.email.to_owned()),
            telephone: Some(self.telephone.to_owned()),
            address_line1: Some(self.street.to_owned()),
            suburb: self.suburb.to_owned(),
            state: Some(self.state.to_owned()),
            state_code: Some(self.state.to_owned()),
            post_code: self.postcode.to_owned(),
            country: Some("Australia".to_owned()),
            country_code: "AU".to_owned(),
            ..Address::default()
        }
    }
}

pub const USER_NAMES: [&str; 6] = [
    "admin",
    "dispatcher",
    "finance",
    "warehouse",
    "customer",
    "driver",
];

const USERS: [(&str, &str, &str, &str); 6] = [
    ("admin", "Avery", "Quinn", "Admin"),
    ("dispatcher", "Dana", "Okafor", "Dispatcher"),
    ("finance", "Finley", "Rossi", "Finance"),
    ("warehouse", "Wren", "Halloran", "Warehouse"),
    ("customer", "Robin", "Lee", "Customer"),
    ("driver", "Drew", "Papadopoulos", "Driver"),
];

/// The first is the driver of the demo's user.
const DRIVERS: [NewDriver; 6] = [
    van("Drew Papadopoulos", "0412 555 010", true, "1SC 4KD"),
    rigid("Mei Tanaka", "0412 555 011", true, "1SC 7RT"),
    van("Ravi Menon", "0412 555 012", true, "1SC 2XA"),
    rigid("Joan Whitfield", "0412 555 013", false, "XV 31 PL"),
    van("Tomasz Nowak", "0412 555 014", true, "BQ 88 MN"),
    van("Aroha Ngata", "0412 555 015", false, "1SC 9QW"),
];

const fn van(
    name: &'static str,
    phone: &'static str,
    is_available: bool,
    registration: &'static str,
) -> NewDriver {
    NewDriver {
        name,
        phone,
        driver_type: DriverType::Employee,
        is_available,
        vehicle: "Van",
        registration,
        load: [330, 180, 190],
        payload: 1_200,
        gvm: 3_500,
    }
}

const fn rigid(
    name: &'static str,
    phone: &'static str,
    is_available: bool,
    registration: &'static str,
) -> NewDriver {
    NewDriver {
        driver_type: DriverType::OwnerDriver,
        vehicle: "Rigid truck, 8 pallets",
        load: [620, 240, 240],
        payload: 5_500,
        gvm: 12_000,
        ..van(name, phone, is_available, registration)
    }
}

/// Returns the drivers.
pub async fn create_users(
    app: &App,
    tenant: TenantId,
    customer: CustomerId,
) -> anyhow::Result<Vec<DriverId>> {
    let mut scope = write_scope(app, tenant);
    let mut drivers = Vec::new();
    for driver in DRIVERS {
        drivers.push(drivers::add(&mut scope, driver).await?);
    }
    scope.commit().await?;
    for (user_name, name, surname, role) in USERS {
        let new = identity::NewUser {
            user_name: user_name.to_owned(),
            name: name.to_owned(),
            surname: surname.to_owned(),
            email: format!("{user_name}@demo.example"),
            password: PASSWORD.to_owned(),
            roles: vec![role.to_owned()],
            customer: (role == "Customer").then_some(customer),
            driver: (role == "Driver")
                .then(|| drivers.first().copied())
                .flatten(),
            is_driver: role == "Driver",
            ..Default::default()
        };
        let driver = new.driver;
        let user = identity::create_user(app.host(), tenant, new).await?;
        if let Some(driver) = driver {
            drivers::link_user(&mut scope, driver, user).await?;
            scope.commit().await?;
        }
    }
    Ok(drivers)
}
