//! What a rehearsal plays, beat by beat. It decides; the stage acts.

mod chat;
mod code;
mod conflicts;
mod mend;
mod plan;
mod review;
mod taken_up;
mod verdicts;
mod whiteboard;

pub use self::taken_up::is_taken_up;
pub use self::whiteboard::Whiteboard;

use std::collections::BTreeMap;

use serde_json::{Value, json};

use self::plan::Draft;
use self::whiteboard::Wish;
use super::arguments::Asking;
use super::conversation::Past;
use super::permissions::PermissionMode;
use super::project::Survey;

/// Lines of a file that are shown when it is read.
const SHOWN_LINES: usize = 40;
/// Characters of a message that are quoted.
const MAX_SUBJECT: usize = 80;

/// What is known when a turn begins.
pub struct Scene {
    pub text: String,
    pub mode: PermissionMode,
    pub asking: Asking,
    pub instructions: String,
    pub past: Past,
    /// How much was said before, and the last of it that the person said.
    pub remembered: usize,
    pub last_message: Option<String>,
    /// The first that the person said: a card's task, in its conversations.
    pub task: String,
    pub survey: Survey,
    /// The tool that makes cards, by its full name, if somebody offers it.
    pub card_tool: Option<String>,
    /// The tool that takes the report of a review.
    pub report_tool: Option<String>,
    /// The whiteboard at which the person wrote, if they did.
    pub whiteboard: Option<Whiteboard>,
}

/// Something the agent does.
#[derive(Clone, Debug, PartialEq)]
pub enum Beat {
    Think(String),
    Say(String),
    /// Says it so slowly that there is time to stop it.
    SaySlowly(String),
    /// A use of a tool that only looks, with what it found.
    Look {
        tool: &'static str,
        input: Value,
        content: String,
        result: Value,
    },
    Ask {
        questions: Value,
    },
    Propose {
        plan: String,
    },
    Change {
        tool: &'static str,
        input: Value,
    },
    /// Asks whether a command may run; it never does.
    Run {
        command: String,
    },
    /// Calls a tool of the host.
    Call {
        tool: String,
        input: Value,
    },
    /// The service refuses, as if it were overloaded.
    BreakDown,
}

/// What came of the last beat of an act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    Played,
    Answered(BTreeMap<String, String>),
    Approved(Approval),
    Worked(String),
    /// The person said no, and why.
    Refused(String),
    /// There is nobody who could answer.
    Unanswered(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Approval {
    AsProposed,
    Edited,
}

enum Act {
    Begin,
    Asking,
    Proposing(Draft),
    Changing,
    Running,
    /// With what is still to be changed, the next last, and what was done.
    Mending {
        left: Vec<Vec<Beat>>,
        done: Vec<String>,
    },
    MakingCards {
        tool: String,
        left: Vec<Value>,
        made: usize,
    },
    /// With what is said when it is done.
    Drawing {
        after: String,
    },
    Reporting,
    Over,
}

pub struct Story {
    scene: Scene,
    act: Act,
    /// What the person said meanwhile.
    overheard: Vec<String>,
}

impl Story {
    pub fn new(scene: Scene) -> Self {
        Self { scene, act: Act::Begin, overheard: Vec::new() }
    }

    pub fn overhear(&mut self, text: &str) {
        self.overheard.push(subject(text));
    }

    /// Returns what happens next; nothing at the end. Only the last beat of an act can bring news.
    pub fn next(&mut self, news: News) -> Vec<Beat> {
        let act = std::mem::replace(&mut self.act, Act::Over);
        let (act, mut beats) = self.follow(act, news);
        self.act = act;
        if matches!(self.act, Act::Over) && !self.overheard.is_empty() {
            let quoted: Vec<String> = self.overheard.drain(..).map(|text| format!("“{text}”")).collect();
            let said = quoted.join(" and ");
            beats
                .push(Beat::Say(format!("While I was at it you also wrote {said}. The script only takes note of it.")));
        }
        beats
    }

    fn follow(&self, act: Act, news: News) -> (Act, Vec<Beat>) {
        let scene = &self.scene;
        match (act, news) {
            (Act::Begin, _) => self.begin(),
            (Act::Asking, News::Answered(answers)) => propose(Draft::answered(scene, &answers), ""),
            (Act::Asking, News::Refused(reason)) => propose(Draft::by_script(scene), &plan::declined(&reason)),
            (Act::Proposing(draft), News::Approved(approval)) => {
                let mut beats = vec![Beat::Say(plan::approved(approval))];
                beats.extend(code::work(scene, Some(&draft)));
                (Act::Changing, beats)
            }
            (Act::Proposing(draft), News::Refused(feedback)) => match draft.revised(&feedback) {
                Some(draft) => propose(draft, &plan::rejected(&feedback)),
                None => (Act::Over, vec![Beat::Say(plan::TOO_OFTEN.to_owned())]),
            },
            (Act::Changing, News::Worked(what)) if code::wants_command(scene) => (Act::Running, code::command(&what)),
            (Act::Changing | Act::Running, News::Worked(what)) => (Act::Over, vec![Beat::Say(code::summary(&what))]),
            (Act::Changing | Act::Mending { .. }, News::Refused(reason)) => {
                (Act::Over, vec![Beat::Say(code::unchanged(&reason))])
            }
            (Act::Running, News::Refused(reason)) => (Act::Over, vec![Beat::Say(code::not_run(&reason))]),
            (Act::MakingCards { tool, mut left, made }, News::Worked(_)) => match left.pop() {
                Some(input) => {
                    (Act::MakingCards { tool: tool.clone(), left, made: made + 1 }, vec![Beat::Call { tool, input }])
                }
                None => (Act::Over, vec![Beat::Say(chat::cards_made(made + 1))]),
            },
            (Act::MakingCards { made, .. }, News::Refused(reason)) => {
                (Act::Over, vec![Beat::Say(chat::cards_failed(made, &reason))])
            }
            (Act::Mending { mut left, mut done }, News::Worked(what)) => {
                done.push(what);
                match left.pop() {
                    Some(beats) => (Act::Mending { left, done }, beats),
                    None => (Act::Over, vec![Beat::Say(code::summary(&done.join(" ")))]),
                }
            }
            (Act::Drawing { after }, News::Worked(_)) => (Act::Over, vec![Beat::Say(after)]),
            (Act::Drawing { .. }, News::Refused(reason)) => (Act::Over, vec![Beat::Say(whiteboard::failed(&reason))]),
            (Act::Reporting, News::Worked(said)) => (Act::Over, vec![Beat::Say(verdicts::filed(&said))]),
            (Act::Reporting, News::Refused(reason)) => (Act::Over, vec![Beat::Say(verdicts::not_filed(&reason))]),
            // A beat that waits for news always brings some; without them there is nothing to go on with.
            (Act::Over, _) | (_, News::Played | News::Answered(_) | News::Approved(_) | News::Worked(_)) => {
                (Act::Over, Vec::new())
            }
            (_, News::Unanswered(reason)) => (Act::Over, vec![Beat::Say(unanswered(&reason))]),
        }
    }

    fn begin(&self) -> (Act, Vec<Beat>) {
        let scene = &self.scene;
        let mut beats: Vec<Beat> = chat::opening(scene).map(Beat::Say).into_iter().collect();
        if scene.says("thinking") {
            beats.push(Beat::Think(chat::thoughts(&scene.subject())));
        }
        let act = match scene.mode {
            PermissionMode::Plan => self.begin_plan(&mut beats),
            PermissionMode::AcceptEdits | PermissionMode::Auto | PermissionMode::BypassPermissions => {
                self.begin_drawing(&mut beats).unwrap_or_else(|| self.begin_work(&mut beats))
            }
            PermissionMode::Default | PermissionMode::DontAsk => {
                self.begin_drawing(&mut beats).unwrap_or_else(|| self.begin_talk(&mut beats))
            }
        };
        (act, beats)
    }

    /// Begins to draw, if it is held at a whiteboard and asked for that.
    fn begin_drawing(&self, beats: &mut Vec<Beat>) -> Option<Act> {
        let board = self.scene.whiteboard.as_ref()?;
        let wish = whiteboard::wish(&self.scene, board)?;
        let (tool, drawing) = match wish {
            Wish::Draw(drawing) => (&board.draw_tool, Some(drawing)),
            Wish::Arrange(drawing) => (&board.arrange_tool, drawing),
        };
        let (Some(tool), Some(drawing)) = (tool.clone(), drawing) else {
            let why = if tool.is_none() { whiteboard::NO_TOOL } else { whiteboard::TOO_FEW };
            beats.push(Beat::Say(why.to_owned()));
            return Some(Act::Over);
        };
        beats.push(Beat::Say(drawing.before));
        beats.push(Beat::Call { tool, input: drawing.input });
        Some(Act::Drawing { after: drawing.after })
    }

    fn begin_plan(&self, beats: &mut Vec<Beat>) -> Act {
        let scene = &self.scene;
        beats.push(Beat::Say(plan::intention(&scene.subject())));
        beats.extend(look_around(&scene.survey, 2));
        if scene.asking == Asking::Nobody {
            beats.push(Beat::Say(plan::unasked(&Draft::by_script(scene))));
            return Act::Over;
        }
        if let Some((draft, before)) = taken_up(scene) {
            let (act, proposal) = propose(draft, &before);
            beats.extend(proposal);
            return act;
        }
        beats.push(Beat::Say(plan::BEFORE_QUESTIONS.to_owned()));
        beats.push(Beat::Ask { questions: plan::questions() });
        Act::Asking
    }

    fn begin_work(&self, beats: &mut Vec<Beat>) -> Act {
        let mut left = [mend::changes(&self.scene), conflicts::changes(&self.scene)].concat();
        if let Some(first) = left.pop() {
            beats.extend(first);
            return Act::Mending { left, done: Vec::new() };
        }
        beats.extend(code::work(&self.scene, None));
        Act::Changing
    }

    fn begin_talk(&self, beats: &mut Vec<Beat>) -> Act {
        let scene = &self.scene;
        if scene.says("review") || scene.instructions.to_lowercase().contains("review mode") {
            beats.extend(look_around(&scene.survey, review::FILES));
            if let Some(tool) = scene.report_tool.clone() {
                beats.push(Beat::Call { tool, input: verdicts::report(scene) });
                return Act::Reporting;
            }
            beats.push(Beat::Say(review::report(scene)));
        } else if scene.says_any(&["draw", "card", "cards"]) {
            let Some(tool) = scene.card_tool.clone() else {
                beats.push(Beat::Say(chat::NO_CARDS.to_owned()));
                return Act::Over;
            };
            let mut left = chat::cards(&scene.subject());
            beats.push(Beat::Say(chat::BEFORE_CARDS.to_owned()));
            beats.extend(left.pop().map(|input| Beat::Call { tool: tool.clone(), input }));
            return Act::MakingCards { tool, left, made: 0 };
        } else if scene.says_any(&["wait", "long"]) {
            beats.push(Beat::SaySlowly(chat::long_text()));
        } else if scene.says("error") {
            beats.push(Beat::BreakDown);
        } else if scene.says_any(code::WORDS) {
            beats.extend(code::work(scene, None));
            return Act::Changing;
        } else {
            beats.push(Beat::Say(chat::answer(scene)));
        }
        Act::Over
    }
}

impl Scene {
    /// Returns what the message is about, or what the one was about that it takes up.
    pub fn subject(&self) -> String {
        let earlier = self.last_message.as_deref().filter(|_| is_taken_up(&self.text));
        subject(earlier.unwrap_or(&self.text))
    }

    fn says(&self, word: &str) -> bool {
        self.says_any(&[word])
    }

    fn says_any(&self, words: &[&str]) -> bool {
        let text = self.text.to_lowercase();
        text.split(|letter: char| !letter.is_alphanumeric()).any(|word| words.contains(&word))
    }
}

/// Returns the files that a message is about, beside those that are always read.
pub fn named_files(message: &str, task: &str) -> Vec<String> {
    [vec![code::own_file(task)], mend::named_files(message), conflicts::files(message)].concat()
}

/// Makes the plan that a message leads to which takes up what was asked before; with what is said before it.
fn taken_up(scene: &Scene) -> Option<(Draft, String)> {
    let text = &scene.text;
    if let Some(answers) = taken_up::answers(text) {
        return Some((Draft::answered(scene, &answers), String::new()));
    }
    if let Some(reason) = taken_up::declined(text) {
        return Some((Draft::by_script(scene), plan::declined(reason)));
    }
    let feedback = taken_up::feedback(text)?;
    Some((Draft::by_script(scene).revised(feedback)?, plan::rejected(feedback)))
}

fn propose(draft: Draft, before: &str) -> (Act, Vec<Beat>) {
    let said = format!("{before}{}", plan::BEFORE_PLAN);
    let beats = vec![Beat::Say(said), Beat::Propose { plan: draft.to_string() }];
    (Act::Proposing(draft), beats)
}

fn unanswered(reason: &str) -> String {
    format!("Nobody could answer ({reason}), so I stop here. Nothing was changed after that.")
}

fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// Returns the first line of a message, short enough to be quoted.
fn subject(text: &str) -> String {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("an empty message");
    let line = line.trim_start_matches('#').split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MAX_SUBJECT) {
        Some((end, _)) => format!("{}…", line[..end].trim_end()),
        None => line,
    }
}

/// Lists the files and reads the first few.
fn look_around(survey: &Survey, count: usize) -> Vec<Beat> {
    let names: Vec<&str> = survey.files.iter().map(|file| file.path.as_str()).collect();
    let content = if names.is_empty() { "No files found".to_owned() } else { names.join("\n") };
    let list = Beat::Look {
        tool: "Glob",
        input: json!({ "pattern": "**/*" }),
        content,
        result: json!({ "filenames": names, "numFiles": names.len(), "durationMs": 0, "truncated": survey.cut }),
    };
    let reads = survey.read_files().take(count).map(|(path, text)| read(survey, path, text));
    std::iter::once(list).chain(reads).collect()
}

fn read(survey: &Survey, path: &str, text: &str) -> Beat {
    let file_path = survey.folder.join(path);
    let shown: Vec<&str> = text.lines().take(SHOWN_LINES).collect();
    let numbered: Vec<String> = (1..).zip(&shown).map(|(number, line)| format!("{number}\t{line}")).collect();
    let file = json!({
        "filePath": file_path, "content": shown.join("\n"), "numLines": shown.len(), "startLine": 1,
        "totalLines": text.lines().count(),
    });
    Beat::Look {
        tool: "Read",
        input: json!({ "file_path": file_path, "limit": SHOWN_LINES }),
        content: numbered.join("\n"),
        result: json!({ "type": "text", "file": file }),
    }
}

#[cfg(test)]
mod tests;
