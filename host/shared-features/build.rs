//! Without a build script, Cargo ignores features of build dependencies.

fn main() {}
