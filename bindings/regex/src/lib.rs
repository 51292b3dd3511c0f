//! `regex`, as far as refinery uses it, by the small engine of the same authors.

pub use regex_lite::*;
