//! The ceremonies of WebAuthn as the library does them, in bytes and JSON: nothing outside this file knows its types.

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

/// What authenticators call a user.
pub const HANDLE_BYTES: usize = 64;
pub type Handle = [u8; HANDLE_BYTES];

/// A ceremony failed; the reason is told to the log alone.
#[derive(Debug)]
pub struct NotPassed(String);

impl std::fmt::Display for NotPassed {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.write_str(&self.0)
    }
}

fn because(why: impl std::fmt::Display) -> NotPassed {
    NotPassed(why.to_string())
}

/// What a browser is sent to begin, and what is kept to judge its answer by.
pub struct Begun {
    pub options: Value,
    pub state: Vec<u8>,
}

/// A credential as it is kept.
pub struct Kept {
    pub credential_id: Vec<u8>,
    pub static_state: Vec<u8>,
    pub dynamic_state: Vec<u8>,
}

/// The relying party: a host name, and the address that its pages have.
pub struct RelyingParty {
    id: RpId,
    origin: String,
}

impl RelyingParty {
    /// None at an address that can have no passkeys: one of digits, or without TLS and not on this machine.
    pub fn at(host_name: &str, base_url: &str) -> Option<Self> {
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

    /// Begins to make a credential for a user who is signed in.
    pub fn begin_registration(
        &self,
        handle: Handle,
        (user_name, display_name): (&str, &str),
        known: Vec<Vec<u8>>,
    ) -> Result<Begun, NotPassed> {
        let id: UserHandle64 = handle_of(handle);
        let user = PublicKeyCredentialUserEntity {
            // Not every user name is one to the standard; an authenticator shows it and no more.
            name: Username::try_from(user_name)
                .or_else(|_| Username::try_from("user"))
                .map_err(because)?,
            id: &id,
            display_name: Nickname::try_from(display_name).ok(),
        };
        let known = known.into_iter().map(|id| {
            let id = credential_id(id)?;
            // Which way it is reached is not kept: the browser tries all.
            let transports = AuthTransports::decode(0).map_err(because)?;
            Ok(PublicKeyCredentialDescriptor { id, transports })
        });
        let known = known.collect::<Result<_, NotPassed>>()?;
        let mut options = PublicKeyCredentialCreationOptions::passkey(&self.id, user, known);
        // Authenticators without this extension are welcome too.
        options.extensions.cred_protect = CredProtect::None;
        let (server, client) = options.start_ceremony().map_err(because)?;
        let options = serde_json::to_value(&client).map_err(because)?;
        Ok(Begun {
            options,
            state: server.encode().map_err(because)?,
        })
    }

    /// Takes the credential that an authenticator has made.
    pub fn finish_registration(&self, state: &[u8], answer: &[u8]) -> Result<Kept, NotPassed> {
        let state = RegistrationServerState::<HANDLE_BYTES>::decode(state).map_err(because)?;
        let answer = Registration::from_json_relaxed(answer).map_err(because)?;
        let origins = [self.origin.as_str()];
        let options = RegistrationVerificationOptions::<&str, &str> {
            allowed_origins: &origins,
            error_on_unsolicited_extensions: false,
            ..Default::default()
        };
        let made = state.verify(&self.id, &answer, &options).map_err(because)?;
        let Ok(static_state) = made.static_state().encode();
        let Ok(dynamic_state) = made.dynamic_state().encode();
        Ok(Kept {
            credential_id: made.id().as_ref().to_vec(),
            static_state,
            dynamic_state: dynamic_state.to_vec(),
        })
    }

    /// Begins to ask for any passkey of this host name, with its user verified.
    pub fn begin_assertion(&self) -> Result<Begun, NotPassed> {
        let options = DiscoverableCredentialRequestOptions::passkey(&self.id);
        let (server, client) = options.start_ceremony().map_err(because)?;
        let options = serde_json::to_value(&client).map_err(because)?;
        Ok(Begun {
            options,
            state: server.encode().map_err(because)?,
        })
    }

    /// Judges what a credential has signed; gives its new dynamic state.
    pub fn finish_assertion(
        &self,
        state: &[u8],
        answer: &Assertion,
        handle: Handle,
        kept: &Kept,
    ) -> Result<Vec<u8>, NotPassed> {
        let state = DiscoverableAuthenticationServerState::decode(state).map_err(because)?;
        let (handle, id): (UserHandle64, _) = (
            handle_of(handle),
            credential_id(kept.credential_id.clone())?,
        );
        let static_state = StaticState::decode(kept.static_state.as_slice()).map_err(because)?;
        let dynamic: [u8; 7] = kept.dynamic_state.as_slice().try_into().map_err(because)?;
        let dynamic = DynamicState::decode(dynamic).map_err(because)?;
        let mut credential =
            AuthenticatedCredential::new((&id).into(), &handle, static_state, dynamic)
                .map_err(because)?;
        let origins = [self.origin.as_str()];
        let options = AuthenticationVerificationOptions::<&str, &str> {
            allowed_origins: &origins,
            error_on_unsolicited_extensions: false,
            ..Default::default()
        };
        state
            .verify(&self.id, &answer.0, &mut credential, &options)
            .map_err(because)?;
        let Ok(dynamic) = credential.dynamic_state().encode();
        Ok(dynamic.to_vec())
    }
}

/// What an authenticator has signed.
pub struct Assertion(DiscoverableAuthentication<HANDLE_BYTES>);

impl Assertion {
    pub fn read(answer: &[u8]) -> Result<Self, NotPassed> {
        DiscoverableAuthentication::from_json_relaxed(answer)
            .map(Self)
            .map_err(because)
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
    CredentialId::<Vec<u8>>::decode(bytes).map_err(because)
}
