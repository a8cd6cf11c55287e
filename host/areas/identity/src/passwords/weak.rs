//! Detection of easily guessed passwords.
//!
//! A password is split into the fewest pieces: a known word (also with digits and signs for
//! letters), one of the user's names, a year, a run such as `abcd` or `8765`, a keyboard row, a
//! repetition, or a single character. Too few pieces make it weak, since attackers try the common
//! pieces first.

/// Minimum score. A piece or a character scores two, a sign one.
const MIN_SCORE: usize = 10;
/// Further characters don't make a password weaker.
const MAX_SCORED_LENGTH: usize = 64;
/// Shorter names of the user occur in too many words.
const MIN_NAME_LENGTH: usize = 3;
const MIN_RUN_LENGTH: usize = 3;

/// Common words of passwords, neither ordered nor complete.
const WORDS: &str = "\
    abc access account admin administrator adelaide alpha amazing amour angel apple april arsenal august australia auto \
    autumn baby backup banana barcelona baseball basketball batman bear beautiful berlin black blue boss brisbane buster \
    butterfly camaro canberra cargo carrier cat chance change changeit changeme charlie cheese chelsea chicken chocolate \
    christmas coffee company computer cookie corona courier cowboy dallas daniel darwin data default delivery \
    diamond dispatch dog dolphin dragon driver eagle easter elephant enter evil factory family february ferrari flower \
    football forever freedom freight friday friend fuckyou game george ginger god gold golf google green guest hannah \
    happy harley hawaii hello help hockey hola holiday home honda hottie house hunter iloveyou internet january jasmine \
    jennifer jesus jordan joshua july june justin killer king kitty lakers legend letmein liverpool login logistics \
    london love lovely lucky maggie magic mail manager manchester march marina marlboro master matrix matthew maverick \
    melbourne mercedes michael mickey midnight monday money monkey mother mustang mynoob naruto network ninja nothing \
    november office october office open orange pass passcode passphrase passport passw passwort password paris parola \
    peanut pepper perth phoenix pirate please pokemon police porsche princess private purple queen rainbow ranger red \
    robert root sailor samsung saturday schatz secret security september server service shadow shipping silver smile \
    soccer sommer spiderman spring star starwars summer sunday sunflower sunshine super superman support sydney system \
    taylor temp temporary test tester testing thomas thunder thursday tiger toyota transport trial truck trustno tuesday \
    user vanilla warehouse wednesday welcome white whatever william winter wizard work yamaha yankees yellow \
    yourself zombie december";

/// Keyboard neighbours in rows and columns.
const KEY_ROWS: &[&str] = &[
    "1234567890",
    "qwertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "qwertzuiop",
    "yxcvbnm",
    "azertyuiop",
    "qsdfghjklm",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
    "qazwsxedcrfvtgbyhnujmikolp",
    "1q2w3e4r5t6y7u8i9o0p",
    "q1w2e3r4t5y6u7i8o9p0",
    "147258369",
    "789456123",
];

/// `own`: the user's names and addresses.
pub fn is_weak(password: &str, own: &[&str]) -> bool {
    let text: Vec<char> = password
        .chars()
        .flat_map(char::to_lowercase)
        .take(MAX_SCORED_LENGTH)
        .collect();
    let names = own
        .iter()
        .flat_map(|name| name.split(|c: char| !c.is_alphanumeric()));
    let names = names
        .map(str::to_lowercase)
        .filter(|name| name.chars().count() >= MIN_NAME_LENGTH);
    let known_words: Vec<Vec<char>> = WORDS
        .split_whitespace()
        .map(str::to_owned)
        .chain(names)
        .map(|word| word.chars().collect())
        .collect();
    let block = shortest_period(&text);
    let repetition = if block.len() < text.len() { 2 } else { 0 };
    min_score(block, &known_words) + repetition < MIN_SCORE
}

/// Returns the score of the text read in the fewest pieces.
fn min_score(text: &[char], known_words: &[Vec<char>]) -> usize {
    // least[n]: score of the first n characters.
    let mut least = vec![usize::MAX; text.len() + 1];
    least[0] = 0;
    for (at, first) in text.iter().enumerate() {
        let (rest, before) = (&text[at..], least[at]);
        let mut take = |length: usize, costs: usize| {
            least[at + length] = least[at + length].min(before + costs)
        };
        take(1, if first.is_alphanumeric() { 2 } else { 1 });
        known_words
            .iter()
            .filter(|word| starts_with_word(rest, word))
            .for_each(|word| take(word.len(), 2));
        for longest in [run_length(rest), key_run_length(rest)] {
            (MIN_RUN_LENGTH..=longest).for_each(|length| take(length, 2));
        }
        if is_year(rest) {
            take(4, 2);
        }
    }
    least[text.len()]
}

/// Returns the shortest prefix that yields the text by repetition.
fn shortest_period(text: &[char]) -> &[char] {
    let length = (1..text.len()).find(|length| {
        text.len().is_multiple_of(*length)
            && text
                .chunks_exact(*length)
                .all(|block| block == &text[..*length])
    });
    &text[..length.unwrap_or(text.len())]
}

/// True if the text begins with the word, with similar digits and signs as letters.
fn starts_with_word(text: &[char], word: &[char]) -> bool {
    text.len() >= word.len()
        && text
            .iter()
            .zip(word)
            .all(|(typed, letter)| typed == letter || looks_like(*typed, *letter))
}

fn looks_like(typed: char, letter: char) -> bool {
    let letters = match typed {
        '@' | '4' => "a",
        '3' | '€' => "e",
        '1' | '!' | '|' => "il",
        '0' => "o",
        '5' | '$' => "s",
        '7' | '+' => "t",
        '8' => "b",
        '9' => "g",
        _ => "",
    };
    letters.contains(letter)
}

/// Returns the length of the ascending, descending or constant run at the start.
fn run_length(text: &[char]) -> usize {
    let step = |pair: &[char]| i64::from(u32::from(pair[1])) - i64::from(u32::from(pair[0]));
    let mut pairs = text.windows(2).map(step);
    match pairs.next() {
        Some(first) if (-1..=1).contains(&first) => {
            2 + pairs.take_while(|next| *next == first).count()
        }
        _ => 1,
    }
}

/// Returns the length of the keyboard run at the start, in either direction.
fn key_run_length(text: &[char]) -> usize {
    let mut longest = 0;
    for row in KEY_ROWS {
        let forwards: Vec<char> = row.chars().collect();
        let backwards: Vec<char> = row.chars().rev().collect();
        for row in [forwards, backwards] {
            for from in 0..row.len() {
                longest = longest.max(
                    row[from..]
                        .iter()
                        .zip(text)
                        .take_while(|(key, typed)| key == typed)
                        .count(),
                );
            }
        }
    }
    longest
}

/// True if the text begins with a year from 1900 to 2099.
fn is_year(text: &[char]) -> bool {
    matches!(text, ['1', '9', a, b, ..] | ['2', '0', a, b, ..] if a.is_ascii_digit() && b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN_NAMES: &[&str] = &["mia.tran", "Mia", "Tran", "mia.tran@bluegum.example"];

    #[test]
    fn what_is_tried_first_is_weak() {
        for weak in [
            "password",
            "Password1",
            "P@ssw0rd123!",
            "Pa$$word",
            "passwordpassword",
            "12345678",
            "87654321",
            "11111111",
            "abcd1234",
            "qwertyuiop",
            "Qwerty123!",
            "1q2w3e4r5t",
            "1qaz2wsx",
            "asdfasdf",
            "zxcvbnm1",
            "Welcome2024!",
            "Summer-2025",
            "letmein1",
            "iloveyou2",
            "admin1234",
            "changeme!",
            "monkey123",
            "trustno1",
            "abcabcabc",
            "Sydney2000",
            "aaaabbbb",
            "!!!!!!!!",
            "january99",
            "Freight123",
            "",
        ] {
            assert!(is_weak(weak, OWN_NAMES), "{weak}");
        }
    }

    #[test]
    fn what_the_user_is_called_is_weak() {
        for weak in [
            "MiaTran2024!",
            "mia.tran.1",
            "tran1988",
            "M1aTr4n!",
            "bluegum77",
        ] {
            assert!(is_weak(weak, OWN_NAMES), "{weak}");
        }
        assert!(
            !is_weak("bluegum77-kx", &[]),
            "somebody else's name is a word like any other"
        );
    }

    #[test]
    fn what_has_enough_of_its_own_is_not() {
        for fine in [
            "Right-horse-7",
            "Waybill-demo-1",
            "kX7-qLp2z",
            "gumtree bark tea",
            "correct horse battery staple",
            "Mia likes 3 lemons",
            "passwörter sind lang",
            "öäüöäüöa",
            "7 drops of rain",
        ] {
            assert!(!is_weak(fine, OWN_NAMES), "{fine}");
        }
    }

    #[test]
    fn long_ones_cost_no_more_than_their_beginning() {
        assert!(is_weak(&"ab".repeat(500), OWN_NAMES));
        assert!(!is_weak(&"lemons and limes ".repeat(60), OWN_NAMES));
    }
}
