//! The devices one is logged in on.

use engine::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::DeviceId;

use crate::access::{Call, LoggedIn};
use crate::operation::{Nothing, Operation, Path, Reply, delete, get};
use crate::page::ListResponse;
use crate::problem::Problem;
use crate::revocations::Revocation;

pub fn operations() -> Vec<Operation> {
    vec![
        get("/me/devices", "list_devices", "Lists the devices one is logged in on, newest first.")
            .tag("me")
            .login(list_devices),
        delete("/me/devices/{id}", "revoke_device", "Logs out a device.").tag("me").login(revoke_device),
    ]
}

#[derive(Debug, Serialize, JsonSchema)]
struct DeviceResponse {
    id: DeviceId,
    /// What the client called itself.
    name: String,
    created_at: Timestamp,
    seen_at: Timestamp,
    /// Whether this is the device that asks.
    current: bool,
}

async fn list_devices(call: Call<LoggedIn>) -> Result<Reply<ListResponse<DeviceResponse>>, Problem> {
    let devices = call.app.store.devices(call.scope.user.id).await?;
    let items = devices.into_iter().map(|device| DeviceResponse {
        current: device.id == call.scope.device,
        id: device.id,
        name: device.name,
        created_at: device.created_at,
        seen_at: device.seen_at,
    });
    Ok(Reply(ListResponse::whole(items.collect())))
}

#[derive(Debug, Deserialize, JsonSchema)]
struct DevicePath {
    id: DeviceId,
}

async fn revoke_device(call: Call<LoggedIn>, Path(path): Path<DevicePath>) -> Result<Nothing, Problem> {
    call.app.store.revoke_device(call.scope.user.id, path.id).await?;
    call.app.revocations.publish(Revocation::Device(path.id));
    Ok(Nothing)
}
