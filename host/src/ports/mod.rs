//! Implementations of the areas' ports by the engine's plugins.

pub mod accounts;
pub(crate) mod asks;
pub mod cards;
pub mod carrier;
mod checkout;
pub mod customers;
mod data;
pub mod document_owner;
pub mod driver_work;
pub mod endpoints;
mod health;
pub mod installed;
pub mod packages;
pub mod rates;
mod reach;
pub mod reports;
pub mod services;
pub mod settings;
pub mod tenant_use;
