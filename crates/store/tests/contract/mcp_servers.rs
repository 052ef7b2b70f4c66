use store::{McpServerId, McpServerRow, Store};

use super::fixture::{Place, at, bytes, check_exists, check_missing, new_board, project, user, with_sessions};

fn server(n: u8, name: &str) -> McpServerRow {
    McpServerRow {
        id: McpServerId::from_bytes(bytes(n)),
        name: name.to_owned(),
        config: format!(r#"{{"url":"https://example.org/{n}"}}"#),
        created_at: at(i64::from(n)),
    }
}

/// Makes projects 1 and 2 and servers 1 to 3, whose names sort the other way round.
async fn with_servers(store: &dyn Store) -> anyhow::Result<[McpServerRow; 3]> {
    with_sessions(store, 0).await?;
    store.create_project(project(2), user(1).id, new_board(2, Vec::new())).await?;
    let servers = [server(1, "zeta"), server(2, "mid"), server(3, "alpha")];
    for server in &servers {
        store.create_mcp_server(server.clone()).await?;
    }
    Ok(servers)
}

pub async fn servers_come_back_by_name(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    let [zeta, mid, alpha] = with_servers(&*store).await?;
    let store = place.reopen(store).await?;
    assert_eq!(store.mcp_servers().await?, [alpha, mid, zeta]);
    Ok(())
}

pub async fn a_server_is_registered_once(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    let [zeta, mid, alpha] = with_servers(&*store).await?;
    check_exists(store.create_mcp_server(server(9, "mid")).await, "server");
    check_exists(store.create_mcp_server(server(2, "other")).await, "server");
    assert_eq!(store.mcp_servers().await?, [alpha, mid, zeta]);
    Ok(())
}

pub async fn a_server_is_changed(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    let [zeta, mid, alpha] = with_servers(&*store).await?;
    let renamed = McpServerRow { name: "beta".to_owned(), config: "{}".to_owned(), ..zeta.clone() };
    store.update_mcp_server(renamed.clone()).await?;
    let store = place.reopen(store).await?;
    assert_eq!(store.mcp_servers().await?, [alpha, renamed.clone(), mid]);
    check_exists(store.update_mcp_server(McpServerRow { name: "mid".to_owned(), ..zeta }).await, "server");
    check_missing(store.update_mcp_server(server(9, "other")).await, "server");
    store.update_mcp_server(McpServerRow { config: "[]".to_owned(), ..renamed }).await?;
    Ok(())
}

pub async fn a_project_uses_the_servers_chosen_for_it(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    let [zeta, mid, alpha] = with_servers(&*store).await?;
    assert_eq!(store.project_mcp_servers(project(1).id).await?, []);
    store.set_project_mcp_servers(project(1).id, &[zeta.id, alpha.id, zeta.id]).await?;
    store.set_project_mcp_servers(project(2).id, &[mid.id]).await?;
    let store = place.reopen(store).await?;
    assert_eq!(store.project_mcp_servers(project(1).id).await?, [alpha.clone(), zeta.clone()]);
    assert_eq!(store.project_mcp_servers(project(2).id).await?, std::slice::from_ref(&mid));
    let unknown = store.set_project_mcp_servers(project(1).id, &[mid.id, server(9, "").id]).await;
    check_missing(unknown, "server");
    check_missing(store.set_project_mcp_servers(project(9).id, &[mid.id]).await, "project");
    assert_eq!(store.project_mcp_servers(project(1).id).await?, [alpha, zeta]);
    store.set_project_mcp_servers(project(1).id, &[]).await?;
    assert_eq!(store.project_mcp_servers(project(1).id).await?, []);
    assert_eq!(store.project_mcp_servers(project(2).id).await?, [mid]);
    Ok(())
}

pub async fn a_deleted_server_is_used_by_nobody(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    let [zeta, mid, alpha] = with_servers(&*store).await?;
    store.set_project_mcp_servers(project(1).id, &[zeta.id, mid.id]).await?;
    store.delete_mcp_server(mid.id).await?;
    check_missing(store.delete_mcp_server(mid.id).await, "server");
    assert_eq!(store.project_mcp_servers(project(1).id).await?, std::slice::from_ref(&zeta));
    assert_eq!(store.mcp_servers().await?, [alpha, zeta]);
    // Its name is free again, and the new one is not chosen because the old one was.
    store.create_mcp_server(server(2, "mid")).await?;
    assert_eq!(store.project_mcp_servers(project(1).id).await?.len(), 1);
    Ok(())
}

pub async fn a_deleted_project_uses_no_servers(place: Place) -> anyhow::Result<()> {
    let store = place.open().await?;
    let [zeta, mid, alpha] = with_servers(&*store).await?;
    store.set_project_mcp_servers(project(1).id, &[zeta.id]).await?;
    store.set_project_mcp_servers(project(2).id, &[zeta.id]).await?;
    store.delete_project(project(1).id).await?;
    store.create_project(project(1), user(1).id, new_board(1, Vec::new())).await?;
    assert_eq!(store.project_mcp_servers(project(1).id).await?, []);
    assert_eq!(store.project_mcp_servers(project(2).id).await?, std::slice::from_ref(&zeta));
    assert_eq!(store.mcp_servers().await?, [alpha, mid, zeta]);
    Ok(())
}
