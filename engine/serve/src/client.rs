//! Who asks.

use std::net::{IpAddr, Ipv6Addr};

/// Who asks, as far as that is known. Every request has it as an extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Client(pub IpAddr);

impl Client {
    /// The client at an address. All addresses of a network of 64 bits are one client: everybody who has one of version 6 has
    /// them all.
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
