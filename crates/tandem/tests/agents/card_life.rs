//! The whole life of a card with the real Claude Code: planned, coded, commented, reviewed, sent back, merged, and the
//! server killed twice on the way.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};
use testkit::model_api::{Request, Script, Turn};

use crate::cards::{Kanban, git};
use crate::storm::reply;

const RULES: &str = "# Rules\n\n- A greeting ends with a full stop.\n- A greeting is loud.\n";
const PLAN: &str = "# Plan\n\n1. Change `greet.txt`\n";
const EDITED: &str = "# Plan\n\n1. End `greet.txt` with a full stop [[carry out]]\n";

struct Life {
    kanban: Kanban,
    card: String,
    project: PathBuf,
    /// The card's own folder.
    folder: PathBuf,
    /// The session that plans and codes.
    work: String,
}

#[tokio::test]
async fn a_card_lives_from_an_idea_to_a_merge_through_two_power_cuts() {
    let mut life = Life::begin().await;
    let asked = life.plan().await;
    life.approve_after_a_power_cut(&asked).await;
    life.code_through_a_power_cut().await;
    life.comment().await;
    life.review_badly().await;
    life.send_back().await;
    life.review_well().await;
    life.merge().await;
    life.kanban.end().await;
}

impl Life {
    async fn begin() -> Self {
        let kanban = Kanban::with(Script::new(), |options| options).await;
        let project = kanban.repository(&[("greet.txt", "Hello\n"), ("rules.md", RULES)]).await;
        kanban.change_project(json!({ "best_practices_path": "rules.md" })).await;
        kanban.tool("update_column", json!({ "column": "Review", "prompt": "Be strict. [[review]]" })).await;
        let card = kanban.card("Greet politely", "As people do. [[plan]]").await;
        Self { kanban, card, project, folder: PathBuf::new(), work: String::new() }
    }

    fn script(&self, scene: &str, turns: impl IntoIterator<Item = Turn>) {
        self.kanban.stage.api.set_script(Script::new().scene(scene, turns));
    }

    /// What the model does to edit the file in the card's folder.
    fn edit(&self, before: &str, after: &str) -> [Turn; 2] {
        let path = self.folder.join("greet.txt");
        [
            Turn::tool("Read", json!({ "file_path": path })),
            Turn::tool("Edit", json!({ "file_path": path, "old_string": before, "new_string": after })),
        ]
    }

    fn greeting(&self) -> String {
        fs::read_to_string(self.folder.join("greet.txt")).unwrap()
    }

    /// Waits until the work in a column has ended well, and returns how the card is doing.
    async fn finished(&mut self, column: &str, diff: &str) -> Value {
        let id = self.kanban.columns[column].clone();
        let is_finished = |status: &Value| {
            let size = &status["diff"];
            let shown = format!("{} +{} -{}", size["files"], size["additions"], size["deletions"]);
            status["phase"] == "finished" && status["column_id"] == id.as_str() && shown == diff
        };
        let status = self.kanban.until(&self.card, &format!("{diff} in {column}"), is_finished).await;
        assert_eq!(self.kanban.lies_in(&self.card).await, column);
        status
    }

    /// Returns what a person said to the model last, in the request that a turn answers.
    async fn said(&self, scene: &str) -> String {
        let request = self.kanban.stage.api.wait_for_request(|request: &Request| request.scene == scene).await;
        request.body["messages"].to_string()
    }

    async fn plan(&mut self) -> Value {
        let options = ["Polite", "Rude"].map(|label| json!({ "label": label, "description": label }));
        let question = json!({ "question": "How?", "header": "Tone", "multiSelect": false, "options": options });
        let turns = [
            Turn::tool("AskUserQuestion", json!({ "questions": [question] })),
            Turn::tool("Write", json!({ "file_path": "{{plan_file}}", "content": PLAN })),
            Turn::tool("ExitPlanMode", json!({})),
        ];
        self.script("plan", turns);
        self.kanban.put(&self.card, "Planning").await;
        self.kanban.say_yes(&self.card, "question").await;
        let (work, asked) = self.kanban.asked(&self.card, "plan").await;
        assert_eq!(asked["plan"], PLAN);
        assert!(self.kanban.stage.told("plan/1").await.contains("Polite"));
        let detail = self.kanban.read(&self.card, "").await;
        assert_eq!((&detail["status"]["mode"], &detail["plan"]), (&json!("plan"), &Value::Null), "{detail}");
        (self.work, self.folder) = (work, detail["worktree"]["folder"].as_str().unwrap().into());
        asked
    }

    async fn approve_after_a_power_cut(&mut self, asked: &Value) {
        self.kanban.crash().await;
        let (session, still) = self.kanban.asked(&self.card, "plan").await;
        assert_eq!((&session, &still), (&self.work, asked));
        let path = format!("/sessions/{session}/plan");
        let (_, mut stale) = reply("plan", asked).unwrap();
        stale["plan_sha256"] = json!("0".repeat(64));
        let refused = self.kanban.stage.ada.post(&path, stale).await.unwrap();
        assert_eq!((refused.status, &refused.body["code"]), (409, &json!("plan_changed")));
        assert_eq!(self.kanban.lies_in(&self.card).await, "Planning");

        let hanging = Turn::text("I have edited it, and I am about to say so.").chunk(10).hang_after(1);
        self.script("carry out", self.edit("Hello", "Hello.").into_iter().chain([hanging]));
        let (_, mut approval) = reply("plan", asked).unwrap();
        approval["plan"] = json!(EDITED);
        let approved = self.kanban.stage.ada.post(&path, approval).await.unwrap();
        assert_eq!(approved.status, 200, "{}", approved.body);
        self.kanban.arrives(&self.card, "Coding", "running").await;
        let moved = self.kanban.last_change().await;
        assert_eq!(moved["author"], json!({ "type": "user", "id": self.kanban.stage.ada.user["id"] }), "{moved}");
    }

    async fn code_through_a_power_cut(&mut self) {
        let told = self.said("carry out/2").await;
        let plan = json!(EDITED).to_string();
        assert!(told.contains(plan.trim_matches('"')) && told.contains("As people do."), "{told}");
        self.script("carry out", (0..10).map(|_| Turn::text("All done.")));
        self.kanban.crash().await;
        let status = self.finished("Coding", "1 +1 -1").await;
        let fields = ["mode", "session_id", "scripted"].map(|field| status[field].clone());
        assert_eq!(fields, [json!("code"), json!(self.work), json!(false)], "{status}");
        assert!(status["cost_usd"].as_f64().unwrap() > 0.0, "{status}");
        self.kanban.stage.told_in_words("Go on where you were interrupted.").await;

        assert_eq!((self.greeting().as_str(), self.kanban.stage.read("greet.txt").as_str()), ("Hello.\n", "Hello\n"));
        assert_eq!(git(&self.project, &["status", "--porcelain"]).await, "");
        let detail = self.kanban.read(&self.card, "").await;
        assert_eq!((&detail["plan"]["text"], &detail["sessions"][0]["mode"]), (&json!(EDITED), &json!("code")));
        assert_eq!(detail["sessions"].as_array().unwrap().len(), 1);
        let asked_again = self.kanban.stage.inbox().await;
        assert_eq!(asked_again, Vec::<Value>::new(), "edits are accepted");
    }

    async fn comment(&mut self) {
        self.script("louder", self.edit("Hello.", "HELLO.").into_iter().chain([Turn::text("Louder.")]));
        let comments = [
            json!({ "path": "greet.txt", "line": 1, "quote": "Hello.", "text": "Too quiet. [[louder]]" }),
            json!({ "path": "greet.txt", "line": 1, "side": "old", "text": "Keep the word." }),
        ];
        self.kanban.tell(&self.card, "comments", json!({ "comments": comments })).await;
        let status = self.finished("Coding", "1 +1 -1").await;
        assert_eq!(status["session_id"], self.work);
        let told = self.kanban.stage.api.wait_for_request(|request| request.scene == "louder/0").await;
        let text = told.last_user_text().unwrap();
        assert!(
            text.contains("greet.txt:1") && text.contains("Too quiet.") && text.contains("Keep the word."),
            "{text}"
        );
        assert_eq!(self.greeting(), "HELLO.\n");
    }

    async fn review_badly(&mut self) {
        let first = json!({ "rule": 1, "verdict": "pass" });
        let places = json!([{ "file": "greet.txt", "line": 1 }]);
        let second = json!({ "rule": 2, "verdict": "fail", "note": "It could be louder.", "places": places });
        let steps = json!([{ "text": "End `greet.txt` with a full stop", "done": true }]);
        let report = |rules: Value| {
            Turn::tool("mcp__tandem__report_review", json!({ "rules": rules, "steps": steps, "summary": "Quiet." }))
        };
        self.script("review", [report(json!([first])), report(json!([first, second])), Turn::text("Looked.")]);
        self.kanban.put(&self.card, "Review").await;
        let status = self.finished("Review", "1 +1 -1").await;
        assert_eq!(status["mode"], "review");
        assert_ne!(status["session_id"], self.work);
        assert_eq!(status["review"], json!({ "reported": true, "passed": 1, "failed": 1, "not_applicable": 0 }));

        let detail = self.kanban.read(&self.card, "").await;
        let told = self.said("review/0").await;
        let base = detail["worktree"]["base_commit"].as_str().unwrap();
        let plan = json!(EDITED.trim_end()).to_string();
        for part in ["1. A greeting ends", "2. A greeting is loud.", plan.trim_matches('"'), base, "Be strict."] {
            assert!(told.contains(part), "{part}: {told}");
        }
        assert!(self.kanban.stage.told("review/1").await.contains("missing: 2"));
        let rule = &detail["review"]["rules"][1];
        assert_eq!((&rule["verdict"], &rule["places"]), (&json!("fail"), &places), "{detail}");
        assert_eq!(
            (&detail["review"]["steps"][0]["done"], &detail["review"]["summary"]),
            (&json!(true), &json!("Quiet."))
        );
    }

    async fn send_back(&mut self) {
        self.script("more", self.edit("HELLO.", "HELLO, ALL.").into_iter().chain([Turn::text("Louder.")]));
        self.kanban.tell(&self.card, "send_back", json!({ "note": "Greet all. [[more]]" })).await;
        let status = self.finished("Coding", "1 +1 -1").await;
        assert_eq!((&status["session_id"], &status["mode"]), (&json!(self.work), &json!("code")));
        let moved = self.kanban.last_change().await;
        assert_eq!(moved["author"]["id"], self.kanban.stage.ada.user["id"], "{moved}");
        let told = self.said("more/0").await;
        for part in ["Rule 2: A greeting is loud.", "It could be louder.", "greet.txt:1", "Greet all.", "Too quiet."] {
            assert!(told.contains(part), "{part}: {told}");
        }
        assert_eq!(self.greeting(), "HELLO, ALL.\n");
    }

    async fn review_well(&mut self) {
        let rules = [1, 2].map(|rule| json!({ "rule": rule, "verdict": "pass" }));
        let report = Turn::tool("mcp__tandem__report_review", json!({ "rules": rules }));
        self.script("review", [report, Turn::text("Looked.")]);
        self.kanban.put(&self.card, "Review").await;
        let status = self.finished("Review", "1 +1 -1").await;
        assert_eq!(status["review"], json!({ "reported": true, "passed": 2, "failed": 0, "not_applicable": 0 }));
        let sessions = self.kanban.sessions(&self.card).await;
        let modes: Vec<&Value> = sessions.iter().map(|session| &session["mode"]).collect();
        assert_eq!(modes, ["review", "review", "code"]);
    }

    async fn merge(&mut self) {
        let merged = self.kanban.tell(&self.card, "merge", json!({})).await;
        assert_eq!(merged["outcome"], "merged", "{merged}");
        let commit = merged["commit"].as_str().unwrap();
        assert_eq!(git(&self.project, &["rev-parse", "main"]).await, commit);
        assert_eq!(git(&self.project, &["show", "main:greet.txt"]).await, "HELLO, ALL.");
        assert_eq!(self.kanban.stage.read("greet.txt"), "HELLO, ALL.\n");
        assert_eq!(git(&self.project, &["status", "--porcelain"]).await, "");
        self.kanban.put(&self.card, "Done").await;
        let done = self.kanban.arrives(&self.card, "Done", "resting").await;
        assert_eq!(done["merged"], true, "{done}");
        assert_eq!(self.kanban.tell(&self.card, "clean_up", json!({})).await, json!({}));
        assert!(!self.folder.exists());
        assert_eq!(git(&self.project, &["branch", "--list"]).await, "* main");
        assert_eq!(self.kanban.read(&self.card, "").await["worktree"], Value::Null);
    }
}
