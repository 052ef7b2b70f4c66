//! Every bound of a document, in one place.

/// Ops one change may ask for; what the server adds to keep references whole does not count.
pub const MAX_OPS_PER_CHANGE: usize = 2_000;
/// Nodes one document may hold.
pub const MAX_NODES: usize = 200_000;
/// Children one node may have.
pub const MAX_CHILDREN: usize = 50_000;
/// Levels below the root.
pub const MAX_DEPTH: usize = 64;
/// Bytes of one prop, as JSON text.
pub const MAX_PROP_BYTES: usize = 128 * 1024;
/// Props one node may have.
pub const MAX_PROPS: usize = 256;
/// Levels of nesting inside one prop.
pub const MAX_PROP_DEPTH: usize = 32;
/// Characters of an id made outside.
pub const MAX_ID_CHARS: usize = 64;
/// Characters of a change's label.
pub const MAX_LABEL_CHARS: usize = 200;
/// Characters an order key may grow to before its siblings are ranked anew.
pub const MAX_ORDER_CHARS: usize = 64;
