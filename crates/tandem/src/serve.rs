//! `tandem serve`.

use std::env;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use server::{AgentConfig, Config, LocalServers, LockError, Server, StartError};

use crate::arguments::ServeArguments;
use crate::failure::Failure;
use crate::{logs, ui};

pub async fn serve(arguments: ServeArguments) -> Result<(), Failure> {
    logs::start(arguments.log_format, &arguments.log)?;
    let server = Server::start(config(arguments)?, ui::embedded()).await.map_err(refused)?;
    if let Some(link) = server.setup_link() {
        writeln!(std::io::stderr(), "Create the first account: {link}").context("printing the setup link")?;
    }
    let mut stdout = std::io::stdout();
    writeln!(stdout, "listening on http://{}", server.address()).context("printing the address")?;
    stdout.flush().context("printing the address")?;
    server.run().await;
    Ok(())
}

fn config(arguments: ServeArguments) -> Result<Config, Failure> {
    let home = || env::var_os("HOME").map(PathBuf::from).into_iter().collect();
    let roots = arguments.projects_roots;
    Ok(Config {
        listen: arguments.listen,
        data: arguments.data.data,
        projects_roots: if roots.is_empty() { home() } else { roots },
        registration: arguments.registration,
        hosts: arguments.hosts,
        trusted_proxies: arguments.trusted_proxies,
        rate_limit: arguments.rate_limit,
        local_mcp: if arguments.allow_local_mcp { LocalServers::Allowed } else { LocalServers::Refused },
        agents: AgentConfig {
            choice: arguments.agent,
            max_running: arguments.max_running,
            claude: arguments.claude,
            own_program: env::current_exe().context("finding this program")?,
            environment: env::vars_os().collect(),
        },
    })
}

fn refused(error: StartError) -> Failure {
    match error {
        StartError::Unprotected(_) => Failure::call(error),
        StartError::Lock(LockError::Held { .. } | LockError::Io { .. })
        | StartError::Key(_)
        | StartError::Store(_)
        | StartError::Bind { .. }
        | StartError::Sessions(_)
        | StartError::Cards(_)
        | StartError::RunFolder(_)
        | StartError::Signals(_) => Failure::Work(error.into()),
    }
}
