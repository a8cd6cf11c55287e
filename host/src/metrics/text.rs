//! A writer of Prometheus' text format: families, samples and histograms, with labels escaped.

use std::fmt::Write;

/// What the numbers of a family mean.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Only grows, until the program starts anew.
    Counter,
    Gauge,
    Histogram,
}

/// The text so far.
#[derive(Default)]
pub struct Text(String);

impl Text {
    /// Begins a family; its samples follow.
    pub fn family(&mut self, name: &str, kind: Kind, help: &str) {
        let kind = match kind {
            Kind::Counter => "counter",
            Kind::Gauge => "gauge",
            Kind::Histogram => "histogram",
        };
        let help = help.replace('\\', "\\\\").replace('\n', "\\n");
        // Writing into a string cannot fail.
        let _ = write!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}\n");
    }

    pub fn sample(&mut self, name: &str, labels: &[(&str, &str)], value: f64) {
        self.0.push_str(name);
        if !labels.is_empty() {
            self.0.push('{');
            for (at, (label, value)) in labels.iter().enumerate() {
                let comma = if at > 0 { "," } else { "" };
                let _ = write!(self.0, "{comma}{label}=\"{}\"", escaped(value));
            }
            self.0.push('}');
        }
        let _ = writeln!(self.0, " {value}");
    }

    /// Classes with their upper borders, smallest first, the open one (`None`) last; each holds its own calls alone.
    pub fn histogram(&mut self, name: &str, labels: &[(&str, &str)], classes: &[(Option<f64>, u64)], sum: f64) {
        let mut so_far = 0;
        for (border, calls) in classes {
            so_far += calls;
            let border = border.map_or_else(|| "+Inf".to_owned(), |border| border.to_string());
            let labels = [labels, &[("le", border.as_str())]].concat();
            self.sample(&format!("{name}_bucket"), &labels, so_far as f64);
        }
        self.sample(&format!("{name}_sum"), labels, sum);
        self.sample(&format!("{name}_count"), labels, so_far as f64);
    }

    pub fn into_string(self) -> String {
        self.0
    }
}

fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_written_as_they_are_read() {
        let mut text = Text::default();
        text.family("calls_total", Kind::Counter, "Calls,\nby end.");
        text.sample("calls_total", &[("plugin", "a\"b\\c\nd"), ("outcome", "ok")], 3.0);
        text.sample("live", &[], 0.5);
        assert_eq!(
            text.into_string(),
            "# HELP calls_total Calls,\\nby end.\n# TYPE calls_total counter\n\
             calls_total{plugin=\"a\\\"b\\\\c\\nd\",outcome=\"ok\"} 3\nlive 0.5\n"
        );
    }

    #[test]
    fn a_histogram_adds_its_classes_up() {
        let mut text = Text::default();
        text.histogram("took", &[("f", "x")], &[(Some(0.00005), 2), (Some(8.0), 3), (None, 1)], 9.25);
        assert_eq!(
            text.into_string(),
            "took_bucket{f=\"x\",le=\"0.00005\"} 2\ntook_bucket{f=\"x\",le=\"8\"} 5\ntook_bucket{f=\"x\",le=\"+Inf\"} 6\n\
             took_sum{f=\"x\"} 9.25\ntook_count{f=\"x\"} 6\n"
        );
    }
}
