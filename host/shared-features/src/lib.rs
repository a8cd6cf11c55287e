//! Empty: its dependencies give third-party crates one set of features.
