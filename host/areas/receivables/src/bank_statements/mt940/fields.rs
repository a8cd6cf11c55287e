//! Fields of MT940 messages.

#[derive(Debug, PartialEq, Eq)]
pub struct Field {
    pub tag: String,
    pub line: usize,
    pub value: String,
}

/// Tags of MT940 and MT942, and some banks' `NS`.
const TAGS: [&str; 21] = [
    "20", "21", "25", "25P", "28", "28C", "13", "13C", "13D", "34F", "60F", "60M", "61", "62F",
    "62M", "64", "65", "86", "90C", "90D", "NS",
];
/// Tags that may follow a movement. Others at the start of a line are text, such as a wrapped time.
const IN_MOVEMENTS: [&str; 11] = [
    "60F", "60M", "61", "62F", "62M", "64", "65", "86", "90C", "90D", "NS",
];
/// Lines after a field 20 in which its message must continue.
const LOOKAHEAD: usize = 6;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    /// Between messages: headers of the bank.
    Outside,
    Header,
    Movements,
}

pub fn fields(content: &str) -> Vec<Field> {
    let lines: Vec<&str> = content.lines().collect();
    let (mut fields, mut section): (Vec<Field>, _) = (Vec::new(), Section::Outside);
    for (at, line) in lines.iter().enumerate() {
        let line = without_block(line);
        let tag = tag(line).filter(|(tag, _)| is_field(tag, section, &lines[at + 1..]));
        if let Some((tag, value)) = tag {
            section = match tag {
                "60F" | "60M" | "61" => Section::Movements,
                "20" | "62F" | "62M" => Section::Header,
                _ if section == Section::Outside => Section::Header,
                _ => section,
            };
            fields.push(Field {
                tag: tag.to_owned(),
                line: at + 1,
                value: value.to_owned(),
            });
        } else if line == "-" || line.starts_with("-}") {
            section = Section::Outside;
        } else if section != Section::Outside
            && let Some(field) = fields.last_mut()
        {
            field.value.push('\n');
            field.value.push_str(line);
        }
    }
    fields
}

/// Strips the block header `{1:…}{4:`.
pub fn without_block(line: &str) -> &str {
    let line = line.trim_end();
    let inner = line.split_once("{4:").map_or(line, |(_, rest)| rest);
    let trimmed = inner.trim_start();
    if trimmed.starts_with(':') {
        trimmed
    } else {
        inner
    }
}

fn tag(line: &str) -> Option<(&str, &str)> {
    let (tag, value) = line.strip_prefix(':')?.split_once(':')?;
    TAGS.contains(&tag).then_some((tag, value))
}

fn is_field(tag: &str, section: Section, next: &[&str]) -> bool {
    if section != Section::Movements || IN_MOVEMENTS.contains(&tag) {
        return true;
    }
    // Without a closing balance, the next message begins before this one ends.
    let starts =
        |line: &&str, tags: &[&str]| tags.iter().any(|tag| line.trim_start().starts_with(tag));
    let mut next = next.iter().take(LOOKAHEAD);
    tag == "20"
        && next
            .next()
            .is_some_and(|line| starts(line, &[":21:", ":25"]))
        && next
            .find(|line| starts(line, &[":28", ":6", ":86:"]))
            .is_some_and(|line| starts(line, &[":28", ":60", ":61:"]))
}
