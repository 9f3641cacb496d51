//! Benchmarks of Ludex and side-by-side runs against peers.
