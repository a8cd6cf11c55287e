//! Families of instances: their files, their goals, and seeded instances in place of files.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::readers::{Best, Instance, read};
use crate::seeded;

pub struct Family {
    pub key: &'static str,
    pub title: &'static str,
    kind: Kind,
    /// Begin of the names, where a folder may have other instances of the kind.
    prefix: &'static str,
    /// Fewest and most stops.
    stops: (usize, usize),
    /// Instances that are measured unless all are asked for.
    count: usize,
    /// Processor time for each instance.
    pub seconds: f64,
    /// Largest mean gap to the best known, in percent.
    pub goal: f64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Windows,
    Shipments,
    Capacity,
}

pub const FAMILIES: &[Family] = &[
    Family {
        key: "solomon",
        title: "Solomon 100",
        kind: Kind::Windows,
        prefix: "",
        stops: (90, 110),
        count: 56,
        seconds: 5.0,
        goal: 1.0,
    },
    Family {
        key: "li-lim",
        title: "Li and Lim 100",
        kind: Kind::Shipments,
        prefix: "",
        stops: (90, 130),
        count: 56,
        seconds: 5.0,
        goal: 0.7,
    },
    Family {
        key: "homberger-400",
        title: "Gehring-Homberger 400",
        kind: Kind::Windows,
        prefix: "",
        stops: (390, 410),
        count: 6,
        seconds: 60.0,
        goal: 3.0,
    },
    Family {
        key: "homberger-1000",
        title: "Gehring-Homberger 1,000",
        kind: Kind::Windows,
        prefix: "",
        stops: (990, 1010),
        count: 6,
        seconds: 60.0,
        goal: 5.0,
    },
    Family {
        key: "x",
        title: "CVRP X",
        kind: Kind::Capacity,
        prefix: "X-",
        stops: (100, 1000),
        count: 10,
        seconds: 60.0,
        goal: 1.0,
    },
];

/// Instances and best-known costs below a folder, in whatever folders they lie.
#[derive(Default)]
pub struct Library {
    files: Vec<PathBuf>,
    best: HashMap<String, Best>,
}

impl Library {
    pub fn open(path: &Path) -> Self {
        let mut library = Self::default();
        library.add(path);
        library.files.sort();
        library
    }

    fn add(&mut self, path: &Path) {
        for entry in fs::read_dir(path).into_iter().flatten().flatten() {
            let path = entry.path();
            let extension = path.extension().and_then(|extension| extension.to_str());
            match extension.unwrap_or_default().to_lowercase().as_str() {
                _ if path.is_dir() => self.add(&path),
                "txt" | "vrp" => self.files.push(path),
                "json" => self.add_table(&path),
                "sol" => self.add_solution(&path),
                _ => (),
            }
        }
    }

    /// Reads a table as VROOM's scripts have it: best costs and vehicles by name. Keys that end in
    /// `_distance` are of plans that count the distance alone.
    fn add_table(&mut self, path: &Path) {
        let text = fs::read_to_string(path).unwrap_or_default();
        let table: Value = serde_json::from_str(&text).unwrap_or_default();
        for (name, entry) in table.as_object().into_iter().flatten() {
            if let Some(cost) = entry["best_known_cost"].as_f64() {
                let vehicles = entry["solved_with_vehicles"].as_u64();
                let vehicles = vehicles.map(|vehicles| vehicles as usize);
                let best = Best { cost, vehicles };
                self.best.insert(name.to_lowercase(), best);
            }
        }
    }

    /// Reads the cost of a solution as CVRPLIB has it.
    fn add_solution(&mut self, path: &Path) {
        let text = fs::read_to_string(path).unwrap_or_default();
        let cost = (text.lines())
            .find_map(|line| line.trim().strip_prefix("Cost"))
            .and_then(|cost| cost.trim().parse().ok());
        if let (Some(cost), Some(name)) = (cost, path.file_stem().and_then(|name| name.to_str())) {
            let best = Best {
                cost,
                vehicles: None,
            };
            self.best.entry(name.to_lowercase()).or_insert(best);
        }
    }

    fn best(&self, name: &str, kind: Kind) -> Option<Best> {
        let name = name.to_lowercase();
        let distance = format!("{name}_distance");
        match kind {
            Kind::Windows => self.best.get(&distance).or_else(|| self.best.get(&name)),
            Kind::Shipments | Kind::Capacity => self.best.get(&name),
        }
        .copied()
    }
}

impl Family {
    pub fn instances(&self, library: Option<&Library>, all: bool) -> Vec<Instance> {
        let mut instances = match library {
            Some(library) => self.published(library),
            None => self.seeded(),
        };
        if !all && instances.len() > self.count {
            let last = instances.len() - 1;
            let chosen: Vec<usize> = (0..self.count)
                .map(|index| index * last / (self.count - 1).max(1))
                .collect();
            let mut index = 0;
            instances.retain(|_| {
                index += 1;
                chosen.contains(&(index - 1))
            });
        }
        instances
    }

    fn published(&self, library: &Library) -> Vec<Instance> {
        let files = library.files.iter().filter_map(|file| read(file));
        let mut instances: Vec<Instance> = files
            .filter(|instance| {
                let stops = instance.points.len() - 1;
                instance.kind() == self.kind
                    && instance.name.starts_with(self.prefix)
                    && (self.stops.0..=self.stops.1).contains(&stops)
            })
            .collect();
        for instance in &mut instances {
            instance.best_known = library.best(&instance.name, self.kind);
        }
        instances
    }

    fn seeded(&self) -> Vec<Instance> {
        let stops = |index: usize| match self.kind {
            Kind::Capacity => {
                let (least, most) = self.stops;
                least + (most - least) * index / (self.count - 1).max(1)
            }
            _ => self.stops.0.div_ceil(100) * 100,
        };
        let make = |index: usize| match self.kind {
            Kind::Windows => seeded::windows(index, stops(index)),
            Kind::Shipments => seeded::shipments(index, stops(index)),
            Kind::Capacity => seeded::capacity(index, stops(index)),
        };
        (0..self.count).map(make).collect()
    }
}
