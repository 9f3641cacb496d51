//! The identity of a client, for limits and quotas.

use std::net::{IpAddr, Ipv6Addr};

/// A client, identified by its address. Each request carries it as an extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Client(pub IpAddr);

impl Client {
    /// The client at an address. A 64-bit IPv6 network counts as one client, because a single customer usually
    /// gets the whole network.
    pub(super) fn at(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(address) => {
                let network = address.to_bits() >> 64 << 64;
                Ipv6Addr::from_bits(network).into()
            }
            address @ IpAddr::V4(_) => address,
        })
    }
}
