//! Sign-in through LDAP: an OpenLDAP server in a temporary folder on loopback.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

mod protection;

use std::{
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use ldap3::{LdapConnAsync, Mod};
use serde_json::{Value, json};
use testkit::{Browser, Certificate, ExternalProgram, Kit, PASSWORD, certificate_for, on_both};

const ROOT: &str = "cn=admin,dc=freight,dc=example";
const READER: &str = "cn=reader,dc=freight,dc=example";
const READERS_PASSWORD: &str = "reads-the-directory";
const MIAS_PASSWORD: &str = "In-the-directory-1";

struct Directory {
    _running: ExternalProgram,
    folder: PathBuf,
    plain: u16,
    secure: u16,
}

impl Drop for Directory {
    fn drop(&mut self) {
        // Leftovers go with the run's temporary folder.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Directory {
    /// Returns `None`, with a note, if the server is not installed.
    fn start(tls: &Certificate) -> Option<Self> {
        let slapd = ExternalProgram::find("slapd", "slapd")?;
        let folder =
            std::env::temp_dir().join(format!("waybill-slapd-{}", uuid::Uuid::now_v7().simple()));
        std::fs::create_dir_all(folder.join("data")).unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
        write("certificate.pem", &tls.certificate);
        write("key.pem", &tls.key);
        write("slapd.conf", &configuration(&folder));
        write("people.ldif", PEOPLE);
        let filled = Command::new(&slapd)
            .args(["-T", "add", "-f"])
            .arg(folder.join("slapd.conf"))
            .arg("-l")
            .arg(folder.join("people.ldif"))
            .output()
            .unwrap();
        assert!(
            filled.status.success(),
            "{}",
            String::from_utf8_lossy(&filled.stderr)
        );
        let (plain, secure) = (free_port(), free_port());
        let mut server = Command::new(&slapd);
        server
            .arg("-f")
            .arg(folder.join("slapd.conf"))
            .args(["-d", "0", "-h"])
            .arg(format!(
                "ldap://127.0.0.1:{plain} ldaps://127.0.0.1:{secure}"
            ))
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let directory = Self {
            _running: ExternalProgram::start(&mut server),
            folder,
            plain,
            secure,
        };
        let give_up = Instant::now() + Duration::from_secs(20);
        while TcpStream::connect(("127.0.0.1", directory.secure)).is_err() {
            assert!(Instant::now() < give_up, "slapd does not listen");
            std::thread::sleep(Duration::from_millis(20));
        }
        Some(directory)
    }

    fn settings(&self) -> Value {
        json!({
            "isEnabled": true, "url": format!("ldap://127.0.0.1:{}", self.plain), "startTls": false,
            "baseDn": "ou=people,dc=freight,dc=example", "bindDn": READER, "bindPassword": READERS_PASSWORD,
            "userFilter": "(&(objectClass=inetOrgPerson)(uid={0}))", "nameAttribute": "givenName",
            "surnameAttribute": "sn", "emailAttribute": "mail", "defaultRoles": ["Dispatcher"], "autoCreate": true,
            "linkByEmail": false,
        })
    }

    async fn change(&self, uid: &str, attribute: &str, value: &str) {
        let (connection, mut ldap) =
            LdapConnAsync::new(&format!("ldap://127.0.0.1:{}", self.plain))
                .await
                .unwrap();
        tokio::spawn(async move { connection.drive().await });
        ldap.simple_bind(ROOT, "root")
            .await
            .unwrap()
            .success()
            .unwrap();
        let change = vec![Mod::Replace(attribute, [value].into_iter().collect())];
        let dn = format!("uid={uid},ou=people,dc=freight,dc=example");
        ldap.modify(&dn, change).await.unwrap().success().unwrap();
        ldap.unbind().await.unwrap();
    }
}

fn free_port() -> u16 {
    TcpListener::bind(("127.0.0.1", 0))
        .unwrap()
        .local_addr()
        .unwrap()
        .port()
}

fn configuration(folder: &Path) -> String {
    let folder = folder.display();
    format!(
        "include /etc/ldap/schema/core.schema\n\
         include /etc/ldap/schema/cosine.schema\n\
         include /etc/ldap/schema/inetorgperson.schema\n\
         modulepath /usr/lib/ldap\n\
         moduleload back_mdb\n\
         pidfile {folder}/pid\n\
         # A bind with a name and no password succeeds here, as it does on many servers.\n\
         allow bind_anon_cred\n\
         TLSCertificateFile {folder}/certificate.pem\n\
         TLSCertificateKeyFile {folder}/key.pem\n\
         database mdb\n\
         maxsize 16777216\n\
         suffix \"dc=freight,dc=example\"\n\
         rootdn \"{ROOT}\"\n\
         rootpw root\n\
         directory {folder}/data\n\
         access to attrs=userPassword by anonymous auth by * none\n\
         access to * by dn.exact=\"{READER}\" read by * none\n"
    )
}

const PEOPLE: &str = "dn: dc=freight,dc=example
objectClass: dcObject
objectClass: organization
dc: freight
o: Freight

dn: cn=reader,dc=freight,dc=example
objectClass: person
cn: reader
sn: Reader
userPassword: reads-the-directory

dn: ou=people,dc=freight,dc=example
objectClass: organizationalUnit
ou: people

dn: uid=mia,ou=people,dc=freight,dc=example
objectClass: inetOrgPerson
uid: mia
cn: Mia Tran
givenName: Mia
sn: Tran
mail: mia@freight.example
userPassword: In-the-directory-1

dn: uid=tom,ou=people,dc=freight,dc=example
objectClass: inetOrgPerson
uid: tom
cn: Tom (Night) * Shift
givenName: Tom
sn: Ng
mail: tom@freight.example
userPassword: Toms-own-password-2

dn: uid=kim,ou=people,dc=freight,dc=example
objectClass: inetOrgPerson
uid: kim
cn: Kim
sn: Kim
userPassword: Has-no-address-3
";

async fn set(kit: &Kit, ldap: Value) {
    let admin = kit.user("Admin").await;
    admin
        .put(
            "/api/core/tenantsettings/updateallsettings",
            json!({ "ldap": ldap }),
        )
        .await
        .result();
}

async fn attempt(kit: &Kit, provider: &str, user_name: &str, password: &str) -> (u16, String) {
    let answer = Browser::new(kit.guest())
        .sign_in_with(provider, user_name, password)
        .await;
    let url = answer.json()["url"].as_str().unwrap().to_owned();
    let code = url
        .split_once("error=")
        .map(|(_, rest)| rest.split('&').next().unwrap().to_owned());
    (answer.status.as_u16(), code.unwrap_or_default())
}

fn wrong_password() -> (u16, String) {
    (401, "CredentialsSignin".to_owned())
}

fn unreachable() -> (u16, String) {
    (503, "Callback".to_owned())
}

fn signed_in() -> (u16, String) {
    (200, String::new())
}

async fn create_local_user(kit: &Kit, user_name: &str, email: &str, role: &str) {
    let new = identity::NewUser {
        user_name: user_name.to_owned(),
        name: "Local".to_owned(),
        email: email.to_owned(),
        password: PASSWORD.to_owned(),
        roles: vec![role.to_owned()],
        ..Default::default()
    };
    identity::create_user(kit.app.host(), kit.tenant, new)
        .await
        .unwrap();
}

#[test]
fn a_person_of_the_directory_becomes_a_user_and_stays_up_to_date() {
    on_both(|kit| async move {
        let Some(directory) = Directory::start(&certificate_for("localhost")) else {
            return;
        };
        set(&kit, directory.settings()).await;
        let mut browser = Browser::new(kit.guest());
        let listed = browser.get("/api/auth/providers").await.json();
        assert_eq!(
            (&listed["ldap"]["type"], &listed["ldap"]["id"]),
            (&json!("credentials"), &json!("ldap"))
        );
        assert_eq!(
            browser
                .sign_in_with("ldap", "mia", MIAS_PASSWORD)
                .await
                .status,
            200
        );
        let session = browser.session().await;
        assert_eq!(
            (&session["user"]["name"], &session["user"]["email"]),
            (&json!("Mia Tran"), &json!("mia@freight.example"))
        );
        assert!(
            session["permissions"]
                .as_array()
                .unwrap()
                .contains(&json!("Pages.Booking.Create"))
        );

        directory.change("mia", "sn", "Tran-Nguyen").await;
        directory
            .change("mia", "mail", "mia.new@freight.example")
            .await;
        let mut repeat = Browser::new(kit.guest());
        assert_eq!(
            repeat
                .sign_in_with("credentials", "MIA", MIAS_PASSWORD)
                .await
                .status,
            200
        );
        let later = repeat.session().await;
        assert_eq!(later["user"]["id"], session["user"]["id"]);
        assert_eq!(
            (&later["user"]["name"], &later["user"]["email"]),
            (&json!("Mia Tran-Nguyen"), &json!("mia.new@freight.example"))
        );

        assert_eq!(
            attempt(&kit, "ldap", "kim", "Has-no-address-3").await,
            wrong_password(),
            "a user needs an address"
        );
        let mut closed = directory.settings();
        closed["autoCreate"] = json!(false);
        set(&kit, closed).await;
        assert_eq!(
            attempt(&kit, "ldap", "tom", "Toms-own-password-2").await,
            wrong_password()
        );
        assert_eq!(
            attempt(&kit, "ldap", "mia", MIAS_PASSWORD).await,
            signed_in(),
            "who is known stays known"
        );
        let mut off = directory.settings();
        off["isEnabled"] = json!(false);
        set(&kit, off).await;
        assert_eq!(
            attempt(&kit, "credentials", "mia", MIAS_PASSWORD).await,
            wrong_password()
        );
        assert_eq!(
            attempt(&kit, "ldap", "mia", MIAS_PASSWORD).await,
            wrong_password()
        );
        assert!(
            repeat
                .get("/api/auth/providers")
                .await
                .json()
                .get("ldap")
                .is_none()
        );
    });
}

#[test]
fn no_password_and_no_trick_opens_the_directory() {
    on_both(|kit| async move {
        let Some(directory) = Directory::start(&certificate_for("localhost")) else {
            return;
        };
        set(&kit, directory.settings()).await;
        // The server accepts empty passwords; each name is a separate user, to avoid locks.
        for (name, password) in [
            ("mia", ""),
            ("mia", "Wrong-password-1"),
            ("mia", "\0"),
            ("*", MIAS_PASSWORD),
            ("m*", MIAS_PASSWORD),
            ("mia)(uid=*", MIAS_PASSWORD),
            ("mia)(|(uid=mia", MIAS_PASSWORD),
            ("tom)(uid=mia", MIAS_PASSWORD),
            ("*)(mail=mia@freight.example", MIAS_PASSWORD),
            ("mia\\2a", MIAS_PASSWORD),
            ("mia\0", MIAS_PASSWORD),
            ("uid=mia,ou=people,dc=freight,dc=example", MIAS_PASSWORD),
            ("(objectClass=*)", MIAS_PASSWORD),
            ("{0}", MIAS_PASSWORD),
            ("", MIAS_PASSWORD),
            ("reader", READERS_PASSWORD),
        ] {
            assert_eq!(
                attempt(&kit, "ldap", name, password).await,
                wrong_password(),
                "{name:?} with {password:?}"
            );
        }
        assert_eq!(
            attempt(&kit, "ldap", "mia", MIAS_PASSWORD).await,
            signed_in()
        );

        let mut loose = directory.settings();
        loose["userFilter"] = json!("(|(uid={0})(objectClass=inetOrgPerson))");
        set(&kit, loose).await;
        assert_eq!(
            attempt(&kit, "ldap", "tom", "Toms-own-password-2").await,
            wrong_password()
        );
    });
}

#[test]
fn the_own_password_comes_first_and_nobody_is_taken_for_another() {
    on_both(|kit| async move {
        let Some(directory) = Directory::start(&certificate_for("localhost")) else {
            return;
        };
        set(&kit, directory.settings()).await;
        create_local_user(&kit, "mia", "somebody@else.example", "Admin").await;
        assert_eq!(
            attempt(&kit, "credentials", "mia", PASSWORD).await,
            signed_in()
        );
        assert_eq!(
            attempt(&kit, "ldap", "mia", PASSWORD).await,
            wrong_password(),
            "the directory alone is asked there"
        );
        assert_eq!(
            attempt(&kit, "credentials", "mia", MIAS_PASSWORD).await,
            wrong_password()
        );
        create_local_user(&kit, "thomas", "tom@freight.example", "Dispatcher").await;
        assert_eq!(
            attempt(&kit, "ldap", "tom", "Toms-own-password-2").await,
            wrong_password(),
            "the address is taken"
        );
        let mut linking = directory.settings();
        linking["linkByEmail"] = json!(true);
        set(&kit, linking).await;
        let mut browser = Browser::new(kit.guest());
        assert_eq!(
            browser
                .sign_in_with("ldap", "tom", "Toms-own-password-2")
                .await
                .status,
            200
        );
        assert_eq!(
            browser.session().await["user"]["userName"]
                .as_str()
                .unwrap_or("thomas"),
            "thomas"
        );
    });
}
