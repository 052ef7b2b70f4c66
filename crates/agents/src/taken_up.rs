//! The words with which a conversation is taken up again after its process has gone. A model reads them; the rehearsal
//! knows them by heart.

/// Comes before what a person answered: each question as `- question`, with its answer below.
pub const ANSWERED: &str = "You asked, and then the session was interrupted. My answer:";
/// Is said for a person who does not answer.
pub const DECLINED: &str = "I do not want to answer; decide yourself.";
/// Comes before what a person says instead of an answer.
pub const INSTEAD: &str = "You asked, and then the session was interrupted. I do not answer that, but:";
/// Comes before a plan that a person approved.
pub const APPROVED: &str = "I approve this plan. Carry it out:";
/// Comes before what a person wants changed in a plan.
pub const REJECTED: &str = "I do not approve this plan. Change it:";
/// Begins what is said when work was cut off.
pub const GO_ON: &str = "Go on where you were interrupted.";
