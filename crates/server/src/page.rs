//! Lists, a page at a time.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::limits::{MAX_PAGE_ITEMS, PAGE_ITEMS};

/// A page of a list.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ListResponse<T> {
    pub items: Vec<T>,
    /// Given as `cursor` it continues after these items; absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<Cursor>,
}

impl<T> ListResponse<T> {
    /// A list that always fits one page.
    pub fn whole(items: Vec<T>) -> Self {
        Self { items, next: None }
    }
}

/// Which page of a list.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PageParams {
    /// How many items at most.
    #[serde(default)]
    limit: PageSize,
    /// The `next` of the page before.
    #[serde(default)]
    pub cursor: Option<Cursor>,
}

impl PageParams {
    pub fn limit(&self) -> usize {
        self.limit.0
    }
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(try_from = "u64")]
struct PageSize(usize);

impl Default for PageSize {
    fn default() -> Self {
        Self(PAGE_ITEMS)
    }
}

#[derive(Debug, thiserror::Error)]
pub enum InvalidPage {
    #[error("a page has 1 to {MAX_PAGE_ITEMS} items")]
    Size,
    #[error("this cursor did not come from a list's `next`")]
    Cursor,
}

impl TryFrom<u64> for PageSize {
    type Error = InvalidPage;

    fn try_from(size: u64) -> Result<Self, InvalidPage> {
        usize::try_from(size).ok().filter(|size| (1..=MAX_PAGE_ITEMS).contains(size)).map(Self).ok_or(InvalidPage::Size)
    }
}

impl JsonSchema for PageSize {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "PageSize".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "integer", "minimum": 1, "maximum": MAX_PAGE_ITEMS, "default": PAGE_ITEMS })
    }
}

/// The id of the last item of a page, in a form that invites nobody to make one up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Cursor([u8; 16]);

impl Cursor {
    pub fn after(id: [u8; 16]) -> Self {
        Self(id)
    }

    pub fn id(self) -> [u8; 16] {
        self.0
    }
}

impl From<Cursor> for String {
    fn from(cursor: Cursor) -> Self {
        URL_SAFE_NO_PAD.encode(cursor.0)
    }
}

impl TryFrom<String> for Cursor {
    type Error = InvalidPage;

    fn try_from(raw: String) -> Result<Self, InvalidPage> {
        let bytes = URL_SAFE_NO_PAD.decode(raw).map_err(|_| InvalidPage::Cursor)?;
        bytes.try_into().map(Self).map_err(|_| InvalidPage::Cursor)
    }
}

impl JsonSchema for Cursor {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Cursor".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        // The last of 22 characters carries two bits of the id.
        schemars::json_schema!({ "type": "string", "pattern": "^[A-Za-z0-9_-]{21}[AQgw]$" })
    }
}
