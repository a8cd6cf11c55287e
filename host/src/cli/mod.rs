//! Command line: serve, migrate, and operator commands.

use std::{path::PathBuf, process::ExitCode, str::FromStr};

use anyhow::Context;
use clap::{Args, Parser, Subcommand};
use data::{config::Config, db::Mode};
use tenancy::TenantState;

mod output;
mod roads;
mod routes;

use output::{print, print_error, start_log};
use roads::RoadsCommand;

use crate::{
    boot::{App, Parts},
    compiler,
    keys::{self, KeyCommand},
    operate,
    packages::{self, AuthorCommand, PackageCommand},
    plugin_cli::ExitWith,
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
    /// Serve the API and the web application, and run background jobs.
    Serve {
        /// Fill an empty database with two demo tenants, and print how to sign in.
        #[arg(long)]
        demo: bool,
    },
    /// Migrate the database's schema.
    Migrate,
    /// Tenants.
    #[command(subcommand)]
    Tenant(TenantCommand),
    /// The platform tenant.
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
    /// Addresses that places are searched in.
    #[command(subcommand)]
    Places(PlacesCommand),
    /// Roads that travel times are searched in.
    #[command(subcommand)]
    Roads(RoadsCommand),
    /// The search index.
    #[command(subcommand)]
    Search(SearchCommand),
    /// The key that seals secrets, shared by all hosts of a database.
    #[command(subcommand)]
    Secret(KeyCommand),
    /// Print every route: method, path, requirements.
    Routes,
    /// Print every permission: name, title, audience.
    Permissions,
    /// Print the OpenAPI document.
    Openapi,
    /// Print the life cycle of bookings as JSON: statuses, and operations with the statuses that
    /// allow them.
    LifeCycle,
    /// Compile the component on standard input to standard output. Started by the host itself,
    /// under limits.
    #[command(hide = true)]
    PluginCompile,
}

#[derive(Subcommand)]
enum TenantCommand {
    /// Create a tenant with its standard roles and enable every installed plugin.
    Create {
        #[arg(long)]
        name: String,
        /// A host name of the tenant; may be repeated.
        #[arg(long = "host", required = true)]
        hosts: Vec<String>,
        #[arg(long, default_value = "Australia/Sydney")]
        timezone: String,
        #[arg(long, default_value = "AUD")]
        currency: String,
    },
    /// Show all tenants: number, state, edition, name, host names.
    List,
    /// Suspend a tenant and end all its sessions.
    Suspend {
        /// A host name of the tenant.
        #[arg(long)]
        tenant: String,
    },
    /// Reactivate a suspended tenant.
    Activate {
        /// A host name of the tenant.
        #[arg(long)]
        tenant: String,
    },
    /// Show a tenant's features, or override those of its edition.
    Features {
        /// A host name of the tenant.
        #[arg(long)]
        tenant: String,
        /// `Name=value` sets, `Name=` removes an override; may be repeated.
        #[arg(long = "set")]
        values: Vec<String>,
    },
}

#[derive(Subcommand)]
enum PlatformCommand {
    /// Platform administrators.
    #[command(subcommand)]
    Admin(PlatformAdminCommand),
}

#[derive(Subcommand)]
enum PlatformAdminCommand {
    /// Create an administrator, and the platform tenant if there is none. The password is read from
    /// WAYBILL_PASSWORD.
    Create {
        /// The host name of a new platform tenant.
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
    /// Rebuild a tenant's search index from its records. Lists and saves stay available.
    Rebuild {
        /// A host name of the tenant.
        #[arg(long)]
        tenant: String,
    },
}

#[derive(Subcommand)]
enum UserCommand {
    /// Create a user. The password is read from WAYBILL_PASSWORD, which keeps it out of the process
    /// list.
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
    /// Show installed plugins, and rejected ones with reasons.
    List,
    /// Enable a plugin for a tenant, and list the permissions it requests.
    Enable {
        #[command(flatten)]
        of: TenantPlugin,
        /// Grant all listed permissions for the tenant. Without it a packaged plugin is not called
        /// until an administrator of the tenant grants them.
        #[arg(long)]
        agree: bool,
    },
    /// Disable a plugin for a tenant.
    Disable(TenantPlugin),
    /// Show the last log lines of a plugin in all tenants; with --follow also new ones.
    Log(LogOptions),
    /// Install an unsigned build on a development host, again after every build.
    Dev(DevOptions),
    #[command(flatten)]
    Author(AuthorCommand),
    #[command(flatten)]
    Package(PackageCommand),
}

#[derive(Args)]
struct TenantPlugin {
    id: String,
    /// A host name of the tenant.
    #[arg(long)]
    tenant: String,
}

#[derive(Subcommand)]
enum RateCardCommand {
    /// Write a tenant's rate card from a JSON file: `{"rateCard": {"code", "name", …}, "services":
    /// […], "zones": [{"code", "name", "places": […]}], "rates": [{"service", "fromZone", "toZone",
    /// …}]}`, each as in the API. A card with the same code is replaced.
    Put {
        /// A host name of the tenant.
        #[arg(long)]
        tenant: String,
        file: PathBuf,
    },
}

#[derive(Subcommand)]
enum ReferenceCommand {
    /// Import a publisher's file: locations, countries, dangerous-goods or package-types.
    Import { kind: String, file: PathBuf },
}

#[derive(Subcommand)]
enum PlacesCommand {
    /// Replace the addresses by those of publishers' files: GeoNames, G-NAF (the tables of a state,
    /// or G-NAF Core), addresses of OpenStreetMap as GeoJSON, one feature a line.
    Import {
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
}

pub fn main() -> ExitCode {
    let cli = Cli::parse();
    if matches!(cli.command, Command::PluginCompile) {
        return compiler::run_child();
    }
    let outcome = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(anyhow::Error::from)
        .and_then(|runtime| runtime.block_on(run(cli.command)));
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => match error.downcast_ref::<ExitWith>() {
            Some(ends) if ends.words.is_empty() => ExitCode::from(ends.code),
            ends => {
                print_error(&format!("waybill: {error:#}"));
                ends.map_or(ExitCode::FAILURE, |ends| ExitCode::from(ends.code))
            }
        },
    }
}

async fn run(command: Command) -> anyhow::Result<()> {
    if matches!(command, Command::Openapi) {
        print(crate::openapi::text()?.trim_end());
        return Ok(());
    }
    if matches!(command, Command::Permissions) {
        print(crate::permissions::text()?.trim_end());
        return Ok(());
    }
    if matches!(command, Command::LifeCycle) {
        print(&serde_json::to_string(&bookings::life_cycle())?);
        return Ok(());
    }
    if matches!(command, Command::Routes) {
        let routes = web::serve::route_list(&crate::boot::areas_with_openapi());
        for line in routes::format_routes(&routes) {
            print(&line);
        }
        return Ok(());
    }
    if let Command::Plugin(PluginCommand::Author(command)) = command {
        return packages::run_author(command, &print).await;
    }
    let config = Config::load()?;
    start_log(&config)?;
    if matches!(command, Command::Migrate) {
        config.create_data_folder()?;
        return data::db::Db::migrate(&config.db_config(), crate::migrations::MIGRATIONS).await;
    }
    if let Command::Secret(command) = command {
        print(&keys::run(command, &config).await?);
        return Ok(());
    }
    if let Command::Serve { demo } = command {
        return serve(config, demo).await;
    }
    let app = App::start(Parts {
        compiler: compiler::this_program(),
        ..Parts::new(config)
    })
    .await?;
    match command {
        Command::Serve { .. }
        | Command::Migrate
        | Command::Routes
        | Command::Permissions
        | Command::Openapi
        | Command::LifeCycle
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
            operate::enable_all_plugins(&app, id).await?;
            print(&format!("Tenant {id} is ready."));
        }
        Command::Tenant(TenantCommand::List) => {
            for line in operate::list_tenants(&app).await? {
                print(&line);
            }
        }
        Command::Tenant(TenantCommand::Suspend { tenant }) => {
            let id = operate::set_tenant_state(&app, &tenant, TenantState::InActive).await?;
            print(&format!("Tenant {id} is closed."));
        }
        Command::Tenant(TenantCommand::Activate { tenant }) => {
            let id = operate::set_tenant_state(&app, &tenant, TenantState::Available).await?;
            print(&format!("Tenant {id} is open."));
        }
        Command::Tenant(TenantCommand::Features { tenant, values }) => {
            operate::override_features(&app, &tenant, &values).await?;
            for line in operate::list_features(&app, &tenant).await? {
                print(&line);
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
            print(&format!("Platform administrator {id} is ready."));
        }
        Command::Search(SearchCommand::Rebuild { tenant }) => {
            let id = operate::find_active_tenant(&app, &tenant).await?;
            data::search::rebuild(&mut app.host().scope(id, Mode::Write), &[]).await?;
            print(&format!("The search index of tenant {id} is filled."));
        }
        Command::User(UserCommand::Create {
            tenant,
            user_name,
            email,
            name,
            surname,
            roles,
        }) => {
            let tenant = operate::find_active_tenant(&app, &tenant).await?;
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
            print(&format!("User {id} is ready."));
        }
        Command::Plugin(PluginCommand::List) => packages::list(&app)
            .await?
            .iter()
            .for_each(|line| print(line)),
        Command::Plugin(PluginCommand::Author(_)) => {}
        Command::Plugin(PluginCommand::Package(command)) => {
            print(&packages::run_package(&app, command).await?)
        }
        Command::Plugin(PluginCommand::Enable {
            of: TenantPlugin { id, tenant },
            agree,
        }) => operate::enable_plugin(&app, &tenant, &id, agree)
            .await?
            .iter()
            .for_each(|line| print(line)),
        Command::Plugin(PluginCommand::Log(options)) => {
            plugin_log::log(&app, &options, &print, serving::wait_for_stop()).await?
        }
        Command::Plugin(PluginCommand::Dev(options)) => {
            plugin_dev::develop(&app, &options, &print, serving::wait_for_stop()).await?
        }
        Command::Plugin(PluginCommand::Disable(TenantPlugin { id, tenant })) => {
            operate::disable_plugin(&app, &tenant, &id).await?
        }
        Command::RateCard(RateCardCommand::Put { tenant, file }) => {
            let tenant = operate::find_active_tenant(&app, &tenant).await?;
            let text = std::fs::read_to_string(&file)
                .with_context(|| format!("cannot read {}", file.display()))?;
            let code = operate::put_rate_card(&app, tenant, &text).await?;
            print(&format!("Rate card {code} is written."));
        }
        Command::Reference(ReferenceCommand::Import { kind, file }) => {
            let kind = lookups::Kind::from_str(&kind).map_err(anyhow::Error::msg)?;
            let reader = std::fs::File::open(&file)
                .with_context(|| format!("cannot read {}", file.display()))?;
            let report = lookups::import(app.host(), kind, std::io::BufReader::new(reader)).await?;
            print(&report.to_string());
        }
        Command::Places(PlacesCommand::Import { files }) => {
            print(&places::import(app.host(), &files)?.to_string());
        }
        Command::Roads(command) => print(&command.run(app.host())?),
    }
    Ok(())
}

fn password() -> anyhow::Result<String> {
    std::env::var("WAYBILL_PASSWORD").context("set WAYBILL_PASSWORD to the new user's password")
}

async fn serve(config: Config, demo: bool) -> anyhow::Result<()> {
    let listen = config.listen;
    let mut parts = Parts {
        compiler: compiler::this_program(),
        ..Parts::new(config)
    };
    let stand_ins = if demo {
        Some(crate::demo::start_stand_ins(&mut parts).await?)
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
    print(&format!(
        "Waybill serves http://localhost:{}",
        address.port()
    ));
    if demo {
        print(&crate::demo::sign_in_help(address.port()));
    }
    let (stop, stopped) = tokio::sync::watch::channel(false);
    tokio::spawn(async move {
        serving::wait_for_stop().await;
        let _ = stop.send(true);
    });
    app.serve(listener, stopped).await?;
    drop(stand_ins);
    Ok(())
}
