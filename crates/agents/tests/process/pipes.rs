//! What goes in and comes out, however much it is.

use agents::limits::{LINES_TO_WRITE, MAX_LINE_BYTES, STDERR_TAIL_BYTES};
use agents::process::Line;

use crate::support::{Script, within};

const MEGABYTE: usize = 1024 * 1024;

/// Prints so many of a letter.
fn letters(letter: char, count: usize) -> String {
    format!("head -c {count} /dev/zero | tr '\\0' {letter}")
}

#[tokio::test]
async fn a_line_of_ten_megabytes_is_read() {
    let mut run = Script::start("ten", &format!("{}; echo; echo next", letters('x', 10 * MEGABYTE)));
    let Some(Line::Text(text)) = run.line().await else { panic!("no line") };
    assert!(text.len() == 10 * MEGABYTE && text.bytes().all(|byte| byte == b'x'));
    assert_eq!(run.text().await, "next");
    run.end(&[]).await;
}

#[tokio::test]
async fn a_line_of_twenty_megabytes_is_dropped_and_the_next_is_read() {
    let bytes = 20 * MEGABYTE;
    assert!(bytes > MAX_LINE_BYTES);
    let mut run = Script::start("twenty", &format!("echo before; {}; echo; echo next", letters('x', bytes)));
    assert_eq!(run.text().await, "before");
    assert_eq!(run.line().await, Some(Line::TooLong(bytes)));
    assert_eq!(run.text().await, "next");
    assert_eq!(run.line().await, None);
    run.end(&[]).await;
}

#[tokio::test]
async fn a_line_without_an_end_is_read_at_the_end() {
    let mut run = Script::start("unended", "printf 'one\\ntwo'");
    assert_eq!((run.text().await, run.text().await), ("one".to_owned(), "two".to_owned()));
    assert_eq!(run.line().await, None);
    run.end(&[]).await;
}

#[tokio::test]
async fn it_prints_much_before_it_reads_much() {
    let script = format!("{}; echo; read -r line; echo ${{#line}}", letters('y', 5 * MEGABYTE));
    let mut run = Script::start("both", &script);
    // Neither fits into a pipe, and nobody reads yet.
    run.process.write_line("z".repeat(MEGABYTE)).unwrap();
    let Some(Line::Text(text)) = run.line().await else { panic!("no line") };
    assert_eq!(text.len(), 5 * MEGABYTE);
    assert_eq!(run.text().await, MEGABYTE.to_string());
    run.end(&[]).await;
}

#[tokio::test]
async fn lines_are_written_in_order() {
    let mut run = Script::start("order", "exec cat");
    for number in 0..LINES_TO_WRITE {
        run.process.write_line(number.to_string()).unwrap();
    }
    for number in 0..LINES_TO_WRITE {
        assert_eq!(run.text().await, number.to_string());
    }
    run.end(&[]).await;
}

#[tokio::test]
async fn one_that_does_not_read_is_not_waited_for() {
    let mut run = Script::start("deaf", "echo started; exec sleep 600");
    assert_eq!(run.text().await, "started");
    let refused = (0..3 * LINES_TO_WRITE).find_map(|_| run.process.write_line("x".repeat(MEGABYTE / 4)).err());
    assert_eq!(refused.map(|error| error.kind()), Some(std::io::ErrorKind::WouldBlock));
    run.end(&[]).await;
}

#[tokio::test]
async fn one_that_has_ended_takes_no_lines() {
    let mut run = Script::start("ended", "exec true");
    assert_eq!(run.line().await, None);
    within(run.process.exited()).await;
    // The first may still find room in the queue.
    let refused = async {
        loop {
            if let Err(error) = run.process.write_line("x".to_owned()) {
                return error.kind();
            }
            tokio::task::yield_now().await;
        }
    };
    assert_eq!(within(refused).await, std::io::ErrorKind::BrokenPipe);
    run.end(&[]).await;
}

#[tokio::test]
async fn the_end_of_the_diagnostics_is_kept() {
    let script = format!("{} >&2; echo >&2; echo the end >&2", letters('d', MEGABYTE));
    let mut run = Script::start("diagnostics", &script);
    assert_eq!(run.line().await, None);
    let words = within(run.process.last_words()).await;
    assert!(words.ends_with("d\nthe end") && words.len() <= STDERR_TAIL_BYTES, "{}", words.len());
    run.end(&[]).await;
}

#[tokio::test]
async fn nothing_of_our_environment_is_passed_on() {
    let mut run = Script::start("environment", "env | cut -d= -f1 | sort | tr '\\n' ' '; echo");
    // The shell adds two of its own.
    assert_eq!(run.text().await.replace("OLDPWD ", "").replace("SHLVL ", "").replace("_ ", ""), "PATH PWD TANDEM_RUN ");
    run.end(&[]).await;
}
