//! Secrets that are shown once and kept only as a hash.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use store::SecretHash;

use crate::ids;

/// How a personal token starts, so that it can be told from an access token and found by secret scanners.
pub const PERSONAL_TOKEN_PREFIX: &str = "tnd_";

/// A new secret on its way to its owner.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// Makes a secret of 32 random bytes.
    pub fn generate() -> Self {
        Self(URL_SAFE_NO_PAD.encode(ids::random::<32>()))
    }

    /// Makes a personal token.
    pub fn personal_token() -> Self {
        Self(format!("{PERSONAL_TOKEN_PREFIX}{}", Self::generate().0))
    }

    pub fn reveal(&self) -> &str {
        &self.0
    }

    pub fn into_text(self) -> String {
        self.0
    }

    pub fn hash(&self) -> SecretHash {
        Self::hash_of(&self.0)
    }

    /// Hashes what somebody shows. Hashes, not texts, are compared, so the time taken tells nothing about the secret.
    pub fn hash_of(shown: &str) -> SecretHash {
        SecretHash(Sha256::digest(shown.as_bytes()).into())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret(..)")
    }
}

/// The one-time token of the setup link. It lives in memory and counts only while there is no account.
#[derive(Debug)]
pub struct Setup {
    expected: Option<SecretHash>,
}

impl Setup {
    /// Makes a token for a server that has no account yet.
    pub fn open() -> (Self, Secret) {
        let secret = Secret::generate();
        (Self { expected: Some(secret.hash()) }, secret)
    }

    /// For a server that has accounts.
    pub fn done() -> Self {
        Self { expected: None }
    }

    pub fn accepts(&self, shown: &str) -> bool {
        self.expected == Some(Secret::hash_of(shown))
    }
}
