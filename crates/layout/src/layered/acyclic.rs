//! Opens cycles: an edge back to a node whose edges are still being followed is turned round.

/// Returns for each arc whether it has to be turned round for the graph to have no cycle. Arcs are followed in the
/// caller's order, so that what the caller wrote first leads down: from nodes that nothing leads to, or from the first
/// node, whichever turns fewer.
pub fn back_arcs(count: usize, arcs: &[(usize, usize)]) -> Vec<bool> {
    let mut outgoing = vec![Vec::new(); count];
    let mut has_source = vec![false; count];
    for (index, (from, to)) in arcs.iter().enumerate() {
        outgoing[*from].push(index);
        has_source[*to] = true;
    }
    let roots = (0..count).filter(|node| !has_source[*node]);
    let rest = (0..count).filter(|node| has_source[*node]);
    let from_roots = follow(roots.chain(rest), &outgoing, arcs);
    let from_first = follow(0..count, &outgoing, arcs);
    let as_written = arcs.iter().map(|(from, to)| from > to).collect();
    let turned = |back: &Vec<bool>| back.iter().filter(|is_back| **is_back).count();
    [from_roots, from_first, as_written].into_iter().min_by_key(turned).unwrap_or_default()
}

/// Follows all arcs from one node after the other, and returns which of them lead back.
fn follow(starts: impl Iterator<Item = usize>, outgoing: &[Vec<usize>], arcs: &[(usize, usize)]) -> Vec<bool> {
    let mut back = vec![false; arcs.len()];
    let mut state = vec![State::New; outgoing.len()];
    let mut path: Vec<(usize, usize)> = Vec::new();
    for start in starts {
        if state[start] != State::New {
            continue;
        }
        state[start] = State::Open;
        path.push((start, 0));
        while let Some((node, next)) = path.last_mut() {
            let Some(arc) = outgoing[*node].get(*next) else {
                state[*node] = State::Done;
                path.pop();
                continue;
            };
            *next += 1;
            let to = arcs[*arc].1;
            match state[to] {
                State::New => {
                    state[to] = State::Open;
                    path.push((to, 0));
                }
                State::Open => back[*arc] = true,
                State::Done => {}
            }
        }
    }
    back
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    New,
    Open,
    Done,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_edge_that_closes_a_cycle_is_turned() {
        assert_eq!(back_arcs(3, &[(0, 1), (1, 2), (2, 0)]), [false, false, true]);
        assert_eq!(back_arcs(2, &[(0, 1), (1, 0)]), [false, true]);
    }

    #[test]
    fn a_cycle_begins_where_something_leads_in() {
        assert_eq!(back_arcs(3, &[(0, 1), (1, 0), (2, 1)]), [true, false, false]);
    }

    #[test]
    fn without_a_cycle_nothing_is_turned() {
        assert_eq!(back_arcs(3, &[(2, 1), (1, 0), (2, 0), (2, 0)]), [false; 4]);
    }
}
