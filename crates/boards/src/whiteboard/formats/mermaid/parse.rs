//! Reads the flowcharts that people write and paste.

use layout::Direction;

use super::chart::{Chart, EntryKind, Link, Order};
use super::cursor::Cursor;
use super::label::plain;
use super::link::{Heads, link};
use super::shape::{BRACKETS, FLAG, geo_of};
use crate::whiteboard::formats::error::FormatError;
use crate::whiteboard::formats::reading::beginning;
use crate::whiteboard::formats::sheet::MAX_LINE;
use crate::whiteboard::formats::{MAX_FRAMES_DEEP, MAX_OBJECTS};
use crate::whiteboard::nodes::Geo;

/// Statements that say how something looks or what a click does.
const LOOKS: [&str; 8] = ["classDef", "class", "style", "linkStyle", "click", "accTitle", "accDescr", "href"];
const MAX_NODES_JOINED: usize = 100;

pub fn parse(content: &str) -> Result<Chart, FormatError> {
    let text = without_comments(content);
    let mut parser =
        Parser { cursor: Cursor::new(&text), chart: Chart::new(Direction::TopDown, Order::Forward), open: Vec::new() };
    parser.header()?;
    while parser.statement()? {}
    if !parser.open.is_empty() {
        return Err(parser.cursor.fault("a `subgraph` has no `end`"));
    }
    Ok(parser.chart)
}

/// Empties lines that are no part of the chart: comments, settings, and the fence of a block of code. The others keep
/// their numbers.
fn without_comments(content: &str) -> String {
    let is_aside = |line: &str| line.trim_start().starts_with("%%") || line.trim_start().starts_with("```");
    let mut lines: Vec<&str> = content.lines().map(|line| if is_aside(line) { "" } else { line }).collect();
    let first = lines.iter().position(|line| !line.trim().is_empty()).unwrap_or_default();
    if lines.get(first).is_some_and(|line| line.trim() == "---") {
        let end = lines.iter().skip(first + 1).position(|line| line.trim() == "---");
        if let Some(end) = end {
            lines[first..=first + 1 + end].fill("");
        }
    }
    lines.join("\n")
}

struct Parser<'a> {
    cursor: Cursor<'a>,
    chart: Chart,
    /// The subgraphs that are open, the innermost last.
    open: Vec<usize>,
}

impl Parser<'_> {
    fn header(&mut self) -> Result<(), FormatError> {
        self.cursor.take_while(|character| character.is_whitespace() || character == ';');
        let word = self.cursor.take_while(|character| character.is_alphanumeric() || character == '-');
        if !matches!(word, "flowchart" | "graph" | "flowchart-elk" | "flowchart-v2") {
            let shown: String = word.chars().take(40).collect();
            return Err(self.cursor.fault(if shown.is_empty() {
                "a flowchart begins with `flowchart TD` or `graph LR`".to_owned()
            } else {
                format!("only flowcharts can be read; this begins with `{shown}`")
            }));
        }
        self.cursor.skip_spaces();
        if let Some((direction, order)) = self.direction() {
            (self.chart.direction, self.chart.order) = (direction, order);
        }
        Ok(())
    }

    fn direction(&mut self) -> Option<(Direction, Order)> {
        const WAYS: [(&str, Direction, Order); 9] = [
            ("TB", Direction::TopDown, Order::Forward),
            ("TD", Direction::TopDown, Order::Forward),
            ("v", Direction::TopDown, Order::Forward),
            ("BT", Direction::TopDown, Order::Backward),
            ("^", Direction::TopDown, Order::Backward),
            ("LR", Direction::LeftRight, Order::Forward),
            (">", Direction::LeftRight, Order::Forward),
            ("RL", Direction::LeftRight, Order::Backward),
            ("<", Direction::LeftRight, Order::Backward),
        ];
        let ends = |text: &str| text.chars().next().is_none_or(|next| next.is_whitespace() || next == ';');
        let found = WAYS.iter().find(|(word, ..)| self.cursor.rest().strip_prefix(word).is_some_and(ends))?;
        self.cursor.take(found.0);
        Some((found.1, found.2))
    }

    /// Reads a statement; false at the end.
    fn statement(&mut self) -> Result<bool, FormatError> {
        self.cursor.take_while(|character| character.is_whitespace() || character == ';');
        if self.cursor.peek().is_none() {
            return Ok(false);
        }
        let rest = self.cursor.rest();
        let end = rest.find(|character: char| character.is_whitespace() || character == ';' || character == ':');
        match &rest[..end.unwrap_or(rest.len())] {
            "subgraph" => self.subgraph()?,
            "end" => {
                self.cursor.take("end");
                if self.open.pop().is_none() {
                    return Err(self.cursor.fault("this `end` has no `subgraph`"));
                }
            }
            "direction" => {
                self.cursor.skip_line();
                self.chart.warn("the directions of subgraphs were not taken over");
            }
            word if LOOKS.contains(&word) => {
                self.cursor.skip_line();
                self.chart.warn("classes, styles and clicks were not taken over");
            }
            _ => self.chain()?,
        }
        self.check_end()?;
        Ok(true)
    }

    fn check_end(&mut self) -> Result<(), FormatError> {
        self.cursor.skip_spaces();
        match self.cursor.peek() {
            None | Some('\n' | ';') => Ok(()),
            Some(_) => {
                let found: String = self.cursor.rest().chars().take_while(|each| *each != '\n').take(20).collect();
                Err(self.cursor.fault(format!("this cannot be read here: `{found}`")))
            }
        }
    }

    /// Reads `subgraph id [Title]`, `subgraph id`, `subgraph "Title"` or `subgraph some words`.
    fn subgraph(&mut self) -> Result<(), FormatError> {
        if self.open.len() >= MAX_FRAMES_DEEP {
            return Err(self
                .cursor
                .fault(format!("subgraphs lie within each other more than {MAX_FRAMES_DEEP} times")));
        }
        self.check_room()?;
        self.cursor.take("subgraph");
        self.cursor.skip_spaces();
        let within = self.open.last().copied();
        let unnamed = format!("subgraph {}", self.chart.entries.len());
        let (key, title) = if let Some(title) = self.cursor.quoted()? {
            (unnamed, Some(title))
        } else {
            let words = self.cursor.take_while(|character| !matches!(character, '[' | '\n' | ';')).trim().to_owned();
            let title = if self.cursor.take("[") { Some(self.label(&["]"])?.0) } else { None };
            let key = if words.is_empty() { unnamed } else { words.clone() };
            (key, title.or(Some(words).filter(|words| !words.is_empty())))
        };
        let index = self.chart.mention(&key, within);
        let entry = &mut self.chart.entries[index];
        entry.kind = EntryKind::Subgraph;
        entry.label = title.or(entry.label.take());
        self.open.push(index);
        Ok(())
    }

    /// Reads `a & b --> c --> d`.
    fn chain(&mut self) -> Result<(), FormatError> {
        let mut from = self.nodes()?;
        loop {
            self.cursor.skip_spaces();
            let Some(found) = link(&mut self.cursor)? else { return Ok(()) };
            // A link may end its line and go on in the next.
            self.cursor.take_while(char::is_whitespace);
            let to = self.nodes()?;
            // Said once, it is on each of the links; one that is too long is still seen to be.
            let label = beginning(&found.label, MAX_LINE + 1);
            match found.heads {
                Heads::Invisible => self.chart.warn("links that are not drawn were left out"),
                Heads::None => self.chart.warn("links without a head have become arrows"),
                Heads::Start | Heads::End | Heads::Both => {}
            }
            for (from, to) in from.iter().flat_map(|from| to.iter().map(move |to| (*from, *to))) {
                let (from, to) = if found.heads == Heads::Start { (to, from) } else { (from, to) };
                if found.heads != Heads::Invisible {
                    self.check_room()?;
                    self.chart.links.push(Link { from, to, label: label.to_owned() });
                }
            }
            from = to;
        }
    }

    fn nodes(&mut self) -> Result<Vec<usize>, FormatError> {
        let mut nodes = vec![self.node()?];
        loop {
            self.cursor.skip_spaces();
            if !self.cursor.take("&") {
                return Ok(nodes);
            }
            if nodes.len() >= MAX_NODES_JOINED {
                return Err(self.cursor.fault(format!("more than {MAX_NODES_JOINED} nodes are joined by `&`")));
            }
            self.cursor.take_while(char::is_whitespace);
            nodes.push(self.node()?);
        }
    }

    fn node(&mut self) -> Result<usize, FormatError> {
        let key = self.name();
        if key.is_empty() {
            return Err(self.cursor.fault("the name of a node is missing here"));
        }
        self.check_room()?;
        let within = self.open.last().copied();
        let index = self.chart.mention(&key, within);
        if let Some((label, geo)) = self.shape()? {
            let entry = &mut self.chart.entries[index];
            entry.label = label.or(entry.label.take());
            if let EntryKind::Node(old) = &mut entry.kind {
                *old = geo;
            }
        }
        if self.cursor.take(":::") {
            self.cursor.take_while(|character| character.is_alphanumeric() || matches!(character, '_' | '-'));
            self.chart.warn("classes, styles and clicks were not taken over");
        }
        Ok(index)
    }

    /// Reads the name of a node. A sign that could begin a link belongs to it only between letters.
    fn name(&mut self) -> String {
        let mut name = String::new();
        loop {
            name.push_str(self.cursor.take_while(|character| character.is_alphanumeric() || character == '_'));
            let mut next = self.cursor.rest().chars();
            let joins = matches!(next.next(), Some('-' | '.' | '/' | ':' | '#'));
            if name.is_empty() || !joins || !next.next().is_some_and(char::is_alphanumeric) {
                return name;
            }
            let sign: String = self.cursor.rest().chars().take(1).collect();
            self.cursor.take(&sign);
            name.push_str(&sign);
        }
    }

    /// Reads what stands in brackets behind a name, and what the brackets mean.
    fn shape(&mut self) -> Result<Option<(Option<String>, Geo)>, FormatError> {
        if self.cursor.take("@{") {
            return self.attributes().map(Some);
        }
        let found = BRACKETS.iter().chain([&FLAG]).find(|(open, _)| self.cursor.take(open));
        let Some((_, closes)) = found else { return Ok(None) };
        let ends: Vec<&str> = closes.iter().map(|(close, _)| *close).collect();
        let (label, which) = self.label(&ends)?;
        Ok(Some((Some(label), closes[which].1)))
    }

    /// Reads `@{ shape: diamond, label: "…" }`.
    fn attributes(&mut self) -> Result<(Option<String>, Geo), FormatError> {
        let (mut label, mut geo) = (None, Geo::Rectangle);
        loop {
            self.cursor.take_while(|character| character.is_whitespace() || character == ',');
            if self.cursor.take("}") {
                return Ok((label, geo));
            }
            let key = self.cursor.take_while(|character| character.is_alphanumeric() || matches!(character, '_' | '-'));
            self.cursor.skip_spaces();
            if key.is_empty() || !self.cursor.take(":") {
                return Err(self.cursor.fault("a node's attributes are `@{ shape: …, label: \"…\" }`"));
            }
            self.cursor.skip_spaces();
            let value = match self.cursor.quoted()? {
                Some(value) => value,
                None => self.cursor.take_while(|each| !matches!(each, ',' | '}' | '\n')).trim().to_owned(),
            };
            match key {
                "label" => label = Some(value),
                "shape" => geo = geo_of(&value),
                _ => self.chart.warn("classes, styles and clicks were not taken over"),
            }
        }
    }

    /// Reads a label up to one of these ends, and says which it was.
    fn label(&mut self, ends: &[&str]) -> Result<(String, usize), FormatError> {
        self.cursor.skip_spaces();
        let missing = || format!("a `{}` is missing", ends.join("` or `"));
        if let Some(label) = self.cursor.quoted()? {
            self.cursor.skip_spaces();
            let which = ends.iter().position(|end| self.cursor.take(end));
            return which.map(|which| (label, which)).ok_or_else(|| self.cursor.fault(missing()));
        }
        let found = self.cursor.take_until(ends);
        let (label, which) = found.ok_or_else(|| self.cursor.fault(missing()))?;
        Ok((plain(label.trim()), which))
    }

    fn check_room(&self) -> Result<(), FormatError> {
        if self.chart.is_full() {
            return Err(self.cursor.fault(format!("the chart has more than {MAX_OBJECTS} nodes and links")));
        }
        Ok(())
    }
}
