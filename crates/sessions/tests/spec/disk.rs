//! The same on a real disk, in real time.

use std::sync::Arc;

use engine::SessionId;
use sessions::{Followed, Form};
use store::SessionStatus::{Failed, Idle, Queued, Running, Waiting};
use store::{MemoryStore, SqliteStore, Store};

use crate::support::{World, ann, colour, delta, done, notice, question, said};

#[test]
fn sr8_all_of_this_holds_on_disk() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.db");
    let on_disk = async |max_running| {
        let store: Arc<dyn Store> = Arc::new(SqliteStore::open(&path).await.unwrap());
        World::on_store(store, MemoryStore::new(), max_running)
    };
    let real_life = |work: std::pin::Pin<Box<dyn Future<Output = Vec<SessionId>> + '_>>| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(work)
    };
    let ids = real_life(Box::pin(async {
        let mut world = on_disk(3).await;
        World::prepare(&*world.store).await;
        let (working, run) = world.running("1").await;
        let mut reader = world.follow(working, 0, Form::Lean).await;
        run.say_all([delta("Half"), delta(" a word"), notice("n")]).await;
        while !reader.screen.kinds().contains(&"notice") {
            let followed = reader.follower.next().await.unwrap();
            if let Some(Followed::Events(events)) = followed {
                reader.screen.show_all(&events);
            }
        }
        let (asking, asks) = world.running("2").await;
        asks.say(question("q")).await;
        until(&world, asking, Waiting).await;
        let (idle, rests) = world.running("3").await;
        rests.say_all([delta("a"), said("a"), done()]).await;
        until(&world, idle, Idle).await;
        let (_, _busy) = world.running("4").await;
        let (_, _busy) = world.running("5").await;
        let queued = world.create("6").await;
        until(&world, queued, Queued).await;
        vec![working, asking, idle, queued]
    }));
    real_life(Box::pin(async {
        let mut world = on_disk(3).await;
        world.sessions.recover().await.unwrap();
        let [working, asking, idle, queued] = ids[..] else { unreachable!() };
        for (id, status) in [(working, Failed), (asking, Waiting), (idle, Idle), (queued, Running)] {
            until(&world, id, status).await;
        }
        assert_eq!(world.last(working, "assistant_message").await["text"], "Half a word");
        assert_eq!(world.started().await.begins().await, "6");
        world.sessions.answer(asking, "q".to_owned(), colour("red"), ann()).await.unwrap();
        assert!(world.started().await.begins().await.contains("red"));
        world.assert_sound().await;
        world.store.close().await;
        ids.clone()
    }));
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
