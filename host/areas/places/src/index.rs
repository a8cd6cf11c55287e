//! Files of an index: its fields, writing it, and opening it memory-mapped.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::Context;
use tantivy::{
    Index, IndexReader, IndexWriter, ReloadPolicy, TantivyDocument, Term,
    schema::{
        FAST, Field, INDEXED, IndexRecordOption, STORED, STRING, Schema, TextFieldIndexing,
        TextOptions, Value,
    },
};

use crate::{
    model::{Place, join},
    words,
};

/// Memory of the writer, whatever the number of places.
const WRITER_BYTES: usize = 128 << 20;
const WRITER_THREADS: usize = 2;
const MILLIONTHS: f64 = 1_000_000.0;
/// Sides of the squares that a position is found by, in thousandths of a degree.
pub const SQUARES: [i64; 3] = [10, 100, 500];

#[derive(Clone, Copy)]
pub struct Fields {
    pub words: Field,
    pub country: Field,
    pub state: Field,
    pub post_code: Field,
    pub suburb: Field,
    pub square: Field,
    pub latitude: Field,
    pub longitude: Field,
    /// 1 for a locality.
    pub locality: Field,
    place: Field,
}

fn schema() -> (Schema, Fields) {
    let mut builder = Schema::builder();
    let indexing = TextFieldIndexing::default()
        .set_tokenizer("whitespace")
        .set_fieldnorms(true)
        .set_index_option(IndexRecordOption::WithFreqs);
    let fields = Fields {
        words: builder.add_text_field(
            "words",
            TextOptions::default().set_indexing_options(indexing),
        ),
        country: builder.add_text_field("country", STRING),
        state: builder.add_text_field("state", STRING),
        post_code: builder.add_text_field("post_code", STRING),
        suburb: builder.add_text_field("suburb", STRING),
        square: builder.add_text_field("square", STRING),
        latitude: builder.add_i64_field("latitude", FAST),
        longitude: builder.add_i64_field("longitude", FAST),
        locality: builder.add_u64_field("locality", FAST | INDEXED),
        place: builder.add_text_field("place", STORED),
    };
    (builder.build(), fields)
}

/// Name of the square that contains a position.
pub fn square(side: i64, latitude: f64, longitude: f64) -> String {
    let at = |angle: f64| (angle * 1_000.0 / side as f64).floor() as i64;
    format!("{side}:{}:{}", at(latitude), at(longitude))
}

pub fn to_millionths(degrees: f64) -> i64 {
    (degrees * MILLIONTHS).round() as i64
}

pub fn to_degrees(millionths: i64) -> f64 {
    millionths as f64 / MILLIONTHS
}

/// Writer of a new index. The old one is replaced at the end.
pub struct Writer {
    writer: IndexWriter,
    fields: Fields,
    new: PathBuf,
    target: PathBuf,
    count: u64,
}

impl Writer {
    pub fn create(target: &Path) -> anyhow::Result<Self> {
        let mut new = target.as_os_str().to_owned();
        new.push(format!(".{}.new", std::process::id()));
        let new = PathBuf::from(new);
        if new.exists() {
            fs::remove_dir_all(&new)?;
        }
        fs::create_dir_all(&new).with_context(|| format!("cannot create {}", new.display()))?;
        let (schema, fields) = schema();
        let index = Index::create_in_dir(&new, schema)?;
        Ok(Self {
            writer: index.writer_with_num_threads(WRITER_THREADS, WRITER_BYTES)?,
            fields,
            new,
            target: target.to_owned(),
            count: 0,
        })
    }

    pub fn add(&mut self, place: &Place) -> anyhow::Result<()> {
        let fields = self.fields;
        let text = join(
            &[&place.line(), &place.suburb, &place.post_code, &place.state],
            " ",
        );
        let forms: Vec<String> = words::words(&text)
            .into_iter()
            .map(|word| word.form)
            .collect();
        let mut document = TantivyDocument::new();
        document.add_text(fields.words, forms.join(" "));
        document.add_text(fields.country, place.country.to_lowercase());
        document.add_text(fields.state, place.state.to_lowercase());
        document.add_text(fields.post_code, place.post_code.to_lowercase());
        document.add_text(fields.suburb, place.suburb.to_lowercase());
        for side in SQUARES {
            document.add_text(fields.square, square(side, place.latitude, place.longitude));
        }
        document.add_i64(fields.latitude, to_millionths(place.latitude));
        document.add_i64(fields.longitude, to_millionths(place.longitude));
        document.add_u64(fields.locality, u64::from(place.is_locality()));
        document.add_text(fields.place, serde_json::to_string(place)?);
        self.writer.add_document(document)?;
        self.count += 1;
        Ok(())
    }

    /// Removes the new index; the old one stays.
    pub fn discard(self) -> anyhow::Result<()> {
        drop(self.writer);
        Ok(fs::remove_dir_all(self.new)?)
    }

    /// Completes the index and puts it in the place of the old one.
    pub fn finish(self) -> anyhow::Result<u64> {
        let Self {
            mut writer,
            new,
            target,
            count,
            ..
        } = self;
        writer.commit()?;
        writer.wait_merging_threads()?;
        let mut old = target.as_os_str().to_owned();
        old.push(format!(".{}.old", std::process::id()));
        let old = PathBuf::from(old);
        let had_one = target.exists();
        if had_one {
            fs::rename(&target, &old)?;
        }
        fs::rename(&new, &target)?;
        if had_one {
            fs::remove_dir_all(&old)?;
        }
        Ok(count)
    }
}

/// An index that searches read.
pub struct Opened {
    pub reader: IndexReader,
    pub fields: Fields,
}

impl Opened {
    pub fn open(folder: &Path) -> anyhow::Result<Self> {
        let (_, fields) = schema();
        let index = Index::open_in_dir(folder)
            .with_context(|| format!("cannot open the places in {}", folder.display()))?;
        let reader = index
            .reader_builder()
            .reload_policy(ReloadPolicy::Manual)
            .try_into()?;
        Ok(Self { reader, fields })
    }

    pub fn read(&self, document: &TantivyDocument) -> anyhow::Result<Place> {
        let text = document
            .get_first(self.fields.place)
            .and_then(|value| value.as_str())
            .context("a place without its document")?;
        Ok(serde_json::from_str(text)?)
    }
}

pub fn term(field: Field, text: &str) -> Term {
    Term::from_field_text(field, text)
}
