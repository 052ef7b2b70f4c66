use std::collections::BTreeMap;

use async_trait::async_trait;
use engine::{BoardId, UserId};

use super::{Log, MemoryStore};
use crate::{Board, Member, NewBoard, Project, ProjectId, ProjectPatch, Projects, Role, StoreError};

/// The bound of a project's lists.
const MAX_LISTED: usize = 1_000;

#[derive(Default)]
pub(super) struct State {
    projects: BTreeMap<ProjectId, Project>,
    members: BTreeMap<(ProjectId, UserId), Role>,
    boards: BTreeMap<BoardId, Board>,
}

impl State {
    pub(super) fn expect_project(&self, id: ProjectId) -> Result<(), StoreError> {
        if self.projects.contains_key(&id) { Ok(()) } else { Err(StoreError::Missing { what: "project" }) }
    }

    pub(super) fn has_board(&self, id: BoardId) -> bool {
        self.boards.contains_key(&id)
    }

    pub(super) fn kanban_boards(&self) -> impl Iterator<Item = BoardId> {
        self.boards.values().filter(|board| board.kind == "kanban").map(|board| board.id)
    }

    pub(super) fn role(&self, project: ProjectId, user: UserId) -> Option<Role> {
        self.members.get(&(project, user)).copied()
    }

    fn expect_other_owner(&self, project: ProjectId, user: UserId) -> Result<(), StoreError> {
        let is_owner = |wanted: UserId| self.role(project, wanted) == Some(Role::Owner);
        let mut others = self.members.keys().filter(|(its, member)| *its == project && *member != user);
        if is_owner(user) && !others.any(|(_, member)| is_owner(*member)) {
            return Err(StoreError::Exists { what: "last owner" });
        }
        Ok(())
    }
}

impl super::State {
    fn expect_user(&self, id: UserId) -> Result<(), StoreError> {
        if self.accounts.users.contains_key(&id) { Ok(()) } else { Err(StoreError::Missing { what: "account" }) }
    }

    fn insert_board(&mut self, project: ProjectId, new: NewBoard) -> Result<(), StoreError> {
        if self.projects.boards.contains_key(&new.id) {
            return Err(StoreError::Exists { what: "board" });
        }
        let mut log = Log::default();
        let fits = self.logs.get(&new.id).is_none_or(|log| log.changes.is_empty());
        if !fits || log.append(new.first_changes).is_err() {
            return Err(StoreError::Exists { what: "change" });
        }
        let board = Board { id: new.id, project, kind: new.kind, title: new.title, seq: 0, created_at: new.created_at };
        self.logs.insert(new.id, log);
        self.projects.boards.insert(new.id, board);
        Ok(())
    }

    fn remove_board(&mut self, id: BoardId) {
        self.projects.boards.remove(&id);
        self.logs.remove(&id);
        self.sessions.leave_board(id);
        self.cards.forget_board(id);
    }

    fn with_seq(&self, board: &Board) -> Board {
        Board { seq: self.logs.get(&board.id).map_or(0, Log::head), ..board.clone() }
    }
}

#[async_trait]
impl Projects for MemoryStore {
    async fn create_project(&self, project: Project, owner: UserId, board: NewBoard) -> Result<(), StoreError> {
        let mut state = self.write("create a project")?;
        if project.kanban_board != board.id {
            return Err(StoreError::Missing { what: "board" });
        }
        if state.projects.projects.contains_key(&project.id) {
            return Err(StoreError::Exists { what: "project" });
        }
        state.expect_user(owner)?;
        state.insert_board(project.id, board)?;
        state.projects.members.insert((project.id, owner), Role::Owner);
        state.projects.projects.insert(project.id, project);
        Ok(())
    }

    async fn project(&self, id: ProjectId) -> Result<Option<Project>, StoreError> {
        Ok(self.read().projects.projects.get(&id).cloned())
    }

    async fn projects_of(
        &self,
        user: UserId,
        after: Option<ProjectId>,
        limit: usize,
    ) -> Result<Vec<(Project, Role)>, StoreError> {
        let state = self.read();
        let later = state.projects.projects.values().filter(|project| Some(project.id) > after);
        let own = later
            .filter_map(|project| state.projects.members.get(&(project.id, user)).map(|role| (project.clone(), *role)));
        Ok(own.take(limit).collect())
    }

    async fn update_project(&self, id: ProjectId, patch: ProjectPatch) -> Result<Project, StoreError> {
        let mut state = self.write("change a project")?;
        let project = state.projects.projects.get_mut(&id).ok_or(StoreError::Missing { what: "project" })?;
        patch.apply(project);
        Ok(project.clone())
    }

    async fn delete_project(&self, id: ProjectId) -> Result<(), StoreError> {
        let mut state = self.write("delete a project")?;
        state.projects.expect_project(id)?;
        state.remove_sessions(id);
        state.mcp_servers.forget_project(id);
        let boards = state.projects.boards.values().filter(|board| board.project == id);
        let boards: Vec<BoardId> = boards.map(|board| board.id).collect();
        for board in boards {
            state.remove_board(board);
        }
        state.projects.members.retain(|(project, _), _| *project != id);
        state.projects.projects.remove(&id);
        Ok(())
    }

    async fn role(&self, project: ProjectId, user: UserId) -> Result<Option<Role>, StoreError> {
        Ok(self.read().projects.role(project, user))
    }

    async fn members(&self, project: ProjectId) -> Result<Vec<Member>, StoreError> {
        let state = self.read();
        let own = state.projects.members.iter().filter(|((its, _), _)| *its == project);
        let named = own.filter_map(|((_, user), role)| {
            let user = state.accounts.users.get(user)?;
            Some(Member { user: user.id, email: user.email.clone(), name: user.name.clone(), role: *role })
        });
        Ok(named.take(MAX_LISTED).collect())
    }

    async fn set_member(&self, project: ProjectId, user: UserId, role: Role) -> Result<(), StoreError> {
        let mut state = self.write("set a member")?;
        state.projects.expect_project(project)?;
        state.expect_user(user)?;
        if role != Role::Owner {
            state.projects.expect_other_owner(project, user)?;
        }
        state.projects.members.insert((project, user), role);
        Ok(())
    }

    async fn remove_member(&self, project: ProjectId, user: UserId) -> Result<(), StoreError> {
        let mut state = self.write("remove a member")?;
        if !state.projects.members.contains_key(&(project, user)) {
            return Err(StoreError::Missing { what: "member" });
        }
        state.projects.expect_other_owner(project, user)?;
        state.projects.members.remove(&(project, user));
        Ok(())
    }

    async fn create_board(&self, project: ProjectId, board: NewBoard) -> Result<(), StoreError> {
        let mut state = self.write("create a board")?;
        state.projects.expect_project(project)?;
        state.insert_board(project, board)
    }

    async fn board(&self, id: BoardId) -> Result<Option<Board>, StoreError> {
        let state = self.read();
        Ok(state.projects.boards.get(&id).map(|board| state.with_seq(board)))
    }

    async fn boards(&self, project: ProjectId) -> Result<Vec<Board>, StoreError> {
        let state = self.read();
        let own = state.projects.boards.values().filter(|board| board.project == project);
        Ok(own.take(MAX_LISTED).map(|board| state.with_seq(board)).collect())
    }

    async fn rename_board(&self, id: BoardId, title: &str) -> Result<(), StoreError> {
        let mut state = self.write("rename a board")?;
        let board = state.projects.boards.get_mut(&id).ok_or(StoreError::Missing { what: "board" })?;
        title.clone_into(&mut board.title);
        Ok(())
    }

    async fn delete_board(&self, id: BoardId) -> Result<(), StoreError> {
        let mut state = self.write("delete a board")?;
        if !state.projects.boards.contains_key(&id) {
            return Err(StoreError::Missing { what: "board" });
        }
        state.remove_board(id);
        Ok(())
    }
}
