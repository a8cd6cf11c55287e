//! One call of the plugin and how it is judged.

use std::fmt::Debug;

use engine::{FaultKind, PluginFault};

/// What became of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// An answer that keeps the rules.
    Answered,
    /// An error of the taxonomy, by its name.
    Declined(&'static str),
    /// The plugin failed: a trap, a limit, a bad answer, a host that is refused to it. By its name.
    Broken(&'static str),
    /// The engine did not make the call.
    NotTried,
}

/// A call with what it was made with.
#[derive(Clone, Debug)]
pub struct Trial {
    pub function: &'static str,
    /// The input by its name.
    pub input: String,
    pub verdict: Verdict,
    /// The fault's words; empty for an answer.
    pub words: String,
    /// The answer as Rust writes it.
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
            Err(fault) => (judge(&fault.kind), fault.message.clone(), None),
        };
        Trial {
            function,
            input: input.to_owned(),
            verdict,
            words,
            said,
        }
    }

    /// Whether its time ran out.
    pub fn is_late(&self) -> bool {
        self.verdict == Verdict::Broken("wall-time")
    }

    /// Whether the plugin failed it.
    pub fn is_broken(&self) -> bool {
        matches!(self.verdict, Verdict::Broken(_))
    }

    /// A call whose answer breaks a rule that spans several calls.
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

/// The trials of one input, and the answers to go on with.
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

    /// Notes the outcome, and gives the answer if there was one.
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
