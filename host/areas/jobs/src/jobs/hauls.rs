//! Jobs of line hauls, which change by the calls of line haul only.

use data::{FieldError, Result, message};

use super::{
    model::{Job, JobType},
    status::STATUS_NOT_ALLOWED,
};

/// Rejects a change of a line haul's job.
pub(crate) fn check_no_haul(job: &Job) -> Result<()> {
    if job.job_type != JobType::LineHaul {
        return Ok(());
    }
    Err(STATUS_NOT_ALLOWED.with_message(message!(
        "{job} is the job of a line haul. Change the line haul instead.",
        job = job.job_no
    )))
}

/// Rejects a new job of a line haul without the line haul.
pub(crate) fn check_type(job: &Job, before: Option<&Job>) -> Option<FieldError> {
    let is_new = before.is_none_or(|before| before.job_type != job.job_type);
    (is_new && job.job_type == JobType::LineHaul).then(|| {
        let text = message!("cannot be LineHaul: add a line haul instead");
        FieldError::new("job.jobtype", text)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_line_hauls_change_their_jobs() {
        let haul = Job {
            job_type: JobType::LineHaul,
            ..Job::default()
        };
        assert!(check_no_haul(&haul).is_err());
        assert!(check_no_haul(&Job::default()).is_ok());
        assert!(check_type(&haul, None).is_some());
        assert!(check_type(&haul, Some(&Job::default())).is_some());
        assert!(check_type(&haul, Some(&haul)).is_none());
        assert!(check_type(&Job::default(), None).is_none());
    }
}
