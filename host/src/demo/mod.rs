//! Demo data for `waybill serve --demo`: two tenants with users and shipments.

mod bookings;
mod caller;
mod card;
mod carrier_invoices;
mod claims;
mod finance;
mod jobs;
mod line_hauls;
mod network;
mod people;
mod runs;

use data::{db::Mode, ids::TenantId};
use stand_ins::{australia_post::AustraliaPost, braintree::Braintree, stripe::Stripe};

use crate::boot::{App, Parts};

pub use card::{RATE_CARD, put_rate_card};

/// Password of every demo user.
pub const PASSWORD: &str = "Waybill-demo-1";

struct Company {
    name: &'static str,
    host: &'static str,
    legal_name: &'static str,
    address: &'static str,
    abn: &'static str,
    connote_prefix: &'static str,
    customers: &'static [people::DemoCustomer],
}

const COMPANIES: [Company; 2] = [
    Company {
        name: "Southern Cross Freight",
        host: "localhost",
        legal_name: "Southern Cross Freight Pty Ltd",
        address: "40 Footscray Road, West Melbourne VIC 3003",
        abn: "51 824 753 556",
        connote_prefix: "SCF",
        customers: people::SOUTHERN_CROSS,
    },
    Company {
        name: "Acme Logistics",
        host: "acme.localhost",
        legal_name: "Acme Logistics Pty Ltd",
        address: "15 Lavarack Avenue, Eagle Farm QLD 4009",
        abn: "83 914 571 673",
        connote_prefix: "ACM",
        customers: people::ACME,
    },
];

pub struct StandIns {
    post: AustraliaPost,
    _cards: (Stripe, Braintree),
}

/// Starts stand-ins and routes plugin calls to them. Only `--demo` does this.
pub async fn start_stand_ins(parts: &mut Parts) -> anyhow::Result<StandIns> {
    let post = AustraliaPost::start("127.0.0.1:0").await?;
    let (stripe, braintree) = (
        Stripe::start("127.0.0.1:0").await?,
        Braintree::start("127.0.0.1:0").await?,
    );
    parts.config.plugin_private_hosts.push(post.authority());
    parts
        .stand_ins
        .insert(POST_HOST.to_owned(), post.origin().to_owned());
    parts
        .stand_ins
        .insert(STRIPE_HOST.to_owned(), stripe.origin());
    for host in BRAINTREE_HOSTS {
        parts.stand_ins.insert(host.to_owned(), braintree.origin());
    }
    Ok(StandIns {
        post,
        _cards: (stripe, braintree),
    })
}

const POST_HOST: &str = "digitalapi.auspost.com.au";
const STRIPE_HOST: &str = "api.stripe.com";
const BRAINTREE_HOSTS: [&str; 2] = [
    "payments.braintree-api.com",
    "payments.sandbox.braintree-api.com",
];

/// Creates the two tenants unless they exist.
pub async fn seed(app: &App, stand_ins: &StandIns) -> anyhow::Result<()> {
    for company in &COMPANIES {
        if tenancy::find_by_host(app.host(), company.host)
            .await?
            .is_none()
        {
            seed_company(app, company, &stand_ins.post).await?;
        }
    }
    if tenancy::platform_tenant(app.host()).await?.is_none() {
        let new = identity::NewUser {
            user_name: PLATFORM_ADMIN.to_owned(),
            name: "Pat".to_owned(),
            surname: "Novak".to_owned(),
            email: "admin@platform.example".to_owned(),
            password: PASSWORD.to_owned(),
            ..Default::default()
        };
        crate::operate::create_platform_admin(app, PLATFORM_HOST, new).await?;
    }
    Ok(())
}

const PLATFORM_HOST: &str = "platform.localhost";
const PLATFORM_ADMIN: &str = "admin";

async fn seed_company(app: &App, company: &Company, post: &AustraliaPost) -> anyhow::Result<()> {
    let new = tenancy::NewTenant {
        name: company.name.to_owned(),
        hosts: vec![company.host.to_owned()],
        legal_name: company.legal_name.to_owned(),
        address: company.address.to_owned(),
        tax_vat_no: company.abn.to_owned(),
        allow_self_registration: true,
        ..Default::default()
    };
    let tenant = ::people::create_tenant(app.host(), new).await?;
    crate::operate::enable_all_plugins(app, tenant).await?;
    put_rate_card(app, tenant).await?;
    let customers = people::create_customers(app, tenant, company.customers).await?;
    let drivers = people::create_users(app, tenant, customers[0].id).await?;
    network::seed(app, tenant).await?;
    jobs::seed(app, tenant, &customers, &drivers).await?;
    line_hauls::seed(app, tenant, &customers, &drivers).await?;
    runs::seed(app, tenant, &customers, &drivers).await?;
    let accounts = bookings::accounts(app, tenant, company.connote_prefix, post).await?;
    bookings::seed(app, tenant, company.host, &customers, &accounts).await?;
    finance::seed(app, tenant, company.host, &customers, &accounts).await?;
    claims::seed(app, tenant, company.host).await?;
    carrier_invoices::seed(app, tenant, company.host).await
}

pub fn sign_in_help(port: u16) -> String {
    let mut text = String::new();
    for company in &COMPANIES {
        text.push_str(&format!(
            "  {:24} http://{}:{port}\n",
            company.name, company.host
        ));
    }
    text.push_str(&format!(
        "  {:24} http://{PLATFORM_HOST}:{port} (as {PLATFORM_ADMIN})\n",
        "The platform itself"
    ));
    text.push_str(&format!(
        "  Sign in as {} with the password {PASSWORD}",
        people::USER_NAMES.join(", ")
    ));
    text
}

fn write_scope(app: &App, tenant: TenantId) -> data::Scope {
    app.host().scope(tenant, Mode::Write)
}
