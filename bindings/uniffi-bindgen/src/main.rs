//! `uniffi-bindgen generate <library> --language kotlin|swift|python --out-dir <dir> --no-format`

fn main() {
    uniffi::uniffi_bindgen_main();
}
