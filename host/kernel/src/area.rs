//! What an area hands to the program: its name, its routes, and what it does in the background.

use crate::{event::Listener, job::JobKind, routes::Routes};

/// One room of the house. The host lists them, one line each.
pub struct Area {
    pub name: &'static str,
    pub routes: Vec<Routes>,
    pub jobs: Vec<JobKind>,
    pub listeners: Vec<Listener>,
}

impl Area {
    pub fn new(name: &'static str) -> Self {
        Self { name, routes: Vec::new(), jobs: Vec::new(), listeners: Vec::new() }
    }
    pub fn routes(mut self, routes: Routes) -> Self {
        self.routes.push(routes);
        self
    }
    pub fn job(mut self, job: JobKind) -> Self {
        self.jobs.push(job);
        self
    }
    pub fn listener(mut self, listener: Listener) -> Self {
        self.listeners.push(listener);
        self
    }
}
