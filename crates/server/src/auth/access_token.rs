//! Access tokens: JWTs of fifteen minutes, one algorithm, for one device.

use engine::{Timestamp, UserId};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use serde::{Deserialize, Serialize};
use store::DeviceId;

use super::SigningKey;
use crate::clock::millis;
use crate::limits::ACCESS_TOKEN_LIFE;
use crate::problem::Problem;

const ALGORITHM: Algorithm = Algorithm::HS256;
const ISSUER: &str = "tandem";
const AUDIENCE: &str = "tandem-api";

/// What an access token says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    iss: String,
    aud: String,
    pub sub: UserId,
    pub device: DeviceId,
    iat: i64,
    exp: i64,
}

/// Makes and checks access tokens.
pub struct AccessTokens {
    signing: EncodingKey,
    checking: DecodingKey,
    validation: Validation,
}

impl AccessTokens {
    pub fn new(key: &SigningKey) -> Self {
        let mut validation = Validation::new(ALGORITHM);
        validation.set_issuer(&[ISSUER]);
        validation.set_audience(&[AUDIENCE]);
        validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
        // The expiry is checked below, against the server's own clock and without leeway.
        validation.validate_exp = false;
        Self {
            signing: EncodingKey::from_secret(key.as_bytes()),
            checking: DecodingKey::from_secret(key.as_bytes()),
            validation,
        }
    }

    pub fn issue(&self, user: UserId, device: DeviceId, now: Timestamp) -> Result<String, Problem> {
        let claims = Claims {
            iss: ISSUER.to_owned(),
            aud: AUDIENCE.to_owned(),
            sub: user,
            device,
            iat: now.as_millis() / 1_000,
            exp: now.plus_millis(millis(ACCESS_TOKEN_LIFE)).as_millis() / 1_000,
        };
        encode(&Header::new(ALGORITHM), &claims, &self.signing)
            .map_err(|error| Problem::internal("signing an access token", &error))
    }

    /// Returns what the token says, if it is ours and has not expired.
    pub fn check(&self, token: &str, now: Timestamp) -> Option<Claims> {
        let claims = decode::<Claims>(token, &self.checking, &self.validation).ok()?.claims;
        (now.as_millis() / 1_000 < claims.exp).then_some(claims)
    }
}
