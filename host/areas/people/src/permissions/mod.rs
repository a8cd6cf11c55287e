//! Permissions and their grants.

pub mod grants;
pub mod rules;
pub mod service;
pub mod store;
#[cfg(test)]
mod test_tree;
