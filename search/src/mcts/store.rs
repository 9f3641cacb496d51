//! Where the nodes of a tree are known by their keys, and how many bytes they take.

use std::hash::{BuildHasherDefault, Hasher};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Weak};

use dashmap::{DashMap, Entry};

/// Nodes by their keys. They belong to whoever leads to them; the store only knows where they are.
pub(super) struct NodeStore<N> {
    nodes: DashMap<u64, Weak<N>, BuildHasherDefault<Ready>>,
    bytes: AtomicUsize,
    most_bytes: usize,
}

/// Keys are hashes already.
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

/// The map is divided into so many parts: one that grows holds up a thread for no more than a moment, however large the tree.
const PARTS: usize = 256;

/// The bytes of one thing in memory of its own: the allocator adds a word and rounds up.
const fn allocated(bytes: usize) -> usize {
    (bytes + 8).next_multiple_of(16)
}

/// The bytes of a list of edges.
pub(super) const fn edges_size<E>(edges: usize) -> usize {
    allocated(edges * size_of::<E>())
}

impl<N> NodeStore<N> {
    /// The bytes of a node: itself with its two counts of references, and its place in the map, which may be less than half
    /// full.
    pub(super) const NODE: usize = allocated(2 * size_of::<usize>() + size_of::<N>())
        + 16 * (1 + size_of::<(u64, Weak<N>)>()) / 7;

    /// An empty store of at most so many bytes.
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

    /// Counts bytes.
    pub(super) fn take(&self, bytes: usize) {
        self.bytes.fetch_add(bytes, Relaxed);
    }

    /// The bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.bytes.load(Relaxed)
    }

    /// The nodes that are known.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is room for more.
    pub(super) fn has_room(&self) -> bool {
        self.bytes() < self.most_bytes
    }

    /// How full it is, in thousandths.
    pub(super) fn fullness(&self) -> u32 {
        let (bytes, most) = (self.bytes() as u64, self.most_bytes.max(1) as u64);
        (bytes * 1000 / most).min(1000) as u32
    }

    /// The node of a key.
    pub(super) fn find(&self, key: u64) -> Option<Arc<N>> {
        self.nodes.get(&key)?.upgrade()
    }

    /// The node of a key, or a new one.
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

    /// Takes the node of a key out that is about to be freed, unless a new one has taken its place already.
    pub(super) fn forget(&self, key: u64, bytes: usize) {
        let is_gone = |known: &Weak<N>| known.strong_count() == 0;
        self.nodes.remove_if(&key, |_, known| is_gone(known));
        self.bytes.fetch_sub(bytes, Relaxed);
    }
}
