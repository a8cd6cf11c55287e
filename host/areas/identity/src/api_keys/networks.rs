//! IP addresses and networks that restrict a key's use.

use std::{fmt, net::IpAddr, str::FromStr};

use data::{case, message};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An address or a CIDR range. IPv4-mapped IPv6 addresses count as IPv4.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Network {
    first: IpAddr,
    bits: u8,
}

/// Prefix length of IPv4-mapped IPv6 addresses.
const MAPPED_BITS: u8 = 96;

impl Network {
    fn new(address: IpAddr, bits: u8) -> Option<Self> {
        let (address, bits) = match (address, address.to_canonical()) {
            (IpAddr::V6(_), IpAddr::V4(four)) => (IpAddr::V4(four), bits.checked_sub(MAPPED_BITS)?),
            (address, _) => (address, bits),
        };
        (bits <= width(address)).then(|| Self {
            first: mask_host_bits(address, bits),
            bits,
        })
    }

    pub fn contains(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        address.is_ipv4() == self.first.is_ipv4()
            && mask_host_bits(address, self.bits) == self.first
    }
}

fn width(address: IpAddr) -> u8 {
    if address.is_ipv4() { 32 } else { 128 }
}

/// Clears the host bits of an address.
fn mask_host_bits(address: IpAddr, bits: u8) -> IpAddr {
    let host_bits = u32::from(width(address).saturating_sub(bits));
    match address {
        IpAddr::V4(four) => {
            IpAddr::V4((four.to_bits() & u32::MAX.checked_shl(host_bits).unwrap_or(0)).into())
        }
        IpAddr::V6(six) => {
            IpAddr::V6((six.to_bits() & u128::MAX.checked_shl(host_bits).unwrap_or(0)).into())
        }
    }
}

/// True if a network contains the address. Without networks every address matches; an unknown
/// address is in none.
pub fn contains_address(networks: Option<&[Network]>, address: Option<IpAddr>) -> bool {
    let Some(networks) = networks else {
        return true;
    };
    address.is_some_and(|address| networks.iter().any(|network| network.contains(address)))
}

impl FromStr for Network {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (address, bits) = match text.trim().split_once('/') {
            Some((address, bits)) => (address, Some(bits)),
            None => (text.trim(), None),
        };
        let address: IpAddr = address.parse().map_err(|_| ())?;
        let bits = match bits {
            // `parse` alone would accept a sign.
            Some(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                digits.parse().map_err(|_| ())?
            }
            Some(_) => return Err(()),
            None => width(address),
        };
        Self::new(address, bits).ok_or(())
    }
}

impl fmt::Display for Network {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{}", self.first)?;
        if self.bits == width(self.first) {
            Ok(())
        } else {
            write!(to, "/{}", self.bits)
        }
    }
}

impl Serialize for Network {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Network {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let error_message =
            message!("must be an IP address, or a range of them like 203.0.113.0/24");
        text.parse().map_err(|()| case::rejection(error_message))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(text: &str) -> Option<Network> {
        text.parse().ok()
    }

    fn has(range: &str, address: &str) -> bool {
        network(range).unwrap().contains(address.parse().unwrap())
    }

    #[test]
    fn a_range_has_what_begins_as_it_does() {
        assert!(has("203.0.113.0/24", "203.0.113.255") && !has("203.0.113.0/24", "203.0.114.0"));
        assert!(has("203.0.113.7", "203.0.113.7") && !has("203.0.113.7", "203.0.113.8"));
        assert!(has("2001:db8::/32", "2001:db8:ffff::1") && !has("2001:db8::/32", "2001:db9::"));
        assert!(has("0.0.0.0/0", "203.0.113.7") && !has("0.0.0.0/0", "2001:db8::1"));
        assert!(has("::/0", "2001:db8::1") && !has("::/0", "203.0.113.7"));
        assert!(has("10.0.0.128/25", "10.0.0.129") && !has("10.0.0.128/25", "10.0.0.127"));
    }

    #[test]
    fn an_ipv4_address_within_ipv6_is_the_ipv4_address() {
        assert!(has("203.0.113.0/24", "::ffff:203.0.113.9"));
        assert!(
            has("::ffff:203.0.113.0/120", "203.0.113.9")
                && !has("::ffff:203.0.113.0/120", "203.0.114.9")
        );
        assert_eq!(
            network("::ffff:203.0.113.9").unwrap().to_string(),
            "203.0.113.9"
        );
        assert_eq!(
            network("::ffff:203.0.113.9/80"),
            None,
            "it would be neither all of IPv4 nor of IPv6"
        );
    }

    #[test]
    fn it_is_written_as_the_range_that_it_is() {
        for (sent, told) in [
            (" 203.0.113.7 ", "203.0.113.7"),
            ("203.0.113.7/32", "203.0.113.7"),
            ("203.0.113.7/24", "203.0.113.0/24"),
            ("2001:DB8:0:0::1", "2001:db8::1"),
            ("2001:db8::1/32", "2001:db8::/32"),
        ] {
            assert_eq!(
                network(sent).map(|network| network.to_string()).as_deref(),
                Some(told),
                "{sent}"
            );
        }
        for wrong in [
            "",
            "/",
            "203.0.113",
            "203.0.113.7/",
            "203.0.113.7/33",
            "203.0.113.7/+8",
            "203.0.113.7/-1",
            "::/129",
            "a.example",
            "203.0.113.7/8/8",
            "203.0.113.7:80",
            "[::1]",
            "203.0.113.0-9",
        ] {
            assert_eq!(network(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn who_has_no_address_is_nowhere() {
        let here = [network("203.0.113.0/24").unwrap()];
        assert!(
            contains_address(None, None)
                && !contains_address(Some(&here), None)
                && !contains_address(Some(&[]), "::1".parse().ok())
        );
        assert!(
            contains_address(Some(&here), "203.0.113.4".parse().ok())
                && !contains_address(Some(&here), "198.51.100.4".parse().ok())
        );
    }
}
