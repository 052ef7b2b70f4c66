//! `tandem draw` and `tandem lint`: whiteboards on the command line, without a server.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, anyhow, bail};
use boards::whiteboard::formats::{Format, export};
use boards::whiteboard::{self, lint};
use boards::{BoardKind, Context};
use clap::Args;
use engine::{Author, Bases, ChangeId, ChangeRequest, Document, NodeId, OpRequest, Timestamp};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::failure::Failure;

/// What a board or a batch may have in a file.
const MAX_FILE_BYTES: u64 = 64 * 1024 * 1024;

#[derive(Debug, Args)]
pub struct DrawArguments {
    /// A file with the input of `batchOperations`; `-` reads standard input.
    #[arg(value_name = "BATCH.json")]
    pub batch: PathBuf,
    /// The board to draw on, as `GET /boards/{id}` shows it [default: an empty one].
    #[arg(long, value_name = "BOARD.json")]
    pub board: Option<PathBuf>,
    /// What to write, by the end of its name: svg, json, canvas, excalidraw, tldr or mmd [default: an SVG to standard output].
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct LintArguments {
    /// A whiteboard, as `GET /boards/{id}` shows it; `-` reads standard input.
    #[arg(value_name = "BOARD.json")]
    pub board: PathBuf,
    /// Print the findings as JSON.
    #[arg(long)]
    pub json: bool,
}

/// Draws a batch on a board and writes it in the format that the output's name asks for.
pub fn draw(arguments: &DrawArguments) -> Result<(), Failure> {
    let format = format_of(arguments.output.as_deref()).map_err(Failure::call)?;
    let (kind, mut document) = open(arguments.board.as_deref())?;
    let input: Value = serde_json::from_str(&read(&arguments.batch)?).context("the batch is not JSON")?;
    let tool = kind.tool("batchOperations").context("whiteboards have lost their tool")?;
    let mut minted = 0_u32;
    let mut mint = || loop {
        minted += 1;
        // Such ids are plain characters; the root is only a fallback for a broken promise.
        let id = NodeId::parse(&format!("drawn{minted}")).unwrap_or_else(|_| NodeId::root());
        if !document.has(&id) {
            return id;
        }
    };
    let outcome = tool.run(&document, &input, &mut Context::new(&mut mint)).map_err(|error| anyhow!(error))?;
    for warning in &outcome.warnings {
        say(warning)?;
    }
    apply(&mut document, outcome.ops)?;
    let written = match format {
        Format::Json => as_shown(&document)?,
        other => export(&document, other),
    };
    match &arguments.output {
        Some(path) => fs::write(path, written).with_context(|| format!("writing {}", path.display()))?,
        None => std::io::stdout().write_all(written.as_bytes()).context("writing to standard output")?,
    }
    Ok(())
}

/// Says what a careful person would put right on a board; fails if there is something.
pub fn lint(arguments: &LintArguments) -> Result<(), Failure> {
    let (_, document) = open(Some(&arguments.board))?;
    let findings = lint::lint(&document);
    let mut text = String::new();
    if arguments.json {
        text = format!("{:#}\n", json!({ "items": findings }));
    } else {
        text.extend(findings.iter().map(|finding| format!("{}: {}\n", finding.rule, finding.message)));
    }
    std::io::stdout().write_all(text.as_bytes()).context("writing to standard output")?;
    match findings.len() {
        0 => Ok(()),
        1 => Err(anyhow!("there is one thing to put right").into()),
        count => Err(anyhow!("there are {count} things to put right").into()),
    }
}

fn format_of(output: Option<&Path>) -> anyhow::Result<Format> {
    let Some(path) = output else { return Ok(Format::Svg) };
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let known = || Format::ALL.map(|format| format!(".{}", format.extension())).join(", ");
    Format::of_extension(&extension.to_ascii_lowercase())
        .ok_or_else(|| anyhow!("{} cannot be written; the name must end with one of {}", path.display(), known()))
}

/// A board as the API shows it, as far as it is needed to rebuild it.
#[derive(Deserialize)]
struct BoardFile {
    kind: Option<String>,
    nodes: Vec<NodeFile>,
}

#[derive(Deserialize)]
struct NodeFile {
    id: NodeId,
    kind: String,
    #[serde(default = "NodeId::root")]
    parent: NodeId,
    order: Option<engine::OrderKey>,
    props: engine::Props,
}

fn open(path: Option<&Path>) -> Result<(&'static BoardKind, Document), Failure> {
    let kind = boards::kind(whiteboard::NAME).context("there are no whiteboards")?;
    let mut document = Document::new(Arc::clone(&kind.schema));
    if let Some(path) = path {
        let named = || format!("reading {}", path.display());
        let file: BoardFile = serde_json::from_str(&read(path)?).with_context(named)?;
        if let Some(other) = file.kind.filter(|kind| kind != whiteboard::NAME) {
            return Err(anyhow!("{} is a {other} board, not a whiteboard", path.display()).into());
        }
        let create = |node: NodeFile| OpRequest::Create {
            id: node.id,
            kind: node.kind,
            parent: node.parent,
            order: node.order,
            before: None,
            after: None,
            props: node.props,
        };
        // What a connector leads to must be there before it.
        let (connectors, boxes): (Vec<_>, Vec<_>) =
            file.nodes.into_iter().partition(|node| node.kind == whiteboard::CONNECTOR);
        let nodes: Vec<OpRequest> = boxes.into_iter().chain(connectors).map(create).collect();
        for part in nodes.chunks(engine::limits::MAX_OPS_PER_CHANGE) {
            apply(&mut document, part.to_vec()).with_context(named)?;
        }
    }
    Ok((kind, document))
}

fn apply(document: &mut Document, ops: Vec<OpRequest>) -> anyhow::Result<()> {
    let id = ChangeId::parse(&format!("change{}", document.seq() + 1))?;
    let request = ChangeRequest { id, label: None, ops };
    let at = Timestamp::from_millis(0);
    document.resolve(request, Author::System, at, &Bases::default()).map_err(|rejection| anyhow!(rejection))?;
    Ok(())
}

/// Writes a board as `GET /boards/{id}` shows it.
fn as_shown(document: &Document) -> anyhow::Result<String> {
    let mut board: Value = serde_json::from_str(&export(document, Format::Json))?;
    board["id"] = json!("drawn");
    board["title"] = json!("Drawn");
    Ok(format!("{board:#}\n"))
}

fn read(path: &Path) -> anyhow::Result<String> {
    let mut text = String::new();
    if path == Path::new("-") {
        std::io::stdin().take(MAX_FILE_BYTES).read_to_string(&mut text).context("reading standard input")?;
        return Ok(text);
    }
    let named = || format!("reading {}", path.display());
    let file = fs::File::open(path).with_context(named)?;
    if file.metadata().with_context(named)?.len() > MAX_FILE_BYTES {
        bail!("{} is larger than {MAX_FILE_BYTES} bytes", path.display());
    }
    file.take(MAX_FILE_BYTES).read_to_string(&mut text).with_context(named)?;
    Ok(text)
}

/// Says something to the person at the terminal.
fn say(line: &str) -> anyhow::Result<()> {
    writeln!(std::io::stderr(), "tandem: {line}").context("writing to standard error")
}
