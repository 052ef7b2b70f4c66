//! The same on a real disk, in real time.

use std::path::Path;
use std::sync::Arc;

use engine::SessionId;
use sessions::{Followed, Form};
use store::SessionStatus::{Failed, Idle, Queued, Running, Waiting};
use store::{MemoryStore, SqliteStore, Store};

use crate::support::{World, ann, colour, delta, done, notice, question, said};

/// Runs a server's life on a disk and ends it as a power cut does.
fn life_on<T>(folder: &Path, max_running: usize, work: impl AsyncFnOnce(&mut World) -> T) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store: Arc<dyn Store> = Arc::new(SqliteStore::open(&folder.join("test.db")).await.unwrap());
        let mut world = World::on_store(store, MemoryStore::new(), max_running);
        work(&mut world).await
    })
}

#[test]
fn sp8_a_session_is_opened_once_also_when_reading_takes_its_time() {
    let folder = tempfile::tempdir().unwrap();
    let id = life_on(folder.path(), 1, async |world| {
        World::prepare(&*world.store).await;
        let (id, run) = world.running("1").await;
        until_said(world, id, "delivered").await;
        world.keep(run);
        id
    });
    life_on(folder.path(), 1, async |world| {
        let asks = (0..20).map(|number| {
            let sessions = world.sessions.clone();
            world.tasks.spawn(async move {
                match number % 2 {
                    0 => sessions.message(id, number.to_string(), ann()).await,
                    _ => sessions.view(id).await,
                }
            })
        });
        for ask in asks.collect::<Vec<_>>() {
            ask.await.unwrap().unwrap();
        }
        let _run = world.started().await;
        assert!(!world.has_started().await);
        assert_eq!(world.view(id).await.messages.len(), 10);
        assert_eq!(world.kinds(id).await.iter().filter(|kind| *kind == "error").count(), 1);
        world.assert_sound().await;
    });
}

#[test]
fn sr8_all_of_this_holds_on_disk() {
    let folder = tempfile::tempdir().unwrap();
    let ids = life_on(folder.path(), 3, async |world| {
        World::prepare(&*world.store).await;
        let (working, run) = world.running("1").await;
        run.say_all([delta("Half"), delta(" a word"), notice("n")]).await;
        until_said(world, working, "notice").await;
        let (asking, asks) = world.running("2").await;
        asks.say(question("q")).await;
        until(world, asking, Waiting).await;
        let (idle, rests) = world.running("3").await;
        rests.say_all([delta("a"), said("a"), done()]).await;
        until(world, idle, Idle).await;
        let (_, _busy) = world.running("4").await;
        let (_, _busy) = world.running("5").await;
        let queued = world.create("6").await;
        until(world, queued, Queued).await;
        [working, asking, idle, queued]
    });
    life_on(folder.path(), 3, async |world| {
        world.sessions.recover().await.unwrap();
        let [working, asking, idle, queued] = ids;
        for (id, status) in [(working, Failed), (asking, Waiting), (idle, Idle), (queued, Running)] {
            until(world, id, status).await;
        }
        assert_eq!(world.last(working, "assistant_message").await["text"], "Half a word");
        assert_eq!(world.started().await.begins().await, "6");
        world.sessions.answer(asking, "q".to_owned(), colour("red"), ann()).await.unwrap();
        assert!(world.started().await.begins().await.contains("red"));
        world.assert_sound().await;
        world.store.close().await;
    });
}

/// Waits until a session has a status.
async fn until(world: &World, session: SessionId, status: store::SessionStatus) {
    let mut reader = world.follow(session, 0, Form::Whole).await;
    loop {
        match reader.follower.next().await.unwrap() {
            Some(Followed::View(view)) if view.session.status == status => return,
            Some(_) => {}
            None => panic!("the session has ended"),
        }
    }
}

/// Waits until an event of a kind is on disk.
async fn until_said(world: &World, session: SessionId, kind: &str) {
    let mut reader = world.follow(session, 0, Form::Whole).await;
    loop {
        match reader.follower.next().await.unwrap() {
            Some(Followed::Events(events)) if events.iter().any(|event| event.kind == kind) => return,
            Some(_) => {}
            None => panic!("the session has ended"),
        }
    }
}
