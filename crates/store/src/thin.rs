//! Which snapshots of a board to keep.

use engine::Seq;

/// How many snapshots a board keeps.
///
/// A snapshot may be megabytes, so their number is bounded; the log itself keeps everything. Dropping the one whose
/// neighbours are closest spreads the rest evenly, so reaching any `seq` replays at most about a sixteenth of the log.
pub(crate) const MAX_SNAPSHOTS: usize = 32;

/// Returns the snapshot to drop from `seqs` (ascending), or `None` while there is room. The newest always stays.
pub(crate) fn to_drop(seqs: &[Seq]) -> Option<Seq> {
    if seqs.len() <= MAX_SNAPSHOTS {
        return None;
    }
    let before = std::iter::once(0).chain(seqs.iter().copied());
    let after = seqs.iter().skip(1);
    before
        .zip(seqs)
        .zip(after)
        .map(|((before, seq), after)| (after - before, *seq))
        .min_by_key(|(gap, _)| *gap)
        .map(|(_, seq)| seq)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_dropped_while_there_is_room() {
        let seqs: Vec<Seq> = (1..=MAX_SNAPSHOTS as u64).collect();
        assert_eq!(to_drop(&seqs), None);
    }

    #[test]
    fn kept_snapshots_stay_spread_over_the_whole_log() {
        const EVERY: u64 = 300;
        const SAVED: u64 = 5_000;
        let mut seqs = Vec::new();
        for saved in 1..=SAVED {
            seqs.push(saved * EVERY);
            seqs.retain({
                let dropped = to_drop(&seqs);
                move |seq| Some(*seq) != dropped
            });
        }
        assert_eq!(seqs.len(), MAX_SNAPSHOTS);
        assert_eq!(seqs.last(), Some(&(SAVED * EVERY)));
        let widest = seqs.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap().max(seqs[0]);
        assert!(widest <= SAVED * EVERY / 16 + EVERY, "the widest gap is {widest}");
    }
}
