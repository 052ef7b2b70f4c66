//! Who is asking: passwords, access tokens, refresh tokens, personal tokens and the first account.

mod access_token;
mod actor;
mod key_file;
mod password;
mod secret;
mod sign_in;

pub use access_token::{AccessTokens, Claims};
pub use actor::{Actor, Credential, authenticate, authenticate_token, still_valid};
pub use key_file::{KeyError, SigningKey};
pub use password::{PasswordError, Passwords};
pub use secret::{PERSONAL_TOKEN_PREFIX, Secret, Setup};
pub use sign_in::{SignedIn, refresh, sign_in};
