//! TEMP
impl super::Engine {
    /// TEMP
    pub fn report_html(&self) -> super::Result<String> {
        Ok(String::new())
    }
}
