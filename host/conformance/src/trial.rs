//! One call of the plugin and its verdict.

use std::fmt::Debug;

use engine::{FaultKind, PluginFault};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Answered,
    /// An error of the taxonomy, by name.
    Declined(&'static str),
    /// The plugin failed: a trap, a limit, an invalid answer or a forbidden host. By name.
    Broken(&'static str),
    /// The engine did not make the call.
    NotTried,
}

#[derive(Clone, Debug)]
pub struct Trial {
    pub function: &'static str,
    pub input: String,
    pub verdict: Verdict,
    /// Message of the fault; empty for an answer.
    pub words: String,
    pub said: Option<String>,
}

impl Trial {
    pub fn new<T: Debug>(
        function: &'static str,
        input: &str,
        outcome: &Result<T, PluginFault>,
    ) -> Self {
        let (verdict, words, said) = match outcome {
            Ok(answer) => (
                Verdict::Answered,
                String::new(),
                Some(format!("{answer:?}")),
            ),
            Err(fault) => (judge(&fault.kind), fault.to_string(), None),
        };
        Trial {
            function,
            input: input.to_owned(),
            verdict,
            words,
            said,
        }
    }

    pub fn is_late(&self) -> bool {
        self.verdict == Verdict::Broken("wall-time")
    }

    pub fn is_broken(&self) -> bool {
        matches!(self.verdict, Verdict::Broken(_))
    }

    /// Builds a trial whose answer breaks a rule across several calls.
    pub fn broken(function: &'static str, input: &str, words: impl Into<String>) -> Self {
        let (verdict, words) = (Verdict::Broken("rule"), words.into());
        Trial {
            function,
            input: input.to_owned(),
            verdict,
            words,
            said: None,
        }
    }
}

fn judge(kind: &FaultKind) -> Verdict {
    match kind.name() {
        word @ ("invalid-input" | "rejected" | "unauthorised" | "not-found" | "unavailable"
        | "unsupported" | "internal") => Verdict::Declined(word),
        "capacity" | "resting" | "failed" | "too-large" => Verdict::NotTried,
        word => Verdict::Broken(word),
    }
}

/// Trials of one input, and the answers for later calls.
pub struct Story<'a> {
    input: &'a str,
    pub trials: Vec<Trial>,
}

impl<'a> Story<'a> {
    pub fn new(input: &'a str) -> Self {
        Story {
            input,
            trials: Vec::new(),
        }
    }

    pub fn note<T: Debug>(
        &mut self,
        function: &'static str,
        outcome: Result<T, PluginFault>,
    ) -> Option<T> {
        self.trials.push(Trial::new(function, self.input, &outcome));
        outcome.ok()
    }

    pub fn broken(&mut self, function: &'static str, words: impl Into<String>) {
        self.trials.push(Trial::broken(function, self.input, words));
    }
}
