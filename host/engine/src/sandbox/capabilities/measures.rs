//! `measures`: the exact measures of the call's goods.

use crate::{
    interface::{
        bindings::measures::waybill::host::measures::{Host, Measure},
        wit,
    },
    sandbox::state::State,
};

impl Host for State {
    fn of_call(&mut self) -> wasmtime::Result<Vec<Measure>> {
        let requested = self.encode_call(|| ());
        if let Some(answer) = self.play_answer_now("measures.of-call", requested)? {
            return Ok(answer);
        }
        let measures: Vec<wit::Measure> = self.context.measures.to_vec();
        self.answered(&measures);
        Ok(measures)
    }
}
