//! A project's best practices as numbered rules.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::limits::{MAX_RULE_CHARS, MAX_RULES};

/// One rule that a review judges by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Rule {
    /// Counted from 1.
    pub number: usize,
    pub text: String,
}

/// Reads rules out of Markdown: each item of an outermost list is one, with what is indented below it. A file without
/// lists has a rule for each paragraph that is no heading.
pub fn rules(markdown: &str) -> Vec<Rule> {
    let lines: Vec<&str> = markdown.lines().collect();
    let mut texts = items(&lines);
    if texts.is_empty() {
        texts = paragraphs(&lines);
    }
    let texts = texts.into_iter().map(|text| shorten(&text)).filter(|text| !text.is_empty());
    texts.take(MAX_RULES).zip(1..).map(|(text, number)| Rule { number, text }).collect()
}

fn items(lines: &[&str]) -> Vec<String> {
    let mut items: Vec<String> = Vec::new();
    let mut open = false;
    let mut fence = false;
    for line in lines {
        if line.trim_start().starts_with("```") {
            fence = !fence;
        }
        let outermost = line.len() - line.trim_start().len() < 2;
        if let Some(text) = item(line).filter(|_| outermost && !fence) {
            items.push(text.to_owned());
            open = true;
        } else if line.trim().is_empty() {
            // The item goes on if what follows is indented.
        } else if outermost && !fence {
            open = false;
        } else if let Some(last) = items.last_mut().filter(|_| open) {
            last.push('\n');
            last.push_str(line.trim_end());
        }
    }
    items
}

/// Returns the text of a line that begins an item: `- `, `* `, `+ `, `1. ` or `1) `, with or without a box.
fn item(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let bullet = ["- ", "* ", "+ "].iter().find_map(|bullet| line.strip_prefix(bullet));
    let numbered = || {
        let rest = line.trim_start_matches(|character: char| character.is_ascii_digit());
        let has_number = rest.len() < line.len();
        rest.strip_prefix(". ").or_else(|| rest.strip_prefix(") ")).filter(|_| has_number)
    };
    let text = bullet.or_else(numbered)?.trim();
    Some(["[ ] ", "[x] ", "[X] "].iter().find_map(|mark| text.strip_prefix(mark)).unwrap_or(text))
}

fn paragraphs(lines: &[&str]) -> Vec<String> {
    let blocks = lines.split(|line| line.trim().is_empty());
    let text = |block: &[&str]| {
        let kept: Vec<&str> = block.iter().copied().filter(|line| !line.starts_with('#')).collect();
        kept.join("\n")
    };
    blocks.map(text).filter(|text| !text.trim().is_empty()).collect()
}

fn shorten(text: &str) -> String {
    let plain = |character: &char| !character.is_control() || *character == '\n';
    text.trim().chars().filter(plain).take(MAX_RULE_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    #[track_caller]
    fn check(markdown: &str, expected: &Expect) {
        let shown: Vec<String> =
            rules(markdown).iter().map(|rule| format!("{}: {:?}", rule.number, rule.text)).collect();
        expected.assert_eq(&shown.join("\n"));
    }

    #[test]
    fn the_items_of_lists_are_rules() {
        let markdown = "# Our rules\n\nSome words.\n\n- No panics.\n  - not in tests either\n* Names are whole words.\n\n\
                        ## More\n\n1. Every door checks who asks.\n\n   Also the socket.\n2) [x] Errors say what to do.\n";
        check(
            markdown,
            &expect![[r#"
            1: "No panics.\n  - not in tests either"
            2: "Names are whole words."
            3: "Every door checks who asks.\n   Also the socket."
            4: "Errors say what to do.""#]],
        );
    }

    #[test]
    fn code_is_no_list() {
        check(
            "- Write it so:\n  ```\n- x\n  ```\nand\n- Next.\n",
            &expect![[r#"
            1: "Write it so:\n  ```\n- x\n  ```"
            2: "Next.""#]],
        );
    }

    #[test]
    fn without_lists_paragraphs_are_rules() {
        check(
            "# Title\n\nNo panics.\nEver.\n\n## Part\nBe kind.\n",
            &expect![[r#"
            1: "No panics.\nEver."
            2: "Be kind.""#]],
        );
    }

    #[test]
    fn nothing_is_no_rule() {
        check("", &expect![""]);
        check("# Only a title\n\n---\n", &expect![[r#"1: "---""#]]);
    }

    #[test]
    fn rules_have_bounds() {
        let many = "- rule\n".repeat(MAX_RULES + 5);
        assert_eq!(rules(&many).len(), MAX_RULES);
        assert_eq!(rules(&format!("- {}", "é".repeat(5_000)))[0].text.chars().count(), MAX_RULE_CHARS);
    }

    proptest::proptest! {
        #[test]
        fn whatever_the_file_says_rules_are_counted_from_one(text in "(?s).{0,400}") {
            let found = rules(&text);
            assert!(found.iter().zip(1..).all(|(rule, number)| rule.number == number && !rule.text.is_empty()));
        }
    }
}
