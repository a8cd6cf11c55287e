//! `render`: documents drawn by the host program, so that no plugin carries a PDF writer.

use crate::{
    bindings::shared::waybill::host::render::{File, Host, Label, ManifestSheet},
    state::State,
};

const LABELS_MOST: usize = 500;
const LINES_MOST: usize = 5_000;

impl Host for State {
    async fn labels(&mut self, labels: Vec<Label>) -> wasmtime::Result<Result<File, String>> {
        self.count_host_call()?;
        if labels.is_empty() || labels.len() > LABELS_MOST {
            let words = format!("labels: {} given; 1 to {LABELS_MOST} can be drawn", labels.len());
            return Ok(Err(words));
        }
        let parties = self.parties();
        let asked = self.asked(|| &labels);
        self.taped("render.labels", asked, parties.host.render_labels(parties.owner(), labels)).await
    }

    async fn manifest(&mut self, sheet: ManifestSheet) -> wasmtime::Result<Result<File, String>> {
        self.count_host_call()?;
        if sheet.lines.len() > LINES_MOST {
            let words = format!("lines: {} given; at most {LINES_MOST} can be drawn", sheet.lines.len());
            return Ok(Err(words));
        }
        let parties = self.parties();
        let asked = self.asked(|| &sheet);
        self.taped("render.manifest", asked, parties.host.render_manifest(parties.owner(), sheet)).await
    }
}
