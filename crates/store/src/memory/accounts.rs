use std::collections::{BTreeMap, HashMap};

use async_trait::async_trait;
use engine::{Timestamp, UserId};

use super::MemoryStore;
use crate::{
    Accounts, Device, DeviceId, Invite, InviteId, NewUser, PersonalToken, RefreshGrant, RefreshOutcome, SecretHash,
    StoreError, TokenId, User,
};

/// The bound of every list a person owns.
const MAX_LISTED: usize = 500;

#[derive(Default)]
pub(super) struct State {
    pub(super) users: BTreeMap<UserId, User>,
    devices: HashMap<DeviceId, Device>,
    refreshes: HashMap<SecretHash, Refresh>,
    tokens: HashMap<TokenId, (PersonalToken, SecretHash)>,
    invites: HashMap<InviteId, (Invite, SecretHash)>,
}

struct Refresh {
    device: DeviceId,
    expires_at: Timestamp,
    usage: Usage,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Usage {
    Unused,
    Used,
}

impl State {
    fn create_user(&mut self, new: NewUser) -> Result<(), StoreError> {
        let (user, invite) = match new {
            NewUser::First(_) if !self.users.is_empty() => return Err(StoreError::Exists { what: "first account" }),
            NewUser::First(user) | NewUser::Any(user) => (user, None),
            NewUser::Invited(user, hash) => {
                let open = |(invite, its): &&(Invite, SecretHash)| *its == hash && invite.expires_at > user.created_at;
                let invite = self.invites.values().find(open).map(|(invite, _)| invite.id);
                (user, Some(invite.ok_or(StoreError::Missing { what: "invitation" })?))
            }
        };
        if self.users.values().any(|other| other.id == user.id || other.email == user.email) {
            return Err(StoreError::Exists { what: "account" });
        }
        if let Some(invite) = invite {
            self.invites.remove(&invite);
        }
        self.users.insert(user.id, user);
        Ok(())
    }

    fn user_mut(&mut self, id: UserId) -> Result<&mut User, StoreError> {
        self.users.get_mut(&id).ok_or(StoreError::Missing { what: "account" })
    }

    fn expect_user(&self, id: UserId) -> Result<(), StoreError> {
        if self.users.contains_key(&id) { Ok(()) } else { Err(StoreError::Missing { what: "account" }) }
    }

    fn remove_device(&mut self, id: DeviceId) {
        self.devices.remove(&id);
        self.refreshes.retain(|_, refresh| refresh.device != id);
    }

    fn create_device(&mut self, device: Device, refresh: RefreshGrant) -> Result<(), StoreError> {
        self.expect_user(device.user)?;
        if self.devices.contains_key(&device.id) {
            return Err(StoreError::Exists { what: "device" });
        }
        self.grant(device.id, refresh)?;
        self.devices.insert(device.id, device);
        Ok(())
    }

    fn grant(&mut self, device: DeviceId, refresh: RefreshGrant) -> Result<(), StoreError> {
        if self.refreshes.contains_key(&refresh.hash) {
            return Err(StoreError::Exists { what: "refresh token" });
        }
        let stored = Refresh { device, expires_at: refresh.expires_at, usage: Usage::Unused };
        self.refreshes.insert(refresh.hash, stored);
        Ok(())
    }

    fn rotate(&mut self, used: SecretHash, next: RefreshGrant, now: Timestamp) -> Result<RefreshOutcome, StoreError> {
        let Some(refresh) = self.refreshes.get(&used).filter(|refresh| refresh.expires_at > now) else {
            return Ok(RefreshOutcome::Unknown);
        };
        let (id, usage) = (refresh.device, refresh.usage);
        let Some(device) = self.devices.get(&id).cloned() else { return Ok(RefreshOutcome::Unknown) };
        match usage {
            Usage::Used => {
                self.remove_device(id);
                Ok(RefreshOutcome::Reused(device))
            }
            Usage::Unused => {
                self.grant(id, next)?;
                self.refreshes.retain(|_, refresh| refresh.device != id || refresh.expires_at > now);
                if let Some(refresh) = self.refreshes.get_mut(&used) {
                    refresh.usage = Usage::Used;
                }
                let seen = Device { seen_at: now, ..device };
                self.devices.insert(id, seen.clone());
                Ok(RefreshOutcome::Rotated(seen))
            }
        }
    }
}

#[async_trait]
impl Accounts for MemoryStore {
    async fn create_user(&self, user: NewUser) -> Result<(), StoreError> {
        self.write("create an account")?.accounts.create_user(user)
    }

    async fn user(&self, id: UserId) -> Result<Option<User>, StoreError> {
        Ok(self.read().accounts.users.get(&id).cloned())
    }

    async fn user_by_email(&self, email: &str) -> Result<Option<User>, StoreError> {
        Ok(self.read().accounts.users.values().find(|user| user.email == email).cloned())
    }

    async fn users(&self, after: Option<UserId>, limit: usize) -> Result<Vec<User>, StoreError> {
        let state = self.read();
        let later = state.accounts.users.values().filter(|user| Some(user.id) > after);
        Ok(later.take(limit).cloned().collect())
    }

    async fn rename_user(&self, id: UserId, name: &str) -> Result<(), StoreError> {
        name.clone_into(&mut self.write("rename an account")?.accounts.user_mut(id)?.name);
        Ok(())
    }

    async fn set_password(
        &self,
        id: UserId,
        password_hash: &str,
        keep: Option<DeviceId>,
    ) -> Result<Vec<DeviceId>, StoreError> {
        let mut state = self.write("set a password")?;
        let accounts = &mut state.accounts;
        password_hash.clone_into(&mut accounts.user_mut(id)?.password_hash);
        let others = accounts.devices.values().filter(|device| device.user == id && Some(device.id) != keep);
        let mut revoked: Vec<DeviceId> = others.map(|device| device.id).collect();
        revoked.sort_unstable();
        for device in &revoked {
            accounts.remove_device(*device);
        }
        Ok(revoked)
    }

    async fn create_device(&self, device: Device, refresh: RefreshGrant) -> Result<(), StoreError> {
        self.write("create a device")?.accounts.create_device(device, refresh)
    }

    async fn device(&self, id: DeviceId) -> Result<Option<Device>, StoreError> {
        Ok(self.read().accounts.devices.get(&id).cloned())
    }

    async fn devices(&self, user: UserId) -> Result<Vec<Device>, StoreError> {
        let state = self.read();
        let own = state.accounts.devices.values().filter(|device| device.user == user).cloned();
        Ok(newest(own, |device| (device.created_at, device.id)))
    }

    async fn rotate_refresh(
        &self,
        used: SecretHash,
        next: RefreshGrant,
        now: Timestamp,
    ) -> Result<RefreshOutcome, StoreError> {
        self.write("rotate a refresh token")?.accounts.rotate(used, next, now)
    }

    async fn device_by_refresh(&self, hash: SecretHash) -> Result<Option<Device>, StoreError> {
        let state = self.read();
        let live = state.accounts.refreshes.get(&hash).filter(|refresh| refresh.usage == Usage::Unused);
        Ok(live.and_then(|refresh| state.accounts.devices.get(&refresh.device)).cloned())
    }

    async fn revoke_device(&self, user: UserId, id: DeviceId) -> Result<(), StoreError> {
        let mut state = self.write("revoke a device")?;
        if state.accounts.devices.get(&id).is_none_or(|device| device.user != user) {
            return Err(StoreError::Missing { what: "device" });
        }
        state.accounts.remove_device(id);
        Ok(())
    }

    async fn create_token(&self, token: PersonalToken, hash: SecretHash) -> Result<(), StoreError> {
        let mut state = self.write("create a token")?;
        state.accounts.expect_user(token.user)?;
        if state.accounts.tokens.values().any(|(other, its)| other.id == token.id || *its == hash) {
            return Err(StoreError::Exists { what: "token" });
        }
        state.accounts.tokens.insert(token.id, (token, hash));
        Ok(())
    }

    async fn token_by_hash(&self, hash: SecretHash) -> Result<Option<PersonalToken>, StoreError> {
        let state = self.read();
        Ok(state.accounts.tokens.values().find(|(_, its)| *its == hash).map(|(token, _)| token.clone()))
    }

    async fn tokens(&self, user: UserId) -> Result<Vec<PersonalToken>, StoreError> {
        let state = self.read();
        let own = state.accounts.tokens.values().map(|(token, _)| token).filter(|token| token.user == user).cloned();
        Ok(newest(own, |token| (token.created_at, token.id)))
    }

    async fn revoke_token(&self, user: UserId, id: TokenId) -> Result<(), StoreError> {
        let mut state = self.write("revoke a token")?;
        if state.accounts.tokens.get(&id).is_none_or(|(token, _)| token.user != user) {
            return Err(StoreError::Missing { what: "token" });
        }
        state.accounts.tokens.remove(&id);
        Ok(())
    }

    async fn create_invite(&self, invite: Invite, hash: SecretHash) -> Result<(), StoreError> {
        let mut state = self.write("create an invitation")?;
        state.accounts.expect_user(invite.created_by)?;
        if state.accounts.invites.values().any(|(other, its)| other.id == invite.id || *its == hash) {
            return Err(StoreError::Exists { what: "invitation" });
        }
        state.accounts.invites.insert(invite.id, (invite, hash));
        Ok(())
    }

    async fn invites(&self) -> Result<Vec<Invite>, StoreError> {
        let state = self.read();
        let invites = state.accounts.invites.values().map(|(invite, _)| invite.clone());
        Ok(newest(invites, |invite| (invite.created_at, invite.id)))
    }

    async fn revoke_invite(&self, id: InviteId) -> Result<(), StoreError> {
        let removed = self.write("revoke an invitation")?.accounts.invites.remove(&id);
        removed.map(drop).ok_or(StoreError::Missing { what: "invitation" })
    }
}

/// Sorts by `key`, largest first, and cuts to the bound of a list.
fn newest<T, K: Ord>(items: impl Iterator<Item = T>, key: impl Fn(&T) -> K) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    items.sort_unstable_by_key(|item| std::cmp::Reverse(key(item)));
    items.truncate(MAX_LISTED);
    items
}
