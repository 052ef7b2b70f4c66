//! One conversation over the live socket, whatever carries it.

use std::sync::Arc;

use bytes::Bytes;
use futures_util::{Sink, SinkExt, Stream, StreamExt};
use rooms::{Frame, Outbox, OutboxReader, Peer, PeerId};
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout};

use super::follows::Follows;
use super::hearing::Hearing;
use super::inbound::Inbound;
use super::open_boards::OpenBoards;
use super::outbound;
use crate::app::App;
use crate::auth::{Actor, authenticate_token};
use crate::ids;
use crate::limits::{AUTH_DEADLINE, PING_EVERY, WRITE_DEADLINE};
use crate::revocations::RevocationListener;

/// What comes from the other side.
#[derive(Debug)]
pub enum Incoming {
    Text(Bytes),
    /// A sign of life without content.
    Alive,
    /// A message that is no text, or larger than allowed.
    Refused(CloseReason),
}

/// What goes to the other side.
#[derive(Debug)]
pub enum Outgoing {
    Frame(Frame),
    Ping,
    Close(CloseReason),
}

/// Why a conversation ended, with its WebSocket close code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CloseReason {
    GoingAway,
    NotText,
    TooLarge,
    Unauthorized,
    Revoked,
    TooSlow,
    Silent,
    /// The store could not be asked who this is.
    Unavailable,
    /// The other side ended it.
    Left,
}

impl CloseReason {
    pub fn code(self) -> u16 {
        match self {
            Self::GoingAway => 1001,
            Self::NotText => 1003,
            Self::TooLarge => 1009,
            Self::Unavailable => 1013,
            Self::Unauthorized => 4401,
            Self::Revoked => 4403,
            Self::TooSlow | Self::Silent => 4408,
            Self::Left => 1000,
        }
    }

    pub fn text(self) -> &'static str {
        match self {
            Self::GoingAway => "the server is stopping; connect again",
            Self::NotText => "messages are JSON text",
            Self::TooLarge => "the message is too large",
            Self::Unauthorized => "send auth with a valid token first",
            Self::Revoked => "your rights have changed; connect again",
            Self::TooSlow => "you do not read fast enough",
            Self::Silent => "you have been silent for too long",
            Self::Unavailable => "the server cannot check your token now; connect again later",
            Self::Left => "",
        }
    }
}

/// Something that carries messages both ways.
pub trait Transport: Stream<Item = Incoming> + Sink<Outgoing> + Send + Unpin {}
impl<T: Stream<Item = Incoming> + Sink<Outgoing> + Send + Unpin> Transport for T {}

/// Holds one conversation from its first message to its end.
pub async fn converse(app: Arc<App>, transport: impl Transport) -> CloseReason {
    let (mut sink, mut stream) = transport.split();
    // Listening starts before the check, so that no revocation falls between the two.
    let revocations = app.revocations.subscribe();
    let reason = match authenticate(&app, &mut stream).await {
        Ok(actor) => hold(&app, actor, &mut stream, &mut sink, revocations).await,
        Err(reason) => reason,
    };
    if reason != CloseReason::Left {
        let farewell = async {
            sink.send(Outgoing::Close(reason)).await?;
            sink.close().await
        };
        // The other side may be gone already; there is nobody to tell then.
        drop(timeout(WRITE_DEADLINE, farewell).await);
    }
    reason
}

async fn authenticate(
    app: &Arc<App>,
    stream: &mut (impl Stream<Item = Incoming> + Unpin),
) -> Result<Actor, CloseReason> {
    let first = async {
        loop {
            match stream.next().await {
                Some(Incoming::Text(text)) => return Ok(text),
                Some(Incoming::Alive) => {}
                Some(Incoming::Refused(reason)) => return Err(reason),
                None => return Err(CloseReason::Left),
            }
        }
    };
    let text = tokio::select! {
        biased;
        text = timeout(AUTH_DEADLINE, first) => text.map_err(|_| CloseReason::Unauthorized)??,
        () = app.stopping.cancelled() => return Err(CloseReason::GoingAway),
    };
    let Ok(Ok(Inbound::Auth { token })) = std::str::from_utf8(&text).map(Inbound::parse) else {
        return Err(CloseReason::Unauthorized);
    };
    // A token that cannot be looked up is not a wrong one: the client keeps it and comes back.
    authenticate_token(app, &token).await.map_err(|problem| {
        if problem.status().is_server_error() { CloseReason::Unavailable } else { CloseReason::Unauthorized }
    })
}

/// Listens and speaks until either ends.
async fn hold(
    app: &Arc<App>,
    actor: Actor,
    stream: &mut (impl Stream<Item = Incoming> + Unpin),
    sink: &mut (impl Sink<Outgoing> + Unpin),
    revocations: RevocationListener,
) -> CloseReason {
    let (outbox, mut waiting) = Outbox::new();
    let peer = PeerId::from_uuid(ids::mint(app.clock.now()));
    outbox.push_always(outbound::ready(&actor.user, peer));
    let who = Peer { peer, user: actor.user.id, name: actor.user.name.as_str().into() };
    let mut hearing =
        Hearing { app, actor, peer: who, boards: OpenBoards::default(), follows: Follows::default(), outbox };
    metrics::gauge!("tandem_sockets").increment(1.0);
    // In a fixed order, so that a simulation replays; listening comes before speaking, so that nothing is shown to one
    // whose rights have just ended. It pauses now and then, so that one who talks without end still gets answers.
    let reason = tokio::select! {
        biased;
        () = app.stopping.cancelled() => CloseReason::GoingAway,
        reason = hearing.listen(stream, revocations) => reason,
        reason = speak(&mut waiting, sink) => reason,
    };
    metrics::gauge!("tandem_sockets").decrement(1.0);
    for board in hearing.boards.0.keys() {
        app.rooms.unsubscribe(*board, peer).await;
    }
    reason
}

/// Writes what is queued, all that waits at once, and pings.
async fn speak(waiting: &mut OutboxReader, sink: &mut (impl Sink<Outgoing> + Unpin)) -> CloseReason {
    let mut frames = Vec::new();
    let mut ping = interval_at(Instant::now() + PING_EVERY, PING_EVERY);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let ping_due = tokio::select! {
            biased;
            taken = waiting.take(&mut frames) => match taken {
                Ok(()) => false,
                Err(_) => return CloseReason::TooSlow,
            },
            _ = ping.tick() => true,
        };
        let flushing = async {
            if ping_due {
                sink.feed(Outgoing::Ping).await?;
            }
            for frame in frames.drain(..) {
                sink.feed(Outgoing::Frame(frame)).await?;
            }
            sink.flush().await
        };
        match timeout(WRITE_DEADLINE, flushing).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) => return CloseReason::Left,
            Err(_) => return CloseReason::TooSlow,
        }
    }
}
