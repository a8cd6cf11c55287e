//! VROOM and PyVRP from Python packages, on the same matrix and with one thread.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};
use solver::{Stop, Visit};

use crate::readers::Instance;

const SCRIPT: &str = include_str!("peers.py");

/// A Python process that solves one instance after another.
pub struct Peers {
    process: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
    folder: PathBuf,
}

pub struct PeerPlan {
    pub routes: Vec<Vec<Visit>>,
    /// Processor time.
    pub seconds: f64,
}

impl Peers {
    pub fn start(python: &Path) -> Result<Self, String> {
        let mut process = Command::new(python)
            .args(["-c", SCRIPT])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{} does not start: {error}", python.display()))?;
        let pipes = (process.stdin.take(), process.stdout.take());
        let (Some(requests), Some(answers)) = pipes else {
            return Err("Python has no pipes".to_owned());
        };
        let folder = std::env::temp_dir().join(format!("waybill-plans-{}", std::process::id()));
        fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        Ok(Self {
            process,
            requests,
            answers: BufReader::new(answers),
            folder,
        })
    }

    pub fn solve(
        &mut self,
        solver: &str,
        instance: &Instance,
        seconds: f64,
    ) -> Result<PeerPlan, String> {
        let problem = self.write(instance).map_err(|error| error.to_string())?;
        let request = json!({"solver": solver, "problem": problem, "seconds": seconds});
        writeln!(self.requests, "{request}").map_err(|error| error.to_string())?;
        let mut line = String::new();
        (self.answers.read_line(&mut line)).map_err(|error| error.to_string())?;
        let answer: Value = serde_json::from_str(&line).map_err(|error| error.to_string())?;
        if let Some(error) = answer["error"].as_str() {
            return Err(error.to_owned());
        }
        let mut routes: Vec<Vec<Visit>> = (answer["routes"].as_array().into_iter().flatten())
            .map(|route| {
                let tasks = route.as_array().into_iter().flatten();
                tasks
                    .filter_map(|task| Some(Visit::Task(task.as_u64()? as usize)))
                    .collect()
            })
            .collect();
        routes.resize(instance.problem.vehicles.len(), Vec::new());
        Ok(PeerPlan {
            routes,
            seconds: answer["seconds"].as_f64().unwrap_or_default(),
        })
    }

    fn write(&self, instance: &Instance) -> std::io::Result<PathBuf> {
        let problem = &instance.problem;
        let matrix = self.folder.join("matrix");
        let entries = problem.matrices[0].durations.iter();
        fs::write(
            &matrix,
            entries
                .flat_map(|entry| entry.to_le_bytes())
                .collect::<Vec<u8>>(),
        )?;
        let stop = |stop: &Stop| {
            json!({
                "location": stop.location,
                "service": stop.service,
                "windows": stop.windows,
            })
        };
        let jobs = problem.jobs.iter().map(|job| {
            let mut value = stop(&job.stop);
            value["amount"] = job.delivery[0].into();
            value
        });
        let shipments = problem.shipments.iter().map(|shipment| {
            json!({
                "pickup": stop(&shipment.pickup),
                "delivery": stop(&shipment.delivery),
                "amount": shipment.amount[0],
            })
        });
        let vehicle = &problem.vehicles[0];
        let text = json!({
            "matrix": matrix,
            "size": problem.matrices[0].size,
            "points": instance.points,
            "fleet": {
                "count": problem.vehicles.len(),
                "capacity": vehicle.capacity.as_ref().map(|capacity| capacity[0]),
                "window": vehicle.window,
                "fixed": vehicle.costs.fixed,
            },
            "jobs": jobs.collect::<Vec<Value>>(),
            "shipments": shipments.collect::<Vec<Value>>(),
        });
        let path = self.folder.join("problem.json");
        fs::write(&path, text.to_string())?;
        Ok(path)
    }
}

impl Drop for Peers {
    fn drop(&mut self) {
        // The process may have ended, and the folder may be removed, already.
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}
