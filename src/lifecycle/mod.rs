//! Room under construction.

pub mod immune;
