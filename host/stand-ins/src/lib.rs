//! Loopback servers with the APIs of other companies and files of publishers, for tests and the
//! demo.

pub mod australia_post;
pub mod braintree;
pub mod cards;
pub mod gate;
pub mod geocoders;
pub mod loopback;
pub mod osm;
pub mod roads;
pub mod stripe;
pub mod tiles;
