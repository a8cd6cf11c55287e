//! Posting lists of a segment: sorted ids, delta-encoded.

/// Appends an id to a list that ends with `last`; ids must ascend.
fn push(list: &mut Vec<u8>, last: i64, id: i64) {
    let mut distance = id.wrapping_sub(last).cast_unsigned();
    while distance >= 0x80 {
        // Seven bits per byte; the highest bit marks a continuation.
        list.push((distance & 0x7f) as u8 | 0x80);
        distance >>= 7;
    }
    list.push((distance & 0x7f) as u8);
}

/// A list under construction.
#[derive(Debug, Default)]
pub(crate) struct Builder {
    list: Vec<u8>,
    last: i64,
}

impl Builder {
    /// Begins a list of ids from `low`.
    pub fn from(low: i64) -> Self {
        Self {
            list: Vec::new(),
            last: low,
        }
    }
    pub fn push(&mut self, id: i64) {
        push(&mut self.list, self.last, id);
        self.last = id;
    }
    pub fn bytes(self) -> Vec<u8> {
        self.list
    }
}

/// Decodes a list, ascending.
pub(crate) fn read(list: &[u8], low: i64) -> Vec<i64> {
    let mut ids = Vec::with_capacity(list.len());
    let (mut last, mut distance, mut shift) = (low, 0_u64, 0_u32);
    for byte in list {
        distance |= u64::from(byte & 0x7f).checked_shl(shift).unwrap_or(0);
        if byte & 0x80 == 0 {
            last = last.wrapping_add(distance.cast_signed());
            ids.push(last);
            (distance, shift) = (0, 0);
        } else {
            shift += 7;
        }
    }
    ids
}

/// Intersects two ascending lists.
pub(crate) fn intersect(one: &[i64], other: &[i64]) -> Vec<i64> {
    let (small, large) = if one.len() <= other.len() {
        (one, other)
    } else {
        (other, one)
    };
    let mut remaining = large;
    let mut found = Vec::with_capacity(small.len());
    for id in small {
        let skip = remaining.partition_point(|other| other < id);
        remaining = &remaining[skip..];
        if remaining.first() == Some(id) {
            found.push(*id);
        }
    }
    found
}

/// Merges lists, ascending.
pub(crate) fn union(lists: impl IntoIterator<Item = Vec<i64>>) -> Vec<i64> {
    let mut all: Vec<i64> = lists.into_iter().flatten().collect();
    all.sort_unstable();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn ids_come_back(ids in prop::collection::btree_set(0_i64..=1 << 53, 0..200)) {
            let low = ids.first().copied().unwrap_or(0);
            let mut list = Builder::from(low);
            ids.iter().for_each(|id| list.push(*id));
            prop_assert_eq!(read(&list.bytes(), low), ids.into_iter().collect::<Vec<_>>());
        }

        #[test]
        fn lists_meet(one in prop::collection::btree_set(0_i64..60, 0..40), other in prop::collection::btree_set(0_i64..60, 0..40)) {
            let list = |set: &BTreeSet<i64>| set.iter().copied().collect::<Vec<_>>();
            prop_assert_eq!(intersect(&list(&one), &list(&other)), one.intersection(&other).copied().collect::<Vec<_>>());
            prop_assert_eq!(super::union([list(&one), list(&other)]), one.union(&other).copied().collect::<Vec<_>>());
        }
    }
}
