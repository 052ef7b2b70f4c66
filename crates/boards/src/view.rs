//! What somebody looks at, for tools and for what a model is told.

use engine::NodeId;
use layout::Rect;
use serde_json::Value;

/// So many selected nodes are heard of.
const MAX_SELECTED: usize = 500;

/// What somebody sees of a board and has selected there.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    pub viewport: Option<Rect>,
    pub selection: Vec<NodeId>,
}

impl View {
    /// Reads what a browser says of where somebody is; what cannot be read is not there.
    pub fn of_presence(state: &Value) -> Self {
        let viewport = state.get("viewport").and_then(|viewport| {
            let number = |field: &str| viewport.get(field)?.as_f64().filter(|number| number.is_finite());
            Some(Rect::new(number("x")?, number("y")?, number("w")?, number("h")?))
        });
        let selected = state.get("selection").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let selected = selected.iter().take(MAX_SELECTED).filter_map(Value::as_str);
        let selection = selected.filter_map(|id| NodeId::parse(id).ok()).collect();
        Self { viewport: viewport.filter(|viewport| viewport.w > 0.0 && viewport.h > 0.0), selection }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_a_browser_says_is_read_as_far_as_it_can_be() {
        let said = json!({ "viewport": { "x": -5, "y": 2.5, "w": 800, "h": 600 }, "selection": ["a", 7, "", "b"], "cursor": 1 });
        let view = View::of_presence(&said);
        assert_eq!(view.viewport, Some(Rect::new(-5.0, 2.5, 800.0, 600.0)));
        assert_eq!(view.selection.iter().map(NodeId::as_str).collect::<Vec<_>>(), ["a", "b"]);
        for odd in
            [json!(null), json!({ "viewport": { "x": 1 } }), json!({ "viewport": { "x": 0, "y": 0, "w": 0, "h": 9 } })]
        {
            assert_eq!(View::of_presence(&odd), View::default());
        }
    }
}
