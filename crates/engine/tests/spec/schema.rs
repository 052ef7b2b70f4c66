//! What a kind of board may hold.

use expect_test::expect;

use crate::support::{check, schema};

#[test]
fn sc1_a_prop_must_have_its_type() {
    check(
        r#"item a; set a count=many; set a title=5; item b title=null; set a size={"width":1}; set a size={"width":1,"height":"x"}; set a list=["a",1]"#,
        expect![[r#"
            a
            ! 2: invalid /ops/0/props/count: invalid type: string "many", expected f64
            ! 3: invalid /ops/0/props/title: invalid type: integer `5`, expected a string
            ! 4: invalid /ops/0/props: missing field `title`
            ! 5: invalid /ops/0/props/size: missing field `height`
            ! 6: invalid /ops/0/props/size/height: invalid type: string "x", expected u32
            ! 7: invalid /ops/0/props/list/1: invalid type: integer `1`, expected a string
        "#]],
    );
}

#[test]
fn sc2_an_unknown_prop_is_refused_when_the_type_says_so() {
    check(
        "item a colour=red; bag b colour=red",
        expect![[r#"
        b colour=red
        ! 1: invalid /ops/0/props/colour: unknown field `colour`, expected one of `title`, `note`, `count`, `size`, `link`, `friend`, `anchor`, `list`, `loose`
    "#]],
    );
}

#[test]
fn sc1_the_place_of_a_fault_is_a_json_pointer() {
    check(
        r#"item a a/b~c=1"#,
        expect![[r#"
        ! 1: invalid /ops/0/props/a~1b~0c: unknown field `a/b~c`, expected one of `title`, `note`, `count`, `size`, `link`, `friend`, `anchor`, `list`, `loose`
    "#]],
    );
}

#[test]
fn sc3_references_and_texts_are_read_from_the_types() {
    let schema = schema();
    let item = schema.kind("item").unwrap();
    let references: Vec<_> =
        item.references().iter().map(|r| format!("{} {:?} {:?}", r.prop, r.on_delete, r.kinds)).collect();
    expect![[r#"
        [
            "anchor Refuse []",
            "friend Clear [\"item\"]",
            "link Cascade []",
            "list Clear []",
            "loose Clear []",
        ]
    "#]]
    .assert_debug_eq(&references);
    assert!(item.is_text("note") && !item.is_text("title"));
    assert_eq!(item.parents(), ["root", "folder"]);
    assert_eq!(schema.kind_names().collect::<Vec<_>>(), ["bag", "folder", "item"]);
    assert!(schema.kind("card").is_none());
    assert_eq!(item.json().get("required"), Some(&serde_json::json!(["title"])));
}
