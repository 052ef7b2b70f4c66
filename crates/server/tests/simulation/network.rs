//! Connections without a network: two queues with a delay, which can be cut with what is under way.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use futures_util::{Sink, Stream};
use server::App;
use server::live::{Incoming, Outgoing, converse};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::{CancellationToken, PollSender};
use tokio_util::task::TaskTracker;

/// Messages the line to a client holds before the server has to wait.
const LINE_FRAMES: usize = 16;

type Stamped<T> = (Instant, T);

/// A client's end of a connection. Dropping it lets what the client has sent arrive, and nothing come back.
pub struct Wire {
    sender: mpsc::UnboundedSender<Stamped<Incoming>>,
    receiver: mpsc::Receiver<Outgoing>,
    cut: CancellationToken,
}

/// What there is to read.
pub enum Received {
    Message(Outgoing),
    Nothing,
    End,
}

impl Wire {
    /// Connects to a server. When `power` fails, both ends notice and what is under way is lost.
    pub fn connect(app: &Arc<App>, latency: Duration, power: &CancellationToken, pumps: &TaskTracker) -> Self {
        let cut = power.child_token();
        let (sender, sent) = mpsc::unbounded_channel();
        let (arrive, arriving) = mpsc::unbounded_channel();
        let (leave, leaving) = mpsc::channel(LINE_FRAMES);
        let (deliver, receiver) = mpsc::channel(LINE_FRAMES);
        pumps.spawn(carry_up(sent, arrive, latency, cut.clone()));
        pumps.spawn(carry_down(leaving, deliver, latency, cut.clone()));
        app.tasks.spawn(converse(Arc::clone(app), ServerEnd { arriving, leave: PollSender::new(leave) }));
        Self { sender, receiver, cut }
    }

    pub fn say(&self, text: String) {
        self.send(Incoming::Text(text.into()));
    }

    pub fn pong(&self) {
        self.send(Incoming::Alive);
    }

    pub fn receive(&mut self) -> Received {
        match self.receiver.try_recv() {
            Ok(message) => Received::Message(message),
            Err(mpsc::error::TryRecvError::Empty) => Received::Nothing,
            Err(mpsc::error::TryRecvError::Disconnected) => Received::End,
        }
    }

    /// Cuts the line: what is under way is lost, both ways.
    pub fn cut(self) {
        self.cut.cancel();
    }

    pub fn send(&self, message: Incoming) {
        // A line that is down loses what is said into it; the client finds out when it reads.
        self.sender.send((Instant::now(), message)).ok();
    }
}

async fn carry_up(
    mut sent: mpsc::UnboundedReceiver<Stamped<Incoming>>,
    arrive: mpsc::UnboundedSender<Incoming>,
    latency: Duration,
    cut: CancellationToken,
) {
    let carrying = async {
        while let Some((at, message)) = sent.recv().await {
            sleep_until(at + latency).await;
            if arrive.send(message).is_err() {
                return;
            }
        }
    };
    tokio::select! {
        biased;
        () = cut.cancelled() => {}
        () = carrying => {}
    }
}

async fn carry_down(
    mut leaving: mpsc::Receiver<Stamped<Outgoing>>,
    deliver: mpsc::Sender<Outgoing>,
    latency: Duration,
    cut: CancellationToken,
) {
    let carrying = async {
        while let Some((at, message)) = leaving.recv().await {
            sleep_until(at + latency).await;
            // When nobody takes it, it is lost, and the server does not learn of it.
            deliver.send(message).await.ok();
        }
    };
    tokio::select! {
        biased;
        () = cut.cancelled() => {}
        () = carrying => {}
    }
}

struct ServerEnd {
    arriving: mpsc::UnboundedReceiver<Incoming>,
    leave: PollSender<Stamped<Outgoing>>,
}

type Lost = tokio_util::sync::PollSendError<Stamped<Outgoing>>;

impl Stream for ServerEnd {
    type Item = Incoming;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Incoming>> {
        self.arriving.poll_recv(context)
    }
}

impl Sink<Outgoing> for ServerEnd {
    type Error = Lost;

    fn poll_ready(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<(), Lost>> {
        Pin::new(&mut self.leave).poll_ready(context)
    }

    fn start_send(mut self: Pin<&mut Self>, item: Outgoing) -> Result<(), Lost> {
        Pin::new(&mut self.leave).start_send((Instant::now(), item))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<(), Lost>> {
        Pin::new(&mut self.leave).poll_flush(context)
    }

    fn poll_close(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<(), Lost>> {
        Pin::new(&mut self.leave).poll_close(context)
    }
}
