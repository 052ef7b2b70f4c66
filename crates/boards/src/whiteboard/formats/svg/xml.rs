//! Writes XML. Names of elements and attributes are ours; whatever else comes in is escaped.

use std::fmt::Display;

pub struct Xml(String);

/// Attributes with what they are set to.
pub type Attributes<'a> = &'a [(&'static str, &'a dyn Display)];

impl Xml {
    pub fn new() -> Self {
        Self(String::new())
    }

    pub fn open(&mut self, name: &'static str, attributes: Attributes<'_>) {
        self.tag(name, attributes, ">");
    }

    pub fn close(&mut self, name: &'static str) {
        self.0.push_str("</");
        self.0.push_str(name);
        // Between pieces of a text a line feed would be drawn.
        self.0.push_str(if matches!(name, "tspan") { ">" } else { ">\n" });
    }

    /// Writes an element with nothing in it.
    pub fn empty(&mut self, name: &'static str, attributes: Attributes<'_>) {
        self.tag(name, attributes, "/>\n");
    }

    pub fn text(&mut self, text: &str) {
        escape(text, &mut self.0);
    }

    /// Writes a text of our own as it is.
    pub fn plain(&mut self, text: &str) {
        self.0.push_str(text);
    }

    pub fn finish(self) -> String {
        self.0
    }

    fn tag(&mut self, name: &'static str, attributes: Attributes<'_>, end: &str) {
        self.0.push('<');
        self.0.push_str(name);
        for (attribute, value) in attributes {
            self.0.push(' ');
            self.0.push_str(attribute);
            self.0.push_str("=\"");
            escape(&value.to_string(), &mut self.0);
            self.0.push('"');
        }
        self.0.push_str(end);
    }
}

/// Adds a text in which nothing is markup. What XML has no way to say is left out.
fn escape(text: &str, out: &mut String) {
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(' '),
            '\u{fffe}' | '\u{ffff}' => {}
            character if character.is_control() => {}
            character => out.push(character),
        }
    }
}

/// A length with two digits after the point at most.
pub struct Number(pub f64);

impl Display for Number {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The sum turns −0 into 0.
        write!(formatter, "{}", (self.0 * 100.0).round() / 100.0 + 0.0)
    }
}

/// Writes the data of a path: letters as they are, numbers rounded.
pub struct Path(String);

impl Path {
    pub fn new() -> Self {
        Self(String::new())
    }

    pub fn step(&mut self, letter: char, numbers: &[f64]) -> &mut Self {
        self.0.push(letter);
        for (place, number) in numbers.iter().enumerate() {
            self.0.push_str(if place == 0 { "" } else { " " });
            self.0.push_str(&Number(*number).to_string());
        }
        self
    }

    pub fn close(&mut self) -> &mut Self {
        self.0.push('Z');
        self
    }

    pub fn finish(&mut self) -> String {
        std::mem::take(&mut self.0)
    }
}
