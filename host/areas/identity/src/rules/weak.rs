//! Passwords that are guessed first: well-known words, names, years, rows of keys, and little more.
//!
//! A password is read as pieces, as few as possible: a known word (also with digits and signs in the place of letters), a
//! name of the user's own, a year, a run like `abcd` or `8765`, a row of keys, a repetition, or else a single character.
//! What consists of too few pieces is found by trying the pieces that everybody uses.

/// What a password must come to at least. A piece or a single character counts two, a sign one.
const LEAST: usize = 10;
/// What stands behind this does not make a password weaker.
const MAX_LOOKED_AT: usize = 64;
/// Shorter names of the user's own are parts of too many words.
const SHORTEST_NAME: usize = 3;
const SHORTEST_RUN: usize = 3;

/// Words that passwords are made of, without a claim to order or completeness.
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

/// Neighbours on keyboards, in rows and columns.
const KEYS: &[&str] = &[
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

/// Whether the password is made of too few pieces that everybody would try; `own` is what the user is called.
pub fn is_weak(password: &str, own: &[&str]) -> bool {
    let text: Vec<char> = password
        .chars()
        .flat_map(char::to_lowercase)
        .take(MAX_LOOKED_AT)
        .collect();
    let names = own
        .iter()
        .flat_map(|name| name.split(|c: char| !c.is_alphanumeric()));
    let names = names
        .map(str::to_lowercase)
        .filter(|name| name.chars().count() >= SHORTEST_NAME);
    let words: Vec<Vec<char>> = WORDS
        .split_whitespace()
        .map(str::to_owned)
        .chain(names)
        .map(|word| word.chars().collect())
        .collect();
    let block = repeated(&text);
    let repetition = if block.len() < text.len() { 2 } else { 0 };
    least_of(block, &words) + repetition < LEAST
}

/// What the text comes to when it is read in the fewest pieces.
fn least_of(text: &[char], words: &[Vec<char>]) -> usize {
    // least[n]: what the first n characters come to.
    let mut least = vec![usize::MAX; text.len() + 1];
    least[0] = 0;
    for (at, first) in text.iter().enumerate() {
        let (rest, before) = (&text[at..], least[at]);
        let mut take = |length: usize, costs: usize| {
            least[at + length] = least[at + length].min(before + costs)
        };
        take(1, if first.is_alphanumeric() { 2 } else { 1 });
        words
            .iter()
            .filter(|word| begins(rest, word))
            .for_each(|word| take(word.len(), 2));
        for longest in [run(rest), keys(rest)] {
            (SHORTEST_RUN..=longest).for_each(|length| take(length, 2));
        }
        if is_year(rest) {
            take(4, 2);
        }
    }
    least[text.len()]
}

/// The shortest beginning that makes the whole text when it is repeated.
fn repeated(text: &[char]) -> &[char] {
    let length = (1..text.len()).find(|length| {
        text.len().is_multiple_of(*length)
            && text
                .chunks_exact(*length)
                .all(|block| block == &text[..*length])
    });
    &text[..length.unwrap_or(text.len())]
}

/// Whether the text begins with the word, digits and signs taken for the letters that they look like.
fn begins(text: &[char], word: &[char]) -> bool {
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

/// How many characters at the beginning follow each other up or down, or are the same.
fn run(text: &[char]) -> usize {
    let step = |pair: &[char]| i64::from(u32::from(pair[1])) - i64::from(u32::from(pair[0]));
    let mut pairs = text.windows(2).map(step);
    match pairs.next() {
        Some(first) if (-1..=1).contains(&first) => {
            2 + pairs.take_while(|next| *next == first).count()
        }
        _ => 1,
    }
}

/// How many characters at the beginning are neighbours on a keyboard, in either direction.
fn keys(text: &[char]) -> usize {
    let mut longest = 0;
    for row in KEYS {
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

/// Whether a year of the last or this century stands at the beginning.
fn is_year(text: &[char]) -> bool {
    matches!(text, ['1', '9', a, b, ..] | ['2', '0', a, b, ..] if a.is_ascii_digit() && b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: &[&str] = &["mia.tran", "Mia", "Tran", "mia.tran@bluegum.example"];

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
            assert!(is_weak(weak, OWN), "{weak}");
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
            assert!(is_weak(weak, OWN), "{weak}");
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
            assert!(!is_weak(fine, OWN), "{fine}");
        }
    }

    #[test]
    fn long_ones_cost_no_more_than_their_beginning() {
        assert!(is_weak(&"ab".repeat(500), OWN));
        assert!(!is_weak(&"lemons and limes ".repeat(60), OWN));
    }
}
