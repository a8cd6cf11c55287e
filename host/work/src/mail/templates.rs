//! Email templates: registered by the areas, text with values in `{{ braces }}`, and one HTML
//! layout for all.

use anyhow::Context as _;
use serde::Serialize;
use tera::{Context, Tera};

use data::error::{Error, Result};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Template {
    pub name: &'static str,
    pub subject: &'static str,
    pub text: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, serde::Deserialize)]
pub struct Content {
    pub subject: String,
    pub text: String,
    pub html: String,
}

#[derive(Debug, Clone)]
pub struct Templates(Tera);

const LAYOUT: &str = "layout.html";

impl Templates {
    /// Fails on an invalid template at the start.
    pub fn new(templates: &[Template]) -> anyhow::Result<Self> {
        let mut tera = Tera::new();
        let mut all = vec![(LAYOUT.to_string(), include_str!("layout.html").to_string())];
        for template in templates {
            anyhow::ensure!(
                !all.iter()
                    .any(|(name, _)| *name == subject_template(template.name)),
                "two mails are called {}",
                template.name
            );
            all.push((
                subject_template(template.name),
                template.subject.to_string(),
            ));
            all.push((text_template(template.name), template.text.to_string()));
        }
        tera.add_raw_templates(all)
            .context("a mail template does not parse")?;
        Ok(Self(tera))
    }

    /// `brand` is the tenant's name as shown to the reader.
    pub fn render(&self, name: &str, brand: &str, values: &impl Serialize) -> Result<Content> {
        let mut context = Context::from_serialize(values).map_err(Error::internal)?;
        context.insert("brand", brand);
        let subject = self
            .0
            .render(&subject_template(name), &context)
            .map_err(Error::internal)?;
        let text = self
            .0
            .render(&text_template(name), &context)
            .map_err(Error::internal)?;
        let subject = super::one_line(&subject);
        let text = text.trim().to_string();
        let mut page = Context::new();
        page.insert("brand", brand);
        page.insert("subject", &subject);
        page.insert("paragraphs", &paragraphs(&text));
        let html = self.0.render(LAYOUT, &page).map_err(Error::internal)?;
        Ok(Content {
            subject,
            text,
            html,
        })
    }
}

fn subject_template(name: &str) -> String {
    format!("{name}.subject.txt")
}

fn text_template(name: &str) -> String {
    format!("{name}.txt")
}

#[derive(Debug, Serialize, PartialEq, Eq)]
struct Run {
    text: String,
    link: bool,
}

fn paragraphs(text: &str) -> Vec<Vec<Vec<Run>>> {
    let lines: Vec<&str> = text.lines().collect();
    let parts = lines
        .split(|line| line.trim().is_empty())
        .filter(|lines| !lines.is_empty());
    parts
        .map(|lines| lines.iter().map(|line| runs(line)).collect())
        .collect()
}

/// Splits a line. Only words that begin with http:// or https:// become links.
fn runs(line: &str) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for word in line.split_inclusive(' ') {
        let link = word.starts_with("https://") || word.starts_with("http://");
        match runs.last_mut() {
            Some(last) if !link && !last.link => last.text.push_str(word),
            _ if link => {
                let address = word.trim_end_matches([' ', '.', ',', ';', ')']);
                runs.push(Run {
                    text: address.to_string(),
                    link: true,
                });
                runs.push(Run {
                    text: word[address.len()..].to_string(),
                    link: false,
                });
            }
            _ => runs.push(Run {
                text: word.to_string(),
                link: false,
            }),
        }
    }
    runs
}
