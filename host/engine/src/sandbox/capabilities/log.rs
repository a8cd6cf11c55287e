//! `log`: messages for the tenant's administrator, buffered until the call ends, bounded in number
//! and length.

use crate::{
    interface::bindings::shared::waybill::host::log::{Host, Level},
    limits::LOG_LINE,
    sandbox::{host_services::LogLine, state::State},
    text::multi_line,
};

impl Host for State {
    fn write(&mut self, level: Level, message: String) -> wasmtime::Result<()> {
        if self.lines.len() >= self.limits.log_lines {
            self.lines_dropped = self.lines_dropped.saturating_add(1);
            return Ok(());
        }
        // Masked before it is cut, or half a secret could remain at the end.
        let message = multi_line(self.context.mask(message), LOG_LINE);
        self.lines.push(LogLine { level, message });
        Ok(())
    }
}
