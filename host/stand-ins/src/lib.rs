//! Servers on loopback that speak the true shapes of other companies' interfaces: for tests and for the demo.

pub mod australia_post;
pub mod braintree;
pub mod cards;
pub mod stripe;
