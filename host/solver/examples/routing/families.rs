//! Families of instances: their files and their goals.

use std::fs;
use std::path::{Path, PathBuf};

use crate::readers::{Instance, read};

pub struct Family {
    pub key: &'static str,
    pub title: &'static str,
    /// Folder below the path of instances.
    folder: &'static str,
    /// File of best-known costs, and the suffix of its keys.
    best: (&'static str, &'static str),
    /// Files that are measured unless all are asked for.
    count: usize,
    /// Processor time for each instance.
    pub seconds: f64,
    /// Largest mean gap to the best known, in percent.
    pub goal: f64,
}

pub const FAMILIES: &[Family] = &[
    Family {
        key: "solomon",
        title: "Solomon 100",
        folder: "VRPTW/solomon",
        best: ("VRPTW/BKS.json", "_distance"),
        count: 56,
        seconds: 5.0,
        goal: 1.0,
    },
    Family {
        key: "homberger-400",
        title: "Gehring-Homberger 400",
        folder: "VRPTW/homberger_400",
        best: ("VRPTW/BKS.json", ""),
        count: 6,
        seconds: 60.0,
        goal: 3.0,
    },
    Family {
        key: "homberger-1000",
        title: "Gehring-Homberger 1,000",
        folder: "VRPTW/homberger_1000",
        best: ("VRPTW/BKS.json", ""),
        count: 6,
        seconds: 60.0,
        goal: 5.0,
    },
    Family {
        key: "li-lim",
        title: "Li and Lim 100",
        folder: "PDPTW/li_lim_100",
        best: ("PDPTW/BKS.json", ""),
        count: 56,
        seconds: 5.0,
        goal: 0.7,
    },
    Family {
        key: "x",
        title: "CVRP X",
        folder: "CVRP/X",
        best: ("CVRP/BKS.json", ""),
        count: 10,
        seconds: 60.0,
        goal: 1.0,
    },
];

impl Family {
    pub fn instances(&self, path: Option<&Path>, all: bool) -> Vec<Instance> {
        let Some(path) = path else {
            return Vec::new();
        };
        let mut files: Vec<PathBuf> = fs::read_dir(path.join(self.folder))
            .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
            .unwrap_or_default();
        files.retain(|file| {
            file.extension()
                .is_some_and(|extension| extension == "txt" || extension == "vrp")
        });
        files.sort();
        let step = if all {
            1
        } else {
            files.len().div_ceil(self.count).max(1)
        };
        let best = fs::read_to_string(path.join(self.best.0)).unwrap_or_default();
        let best: serde_json::Value = serde_json::from_str(&best).unwrap_or_default();
        let files = files.iter().step_by(step).filter_map(|file| read(file));
        files
            .map(|mut instance| {
                let key = format!("{}{}", instance.name, self.best.1);
                instance.best_known = best[&key]["best_known_cost"].as_f64();
                instance
            })
            .collect()
    }
}
