//! Self-registration of drivers.

use carriage::{address::Address, quantity::Weight};
use chrono::TimeDelta;
use data::{Change, Error, FieldError, Needs, Refusal, Result, Scope, message, secret::Secret};
use identity::NewUser;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::Routes;
use work::limiter::Limit;

use super::invitations;
use crate::{
    access::DRIVERS,
    drivers,
    model::{Driver, DriverType},
    vehicles::{self, Capacity, Vehicle},
};

const MEMBERS: [&str; 4] = [
    "selfRegister.email",
    "selfRegister.firstName",
    "selfRegister.phonenumber",
    "selfRegister.password",
];

const EXPIRED: Refusal = Refusal::new(
    4601,
    "The invitation was used or has expired. Ask for a new one.",
);

/// Each creates a driver, a vehicle, a user and an email.
const REGISTRATIONS: Limit = Limit {
    name: "driver-registration",
    window: TimeDelta::hours(1),
    per_address: Some(30),
    per_tenant: Some(600),
    per_user: None,
};

pub(crate) fn table() -> Routes {
    Routes::new("/api/drivers/driver")
        .feature(DRIVERS)
        .post("self-registration", Needs::Tenant, register)
        .with_limit(REGISTRATIONS)
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RegisterDriver")]
struct Input {
    self_register: SelfRegister,
}

/// A driver's own details.
#[data::wire(trim)]
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "DriverSelfRegistration")]
struct SelfRegister {
    first_name: String,
    last_name: String,
    email: String,
    phonenumber: String,
    /// State of residence: `NSW`.
    state_code: String,
    password: Secret,
    vehicle: NewVehicle,
    /// Token of the invitation's link. Required if the tenant allows no registration without one.
    invitation_token: Option<String>,
}

#[data::wire(trim)]
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "DriverSelfRegistrationVehicle")]
struct NewVehicle {
    name: String,
    registration_number: String,
    capacity: Capacity,
    #[serde(deserialize_with = "vehicles::measure")]
    gvm: Weight,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RegisteredDriver")]
struct Registered {
    /// False: the tenant approves drivers first.
    can_login: bool,
}

async fn register(
    mut scope: Scope,
    Input {
        self_register: sent,
    }: Input,
) -> Result<Registered> {
    let name = format!("{} {}", sent.first_name, sent.last_name);
    let new = NewUser {
        user_name: sent.email.clone(),
        name: sent.first_name.clone(),
        surname: sent.last_name.clone(),
        email: sent.email.clone(),
        phone: sent.phonenumber.clone(),
        password: sent.password.expose().to_owned(),
        ..NewUser::default()
    };
    let invitation = match &sent.invitation_token {
        None => None,
        Some(token) => Some(
            invitations::find(&mut scope, token)
                .await?
                .ok_or_else(|| Error::from(EXPIRED))?,
        ),
    };
    // A password is hashed without a database connection.
    scope.rollback();
    let account = match invitation {
        Some(_) => identity::validate_account(&scope, new, MEMBERS).await,
        None => identity::validate_registration(&scope, new, MEMBERS).await,
    };
    let country = tenancy::settings_of(scope.host(), scope.tenant)
        .await?
        .general
        .country_code
        .clone();
    let driver = Driver {
        name: name.trim().to_owned(),
        email: Some(sent.email.clone()),
        phone_number: Some(sent.phonenumber.clone()),
        driver_type: DriverType::Contractor,
        is_active: false,
        address: Some(Address {
            state_code: Some(sent.state_code.to_uppercase()),
            country_code: country,
            ..Address::default()
        }),
        ..Driver::default()
    };
    let vehicle = Vehicle {
        name: sent.vehicle.name.clone(),
        registration_number: sent.vehicle.registration_number.clone(),
        capacity: sent.vehicle.capacity.clone(),
        gvm: Some(sent.vehicle.gvm),
        is_current_vehicle: true,
        ..Vehicle::default()
    };
    let mut errors = check(&sent, &vehicle);
    // The other members of the address are not asked for.
    let mut of_address = driver
        .address
        .iter()
        .flat_map(|address| address.check("selfRegister"));
    if !sent.state_code.is_empty() {
        errors.extend(of_address.find(|error| error.member == "selfRegister.stateCode"));
    }
    let account = match account {
        Ok(account) if errors.is_empty() => account,
        Ok(_) => return Err(Error::Invalid(errors)),
        Err(Error::Invalid(fields)) => {
            let is_known =
                |error: &FieldError| fields.iter().any(|field| field.member == error.member);
            errors.retain(|error| !is_known(error));
            errors.splice(0..0, fields);
            return Err(Error::Invalid(errors));
        }
        Err(error) => return Err(error),
    };
    if !identity::tell_registered(&mut scope, &account).await? {
        create(&mut scope, driver, vehicle, (account, invitation)).await?;
        scope.commit().await?;
    }
    Ok(Registered { can_login: false })
}

fn check(sent: &SelfRegister, vehicle: &Vehicle) -> Vec<FieldError> {
    let mut errors = Vec::new();
    for (member, text) in [
        ("firstName", &sent.first_name),
        ("lastName", &sent.last_name),
        ("phonenumber", &sent.phonenumber),
        ("stateCode", &sent.state_code),
    ] {
        if text.is_empty() {
            errors.push(FieldError::new(
                format!("selfRegister.{member}"),
                message!("is required"),
            ));
        }
    }
    let capacity = &vehicle.capacity;
    for (member, is_missing) in [
        ("length", capacity.length.is_none()),
        ("width", capacity.width.is_none()),
        ("height", capacity.height.is_none()),
        ("weight", capacity.weight.is_none()),
    ] {
        if is_missing {
            errors.push(FieldError::new(
                format!("selfRegister.vehicle.capacity.{member}"),
                message!("A number is required"),
            ));
        }
    }
    let vehicle = vehicles::check(vehicle, "selfRegister.vehicle").into_iter();
    errors.extend(vehicle.map(|error| {
        FieldError {
            member: error
                .member
                .replace("registrationnumber", "registrationNumber"),
            ..error
        }
    }));
    errors
}

async fn create(
    scope: &mut Scope,
    mut driver: Driver,
    vehicle: Vehicle,
    (account, invitation): (identity::Registration, Option<invitations::Invitation>),
) -> Result<()> {
    driver.code = drivers::next_code(scope).await?;
    driver.code_key = driver.code.to_lowercase();
    driver.creation_time = scope.now();
    scope.insert(&mut driver).await?;
    let login = (driver.id, false);
    let user = identity::create_driver(scope, account, login, MEMBERS[0]).await?;
    driver.user_id = Some(user);
    driver.user_guid = Some(people::guid_of(scope, user).await?);
    scope.update(&mut driver).await?;
    let vehicle = Vehicle {
        driver_id: driver.id,
        ..vehicle
    };
    let mut edit = scope.edit(Change::from_form(vehicle)).await?;
    vehicles::store(scope, &mut edit)
        .await
        .map_err(|error| match error {
            Error::Invalid(fields) => Error::Invalid(
                fields
                    .into_iter()
                    .map(|field| FieldError {
                        member: format!("selfRegister.{}", field.member)
                            .replace("registrationnumber", "registrationNumber"),
                        ..field
                    })
                    .collect(),
            ),
            other => other,
        })?;
    if let Some(invitation) = invitation {
        invitations::redeem(scope, invitation, driver.id).await?;
    }
    let sign_in = scope.port::<dyn people::SignIn>()?;
    sign_in.send_activation(scope, user).await
}
