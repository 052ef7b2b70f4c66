//! Flowcharts of Mermaid as people write them.

use boards::whiteboard::formats::{Format, FormatError, import};
use boards::whiteboard::scene::{BoxKind, Scene};
use boards::whiteboard::ways::ways;
use expect_test::{Expect, expect};

use crate::board::board_of;

/// Reads a chart and lists what is in it: boxes by their depth, then connectors, then warnings.
#[track_caller]
fn check(chart: &str, expected: &Expect) {
    let read = import(chart, Format::Mermaid).unwrap();
    let document = board_of(&read);
    let scene = Scene::of(&document);
    let mut lines = Vec::new();
    for (place, boxed) in scene.boxes.iter().enumerate() {
        let kind = match boxed.kind {
            BoxKind::Shape(geo) => format!("{geo:?}").to_lowercase(),
            kind => kind.name().to_owned(),
        };
        lines.push(format!("{}{kind} {:?}", "  ".repeat(scene.frames_around(place).count()), boxed.text));
    }
    for connector in &scene.connectors {
        let end = |place: usize| scene.boxes[place].text.replace('\n', " ");
        let label = connector.label.map(|label| format!(" ({label})")).unwrap_or_default();
        lines.push(format!("{} -> {}{label}", end(connector.from), end(connector.to)));
    }
    lines.extend(read.warnings.iter().map(|warning| format!("warning: {warning}")));
    expected.assert_eq(&lines.join("\n"));
}

#[track_caller]
fn check_fault(chart: &str, line: usize, message: &str) {
    let fault = FormatError::Line { line, message: message.to_owned() };
    assert_eq!(import(chart, Format::Mermaid).unwrap_err(), fault);
}

#[test]
fn brackets_say_the_outline() {
    check(
        r#"flowchart TD
            a[square] --> b(round) --> c([stadium])
            d[[subroutine]]; e[(database)]; f((circle)); g>flag]
            h{decision} ; i{{hexagon}}
            j[/right/] ; k[\left\] ; l[/wide\] ; m[\narrow/] ; n(((twice)))
            o@{ shape: cyl, label: "new form" }
            p"#,
        &expect![[r#"
            rectangle "square"
            rectangle "round"
            oval "stadium"
            rectangle "subroutine"
            cylinder "database"
            ellipse "circle"
            rectangle "flag"
            diamond "decision"
            hexagon "hexagon"
            parallelogram "right"
            parallelogram "left"
            trapezoid "wide"
            trapezoid "narrow"
            ellipse "twice"
            cylinder "new form"
            rectangle "p"
            square -> round
            round -> stadium"#]],
    );
}

#[test]
fn links_have_many_forms() {
    check(
        r#"graph LR
            a-->b
            a --- c
            a -.-> d & e
            a ==> f
            a -->|yes| g
            a -- no --> h
            a == "thick, too" ==> i
            a -. maybe .-> j
            a ---->|"long (and quoted)"| k
            a <--> l
            m --x n --o p
            q ~~~ r
            s-- back ---t
            a e1@--> u
            a & b --> v & w"#,
        &expect![[r#"
            rectangle "a"
            rectangle "b"
            rectangle "c"
            rectangle "d"
            rectangle "e"
            rectangle "f"
            rectangle "g"
            rectangle "h"
            rectangle "i"
            rectangle "j"
            rectangle "k"
            rectangle "l"
            rectangle "m"
            rectangle "n"
            rectangle "p"
            rectangle "q"
            rectangle "r"
            rectangle "s"
            rectangle "t"
            rectangle "u"
            rectangle "v"
            rectangle "w"
            a -> b
            a -> c
            a -> d
            a -> e
            a -> f
            a -> g (yes)
            a -> h (no)
            a -> i (thick, too)
            a -> j (maybe)
            a -> k (long (and quoted))
            a -> l
            m -> n
            n -> p
            s -> t (back)
            a -> u
            a -> v
            a -> w
            b -> v
            b -> w
            warning: links without a head have become arrows
            warning: links that are not drawn were left out"#]],
    );
}

#[test]
fn names_may_have_signs_between_letters() {
    check(
        "graph TD\n  my-node--->other.node\n  a-b -.-> c_d\n  über --> 漢字[\"好\"]",
        &expect![[r#"
        rectangle "my-node"
        rectangle "other.node"
        rectangle "a-b"
        rectangle "c_d"
        rectangle "über"
        rectangle "好"
        my-node -> other.node
        a-b -> c_d
        über -> 好"#]],
    );
}

#[test]
fn subgraphs_become_frames() {
    check(
        r#"flowchart TB
            %% a comment
            outside --> one
            subgraph one [The first]
              direction LR
              a --> b
              subgraph deep["Inside of it"]
                c
              end
            end
            subgraph Two words
              d --> a
            end
            subgraph "Only a title"
              e
            end
            one --> d
            class a,b important
            classDef important fill:#f96,stroke:#333
            style c fill:#bbf
            click a "https://example.org"
            linkStyle 0 stroke:#f00
            a:::important"#,
        &expect![[r#"
            rectangle "outside"
            frame "The first"
              rectangle "a"
              rectangle "b"
              frame "Inside of it"
                rectangle "c"
            frame "Two words"
              rectangle "d"
            frame "Only a title"
              rectangle "e"
            outside -> The first
            a -> b
            d -> a
            The first -> d
            warning: the directions of subgraphs were not taken over
            warning: classes, styles and clicks were not taken over"#]],
    );
}

#[test]
fn labels_hold_everything() {
    check(
        "graph TD\n  a[\"two<br/>lines & #quot;quotes#quot; #35;1\"]\n  b[\"`**bold** words`\"]\n  c[\"over\nlines\"]\n  d[\"[brackets] (and) --> arrows\"] --> e[plain text, with: signs!]",
        &expect![[r#"
            rectangle "two\nlines & \"quotes\" #1"
            rectangle "**bold** words"
            rectangle "over\nlines"
            rectangle "[brackets] (and) --> arrows"
            rectangle "plain text, with: signs!"
            [brackets] (and) --> arrows -> plain text, with: signs!"#]],
    );
}

#[test]
fn a_fence_and_settings_around_a_chart_are_passed_over() {
    check(
        "```mermaid\n---\ntitle: x\n---\n%%{init: {'theme':'dark'}}%%\ngraph TD;A-->B;B-->C;\n```\n",
        &expect![[r#"
            rectangle "A"
            rectangle "B"
            rectangle "C"
            A -> B
            B -> C"#]],
    );
    check(
        "---\ntitle: A chart\n---\nflowchart\n  A --> B",
        &expect![[r#"
        rectangle "A"
        rectangle "B"
        A -> B"#]],
    );
}

#[test]
fn faults_name_their_line() {
    check_fault("", 1, "a flowchart begins with `flowchart TD` or `graph LR`");
    check_fault("\nsequenceDiagram\n A->>B: hi", 2, "only flowcharts can be read; this begins with `sequenceDiagram`");
    check_fault("graph TD\n  a[open", 2, "a `]` is missing");
    check_fault("graph TD\n  a[/open", 2, "a `/]` or `\\]` is missing");
    check_fault("graph TD\n\n  a[\"open]", 3, "this quote has no end");
    check_fault("graph TD\n  a -->", 2, "the name of a node is missing here");
    check_fault("graph TD\n  a -- label", 2, "this link has no end");
    check_fault("graph TD\n  a -->|label b", 2, "the label of this link has no end: a `|` is missing");
    check_fault("graph TD\n  a b", 2, "this cannot be read here: `b`");
    check_fault("graph TD\n  subgraph x\n  a", 3, "a `subgraph` has no `end`");
    check_fault("graph TD\n  a\n  end", 3, "this `end` has no `subgraph`");
}

/// Returns where the boxes with these words are.
fn corners(chart: &str, words: [&str; 2]) -> [(f64, f64); 2] {
    let document = board_of(&import(chart, Format::Mermaid).unwrap());
    let scene = Scene::of(&document);
    words.map(|words| {
        let rect = scene.boxes.iter().find(|boxed| boxed.text == words).unwrap().rect;
        (rect.x, rect.y)
    })
}

#[test]
fn a_chart_leads_where_it_says() {
    for (direction, is_right) in [
        ("TD", (|a, b| a.1 < b.1) as fn((f64, f64), (f64, f64)) -> bool),
        ("BT", |a, b| a.1 > b.1),
        ("LR", |a, b| a.0 < b.0),
        ("RL", |a, b| a.0 > b.0),
    ] {
        let [a, b] = corners(&format!("graph {direction}\n a --> b"), ["a", "b"]);
        assert!(is_right(a, b), "{direction}: {a:?} {b:?}");
    }
}

#[test]
fn a_chart_is_laid_out_with_room_for_its_words_and_ways_that_count() {
    let chart = "graph BT\n subgraph s[Frame]\n a[A node with quite a few words on it] --> b{A choice}\n end\n b -->|label| c((Round)) --> a";
    let document = board_of(&import(chart, Format::Mermaid).unwrap());
    let scene = Scene::of(&document);
    for (place, boxed) in scene.boxes.iter().enumerate() {
        assert!(layout::text::fits(boxed.kind.holder(), boxed.text, boxed.rect), "{}", boxed.text);
        let others = scene
            .boxes
            .iter()
            .enumerate()
            .filter(|(other, _)| !scene.is_in(place, *other) && !scene.is_in(*other, place));
        assert!(others.into_iter().all(|(_, other)| !other.rect.overlaps(boxed.rect)));
    }
    for (connector, way) in scene.connectors.iter().zip(ways(&scene)) {
        let (from, to) = (scene.boxes[connector.from].rect, scene.boxes[connector.to].rect);
        let touches = |rect: layout::Rect, point: &layout::Point| {
            rect.grown(1.0).contains(layout::Rect::new(point.x, point.y, 0.0, 0.0))
        };
        assert!(touches(from, way.first().unwrap()) && touches(to, way.last().unwrap()));
    }
    assert!(scene.connectors.iter().any(|connector| connector.laid.is_some()));
}
