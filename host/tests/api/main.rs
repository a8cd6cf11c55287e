//! Tests of the whole program through HTTP, by area, on one host per database: `cargo test -p
//! waybill --test api bookings`.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

mod access;
mod audit;
mod bookings;
mod carriers;
mod concurrency;
mod connections;
mod cost_centers;
mod customer_accounts;
mod customers;
mod dangerous_goods;
mod declared_permissions;
mod drivers;
mod ecommerce_stores;
mod files;
mod finance;
mod freight_jobs;
mod frequent_addresses;
mod health;
mod identity;
mod isolation;
mod jobs;
mod keys;
mod kills;
mod limits;
mod lookups;
mod main_job;
mod metrics;
mod migrations;
mod network;
mod openapi;
mod origin;
mod places;
mod pricing;
mod products;
mod quotes;
mod rates;
mod reconciliation;
mod references;
mod routing;
mod search;
mod tables;
mod tenancy;
mod transactions;
mod webhooks;
