//! WebAuthn ceremonies in bytes and JSON; hides the library's types from other modules.

use serde_json::Value;
use webauthn_rp::{
    AuthenticatedCredential, DiscoverableAuthentication, DiscoverableAuthenticationServerState,
    DiscoverableCredentialRequestOptions, PublicKeyCredentialCreationOptions, Registration,
    RegistrationServerState,
    bin::{Decode, Encode},
    request::{
        AsciiDomain, PublicKeyCredentialDescriptor, RpId,
        auth::AuthenticationVerificationOptions,
        register::{
            CredProtect, Nickname, PublicKeyCredentialUserEntity, RegistrationVerificationOptions,
            UserHandle, UserHandle64, Username,
        },
    },
    response::{
        AuthTransports, CredentialId,
        register::{DynamicState, StaticState},
    },
};

/// An authenticator's id of a user.
pub const HANDLE_BYTES: usize = 64;
pub type Handle = [u8; HANDLE_BYTES];

/// A failed ceremony; the reason is for the log only.
#[derive(Debug)]
pub struct NotPassed(String);

impl std::fmt::Display for NotPassed {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.write_str(&self.0)
    }
}

fn to_not_passed(why: impl std::fmt::Display) -> NotPassed {
    NotPassed(why.to_string())
}

/// Options for the browser, and the state for verifying its response.
pub struct StartedCeremony {
    pub options: Value,
    pub state: Vec<u8>,
}

pub struct StoredCredential {
    pub credential_id: Vec<u8>,
    pub static_state: Vec<u8>,
    pub dynamic_state: Vec<u8>,
}

/// The relying party: a host name and its pages' address.
pub struct RelyingParty {
    id: RpId,
    origin: String,
}

impl RelyingParty {
    /// None for addresses that can't have passkeys: IP addresses, and hosts without TLS except
    /// localhost.
    pub fn new(host_name: &str, base_url: &str) -> Option<Self> {
        let is_local = host_name == "localhost" || host_name.ends_with(".localhost");
        let is_name = host_name.parse::<std::net::IpAddr>().is_err() && !host_name.starts_with('[');
        let is_safe = is_name && (is_local || base_url.starts_with("https://"));
        let domain = AsciiDomain::try_from(host_name.to_owned())
            .ok()
            .filter(|_| is_safe)?;
        Some(Self {
            id: RpId::Domain(domain),
            origin: base_url.to_owned(),
        })
    }

    pub fn begin_registration(
        &self,
        handle: Handle,
        (user_name, display_name): (&str, &str),
        existing: Vec<Vec<u8>>,
    ) -> Result<StartedCeremony, NotPassed> {
        let id: UserHandle64 = handle_of(handle);
        let user = PublicKeyCredentialUserEntity {
            // Not every user name is valid in the standard; authenticators only display it.
            name: Username::try_from(user_name)
                .or_else(|_| Username::try_from("user"))
                .map_err(to_not_passed)?,
            id: &id,
            display_name: Nickname::try_from(display_name).ok(),
        };
        let existing = existing.into_iter().map(|id| {
            let id = credential_id(id)?;
            // Transports are not stored: browsers try all.
            let transports = AuthTransports::decode(0).map_err(to_not_passed)?;
            Ok(PublicKeyCredentialDescriptor { id, transports })
        });
        let existing = existing.collect::<Result<_, NotPassed>>()?;
        let mut options = PublicKeyCredentialCreationOptions::passkey(&self.id, user, existing);
        // Authenticators without this extension are accepted too.
        options.extensions.cred_protect = CredProtect::None;
        let (server, client) = options.start_ceremony().map_err(to_not_passed)?;
        let options = serde_json::to_value(&client).map_err(to_not_passed)?;
        Ok(StartedCeremony {
            options,
            state: server.encode().map_err(to_not_passed)?,
        })
    }

    /// Verifies a registration and returns the credential.
    pub fn finish_registration(
        &self,
        state: &[u8],
        answer: &[u8],
    ) -> Result<StoredCredential, NotPassed> {
        let state =
            RegistrationServerState::<HANDLE_BYTES>::decode(state).map_err(to_not_passed)?;
        let answer = Registration::from_json_relaxed(answer).map_err(to_not_passed)?;
        let origins = [self.origin.as_str()];
        let options = RegistrationVerificationOptions::<&str, &str> {
            allowed_origins: &origins,
            error_on_unsolicited_extensions: false,
            ..Default::default()
        };
        let verified = state
            .verify(&self.id, &answer, &options)
            .map_err(to_not_passed)?;
        let Ok(static_state) = verified.static_state().encode();
        let Ok(dynamic_state) = verified.dynamic_state().encode();
        Ok(StoredCredential {
            credential_id: verified.id().as_ref().to_vec(),
            static_state,
            dynamic_state: dynamic_state.to_vec(),
        })
    }

    /// Starts an assertion for any passkey of this host name, with user verification.
    pub fn begin_assertion(&self) -> Result<StartedCeremony, NotPassed> {
        let options = DiscoverableCredentialRequestOptions::passkey(&self.id);
        let (server, client) = options.start_ceremony().map_err(to_not_passed)?;
        let options = serde_json::to_value(&client).map_err(to_not_passed)?;
        Ok(StartedCeremony {
            options,
            state: server.encode().map_err(to_not_passed)?,
        })
    }

    /// Verifies an assertion and returns the credential's new dynamic state.
    pub fn finish_assertion(
        &self,
        state: &[u8],
        answer: &Assertion,
        handle: Handle,
        stored: &StoredCredential,
    ) -> Result<Vec<u8>, NotPassed> {
        let state = DiscoverableAuthenticationServerState::decode(state).map_err(to_not_passed)?;
        let (handle, id): (UserHandle64, _) = (
            handle_of(handle),
            credential_id(stored.credential_id.clone())?,
        );
        let static_state =
            StaticState::decode(stored.static_state.as_slice()).map_err(to_not_passed)?;
        let dynamic: [u8; 7] = stored
            .dynamic_state
            .as_slice()
            .try_into()
            .map_err(to_not_passed)?;
        let dynamic = DynamicState::decode(dynamic).map_err(to_not_passed)?;
        let mut credential =
            AuthenticatedCredential::new((&id).into(), &handle, static_state, dynamic)
                .map_err(to_not_passed)?;
        let origins = [self.origin.as_str()];
        let options = AuthenticationVerificationOptions::<&str, &str> {
            allowed_origins: &origins,
            error_on_unsolicited_extensions: false,
            ..Default::default()
        };
        state
            .verify(&self.id, &answer.0, &mut credential, &options)
            .map_err(to_not_passed)?;
        let Ok(dynamic) = credential.dynamic_state().encode();
        Ok(dynamic.to_vec())
    }
}

/// An authenticator's assertion.
pub struct Assertion(DiscoverableAuthentication<HANDLE_BYTES>);

impl Assertion {
    pub fn read(answer: &[u8]) -> Result<Self, NotPassed> {
        DiscoverableAuthentication::from_json_relaxed(answer)
            .map(Self)
            .map_err(to_not_passed)
    }
    pub fn credential_id(&self) -> Vec<u8> {
        self.0.raw_id().as_ref().to_vec()
    }
}

fn handle_of(bytes: Handle) -> UserHandle64 {
    let Ok(handle) = UserHandle::decode(bytes);
    handle
}

fn credential_id(bytes: Vec<u8>) -> Result<CredentialId<Vec<u8>>, NotPassed> {
    CredentialId::<Vec<u8>>::decode(bytes).map_err(to_not_passed)
}
