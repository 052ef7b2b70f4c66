//! The colours of pictures are those of the canvas, and can be told from what they lie on.

use std::collections::BTreeMap;

use boards::whiteboard::Color;
use boards::whiteboard::formats::palette::{DARK, LIGHT, TINTS, Tint, exact, nearest};

const TINTS_OF_THE_CANVAS: &str = include_str!("../../../../web/src/features/whiteboard/tints.css");
const THEME: &str = include_str!("../../../../web/src/theme.css");

/// Reads the variables of each rule of a style sheet.
fn rules(css: &str) -> BTreeMap<String, BTreeMap<String, String>> {
    let blocks = css.split('}').filter_map(|block| block.rsplit_once('{'));
    let rule = |(selector, body): (&str, &str)| {
        let selector = selector.rsplit(['\n', '/']).next().unwrap().trim().to_owned();
        let variables = body.split(';').filter_map(|line| line.trim().split_once(':'));
        (selector, variables.map(|(name, value)| (name.trim().to_owned(), code(value.trim()))).collect())
    };
    blocks.map(rule).collect()
}

/// Returns a colour as browsers show it: `oklch(…)` becomes what a screen can show of it.
fn code(color: &str) -> String {
    let Some(numbers) = color.strip_prefix("oklch(").and_then(|rest| rest.strip_suffix(')')) else {
        return color.to_owned();
    };
    let numbers: Vec<f64> = numbers.split(' ').map(|number| number.parse().unwrap()).collect();
    let (lightness, chroma, hue) = (numbers[0], numbers[1], numbers[2].to_radians());
    let (green_red, blue_yellow) = (chroma * hue.cos(), chroma * hue.sin());
    let cone = |red: f64, yellow: f64| (lightness + red * green_red + yellow * blue_yellow).powi(3);
    let cones = [
        cone(0.396_337_777_4, 0.215_803_757_3),
        cone(-0.105_561_345_8, -0.063_854_172_8),
        cone(-0.089_484_177_5, -1.291_485_548),
    ];
    let linear = [
        [4.076_741_662_1, -3.307_711_591_3, 0.230_969_929_2],
        [-1.268_438_004_6, 2.609_757_401_1, -0.341_319_396_5],
        [-0.004_196_086_3, -0.703_418_614_7, 1.707_614_701],
    ]
    .map(|row| row.iter().zip(cones).map(|(part, cone)| part * cone).sum::<f64>());
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is clamped to what a byte holds")]
    let channel = |value: f64| {
        let value = value.clamp(0.0, 1.0);
        let bent = if value <= 0.003_130_8 { 12.92 * value } else { 1.055 * value.powf(1.0 / 2.4) - 0.055 };
        format!("{:02x}", (bent * 255.0).round() as u8)
    };
    format!("#{}", linear.map(channel).concat())
}

#[test]
fn a_picture_has_the_colours_of_the_canvas() {
    let rules = rules(TINTS_OF_THE_CANVAS);
    for (color, light, dark) in TINTS {
        for (theme, tint) in [("", light), ("[data-theme=\"dark\"] ", dark)] {
            let rule = &rules[&format!("{theme}.tint-{}", color.name())];
            let Tint { line, ink, fill, paper, paper_ink } = tint;
            let ours = [("line", line), ("ink", ink), ("fill", fill), ("paper", paper), ("paper-ink", paper_ink)];
            let ours: BTreeMap<String, String> =
                ours.into_iter().map(|(name, value)| (format!("--wb-{name}"), value.to_owned())).collect();
            assert_eq!(*rule, ours, "{theme}{}", color.name());
        }
    }
    assert_eq!(rules.len(), 2 * TINTS.len());
}

#[test]
fn a_picture_has_the_colours_of_the_page() {
    let rules = rules(THEME);
    for (selector, around) in [(":root", LIGHT), ("[data-theme=\"dark\"]", DARK)] {
        let rule = &rules[selector];
        let names = ["--canvas", "--line-strong", "--ink-soft", "--panel"];
        let ours = [around.canvas, around.frame.line, around.frame.ink, around.frame.fill];
        assert_eq!(names.map(|name| rule[name].as_str()), ours, "{selector}");
    }
}

/// How much lighter one colour is than another, as the guidelines for accessible pages count it.
fn contrast(a: &str, b: &str) -> f64 {
    let luminance = |code: &str| {
        let channel = |at: usize| {
            let value = f64::from(u8::from_str_radix(&code[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    };
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn words_can_be_read() {
    for (color, light, dark) in TINTS {
        for (tint, around) in [(light, LIGHT), (dark, DARK)] {
            let pairs = [(tint.ink, around.canvas), (tint.ink, tint.fill), (tint.paper_ink, tint.paper)];
            for (ink, ground) in pairs {
                assert!(contrast(ink, ground) >= 4.5, "{}: {ink} on {ground}", color.name());
            }
        }
    }
}

#[test]
fn colours_of_others_become_ours() {
    assert_eq!(exact("#ffe79e"), Some(Color::Yellow));
    assert_eq!(exact("#ffe79f"), None);
    assert_eq!(nearest("#E03131"), Some(Color::Red));
    assert_eq!(nearest("#1e1e1e"), Some(Color::Black));
    assert_eq!(nearest("#fff3bf"), Some(Color::Yellow));
    assert_eq!(nearest("#00f"), Some(Color::Blue));
    for odd in ["", "red", "#12", "#zzzzzz", "#ééé", "transparent"] {
        assert_eq!(nearest(odd), None, "{odd}");
    }
}
