//! Logging in on a device, and staying logged in.

use engine::Timestamp;
use store::{Device, DeviceId, RefreshGrant, RefreshOutcome, User};

use super::Secret;
use crate::app::App;
use crate::clock::millis;
use crate::fields::Name;
use crate::ids;
use crate::limits::{MAX_DEVICES_PER_USER, REFRESH_TOKEN_LIFE};
use crate::problem::Problem;
use crate::revocations::Revocation;

/// A user on a device, with the tokens that go to it.
pub struct SignedIn {
    pub user: User,
    pub access_token: String,
    pub refresh_token: Secret,
}

/// Makes a new device for somebody who has proved who they are.
pub async fn sign_in(app: &App, user: User, device_name: Name) -> Result<SignedIn, Problem> {
    forget_oldest_devices(app, &user).await?;
    let now = app.clock.now();
    let device = Device {
        id: DeviceId::from_uuid(ids::mint(now)),
        user: user.id,
        name: device_name.as_str().to_owned(),
        created_at: now,
        seen_at: now,
    };
    let (refresh_token, grant) = grant(now);
    let access_token = app.access_tokens.issue(user.id, device.id, now)?;
    app.store.create_device(device, grant).await?;
    Ok(SignedIn { user, access_token, refresh_token })
}

/// Exchanges a refresh token for new tokens. One that was used before revokes its device: it was stolen, or its copy.
pub async fn refresh(app: &App, shown: &str) -> Result<SignedIn, Problem> {
    let now = app.clock.now();
    let (refresh_token, grant) = grant(now);
    match app.store.rotate_refresh(Secret::hash_of(shown), grant, now).await? {
        RefreshOutcome::Rotated(device) => {
            let user = app.store.user(device.user).await?.ok_or_else(Problem::unauthorized)?;
            let access_token = app.access_tokens.issue(user.id, device.id, now)?;
            Ok(SignedIn { user, access_token, refresh_token })
        }
        RefreshOutcome::Reused(device) => {
            tracing::warn!(device.id = %device.id, "A used refresh token was shown again; its device is logged out");
            app.revocations.publish(Revocation::Device(device.id));
            Err(Problem::unauthorized())
        }
        RefreshOutcome::Unknown => Err(Problem::unauthorized()),
    }
}

fn grant(now: Timestamp) -> (Secret, RefreshGrant) {
    let secret = Secret::generate();
    let expires_at = now.plus_millis(millis(REFRESH_TOKEN_LIFE));
    let grant = RefreshGrant { hash: secret.hash(), expires_at };
    (secret, grant)
}

/// Makes room for one more device.
async fn forget_oldest_devices(app: &App, user: &User) -> Result<(), Problem> {
    let devices = app.store.devices(user.id).await?;
    for device in devices.into_iter().skip(MAX_DEVICES_PER_USER - 1) {
        app.store.revoke_device(user.id, device.id).await?;
        app.revocations.publish(Revocation::Device(device.id));
    }
    Ok(())
}
