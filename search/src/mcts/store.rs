//! The index of a tree's nodes by key, and the count of its memory.

use std::hash::{BuildHasherDefault, Hasher};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Weak};

use dashmap::{DashMap, Entry};

/// Nodes by key. The edges to the nodes own them; the store only holds weak references.
pub(super) struct NodeStore<N> {
    nodes: DashMap<u64, Weak<N>, BuildHasherDefault<Ready>>,
    bytes: AtomicUsize,
    most_bytes: usize,
}

/// A hasher for keys that are hashes already.
#[derive(Default)]
struct Ready(u64);

impl Hasher for Ready {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are whole numbers")
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// The number of parts of the map. A part that grows delays a thread only briefly, however large the tree is.
const PARTS: usize = 256;

/// The memory of one allocation: the allocator adds a word and rounds up.
const fn allocated(bytes: usize) -> usize {
    (bytes + 8).next_multiple_of(16)
}

/// The bytes of a list of edges.
pub(super) const fn edges_size<E>(edges: usize) -> usize {
    allocated(edges * size_of::<E>())
}

impl<N> NodeStore<N> {
    /// The bytes of a node: the node with its two reference counts, and its entry in the map, which may be less than half full.
    pub(super) const NODE: usize = allocated(2 * size_of::<usize>() + size_of::<N>())
        + 16 * (1 + size_of::<(u64, Weak<N>)>()) / 7;

    /// An empty store, limited to `most_bytes` bytes.
    pub(super) fn new(most_bytes: usize) -> Self {
        Self {
            nodes: DashMap::with_capacity_and_hasher_and_shard_amount(
                0,
                BuildHasherDefault::default(),
                PARTS,
            ),
            bytes: AtomicUsize::new(0),
            most_bytes,
        }
    }

    /// Adds to the bytes in use.
    pub(super) fn take(&self, bytes: usize) {
        self.bytes.fetch_add(bytes, Relaxed);
    }

    /// The bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.bytes.load(Relaxed)
    }

    /// The number of nodes in the store.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the limit allows more nodes.
    pub(super) fn has_room(&self) -> bool {
        self.bytes() < self.most_bytes
    }

    /// The share of the limit in use, in thousandths.
    pub(super) fn fullness(&self) -> u32 {
        let (bytes, most) = (self.bytes() as u64, self.most_bytes.max(1) as u64);
        (bytes * 1000 / most).min(1000) as u32
    }

    /// The node with this key.
    pub(super) fn find(&self, key: u64) -> Option<Arc<N>> {
        self.nodes.get(&key)?.upgrade()
    }

    /// The node with this key, or a new one.
    pub(super) fn find_or_insert(&self, key: u64, new: impl FnOnce(u64) -> Arc<N>) -> Arc<N> {
        let entry = self.nodes.entry(key);
        if let Entry::Occupied(known) = &entry
            && let Some(node) = known.get().upgrade()
        {
            return node;
        }
        let node = new(key);
        entry.insert(Arc::downgrade(&node));
        node
    }

    /// Removes a node that is about to be freed, unless a new node has replaced it.
    pub(super) fn forget(&self, key: u64, bytes: usize) {
        let is_gone = |known: &Weak<N>| known.strong_count() == 0;
        self.nodes.remove_if(&key, |_, known| is_gone(known));
        self.bytes.fetch_sub(bytes, Relaxed);
    }
}
