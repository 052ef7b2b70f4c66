//! Who takes part, and the boards they share.

use std::sync::atomic::{AtomicU32, Ordering};

use engine::{BoardId, Timestamp, UserId};
use server::auth::{PERSONAL_TOKEN_PREFIX, Secret};
use store::{Accounts as _, MemoryStore, NewBoard, NewUser, PersonalToken, Project, ProjectId, Projects as _, Role};
use store::{TokenId, User, UserRole};

/// Everybody there is; a client belongs to one of them.
pub const PEOPLE: [Person; 3] = [
    Person { number: 1, name: "ann", role: Role::Owner },
    Person { number: 2, name: "bob", role: Role::Editor },
    Person { number: 3, name: "eve", role: Role::Viewer },
];

#[derive(Clone, Copy, Debug)]
pub struct Person {
    number: u8,
    pub name: &'static str,
    pub role: Role,
}

impl Person {
    /// Returns whose the client with this number is.
    pub fn of_client(number: usize) -> Self {
        PEOPLE[[0, 1, 2, 0, 1][number % 5]]
    }

    pub fn id(self) -> UserId {
        UserId::from_bytes([self.number; 16])
    }

    pub fn token(self) -> String {
        format!("{PERSONAL_TOKEN_PREFIX}{}", self.name)
    }
}

/// Makes the people and a project with boards, all under ids that are the same in every run.
pub async fn settle_in(store: &MemoryStore, boards: usize) -> Vec<BoardId> {
    let now = Timestamp::from_millis(1_800_000_000_000);
    for person in PEOPLE {
        let user = User {
            id: person.id(),
            email: format!("{}@example.org", person.name),
            name: person.name.to_owned(),
            role: UserRole::Member,
            password_hash: "nobody logs in".to_owned(),
            created_at: now,
        };
        store.create_user(NewUser::Any(user)).await.unwrap();
        let token = PersonalToken {
            id: TokenId::from_bytes([person.number; 16]),
            user: person.id(),
            name: "script".to_owned(),
            created_at: now,
            expires_at: None,
        };
        store.create_token(token, Secret::hash_of(&person.token())).await.unwrap();
    }
    let ids: Vec<BoardId> = (0x10..).take(boards).map(|board| BoardId::from_bytes([board; 16])).collect();
    let project = Project {
        id: ProjectId::from_bytes([9; 16]),
        name: "p".to_owned(),
        folder_path: "nowhere".to_owned(),
        best_practices_path: None,
        kanban_board: ids[0],
        trusted: false,
        worktrees: true,
        created_at: now,
    };
    let project_id = project.id;
    store.create_project(project, PEOPLE[0].id(), new_board(ids[0], now)).await.unwrap();
    for board in &ids[1..] {
        store.create_board(project_id, new_board(*board, now)).await.unwrap();
    }
    for person in &PEOPLE[1..] {
        store.set_member(project_id, person.id(), person.role).await.unwrap();
    }
    ids
}

fn new_board(id: BoardId, now: Timestamp) -> NewBoard {
    let count = AtomicU32::new(0);
    let mint = || format!("start.{}", count.fetch_add(1, Ordering::Relaxed));
    let kind = boards::kind("kanban").unwrap();
    let first_changes = rooms::first_changes(kind, now, mint).unwrap();
    NewBoard { id, kind: "kanban".to_owned(), title: "B".to_owned(), created_at: now, first_changes }
}
