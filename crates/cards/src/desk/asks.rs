//! What people ask of a board's cards.

use std::sync::Arc;

use boards::kanban::automation::{Event, Phase, Work};
use boards::kanban::{COLUMN, Column};
use engine::{NodeId, SessionId, UserId};
use serde_json::Value;
use sessions::Pulse;
use tokio::sync::oneshot;

use super::Desk;
use crate::cards::{Answer, SendBack};
use crate::error::CardError;
use crate::prompt::failing_rules;
use crate::record::CardTree;
use crate::review::{Filed, Report, VerdictName};
use crate::rules::Rule;

pub(crate) type Reply = oneshot::Sender<Answer>;

/// What a desk can be asked. Whether the asker may is settled before.
pub(crate) enum Ask {
    /// Something moved on the board.
    Nudge,
    Pulse(Arc<Pulse>),
    /// The report of a review was filed.
    Report(Filed),
    Start {
        card: NodeId,
        note: Option<String>,
        by: UserId,
        reply: Reply,
    },
    Stop {
        card: NodeId,
        reply: Reply,
    },
    SendBack {
        card: NodeId,
        back: SendBack,
        by: UserId,
        reply: Reply,
    },
    Tree {
        card: NodeId,
        tree: Option<CardTree>,
        reply: Reply,
    },
    /// A new card goes on with a conversation and its files.
    Adopt {
        card: NodeId,
        session: SessionId,
        tree: CardTree,
        by: UserId,
        reply: Reply,
    },
    Look {
        card: NodeId,
        reply: Reply,
    },
}

impl Desk {
    pub(super) async fn ask(&mut self, ask: Ask) {
        let (card, reply, done) = match ask {
            Ask::Nudge => return self.look_at_log().await,
            Ask::Pulse(pulse) => {
                let card = pulse.card.as_deref().and_then(|card| NodeId::parse(card).ok());
                if let Some(card) = card {
                    self.take_pulse(&card, pulse).await;
                }
                return;
            }
            Ask::Report(Filed { card, session, .. }) => return self.take_report(&card, session).await,
            Ask::Start { card, note, by, reply } => {
                let done = self.start(&card, note, by).await;
                (card, reply, done)
            }
            Ask::Stop { card, reply } => {
                self.look_at_log().await;
                self.happen(&card, Event::Stop);
                (card, reply, Ok(()))
            }
            Ask::SendBack { card, back, by, reply } => {
                let done = self.send_back(&card, back, by).await;
                (card, reply, done)
            }
            Ask::Tree { card, tree, reply } => {
                if let Some(record) = self.records.get_mut(&card) {
                    record.tree = tree;
                    record.diff = record.diff.filter(|_| record.tree.is_some());
                    record.conflict = record.conflict.filter(|_| record.has_met_conflicts());
                    self.changed.insert(card.clone());
                }
                self.measure(&card);
                (card, reply, Ok(()))
            }
            Ask::Adopt { card, session, tree, by, reply } => {
                let done = self.adopt(&card, session, tree, by).await;
                (card, reply, done)
            }
            Ask::Look { card, reply } => {
                self.look(&card).await;
                self.measure(&card);
                (card, reply, Ok(()))
            }
        };
        match done {
            // Answered once it is written.
            Ok(()) => self.replies.push((card, reply)),
            Err(error) => drop(reply.send(Err(error))),
        }
    }

    async fn look_at_log(&mut self) {
        if let Err(error) = self.catch_up().await {
            tracing::error!(board.id = %self.board.id, %error, "The log of board {} cannot be read", self.board.id);
        }
    }

    async fn start(&mut self, card: &NodeId, note: Option<String>, by: UserId) -> Result<(), CardError> {
        // What the asker sees may be newer than what was acted upon.
        self.catch_up().await?;
        let column = self.column_of(card).ok_or(CardError::Missing)?;
        let rules = self.rules(&column);
        if rules.work.is_none() {
            return Err(CardError::NoWork);
        }
        let record = self.record(card, &column);
        if record.state.phase.is_busy() || matches!(record.state.phase, Phase::LinedUp { .. }) {
            return Err(CardError::Busy);
        }
        record.by = Some(by);
        self.changed.insert(card.clone());
        self.happen(card, Event::Start { rules, note });
        Ok(())
    }

    async fn adopt(&mut self, card: &NodeId, session: SessionId, tree: CardTree, by: UserId) -> Result<(), CardError> {
        self.catch_up().await?;
        let column = self.column_of(card).ok_or(CardError::Missing)?;
        let record = self.record(card, &column);
        (record.work, record.current, record.by) = (Some(session), Some(session), Some(by));
        record.tree = Some(tree);
        self.changed.insert(card.clone());
        self.measure(card);
        self.look(card).await;
        Ok(())
    }

    async fn send_back(&mut self, card: &NodeId, back: SendBack, by: UserId) -> Result<(), CardError> {
        self.catch_up().await?;
        let here = self.column_of(card).ok_or(CardError::Missing)?;
        let record = self.records.get(card).ok_or_else(|| CardError::Refused("this card has no review".to_owned()))?;
        if record.state.phase.is_busy() {
            return Err(CardError::Busy);
        }
        let to = match back.column {
            Some(column) => Some(column).filter(|column| self.column(column).is_some()),
            None => self.coding_column(),
        };
        let to = to.ok_or_else(|| CardError::Refused("there is no column that codes to send it back to".to_owned()))?;
        let note = self.failing(card, &back.rules, back.note.as_deref()).await?;
        let record = self.record(card, &here);
        record.by = Some(by);
        self.changed.insert(card.clone());
        if here == to {
            let rules = self.rules(&here);
            self.happen(card, Event::Start { rules, note: Some(note) });
        } else {
            self.happen(card, Event::SentBack { to, note });
        }
        Ok(())
    }

    /// Returns the first column whose cards are coded.
    fn coding_column(&self) -> Option<NodeId> {
        let columns = self.document.children(&NodeId::root()).filter(|node| &*node.kind == COLUMN);
        let codes = |props: &serde_json::Map<String, Value>| {
            let column = serde_json::from_value::<Column>(Value::Object(props.clone()));
            column.is_ok_and(|column| column.mode.map(Work::from) == Some(Work::Code))
        };
        columns.into_iter().find(|node| codes(&node.props)).map(|node| node.id.clone())
    }

    /// Says what of the last review failed.
    async fn failing(&self, card: &NodeId, wanted: &[usize], note: Option<&str>) -> Result<String, CardError> {
        let session = self.records.get(card).and_then(|record| record.review);
        let review = match session {
            Some(session) => self.shared.config.store.review(session).await?,
            None => None,
        };
        let read = review.and_then(|review| {
            let rules = serde_json::from_str::<Vec<Rule>>(&review.rules).ok()?;
            Some((rules, serde_json::from_str::<Report>(&review.report?).ok()?))
        });
        let (rules, report) =
            read.unwrap_or_else(|| (Vec::new(), Report { rules: Vec::new(), steps: Vec::new(), summary: None }));
        let failed = report.rules.into_iter().filter(|verdict| {
            let chosen = wanted.is_empty() || wanted.contains(&verdict.rule);
            chosen && verdict.verdict == VerdictName::Fail
        });
        let failing: Vec<(Rule, String, Vec<String>)> = failed
            .filter_map(|verdict| {
                let rule = rules.iter().find(|rule| rule.number == verdict.rule)?.clone();
                let place = |place: &crate::review::Place| match place.line {
                    Some(line) => format!("{}:{line}", place.file),
                    None => place.file.clone(),
                };
                Some((rule, verdict.note.unwrap_or_default(), verdict.places.iter().map(place).collect()))
            })
            .collect();
        if failing.is_empty() {
            let note = note.map(str::trim).filter(|note| !note.is_empty());
            return note.map(str::to_owned).ok_or_else(|| {
                CardError::Refused("no rule of the review failed; say in a note what to do".to_owned())
            });
        }
        Ok(failing_rules(&failing, note))
    }
}
