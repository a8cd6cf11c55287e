//! Article numbers: one for each piece of a job's items.

use std::collections::{HashMap, HashSet};

use carriage::goods::MAX_PIECES;
use data::{Error, Message, New, Result, Scope, Where, message, numbering};

use super::{
    change, legs,
    model::{Article, FreightJobId, Job, JobItem},
    status::JobStatus,
};

/// Ids of items, unique in the tenant, so that a scan can name an item alone.
const ITEM_SERIES: &str = "job-item";
/// Characters of an article's number or of a label's code.
pub const MAX_ARTICLE_NUMBER_LENGTH: usize = 64;
/// Unknown articles that a message names.
const MAX_NAMED: usize = 10;

/// Numbers the articles of a job's items. Items with an id keep their numbers; a changed quantity
/// adds numbers or drops the last ones.
pub(crate) async fn assign(scope: &mut Scope, job: &mut Job, before: &[JobItem]) -> Result<()> {
    let stored: HashMap<i64, &JobItem> = before.iter().map(|item| (item.id, item)).collect();
    let mut seen = HashSet::new();
    for (at, item) in job.items.iter_mut().enumerate() {
        match stored.get(&item.id) {
            Some(stored) if item.id != 0 && seen.insert(item.id) => {
                item.article_numbers.clone_from(&stored.article_numbers);
                item.label_codes.clone_from(&stored.label_codes);
            }
            _ if item.id != 0 => {
                return Err(Error::invalid(
                    format!("job.items[{at}].id"),
                    message!("must be the id of an item of this job"),
                ));
            }
            _ => {
                item.id = next_item(scope).await?;
                item.article_numbers.clear();
                item.label_codes.clear();
            }
        }
    }
    number(job);
    Ok(())
}

/// Returns the id of a new item.
pub(crate) async fn next_item(scope: &mut Scope) -> Result<i64> {
    numbering::increment(scope, ITEM_SERIES, 1).await
}

/// Moves stored articles, whose numbers the items of the target have, to that job.
pub(crate) async fn move_to(scope: &mut Scope, source: FreightJobId, target: &Job) -> Result<()> {
    let items: HashMap<&str, i64> = target
        .items
        .iter()
        .flat_map(|item| item.article_numbers.iter().map(|it| (it.as_str(), item.id)))
        .collect();
    for mut article in load(scope, source).await? {
        if let Some(item) = items.get(article.article_number.as_str()) {
            article.job_id = target.id;
            article.item_id = *item;
            scope.unrestricted().await?.update(&mut article).await?;
        }
    }
    Ok(())
}

/// Gives each item as many numbers as it has pieces.
fn number(job: &mut Job) {
    for item in &mut job.items {
        let pieces = usize::try_from(item.quantity).unwrap_or_default();
        item.article_numbers.truncate(pieces);
        item.label_codes.truncate(pieces);
        while item.article_numbers.len() < pieces {
            job.last_article += 1;
            let number = format!("{}-{:03}", job.job_no, job.last_article);
            item.article_numbers.push(number);
        }
    }
}

/// Stores the articles of a saved root job.
pub(crate) async fn store(scope: &mut Scope, job: &Job, before: &[JobItem]) -> Result<()> {
    let numbers = |items: &[JobItem]| -> HashSet<String> {
        items
            .iter()
            .flat_map(|it| it.article_numbers.clone())
            .collect()
    };
    let (old, new) = (numbers(before), numbers(&job.items));
    if old.iter().any(|number| !new.contains(number)) {
        for article in load(scope, job.id).await? {
            if !new.contains(&article.article_number) {
                scope
                    .unrestricted()
                    .await?
                    .delete::<Article>(article.id)
                    .await?;
            }
        }
    }
    let added = job.items.iter().flat_map(|item| {
        let numbers = item.article_numbers.iter();
        numbers
            .filter(|number| !old.contains(*number))
            .map(|number| New::<Article> {
                job_id: job.id,
                item_id: item.id,
                article_number: number.clone(),
                is_delivered: false,
                label_code: None,
            })
    });
    let added: Vec<New<Article>> = added.collect();
    if !added.is_empty() {
        scope.create_all(added).await?;
    }
    Ok(())
}

/// Sets the codes of the labels of a root job's articles: one for each piece, in their order.
/// Labels of other pieces than the job has now are left out.
pub(crate) async fn label(scope: &mut Scope, job: &mut Job, codes: &[String]) -> Result<()> {
    let pieces: usize = job
        .items
        .iter()
        .map(|item| item.article_numbers.len())
        .sum();
    if pieces != codes.len() {
        return Ok(());
    }
    let before = job.items.clone();
    let (mut rest, mut by_number) = (codes, HashMap::new());
    for item in &mut job.items {
        let (own, others) = rest.split_at(item.article_numbers.len());
        by_number.extend(item.article_numbers.iter().cloned().zip(own));
        item.label_codes = own.to_vec();
        rest = others;
    }
    if job.items == before {
        return Ok(());
    }
    for mut article in load(scope, job.id).await? {
        article.label_code = by_number
            .get(&article.article_number)
            .map(|it| (*it).clone());
        scope.unrestricted().await?.update(&mut article).await?;
    }
    scope.unrestricted().await?.update(job).await?;
    change::announce(scope, job, job.job_status).await?;
    legs::share(scope, job).await
}

/// Returns items with only the chosen articles. Those without any are left out.
pub(crate) fn select(items: &[JobItem], is_chosen: impl Fn(&str) -> bool) -> Vec<JobItem> {
    let select_one = |item: &JobItem| {
        let mut chosen = JobItem {
            quantity: 0,
            article_numbers: Vec::new(),
            label_codes: Vec::new(),
            ..item.clone()
        };
        for (at, number) in item.article_numbers.iter().enumerate() {
            if is_chosen(number) {
                chosen.quantity += 1;
                chosen.article_numbers.push(number.clone());
                chosen.label_codes.extend(item.label_codes.get(at).cloned());
            }
        }
        (chosen.quantity > 0).then_some(chosen)
    };
    items.iter().filter_map(select_one).collect()
}

/// Marks articles as delivered and returns the state that follows: partly delivered while others
/// remain. None means all. Only the last leg of an article delivers it; those that an earlier leg
/// hands over are not marked.
pub(crate) async fn deliver(
    scope: &mut Scope,
    job: &Job,
    numbers: Option<&[String]>,
) -> Result<JobStatus> {
    if let Some(numbers) = numbers {
        let unknown = unknown_articles(job, numbers);
        if !unknown.is_empty() {
            let text = unknown_message(job, &unknown);
            return Err(Error::invalid("articlenumbers", text));
        }
    }
    let sent: Option<HashSet<&str>> =
        numbers.map(|numbers| numbers.iter().map(String::as_str).collect());
    let is_sent = |number: &str| sent.as_ref().is_none_or(|sent| sent.contains(number));
    let all = || job.article_numbers();
    if !legs::is_last(scope, job).await? {
        return Ok(to_status(all().map(is_sent)));
    }
    let root = legs::load_root(scope, job).await?;
    let mut stored = load(scope, root).await?;
    if job.has_part {
        let own: HashSet<&str> = all().collect();
        stored.retain(|article| own.contains(article.article_number.as_str()));
    }
    for article in &mut stored {
        if !article.is_delivered && is_sent(&article.article_number) {
            article.is_delivered = true;
            scope.unrestricted().await?.update(article).await?;
        }
    }
    Ok(to_status(stored.iter().map(|article| article.is_delivered)))
}

fn to_status(delivered: impl IntoIterator<Item = bool>) -> JobStatus {
    match delivered.into_iter().all(|is_delivered| is_delivered) {
        true => JobStatus::Delivered,
        false => JobStatus::PartiallyDelivered,
    }
}

/// Returns the articles of a root job.
pub(crate) async fn load(scope: &mut Scope, root: FreightJobId) -> Result<Vec<Article>> {
    let of_job = Where::all().eq(Article::JOB_ID, root);
    scope.unrestricted().await?.all(of_job).await
}

/// Bounds the article numbers of a call.
pub(crate) fn check_numbers(member: &str, numbers: &[String]) -> Result<()> {
    if numbers.len() as i64 > MAX_PIECES {
        return Err(Error::invalid(
            member,
            message!("must be at most {max} entries", max = MAX_PIECES),
        ));
    }
    let is_long = |number: &String| number.chars().count() > MAX_ARTICLE_NUMBER_LENGTH;
    match numbers.iter().position(is_long) {
        Some(at) => Err(Error::invalid(
            format!("{member}[{at}]"),
            message!(
                "must be at most {max} characters",
                max = MAX_ARTICLE_NUMBER_LENGTH
            ),
        )),
        None => Ok(()),
    }
}

/// Checks article numbers against the job's items. Returns those that are unknown.
pub(crate) fn unknown_articles<'a>(job: &Job, numbers: &'a [String]) -> Vec<&'a str> {
    let known: HashSet<&str> = job
        .items
        .iter()
        .flat_map(|item| item.article_numbers.iter().map(String::as_str))
        .collect();
    numbers
        .iter()
        .map(String::as_str)
        .filter(|number| !known.contains(number))
        .collect()
}

/// Message about articles of other jobs. Names the first of them.
pub(crate) fn unknown_message(job: &Job, unknown: &[&str]) -> Message {
    let mut articles = unknown[..unknown.len().min(MAX_NAMED)].join(", ");
    if unknown.len() > MAX_NAMED {
        articles.push_str(", …");
    }
    message!(
        "must be articles of {job}: {articles} are not",
        job = job.job_no,
        articles = articles
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn articles_of_a_call_are_bounded_and_a_message_names_the_first() {
        let member = |numbers: &[String]| match check_numbers("articlenumbers", numbers) {
            Err(Error::Invalid(errors)) => errors[0].member.clone(),
            other => format!("{other:?}"),
        };
        let many = vec!["J1-001".to_owned(); MAX_PIECES as usize + 1];
        assert_eq!(member(&many), "articlenumbers");
        assert!(check_numbers("articlenumbers", &many[1..]).is_ok());
        let long = [
            "J1-001".to_owned(),
            "x".repeat(MAX_ARTICLE_NUMBER_LENGTH + 1),
        ];
        assert_eq!(member(&long), "articlenumbers[1]");
        let unknown = vec!["J9-001"; 5_000];
        let text = unknown_message(&Job::default(), &unknown).to_string();
        assert!(text.len() < 200, "{text}");
    }

    fn item(id: i64, quantity: i64) -> JobItem {
        JobItem {
            id,
            quantity,
            ..JobItem::default()
        }
    }

    fn numbers(job: &Job) -> Vec<Vec<&str>> {
        let items = job.items.iter();
        items
            .map(|item| item.article_numbers.iter().map(String::as_str).collect())
            .collect()
    }

    #[test]
    fn chosen_articles_keep_their_item_and_their_labels() {
        let cartons = JobItem {
            article_numbers: vec!["A".to_owned(), "B".to_owned()],
            label_codes: vec!["1".to_owned(), "2".to_owned()],
            ..item(7, 2)
        };
        let pallet = JobItem {
            article_numbers: vec!["C".to_owned()],
            ..item(8, 1)
        };
        let chosen = select(&[cartons, pallet], |number| number == "B");
        assert_eq!(chosen.len(), 1);
        assert_eq!((chosen[0].id, chosen[0].quantity), (7, 1));
        assert_eq!(chosen[0].article_numbers, ["B"]);
        assert_eq!(chosen[0].label_codes, ["2"]);
    }

    #[test]
    fn pieces_are_numbered_in_order_and_no_number_is_used_twice() {
        let mut job = Job {
            job_no: "J00007".to_owned(),
            items: vec![item(1, 2), item(2, 1)],
            ..Job::default()
        };
        number(&mut job);
        assert_eq!(
            numbers(&job),
            [vec!["J00007-001", "J00007-002"], vec!["J00007-003"]]
        );
        job.items[0].quantity = 1;
        number(&mut job);
        job.items[0].quantity = 2;
        number(&mut job);
        assert_eq!(
            numbers(&job),
            [vec!["J00007-001", "J00007-004"], vec!["J00007-003"]]
        );
    }
}
