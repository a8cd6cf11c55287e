//! The command line: serve, migrate, and what an operator does by hand.

use std::{path::PathBuf, process::ExitCode, str::FromStr};

use anyhow::Context;
use clap::{Args, Parser, Subcommand};
use kernel::{config::Config, db::Mode};
use tenancy::TenantState;

mod output;

use output::{say, say_error, start_log};

use crate::{
    boot::{App, Parts},
    compiler,
    keys::{self, KeyCommand},
    operate,
    packages::{self, AuthorCommand, PackageCommand},
    plugin_cli::Ends,
    plugin_dev::{self, DevOptions},
    plugin_log::{self, LogOptions},
    serving,
};

/// Waybill, the freight platform.
#[derive(Parser)]
#[command(name = "waybill", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the API and the web application, and work in the background.
    Serve {
        /// Fill an empty database with two tenants to look around in, and print how to sign in.
        #[arg(long)]
        demo: bool,
    },
    /// Bring the database's schema up to date.
    Migrate,
    /// Tenants.
    #[command(subcommand)]
    Tenant(TenantCommand),
    /// The platform itself.
    #[command(subcommand)]
    Platform(PlatformCommand),
    /// Users.
    #[command(subcommand)]
    User(UserCommand),
    /// Plugins.
    #[command(subcommand)]
    Plugin(PluginCommand),
    /// Rate cards.
    #[command(subcommand)]
    RateCard(RateCardCommand),
    /// Reference data.
    #[command(subcommand)]
    Reference(ReferenceCommand),
    /// The search index.
    #[command(subcommand)]
    Search(SearchCommand),
    /// The key that secrets are sealed with; all hosts of a database have the same.
    #[command(subcommand)]
    Secret(KeyCommand),
    /// Print every route: method, path, what it needs.
    Routes,
    /// Print the OpenAPI document.
    Openapi,
    /// Compile the component on standard input to standard output: what the program starts itself for, under limits.
    #[command(hide = true)]
    PluginCompile,
}

#[derive(Subcommand)]
enum TenantCommand {
    /// Create a tenant with its standard roles and switch on every installed plugin.
    Create {
        #[arg(long)]
        name: String,
        /// A host name it answers on; may be repeated.
        #[arg(long = "host", required = true)]
        hosts: Vec<String>,
        #[arg(long, default_value = "Australia/Sydney")]
        timezone: String,
        #[arg(long, default_value = "AUD")]
        currency: String,
    },
    /// Show all tenants: number, state, edition, name, host names.
    List,
    /// Close a tenant and end all its sessions at once.
    Suspend {
        /// A host name of the tenant.
        #[arg(long)]
        tenant: String,
    },
    /// Open a suspended tenant again.
    Activate {
        /// A host name of the tenant.
        #[arg(long)]
        tenant: String,
    },
    /// Show what a tenant has of features, or give it some beside its edition.
    Features {
        /// A host name of the tenant.
        #[arg(long)]
        tenant: String,
        /// `Name=value` gives, `Name=` takes back what was given; may be repeated.
        #[arg(long = "set")]
        values: Vec<String>,
    },
}

#[derive(Subcommand)]
enum PlatformCommand {
    /// The people who run the platform.
    #[command(subcommand)]
    Admin(PlatformAdminCommand),
}

#[derive(Subcommand)]
enum PlatformAdminCommand {
    /// Create one, and the platform's own tenant if there is none; the password is read from WAYBILL_PASSWORD.
    Create {
        /// The host name of the platform's own tenant, for the first time.
        #[arg(long, default_value = "platform.localhost")]
        host: String,
        #[arg(long)]
        user_name: String,
        #[arg(long)]
        email: String,
        #[arg(long)]
        name: String,
        #[arg(long)]
        surname: String,
    },
}

#[derive(Subcommand)]
enum SearchCommand {
    /// Empty a tenant's search index and fill it again from its records; lists and saves go on meanwhile.
    Rebuild {
        /// A host name of the tenant.
        #[arg(long)]
        tenant: String,
    },
}

#[derive(Subcommand)]
enum UserCommand {
    /// Create a user; the password is read from WAYBILL_PASSWORD so that it stays out of the process list.
    Create {
        /// A host name of the tenant.
        #[arg(long)]
        tenant: String,
        #[arg(long)]
        user_name: String,
        #[arg(long)]
        email: String,
        #[arg(long)]
        name: String,
        #[arg(long)]
        surname: String,
        /// Admin, Dispatcher, Finance, Warehouse, Customer or Driver; may be repeated.
        #[arg(long = "role", required = true)]
        roles: Vec<String>,
    },
}

#[derive(Subcommand)]
enum PluginCommand {
    /// Show what is installed, and what was refused and why.
    List,
    /// Switch a plugin on for a tenant, and list what it asks to be allowed to do.
    Enable {
        #[command(flatten)]
        of: PluginOfTenant,
        /// Agree for the tenant to all that is listed; without it a plugin that came as a package is not called until an
        /// administrator of the tenant agrees.
        #[arg(long)]
        agree: bool,
    },
    /// Switch a plugin off for a tenant.
    Disable(PluginOfTenant),
    /// Show the last lines that a plugin wrote, of all tenants, and with --follow each new one.
    Log(LogOptions),
    /// Install an unsigned build on a host for development, and again whenever it is built anew.
    Dev(DevOptions),
    #[command(flatten)]
    Author(AuthorCommand),
    #[command(flatten)]
    Package(PackageCommand),
}

#[derive(Args)]
struct PluginOfTenant {
    id: String,
    /// A host name of the tenant.
    #[arg(long)]
    tenant: String,
}

#[derive(Subcommand)]
enum RateCardCommand {
    /// Write a tenant's rate card from a JSON file: `{"rateCard": {"code", "name", …}, "services": […],
    /// "zones": [{"code", "name", "places": […]}], "rates": [{"service", "fromZone", "toZone", …}]}`, each as the API's
    /// calls take it. A card that has the code already is replaced.
    Put {
        /// A host name of the tenant.
        #[arg(long)]
        tenant: String,
        file: PathBuf,
    },
}

#[derive(Subcommand)]
enum ReferenceCommand {
    /// Read a publisher's file: locations, countries, dangerous-goods or package-types.
    Import { kind: String, file: PathBuf },
}

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    if matches!(cli.command, Command::PluginCompile) {
        return compiler::work();
    }
    let outcome = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(anyhow::Error::from)
        .and_then(|runtime| runtime.block_on(run(cli.command)));
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => match error.downcast_ref::<Ends>() {
            Some(ends) if ends.words.is_empty() => ExitCode::from(ends.code),
            ends => {
                say_error(&format!("waybill: {error:#}"));
                ends.map_or(ExitCode::FAILURE, |ends| ExitCode::from(ends.code))
            }
        },
    }
}

async fn run(command: Command) -> anyhow::Result<()> {
    if matches!(command, Command::Openapi) {
        say(crate::openapi::text()?.trim_end());
        return Ok(());
    }
    if matches!(command, Command::Routes) {
        for (method, path, needs) in kernel::serve::route_list(&crate::boot::areas_with_openapi()) {
            say(&format!("{method:7} {path:70} {needs:?}"));
        }
        return Ok(());
    }
    if let Command::Plugin(PluginCommand::Author(command)) = command {
        return packages::author(command, &say).await;
    }
    let config = Config::load()?;
    start_log(&config)?;
    if matches!(command, Command::Migrate) {
        config.prepare()?;
        return kernel::db::Db::migrate(&config.database(), crate::migrations::MIGRATIONS).await;
    }
    if let Command::Secret(command) = command {
        say(&keys::operate(command, &config).await?);
        return Ok(());
    }
    if let Command::Serve { demo } = command {
        return serve(config, demo).await;
    }
    let app = App::start(Parts {
        compiler: compiler::own(),
        ..Parts::new(config)
    })
    .await?;
    match command {
        Command::Serve { .. }
        | Command::Migrate
        | Command::Routes
        | Command::Openapi
        | Command::PluginCompile
        | Command::Secret(_) => {}
        Command::Tenant(TenantCommand::Create {
            name,
            hosts,
            timezone,
            currency,
        }) => {
            let new = tenancy::NewTenant {
                name,
                hosts,
                timezone,
                base_currency: currency,
                ..Default::default()
            };
            let id = people::create_tenant(app.host(), new).await?;
            operate::enable_all(&app, id).await?;
            say(&format!("Tenant {id} is ready."));
        }
        Command::Tenant(TenantCommand::List) => {
            for line in operate::list_tenants(&app).await? {
                say(&line);
            }
        }
        Command::Tenant(TenantCommand::Suspend { tenant }) => {
            let id = operate::set_tenant_state(&app, &tenant, TenantState::InActive).await?;
            say(&format!("Tenant {id} is closed."));
        }
        Command::Tenant(TenantCommand::Activate { tenant }) => {
            let id = operate::set_tenant_state(&app, &tenant, TenantState::Available).await?;
            say(&format!("Tenant {id} is open."));
        }
        Command::Tenant(TenantCommand::Features { tenant, values }) => {
            operate::give_features(&app, &tenant, &values).await?;
            for line in operate::list_features(&app, &tenant).await? {
                say(&line);
            }
        }
        Command::Platform(PlatformCommand::Admin(PlatformAdminCommand::Create {
            host,
            user_name,
            email,
            name,
            surname,
        })) => {
            let new = identity::NewUser {
                user_name,
                name,
                surname,
                email,
                password: password()?,
                ..Default::default()
            };
            let id = operate::create_platform_admin(&app, &host, new).await?;
            say(&format!("Platform administrator {id} is ready."));
        }
        Command::Search(SearchCommand::Rebuild { tenant }) => {
            let id = operate::tenant_at(&app, &tenant).await?;
            kernel::search::rebuild(&mut app.host().scope(id, Mode::Write), &[]).await?;
            say(&format!("The search index of tenant {id} is filled."));
        }
        Command::User(UserCommand::Create {
            tenant,
            user_name,
            email,
            name,
            surname,
            roles,
        }) => {
            let tenant = operate::tenant_at(&app, &tenant).await?;
            let password = password()?;
            let new = identity::NewUser {
                user_name,
                name,
                surname,
                email,
                password,
                roles,
                ..Default::default()
            };
            let id = identity::create_user(app.host(), tenant, new).await?;
            say(&format!("User {id} is ready."));
        }
        Command::Plugin(PluginCommand::List) => packages::list(&app)
            .await?
            .iter()
            .for_each(|line| say(line)),
        Command::Plugin(PluginCommand::Author(_)) => {}
        Command::Plugin(PluginCommand::Package(command)) => {
            say(&packages::operate(&app, command).await?)
        }
        Command::Plugin(PluginCommand::Enable {
            of: PluginOfTenant { id, tenant },
            agree,
        }) => operate::switch_on(&app, &tenant, &id, agree)
            .await?
            .iter()
            .for_each(|line| say(line)),
        Command::Plugin(PluginCommand::Log(options)) => {
            plugin_log::log(&app, &options, &say, serving::interrupted()).await?
        }
        Command::Plugin(PluginCommand::Dev(options)) => {
            plugin_dev::develop(&app, &options, &say, serving::interrupted()).await?
        }
        Command::Plugin(PluginCommand::Disable(PluginOfTenant { id, tenant })) => {
            operate::switch_off(&app, &tenant, &id).await?
        }
        Command::RateCard(RateCardCommand::Put { tenant, file }) => {
            let tenant = operate::tenant_at(&app, &tenant).await?;
            let text = std::fs::read_to_string(&file)
                .with_context(|| format!("cannot read {}", file.display()))?;
            let code = operate::put_card(&app, tenant, &text).await?;
            say(&format!("Rate card {code} is written."));
        }
        Command::Reference(ReferenceCommand::Import { kind, file }) => {
            let kind = lookups::Kind::from_str(&kind).map_err(anyhow::Error::msg)?;
            let reader = std::fs::File::open(&file)
                .with_context(|| format!("cannot read {}", file.display()))?;
            let report = lookups::import(app.host(), kind, std::io::BufReader::new(reader)).await?;
            say(&report.to_string());
        }
    }
    Ok(())
}

/// It comes from the environment, so that it stays out of the process list.
fn password() -> anyhow::Result<String> {
    std::env::var("WAYBILL_PASSWORD").context("set WAYBILL_PASSWORD to the new user's password")
}

async fn serve(config: Config, demo: bool) -> anyhow::Result<()> {
    let listen = config.listen;
    let mut parts = Parts {
        compiler: compiler::own(),
        ..Parts::new(config)
    };
    let stand_ins = if demo {
        Some(crate::demo::stand_ins(&mut parts).await?)
    } else {
        None
    };
    let app = App::start(parts).await?;
    lookups::seed_builtin(app.host()).await?;
    if let Some(stand_ins) = &stand_ins {
        crate::demo::seed(&app, stand_ins).await?;
    }
    let listener = tokio::net::TcpListener::bind(listen)
        .await
        .with_context(|| format!("cannot listen on {listen}"))?;
    let address = listener.local_addr()?;
    say(&format!(
        "Waybill serves http://localhost:{}",
        address.port()
    ));
    if demo {
        say(&crate::demo::how_to_sign_in(address.port()));
    }
    let (stop, stopped) = tokio::sync::watch::channel(false);
    tokio::spawn(async move {
        serving::interrupted().await;
        // Nobody listens any more when the server has ended by itself.
        let _ = stop.send(true);
    });
    app.serve(listener, stopped).await?;
    drop(stand_ins);
    Ok(())
}
