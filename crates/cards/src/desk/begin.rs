//! Giving an agent its task.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use boards::Text;
use boards::kanban::automation::{Brief, Rules, Work};
use boards::kanban::{Card, Column};
use engine::{BoardId, NodeId, SessionId, UserId};
use serde_json::Value;
use sessions::{NewSession, Settings, Who};
use store::{Project, ProjectId, Session, StoreError};

use super::Desk;
use crate::cards::Shared;
use crate::error::CardError;
use crate::limits::MAX_RULES_BYTES;
use crate::prompt::{Task, task};
use crate::record::CardTree;
use crate::rules::{Rule, rules};

/// Everything that is needed to give a task, taken from the card when it got its place.
pub(super) struct Beginning {
    pub(super) shared: Arc<Shared>,
    pub(super) board: BoardId,
    pub(super) project: ProjectId,
    pub(super) card: NodeId,
    pub(super) work: Work,
    pub(super) brief: Brief,
    pub(super) note: Option<String>,
    pub(super) props: Card,
    pub(super) column: Option<Column>,
    pub(super) by: Option<UserId>,
    pub(super) session: SessionId,
    pub(super) turns_before: u32,
    /// The conversation that did the work, for its plan.
    pub(super) worker: Option<SessionId>,
    pub(super) tree: Option<CardTree>,
    /// Whether it may have been done before the server went away.
    pub(super) again: bool,
}

/// What became of it.
pub(super) struct Begun {
    pub(super) tree: Option<CardTree>,
}

impl Desk {
    /// Decides which session does the work of a card that has got its place, before anything is done.
    pub(super) async fn choose_session(&mut self, card: &NodeId, rules: &Rules) -> Result<(), StoreError> {
        let store = &self.shared.config.store;
        let Some(record) = self.records.get(card) else { return Ok(()) };
        let Some((work, brief)) = record.state.phase.task(rules) else { return Ok(()) };
        let wanted = self.column(&record.state.column).and_then(|column| column.agent);
        let candidate = match (work, brief) {
            (Work::Review, Brief::Fresh) => None,
            (Work::Review, Brief::GoOn) => record.review,
            (Work::Plan | Work::Code | Work::Custom, _) => record.work,
            (Work::Talk, _) => record.current,
        };
        let known = match candidate {
            Some(session) => store.session(session).await?,
            None => None,
        };
        // Another agent does not know the conversation; it begins its own.
        let known = known.filter(|known| wanted.as_ref().is_none_or(|agent| agent.as_str() == known.agent));
        let (session, turns, approvals) = match &known {
            Some(known) => (known.id, known.turns, known.approval.as_ref().map_or(0, |approval| approval.count)),
            None => (SessionId::from_uuid((self.shared.config.new_id)()), 0, 0),
        };
        if let Some(record) = self.records.get_mut(card) {
            if record.current != Some(session) {
                record.approvals = approvals;
            }
            record.current = Some(session);
            record.turns_before = turns;
            // Already now: it may be dragged elsewhere before it has its task.
            match work {
                Work::Review => record.reviewed_by(session),
                Work::Plan | Work::Code | Work::Custom => record.work = record.current,
                // Whichever of the two it was.
                Work::Talk => {}
            }
            self.pulses.remove(card);
            self.changed.insert(card.clone());
        }
        Ok(())
    }

    /// Takes from a card what is needed to give its task.
    pub(super) fn beginning(
        &mut self,
        card: &NodeId,
        work: Work,
        brief: Brief,
        note: Option<String>,
    ) -> Option<Beginning> {
        let again = self.again.remove(card);
        let record = self.records.get(card)?;
        let props = self.document.node(card)?.props.clone();
        Some(Beginning {
            shared: Arc::clone(&self.shared),
            board: self.board.id,
            project: self.project,
            card: card.clone(),
            work,
            brief,
            note,
            props: serde_json::from_value(Value::Object(props)).ok()?,
            column: self.column(&record.state.column),
            by: record.by,
            session: record.current?,
            turns_before: record.turns_before,
            worker: record.work,
            tree: record.tree.clone(),
            again,
        })
    }
}

impl Beginning {
    pub(super) async fn begin(self) -> Result<Begun, CardError> {
        let config = &self.shared.config;
        let project = config.store.project(self.project).await?.ok_or(CardError::Missing)?;
        let who = self.who(&project).await?;
        let known = config.store.session(self.session).await?;
        self.check_agent(known.as_ref())?;
        let title = self.props.title.as_str();
        let tree = self.shared.worktrees.ensure(&project, &self.card, title, self.tree.as_ref()).await?;
        if let Some(known) = &known
            && self.again
            && (known.status.is_busy() || known.turns > self.turns_before)
        {
            return Ok(Begun { tree });
        }
        let rules = if self.work == Work::Review { read_rules(&project, tree.as_ref()).await } else { Vec::new() };
        let has_task = match &known {
            // What it was told before it began is kept for it.
            Some(known) if !known.begun => !config.sessions.view(known.id).await?.messages.is_empty(),
            Some(_) => true,
            None => false,
        };
        let message = self.message(has_task, &rules, tree.as_ref()).await?;
        match known {
            Some(known) => self.set(&known).await?,
            None => self.create(tree.as_ref(), &who).await?,
        }
        if self.work == Work::Review && self.brief == Brief::Fresh {
            // Before it is told anything, so that its report finds the rules it was given.
            let rules = serde_json::to_string(&rules).unwrap_or_else(|_| "[]".to_owned());
            config.store.open_review(self.session, rules).await?;
        }
        config.sessions.message(self.session, message, who).await?;
        Ok(Begun { tree })
    }

    /// Refuses work in files to an agent that has none, unless somebody has asked for that agent by its name: it would end
    /// well with nothing done.
    fn check_agent(&self, known: Option<&Session>) -> Result<(), CardError> {
        let needs_files = match self.work {
            Work::Plan | Work::Code | Work::Review => true,
            Work::Custom | Work::Talk => false,
        };
        let agents = self.shared.config.sessions.agents();
        let agent = known.map_or(agents.default.as_str(), |known| &known.agent);
        let is_named = self.column.as_ref().is_some_and(|column| column.agent.is_some());
        if !needs_files || is_named || !agents.lacks_files(agent) {
            return Ok(());
        }
        let label = agents.by_name.get(agent).map_or(agent, |entry| entry.label.as_str());
        Err(CardError::NoFiles(label.to_owned()))
    }

    /// Brings a conversation that goes on into the column's mode, and to its model.
    async fn set(&self, known: &Session) -> Result<(), CardError> {
        let model = self.model().filter(|model| known.model.as_ref() != Some(model));
        let mode = mode(self.work).filter(|mode| *mode != known.mode).map(str::to_owned);
        if mode.is_some() || model.is_some() {
            self.shared.config.sessions.change_settings(self.session, Settings { mode, model }).await?;
        }
        Ok(())
    }

    async fn create(&self, tree: Option<&CardTree>, who: &Who) -> Result<(), CardError> {
        let agent = self.column.as_ref().and_then(|column| column.agent.as_ref());
        let new = NewSession {
            id: Some(self.session),
            project: self.project,
            board: Some(self.board),
            card: Some(self.card.as_str().to_owned()),
            title: Some(self.props.title.as_str().to_owned()),
            agent: agent.map(|agent| agent.as_str().to_owned()),
            mode: mode(self.work).map(str::to_owned),
            model: self.model(),
            folder: tree.map(|tree| tree.folder.clone()),
            message: None,
        };
        self.shared.config.sessions.create(new, who).await?;
        Ok(())
    }

    fn model(&self) -> Option<String> {
        self.column.as_ref().and_then(|column| column.model.as_ref()).map(|model| model.as_str().to_owned())
    }

    /// In whose name it is done: who moved the card, or started it, last.
    async fn who(&self, project: &Project) -> Result<Who, CardError> {
        let store = &self.shared.config.store;
        let user = match self.by {
            Some(id) => store.user(id).await?,
            None => None,
        };
        if let Some(user) = user {
            return Ok(Who { id: user.id, name: user.name });
        }
        let members = store.members(project.id).await?;
        let owner = members.into_iter().find(|member| member.role == store::Role::Owner).ok_or(CardError::Missing)?;
        Ok(Who { id: owner.user, name: owner.name })
    }

    async fn message(&self, known: bool, rules: &[Rule], tree: Option<&CardTree>) -> Result<String, CardError> {
        let worker = match self.worker {
            Some(session) => self.shared.config.store.session(session).await?,
            None => None,
        };
        let plan = worker.and_then(|worker| worker.approval).map(|approval| approval.plan);
        let column = self.column.as_ref();
        Ok(task(&Task {
            work: self.work,
            brief: self.brief,
            title: self.props.title.as_str(),
            description: self.props.description.as_ref().map(Text::as_str),
            column: column.map_or("", |column| column.name.as_str()),
            prompt: column.and_then(|column| column.prompt.as_ref()).map(Text::as_str),
            note: self.note.as_deref(),
            plan: plan.as_deref(),
            known,
            rules,
            base: tree.map(|tree| (tree.base.as_str(), tree.branch.as_str())),
        }))
    }
}

/// The mode in which a session does a kind of work; for talk, the one it is in.
fn mode(work: Work) -> Option<&'static str> {
    match work {
        Work::Plan => Some("plan"),
        Work::Code | Work::Custom => Some("code"),
        Work::Review => Some("review"),
        Work::Talk => None,
    }
}

/// Reads the project's rules. In a card's folder the file may be newer than in the project's own.
async fn read_rules(project: &Project, tree: Option<&CardTree>) -> Vec<Rule> {
    let Some(path) = &project.best_practices_path else { return Vec::new() };
    let in_tree = tree.and_then(|tree| {
        let inside = Path::new(path).strip_prefix(&project.folder_path).ok()?;
        Some(Path::new(&tree.folder).join(inside))
    });
    let own = (PathBuf::from(path), project.folder_path.as_str());
    let in_tree = in_tree.zip(tree.map(|tree| tree.folder.as_str()));
    for (path, folder) in in_tree.into_iter().chain([own]) {
        if let Some(text) = read_plain(&path, Path::new(folder)).await {
            return rules(&text);
        }
    }
    tracing::warn!(project.id = %project.id, "The best practices of project {} cannot be read", project.id);
    Vec::new()
}

/// Reads the start of a plain file of a folder; what lies elsewhere, by whatever link, is not read.
async fn read_plain(path: &Path, folder: &Path) -> Option<String> {
    use tokio::io::AsyncReadExt;
    let found = tokio::fs::canonicalize(path).await.ok()?;
    if !found.starts_with(folder) || !tokio::fs::symlink_metadata(&found).await.ok()?.is_file() {
        return None;
    }
    let path = found;
    let mut bytes = Vec::new();
    tokio::fs::File::open(path).await.ok()?.take(MAX_RULES_BYTES).read_to_end(&mut bytes).await.ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}
