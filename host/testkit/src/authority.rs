//! Test certificate authority, trusted by every test host in addition to the system's.

use std::sync::LazyLock;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};

static AUTHORITY: LazyLock<CertifiedIssuer<'static, KeyPair>> = LazyLock::new(|| {
    let mut params = CertificateParams::new(Vec::new()).expect("no names are valid names");
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let key = KeyPair::generate().expect("a key can be made");
    CertifiedIssuer::self_signed(params, key).expect("an authority can sign itself")
});

/// A certificate and its key, in PEM.
pub struct Certificate {
    pub certificate: String,
    pub key: String,
}

pub fn authority() -> String {
    AUTHORITY.pem()
}

/// Issues a certificate for a host name or address.
pub fn certificate_for(host: &str) -> Certificate {
    let key = KeyPair::generate().expect("a key can be made");
    let params =
        CertificateParams::new(vec![host.to_owned()]).expect("the test's host is a valid name");
    let signed = params
        .signed_by(&key, &*AUTHORITY)
        .expect("the authority can sign");
    Certificate {
        certificate: signed.pem(),
        key: key.serialize_pem(),
    }
}
