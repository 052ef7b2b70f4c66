//! Writes down what texts measure, for the test that asks a browser (`web/browser/text-metrics.test.ts`).
//! `UPDATE_EXPECT=1` writes the file anew.

use expect_test::expect_file;
use layout::geo::{Geo, text_rect};
use layout::geometry::Rect;
use layout::text::{Style, TextSize, wrap};
use serde_json::{Value, json};

/// Texts of the font's own characters: the browser has to agree.
const KNOWN: &[&str] = &[
    "",
    "a",
    "Hello, world",
    "Strong brand",
    "AV AVATAR Wave Tomato Toyota Yes, To. Ty Te Va VA WA We P. F, r. L' LT",
    "fi fl ff ffi ffl office affluent fjord raffle attic little settle",
    "-> --> ---> <- <-- <--- <-> a->b a-->b x<-y",
    "The quick brown fox jumps over the lazy dog",
    "THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG",
    "Pack my box with five dozen liquor jugs, then call 0123456789 before 12:45.",
    "Customers cannot find the export button, and those who do expect a PDF.",
    "Donaudampfschifffahrtsgesellschaftskapitän",
    "supercalifragilisticexpialidocious and pneumonoultramicroscopicsilicovolcanoconiosis",
    "wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww",
    "iiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiii",
    "https://example.com/a/very/long/path/with-dashes/and_underscores?query=1&more=two#anchor",
    "C:\\Users\\somebody\\Documents\\Projects\\tandem\\crates\\layout\\src\\text.rs",
    "one\ntwo\nthree",
    "one\n\nthree after an empty line",
    "ends with a line feed\n",
    "ends with two\n\n",
    "\nbegins with one",
    "carriage\r\nreturns\r\nare not seen",
    "   three spaces before, and    four    between",
    "many                                                                                spaces",
    "trailing spaces hang over the edge of the box                                       ",
    "a\tb\tc",
    "\tindented by a tab and then wrapped because it is long enough for that",
    "well-known state-of-the-art jack-in-the-box mother-in-law cost-benefit",
    "e-mail 1-2-3 2026-11-16 555-0123 -5 --flag x-1",
    "(parentheses) [brackets] {braces} <angles> \"quotes\" 'single'",
    "What? Why! Really?! Yes... no; maybe: perhaps, or/and/or",
    "50% off! $100 & more #1 @home *bold* _under_ ~tilde^caret|pipe`tick",
    "naïve café résumé Ångström señor façade œuvre ßtraße",
    "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß",
    "“Curly quotes” and ‘single’ ones — with dashes – and … dots • bullet",
    "price: 20 € or £15 or ¥2000, ±5 °C, 2×3 ÷ 4, ½ ¼ ¾, ™ © ®",
    "non\u{a0}breaking\u{a0}spaces\u{a0}hold\u{a0}words\u{a0}together until they cannot",
    "soft\u{ad}hyphen soft\u{ad}hyphen\u{ad}ated Donau\u{ad}dampf\u{ad}schiff\u{ad}fahrts\u{ad}gesell\u{ad}schaft",
    "Increase conversion on the pricing page by making the annual plan the default choice",
    "As a facilitator I want to move several notes at once so that I can cluster them quickly during a session.",
    "1. First\n2. Second\n3. Third, which is rather longer than the others and has to be broken",
    "- item one\n- item two\n- item three",
    "Doing: fix",
    "Q1 2026 OKRs",
    "A/B test",
    "and/or/both/neither/either/all/none/some/any/every/each/few/many/most",
    "GET /api/boards/{id}/changes?after=42",
    "fn main() { println!(\"{}\", 1 + 2); }",
    "key=value;other=thing;third=1,2,3;fourth=[a,b,c]",
    "1,234,567.89 0.5 .5 5. 1e10 0xff",
    "A",
    "WWW",
    "…",
    "!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!",
    "????????????????????????????????????????????????????????????????????",
    "------------------------------------------------------------------------------------",
    "a b c d e f g h i j k l m n o p q r s t u v w x y z a b c d e f g h i j k l m n o p q r s t u v w x y z",
    "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna \
     aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris nisi ut aliquip ex ea commodo consequat.",
];

/// Texts with characters of other fonts: here they must not be taken for smaller than they are.
const FOREIGN: &[&str] = &[
    "Привет, мир! Широкая электрификация южных губерний",
    "Καλημέρα κόσμε",
    "日本語のテキストは単語の間に空白がありません。",
    "中文文本，没有空格。",
    "한국어 텍스트",
    "emoji 🙂 and 🚀 launch 🎉",
    "👍🏽 thumbs and 🇩🇪 flags",
    "arrows → ← ⇒ and ✓ ✗ ★",
    "Zażółć gęślą jaźń",
    "שלום עולם",
    "مرحبا بالعالم",
    "e\u{301}t\u{301}",
];

fn styles() -> Vec<(&'static str, Style, f64)> {
    vec![
        ("note", Style::NOTE, 168.0),
        ("shape", Style::SHAPE, 168.0),
        ("text-s", Style::text(TextSize::Small), 472.0),
        ("text-m", Style::text(TextSize::Medium), 472.0),
        ("text-l", Style::text(TextSize::Large), 472.0),
        ("text-xl", Style::text(TextSize::ExtraLarge), 472.0),
        ("frame", Style::FRAME_NAME, 10_000.0),
        ("label", Style::LABEL, 148.0),
    ]
}

fn measured(text: &str, own: bool) -> Value {
    let mut sizes = serde_json::Map::new();
    for (name, style, width) in styles() {
        let wrapped = wrap(text, style, width);
        sizes.insert(name.into(), json!([wrapped.lines.len(), (wrapped.size.w * 100.0).round() / 100.0]));
    }
    json!({ "text": text, "own": own, "sizes": sizes })
}

#[test]
fn the_table_for_the_browser_is_fresh() {
    let styles: serde_json::Map<String, Value> = styles()
        .into_iter()
        .map(|(name, style, width)| {
            let Style { size, line, weight } = style;
            (name.into(), json!({ "size": size, "line": line, "weight": weight.number(), "width": width }))
        })
        .collect();
    let texts = KNOWN.iter().map(|text| measured(text, true)).chain(FOREIGN.iter().map(|text| measured(text, false)));
    let rooms = Geo::ALL.into_iter().map(|geo| {
        let room = text_rect(geo, Rect::new(0.0, 0.0, 400.0, 300.0));
        json!({ "geo": geo.name(), "box": [400, 300], "room": [room.x, room.y, room.w, room.h] })
    });
    let list = |values: Vec<Value>| values.iter().map(|value| format!("  {value}")).collect::<Vec<_>>().join(",\n");
    let table = format!(
        "{{\n\"styles\": {},\n\"texts\": [\n{}\n],\n\"rooms\": [\n{}\n]\n}}\n",
        Value::from(styles),
        list(texts.collect()),
        list(rooms.collect())
    );
    expect_file!["../golden/text.json"].assert_eq(&table);
}
