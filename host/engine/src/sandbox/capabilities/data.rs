//! `data`: the tenant's records for reports, listed by the host with the caller's permissions, in
//! batches.

use crate::{
    interface::{
        bindings::shared::waybill::host::data::{DataError, Host, HostRows, Query, Value},
        rows::Rows,
    },
    limits::MAX_BATCH,
    sandbox::state::State,
};
use serde_json::json;
use std::collections::VecDeque;
use wasmtime::component::Resource;

const MAX_COLUMNS: usize = 100;
const MAX_TEXT: usize = 4 << 10;

type Batch = Vec<Vec<Value>>;

impl Host for State {
    async fn sources(&mut self) -> wasmtime::Result<Vec<String>> {
        self.count_host_call()?;
        let parties = self.parties();
        let requested = self.encode_call(|| ());
        self.record_or_play(
            "data.sources",
            requested,
            parties.host.data_sources(parties.owner()),
        )
        .await
    }

    async fn open(&mut self, query: Query) -> wasmtime::Result<Result<Resource<Rows>, DataError>> {
        self.count_host_call()?;
        if let Err(error) = check(&query) {
            return Ok(Err(error));
        }
        let requested = self.encode_call(|| &query);
        if let Some(opened) = self
            .play_answer::<Result<(), DataError>>("data.open", requested)
            .await?
        {
            return match opened {
                Ok(()) => Ok(Ok(self.table.push(Rows {
                    query,
                    page: 0,
                    ready: VecDeque::new(),
                    ended: true,
                })?)),
                Err(error) => Ok(Err(error)),
            };
        }
        let mut rows = Rows {
            query,
            page: 0,
            ready: VecDeque::new(),
            ended: false,
        };
        // The first page is loaded at once, so that an invalid query fails at its own line.
        let filled = self.fill(&mut rows).await;
        self.answered(&filled);
        if let Err(error) = filled {
            return Ok(Err(error));
        }
        Ok(Ok(self.table.push(rows)?))
    }
}

impl HostRows for State {
    async fn next(
        &mut self,
        rows: Resource<Rows>,
        most: u32,
    ) -> wasmtime::Result<Result<Batch, DataError>> {
        let requested = self.encode_call(|| json!({ "rows": rows.rep(), "most": most }));
        if let Some(batch) = self
            .play_answer::<Result<Batch, DataError>>("data.next", requested)
            .await?
        {
            if !batch.as_ref().is_ok_and(|batch| !batch.is_empty()) {
                self.count_host_call()?;
            }
            return Ok(batch);
        }
        // Taken out of the table meanwhile: the host may be waited for.
        let empty = Rows {
            query: nothing(),
            page: 0,
            ready: VecDeque::new(),
            ended: true,
        };
        let mut taken = std::mem::replace(self.table.get_mut(&rows)?, empty);
        let filled = match taken.ready.is_empty() && !taken.ended {
            true => self.fill(&mut taken).await,
            false => Ok(()),
        };
        let most = most.clamp(1, MAX_BATCH) as usize;
        let batch: Batch = taken.ready.drain(..most.min(taken.ready.len())).collect();
        *self.table.get_mut(&rows)? = taken;
        if batch.is_empty() {
            // Rows end without an error; reading past the end is one.
            self.count_host_call()?;
        }
        let answer = filled.map(|()| batch);
        self.answered(&answer);
        Ok(answer)
    }

    async fn drop(&mut self, rows: Resource<Rows>) -> wasmtime::Result<()> {
        self.table.delete(rows)?;
        Ok(())
    }
}

impl State {
    async fn fill(&mut self, rows: &mut Rows) -> Result<(), DataError> {
        let parties = self.parties();
        let caller = self.context.caller.clone();
        let requested = parties.host.data_rows(
            parties.owner(),
            rows.query.clone(),
            caller,
            rows.page,
            MAX_BATCH,
        );
        let page = self.waiting(requested).await?;
        let columns = rows.query.columns.len();
        if page.len() > MAX_BATCH as usize || page.iter().any(|row| row.len() != columns) {
            return Err(DataError::Unavailable(
                "the host gave a page that does not fit the query".into(),
            ));
        }
        rows.page += 1;
        rows.ended = page.len() < MAX_BATCH as usize;
        rows.ready = page.into();
        Ok(())
    }
}

fn check(query: &Query) -> Result<(), DataError> {
    if query.columns.is_empty() || query.columns.len() > MAX_COLUMNS {
        return Err(DataError::Invalid(format!(
            "columns: {} given; 1 to {MAX_COLUMNS} can be read",
            query.columns.len()
        )));
    }
    let texts = query
        .columns
        .iter()
        .chain([&query.source, &query.filter, &query.sorting]);
    match texts.into_iter().all(|text| text.len() <= MAX_TEXT) {
        true => Ok(()),
        false => Err(DataError::Invalid(format!(
            "a column, filter or sorting is longer than {MAX_TEXT} bytes"
        ))),
    }
}

fn nothing() -> Query {
    Query {
        source: String::new(),
        columns: Vec::new(),
        filter: String::new(),
        sorting: String::new(),
    }
}
