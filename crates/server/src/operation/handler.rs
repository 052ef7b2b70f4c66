//! Turns a plain typed function into something the table can hold.

use axum::response::Response;
use bytes::Bytes;
use http::request::Parts;

use super::{Answer, Argument, Shape};
use crate::access::{Call, Scope};
use crate::problem::Problem;

/// A request whose access has been checked and whose body has been read.
pub struct Input {
    pub parts: Parts,
    pub body: Bytes,
}

/// An `async fn(Call<S>, Path<_>, Query<_>, Body<_>) -> Result<Reply<_>, Problem>`, each argument after the call optional.
pub trait Handler<S, Arguments>: Clone + Send + Sync + 'static {
    fn shape() -> Shape;
    fn run(self, call: Call<S>, input: Input) -> impl Future<Output = Result<Response, Problem>> + Send;
}

impl<F, S, Answering, Answered> Handler<S, ()> for F
where
    F: Fn(Call<S>) -> Answering + Clone + Send + Sync + 'static,
    S: Scope,
    Answering: Future<Output = Result<Answered, Problem>> + Send,
    Answered: Answer,
{
    fn shape() -> Shape {
        Shape::answering::<Answered>()
    }

    async fn run(self, call: Call<S>, _: Input) -> Result<Response, Problem> {
        self(call).await?.into_response()
    }
}

macro_rules! handler {
    ($($argument:ident $value:ident),*) => {
        impl<F, S, Answering, Answered, $($argument),*> Handler<S, ($($argument,)*)> for F
        where
            F: Fn(Call<S>, $($argument),*) -> Answering + Clone + Send + Sync + 'static,
            S: Scope,
            Answering: Future<Output = Result<Answered, Problem>> + Send,
            Answered: Answer,
            $($argument: Argument,)*
        {
            fn shape() -> Shape {
                let mut shape = Shape::answering::<Answered>();
                $($argument::describe(&mut shape);)*
                shape
            }

            async fn run(self, call: Call<S>, mut input: Input) -> Result<Response, Problem> {
                $(let $value = $argument::extract(&mut input).await?;)*
                self(call, $($value),*).await?.into_response()
            }
        }
    };
}

handler!(A first);
handler!(A first, B second);
handler!(A first, B second, C third);
