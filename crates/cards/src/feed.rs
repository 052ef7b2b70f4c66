//! The cards of a board as they are shown. Whoever watches reads what changed since it last looked, at its own pace:
//! nothing is queued for anybody.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engine::NodeId;
use tokio::sync::watch;

use crate::status::CardStatus;

/// What a board's desk shows.
pub(crate) struct Shown {
    cards: Mutex<Cards>,
    moved: watch::Sender<u64>,
}

#[derive(Default)]
struct Cards {
    version: u64,
    /// Each with the version it changed in; none for one that is gone.
    by_id: BTreeMap<NodeId, (u64, Option<Arc<CardStatus>>)>,
}

/// One who watches the cards of a board.
pub struct Feed {
    shown: Arc<Shown>,
    moved: watch::Receiver<u64>,
    seen: Option<u64>,
}

/// What changed since the last look.
#[derive(Debug, Clone, PartialEq)]
pub struct News {
    /// Whether this is all there is.
    pub whole: bool,
    pub cards: Vec<Arc<CardStatus>>,
    pub gone: Vec<NodeId>,
}

impl Shown {
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self { cards: Mutex::default(), moved: watch::channel(0).0 })
    }

    /// Shows cards as they are now; none for one that is gone.
    pub(crate) fn show(&self, changed: Vec<(NodeId, Option<CardStatus>)>) {
        let mut cards = self.lock();
        let version = cards.version + 1;
        let mut news = false;
        for (card, status) in changed {
            let before = cards.by_id.get(&card).and_then(|(_, status)| status.as_deref());
            if before != status.as_ref() {
                cards.by_id.insert(card, (version, status.map(Arc::new)));
                news = true;
            }
        }
        if news {
            cards.version = version;
            drop(cards);
            self.moved.send_replace(version);
        }
    }

    pub(crate) fn all(&self) -> Vec<Arc<CardStatus>> {
        self.lock().by_id.values().filter_map(|(_, status)| status.clone()).collect()
    }

    pub(crate) fn get(&self, card: &NodeId) -> Option<Arc<CardStatus>> {
        self.lock().by_id.get(card).and_then(|(_, status)| status.clone())
    }

    pub(crate) fn has_watchers(&self) -> bool {
        self.moved.receiver_count() > 0
    }

    pub(crate) fn watch(self: &Arc<Self>) -> Feed {
        Feed { moved: self.moved.subscribe(), shown: Arc::clone(self), seen: None }
    }

    fn lock(&self) -> MutexGuard<'_, Cards> {
        // The map is whole at every step.
        self.cards.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Feed {
    /// Returns what there is, the first time at once and then when something has changed; none when the desk is gone.
    pub async fn next(&mut self) -> Option<News> {
        loop {
            if self.seen.is_some() {
                self.moved.changed().await.ok()?;
            }
            let seen = self.seen;
            let news = {
                let cards = self.shown.lock();
                self.seen = Some(cards.version);
                let fresh = cards.by_id.iter().filter(|(_, (version, _))| seen.is_none_or(|seen| *version > seen));
                let mut news = News { whole: seen.is_none(), cards: Vec::new(), gone: Vec::new() };
                for (card, (_, status)) in fresh {
                    match status {
                        Some(status) => news.cards.push(Arc::clone(status)),
                        None => news.gone.push(card.clone()),
                    }
                }
                news
            };
            if news.whole || !news.cards.is_empty() || !news.gone.is_empty() {
                return Some(news);
            }
        }
    }
}
