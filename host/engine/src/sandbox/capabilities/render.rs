//! `render`: documents drawn by the host program, so that no plugin carries a PDF writer.

use crate::{
    functions::Function,
    interface::bindings::shared::waybill::host::render::{File, Host, Label, ManifestSheet},
    limits::{MAX_LABELS, MAX_MANIFEST_LINES},
    policy::bounds,
    sandbox::state::State,
};
use serde_json::Value;

impl Host for State {
    async fn labels(&mut self, mut labels: Vec<Label>) -> wasmtime::Result<Result<File, String>> {
        self.count_host_call()?;
        if labels.is_empty() {
            return Ok(Err("labels: none given; at least one is expected".into()));
        }
        if let Err(left) = self.draws(labels.len(), MAX_LABELS) {
            let reason = format!(
                "labels: {} given; {left} more can be drawn in this call",
                labels.len()
            );
            return Ok(Err(reason));
        }
        if let Err(reason) = bounds::check(&mut labels, usize::MAX) {
            return Ok(Err(reason.to_string()));
        }
        let parties = self.parties();
        let requested = self.encode_call(|| &labels);
        let work = parties.host.render_labels(parties.owner(), labels);
        self.drawn("render.labels", requested, work).await
    }

    async fn manifest(
        &mut self,
        mut sheet: ManifestSheet,
    ) -> wasmtime::Result<Result<File, String>> {
        self.count_host_call()?;
        if let Err(left) = self.draws(sheet.lines.len().max(1), MAX_MANIFEST_LINES) {
            let reason = format!(
                "lines: {} given; {left} more can be drawn in this call",
                sheet.lines.len()
            );
            return Ok(Err(reason));
        }
        if let Err(reason) = bounds::check(&mut sheet, usize::MAX) {
            return Ok(Err(reason.to_string()));
        }
        let parties = self.parties();
        let requested = self.encode_call(|| &sheet);
        let work = parties.host.render_manifest(parties.owner(), sheet);
        self.drawn("render.manifest", requested, work).await
    }
}

impl State {
    /// Bounded by the number of documents, not by drawing time.
    async fn drawn(
        &mut self,
        call: &'static str,
        requested: Option<Value>,
        work: impl Future<Output = Result<File, String>>,
    ) -> wasmtime::Result<Result<File, String>> {
        if !matches!(self.function, Function::Label | Function::Manifest) {
            return self.record_or_play(call, requested, work).await;
        }
        if let Some(answer) = self.play_answer(call, requested).await? {
            return Ok(answer);
        }
        self.cpu.wait();
        let answer = work.await;
        self.cpu.resume();
        self.answered(&answer);
        Ok(answer)
    }
}
