//! `waybill roads`: the road graph of the program.

use std::path::PathBuf;

use clap::Subcommand;
use data::Host;

#[derive(Subcommand)]
pub enum RoadsCommand {
    /// Build the road graph of an extract of OpenStreetMap (PBF) for routes of vans, trucks and
    /// cars.
    Build {
        extract: PathBuf,
        /// Default: the graph that this program uses.
        target: Option<PathBuf>,
        /// Height of trucks in metres.
        #[arg(long, default_value_t = 4.3)]
        truck_height: f64,
        /// Weight of trucks in tonnes.
        #[arg(long, default_value_t = 22.5)]
        truck_weight: f64,
    },
}

impl RoadsCommand {
    /// Runs the command and returns its result in words.
    pub fn run(self, host: &Host) -> anyhow::Result<String> {
        let Self::Build {
            extract,
            target,
            truck_height,
            truck_weight,
        } = self;
        let built = routing::build_roads(host, &extract, target, truck_height, truck_weight)?;
        Ok(built.to_string())
    }
}
