//! Boards that people make.

use expect_test::{Expect, expect};
use layout::arrange::{Arrangement, arrange};
use layout::layered::Direction;

use crate::sketch::Sketch;

#[track_caller]
fn check(arrangement: Arrangement, batch: &str, expected: &Expect) {
    let sketch = Sketch::read(batch);
    expected.assert_eq(&sketch.show(&arrange(&sketch.items, &sketch.links, arrangement)));
}

#[test]
fn swot_with_uneven_notes() {
    check(
        Arrangement::Swot,
        "
        [Strengths]
          brand
          team
          cash
        [Weaknesses]
          speed
        [Opportunities]
        [Threats]
          rivals
          law 200x310
        ",
        &expect![[r#"
            Strengths: 0,0 300x720
              brand: 30,60 200x200
              team: 30,280 200x200
              cash: 30,500 200x200
            Weaknesses: 340,0 260x720
              speed: 30,60 200x200
            Opportunities: 0,760 300x610
            Threats: 340,760 260x610
              rivals: 30,60 200x200
              law: 30,280 200x310
            600x1370
        "#]],
    );
}

#[test]
fn swot_with_more_than_four_frames_and_a_note_beside() {
    check(
        Arrangement::Swot,
        "[a]\n[b 400x0]\nremark\n[c]\n[d]\n[e]\nother",
        &expect![[r#"
        a: 0,0 300x300
        b: 340,0 400x300
        remark: 0,1020 200x200
        c: 0,340 300x300
        d: 340,340 400x300
        e: 0,680 300x300
        other: 240,1020 200x200
        740x1220
    "#]],
    );
}

#[test]
fn kanban() {
    check(
        Arrangement::Columns,
        "
        [Todo]
          a
          b
        [Doing]
          c
        [Done]
        ",
        &expect![[r#"
            Todo: 0,0 260x500
              a: 30,60 200x200
              b: 30,280 200x200
            Doing: 300,0 260x500
              c: 30,60 200x200
            Done: 600,0 300x500
            900x500
        "#]],
    );
}

#[test]
fn a_journey_gets_its_links() {
    check(
        Arrangement::Journey,
        "
        [Discover]
          ad
        [Try]
          trial
        [Buy]
          pay
        ",
        &expect![[r#"
            Discover: 0,0 260x280
              ad: 30,60 200x200
            Try: 340,0 260x280
              trial: 30,60 200x200
            Buy: 680,0 260x280
              pay: 30,60 200x200
            Discover -> Try: added
            Try -> Buy: added
            940x280
        "#]],
    );
}

#[test]
fn a_grid_of_five() {
    check(
        Arrangement::Grid,
        "a\nb\nwide 320x100\nd\ntall 90x260",
        &expect![[r#"
        a: 0,0 200x200
        b: 360,0 200x200
        wide: 720,0 320x100
        d: 0,300 200x200
        tall: 360,300 90x260
        1040x560
    "#]],
    );
}

#[test]
fn a_row_of_different_things() {
    check(
        Arrangement::Rows,
        "a\n[frame]\nb 120x40",
        &expect![[r#"
        a: 0,0 200x200
        frame: 240,0 300x300
        b: 580,0 120x40
        700x300
    "#]],
    );
}

#[test]
fn frames_three_deep() {
    check(
        Arrangement::Rows,
        "
        [outer]
          before
          [middle]
            [inner]
              note
            beside
          [empty]
        ",
        &expect![[r#"
            outer: 0,0 380x1200
              before: 30,60 200x200
              middle: 30,280 320x580
                inner: 30,60 260x280
                  note: 30,60 200x200
                beside: 30,360 200x200
              empty: 30,880 300x300
            380x1200
        "#]],
    );
}

#[test]
fn many_notes_stand_in_columns() {
    let notes = ["\n  note"; 8].concat();
    check(
        Arrangement::Columns,
        &format!("[Ideas]{notes}"),
        &expect![[r#"
        Ideas: 0,0 480x940
          note: 30,60 200x200
          note: 30,280 200x200
          note: 30,500 200x200
          note: 30,720 200x200
          note: 250,60 200x200
          note: 250,280 200x200
          note: 250,500 200x200
          note: 250,720 200x200
        480x940
    "#]],
    );
}

#[test]
fn a_flowchart_inside_a_frame() {
    check(
        Arrangement::Flowchart(Direction::TopDown),
        "
        start
        [Process]
          check
          mend
          ship
        end
        check -> mend
        check -> ship
        start -> Process
        ship -> end
        ",
        &expect![[r#"
            start: 150,0 200x200
            Process: 0,260 500x540
              check: 150,60 200x200
              mend: 30,320 200x200
              ship: 270,320 200x200
            end: 150,860 200x200
            check -> mend: 241,520 241,550 130,550 130,580
            check -> ship: 259,520 259,550 370,550 370,580
            start -> Process: 250,200 250,260
            ship -> end: 270,680 250,680 250,860
            500x1060
        "#]],
    );
}

#[test]
fn links_between_frames_lead_from_what_they_are_bound_to() {
    check(
        Arrangement::Flowchart(Direction::TopDown),
        "
        [Team]
          ada
          bob
        [Work]
          code
          docs
        ada -> code
        bob -> docs
        ",
        &expect![[r#"
            Team: 0,0 480x280
              ada: 30,60 200x200
              bob: 250,60 200x200
            Work: 0,340 480x280
              code: 30,60 200x200
              docs: 250,60 200x200
            ada -> code: 130,260 130,400
            bob -> docs: 350,260 350,400
            480x620
        "#]],
    );
}

#[test]
fn links_on_a_board_of_columns_go_around_what_is_between() {
    check(
        Arrangement::Columns,
        "
        [Todo]
          a
        [Doing]
          b
        [Done]
          c
        a -> c
        ",
        &expect![[r#"
            Todo: 0,0 260x280
              a: 30,60 200x200
            Doing: 300,0 260x280
              b: 30,60 200x200
            Done: 600,0 260x280
              c: 30,60 200x200
            a -> c: 130,260 130,292 730,292 730,260
            860x280
        "#]],
    );
}

#[test]
fn a_flowchart_from_left_to_right() {
    check(
        Arrangement::Flowchart(Direction::LeftRight),
        "a\nb\nc\na -> b\na -> c\nc -> c",
        &expect![[r#"
            a: 0,120 200x200
            b: 260,0 200x200
            c: 260,240 200x200
            a -> b: 200,211 230,211 230,100 260,100
            a -> c: 200,229 230,229 230,340 260,340
            c -> c: 340,440 340,464 380,464 380,440
            460x464
        "#]],
    );
}

#[test]
fn nothing_is_a_board_too() {
    for arrangement in [Arrangement::Swot, Arrangement::Journey, Arrangement::Grid, Arrangement::Rows] {
        check(
            arrangement,
            "",
            &expect![["
            0x0
        "]],
        );
    }
}
