//! Results of allocation and loading, one for each job or article.

use data::{Error, Outcome, Result, message, message::Remark};
use jobs::{FreightJobId, MAX_ARTICLE_NUMBER_LENGTH};
use schemars::JsonSchema;
use serde::Serialize;

use super::model::ArticleState;

/// Jobs or articles of one call.
pub(crate) const MAX_ITEMS: usize = 1000;

/// An article of a call with its state and its job.
#[derive(Debug, Clone, Default)]
pub(crate) struct ScannedArticle {
    /// Its number, or the text as sent.
    pub number: String,
    pub state: ArticleState,
    pub job: Option<(FreightJobId, String)>,
    /// Articles of its job that are loaded, or unloaded while the line haul is unloaded.
    pub done: i64,
    /// Articles of its job.
    pub of: i64,
}

/// Result of loading or unloading one article.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct LineHaulArticleResult {
    articlenumber: String,
    success: bool,
    #[serde(flatten)]
    remark: Remark,
    /// Its state on the line haul afterwards.
    state: ArticleState,
    jobid: Option<FreightJobId>,
    jobno: Option<String>,
    /// Articles of its job that are loaded, or unloaded while the line haul is unloaded.
    jobloaded: i64,
    /// Articles of its job.
    jobarticles: i64,
}

impl From<Outcome<ScannedArticle>> for LineHaulArticleResult {
    fn from(outcome: Outcome<ScannedArticle>) -> Self {
        let (article, success, remark) = outcome.into_remark();
        let (jobid, jobno) = article.job.unzip();
        Self {
            articlenumber: article.number,
            success,
            remark,
            state: article.state,
            jobid,
            jobno,
            jobloaded: article.done,
            jobarticles: article.of,
        }
    }
}

/// Rejects calls with no or too many items.
pub(crate) fn check_count(member: &str, count: usize) -> Result<()> {
    match count {
        0 => Err(Error::invalid(member, message!("is required"))),
        1..=MAX_ITEMS => Ok(()),
        _ => Err(Error::invalid(
            member,
            message!("must be at most {max}", max = MAX_ITEMS),
        )),
    }
}

/// Checks and trims the article numbers of a call. A repeated number keeps its place, and its
/// second result is the rejection of a repetition.
pub(crate) fn read_numbers(member: &str, numbers: Vec<String>) -> Result<Vec<String>> {
    check_count(member, numbers.len())?;
    let mut read = Vec::with_capacity(numbers.len());
    for (at, number) in numbers.into_iter().enumerate() {
        let number = number.trim().to_owned();
        let length = number.chars().count();
        if !(1..=MAX_ARTICLE_NUMBER_LENGTH).contains(&length) {
            return Err(Error::invalid(
                format!("{member}[{at}]"),
                message!(
                    "must be 1 to {max} characters",
                    max = MAX_ARTICLE_NUMBER_LENGTH
                ),
            ));
        }
        read.push(number);
    }
    Ok(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_has_one_to_a_thousand_numbers() {
        let read = |numbers: &[&str]| {
            read_numbers(
                "articlenumbers",
                numbers.iter().map(ToString::to_string).collect(),
            )
        };
        assert_eq!(read(&[" A ", "A"]).unwrap(), ["A", "A"]);
        assert!(read(&[]).is_err());
        assert!(read(&["A", "  "]).is_err());
        assert!(read(&["x"; MAX_ITEMS + 1]).is_err());
        assert!(read(&[&"x".repeat(MAX_ARTICLE_NUMBER_LENGTH + 1)]).is_err());
    }
}
