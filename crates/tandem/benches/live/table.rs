//! The table of results.

#[derive(Default)]
pub struct Table {
    rows: Vec<(String, String, String)>,
}

impl Table {
    /// Adds a row; `goal` is empty where there is none.
    pub fn row(&mut self, what: impl Into<String>, measured: impl Into<String>, goal: impl Into<String>) {
        let row = (what.into(), measured.into(), goal.into());
        eprintln_row(&row);
        self.rows.push(row);
    }

    #[expect(clippy::print_stdout, reason = "the table is what this program is for")]
    pub fn print(&self) {
        println!("\n| what | measured | goal |\n| --- | --- | --- |");
        for (what, measured, goal) in &self.rows {
            println!("| {what} | {measured} | {goal} |");
        }
    }
}

#[expect(clippy::print_stderr, reason = "a long run shows how far it is")]
fn eprintln_row((what, measured, _): &(String, String, String)) {
    eprintln!("{what}: {measured}");
}
