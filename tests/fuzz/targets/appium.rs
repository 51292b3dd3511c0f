#![no_main]

use cs_mem::perceive::parse::Dialect;
use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|data: &[u8]| -> Corpus { cs_mem_fuzz::one_dialect(data, Dialect::Appium) });
