//! Tests of packages: packing and reading back; rejection of tampered, oversized and escaping
//! content.

use std::{
    fs,
    io::{Cursor, Write},
    path::PathBuf,
};

use zip::{ZipWriter, write::SimpleFileOptions};

use super::{MAX_FILES, Package, SigningKey, pack, sign};

const TOML: &str =
    "id = \"ferry\"\nname = \"Ferry\"\nversion = \"1.2.0\"\nkind = \"carrier\"\nwit = \"1.0.0\"\n";

fn folder(name: &str) -> PathBuf {
    let folder =
        std::env::temp_dir().join(format!("waybill-package-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("web/assets")).unwrap();
    fs::write(folder.join("plugin.toml"), TOML).unwrap();
    fs::write(folder.join("component.wasm"), b"\0asm").unwrap();
    fs::write(folder.join("web/remoteEntry.js"), "export {}").unwrap();
    fs::write(folder.join("web/assets/a.css"), "a{}").unwrap();
    folder
}

fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, content) in files {
        archive
            .start_file(*path, SimpleFileOptions::default())
            .unwrap();
        archive.write_all(content).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

fn refusal(bytes: &[u8]) -> String {
    Package::read(bytes).unwrap_err().to_string()
}

#[test]
fn a_folder_is_packed_signed_read_and_unpacked() {
    let folder = folder("whole");
    let package = pack(&folder).unwrap();
    assert_eq!(
        package,
        pack(&folder).unwrap(),
        "the same files give the same bytes"
    );
    assert!(Package::read(&package).unwrap().signers.is_empty());

    let path = folder.with_extension("key");
    let _ = fs::remove_file(&path);
    let key = SigningKey::create(&path).unwrap();
    assert_eq!(SigningKey::open(&path).unwrap().public(), key.public());
    let signed = sign(&package, &key).unwrap();
    let read = Package::read(&signed).unwrap();
    assert_eq!(read.manifest.version, "1.2.0");
    assert_eq!(read.signers, [key.public()]);

    fs::remove_file(&path).unwrap();
    let second = SigningKey::create(&path).unwrap();
    let both = Package::read(&sign(&signed, &second).unwrap()).unwrap();
    assert_eq!(both.signers.len(), 2);

    let out = folder.join("out/ferry");
    both.unpack(&out).unwrap();
    both.unpack(&out).unwrap();
    assert_eq!(
        fs::read_to_string(out.join("web/assets/a.css")).unwrap(),
        "a{}"
    );
    assert!(!out.join("SIGNATURES.json").exists());
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_key_that_others_can_read_is_not_used() {
    use std::os::unix::fs::PermissionsExt;
    let path = folder("open").with_extension("key");
    let _ = fs::remove_file(&path);
    SigningKey::create(&path).unwrap();
    assert!(
        SigningKey::create(&path).is_err(),
        "a key is never overwritten"
    );
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    assert!(
        SigningKey::open(&path)
            .unwrap_err()
            .to_string()
            .contains("mode 600")
    );
}

#[test]
fn what_was_changed_after_signing_is_refused() {
    let folder = folder("tampered");
    let path = folder.with_extension("key");
    let _ = fs::remove_file(&path);
    let key = SigningKey::create(&path).unwrap();
    let signed = sign(&pack(&folder).unwrap(), &key).unwrap();
    let signatures = zip::ZipArchive::new(Cursor::new(&signed))
        .unwrap()
        .by_name("SIGNATURES.json")
        .map(|mut file| {
            let mut text = String::new();
            std::io::Read::read_to_string(&mut file, &mut text).unwrap();
            text
        });
    let signatures = signatures.unwrap();
    let files = |wasm: &'static [u8], extra: bool, signatures: &str| {
        let mut all: Vec<(&str, &[u8])> = vec![
            ("plugin.toml", TOML.as_bytes()),
            ("component.wasm", wasm),
            ("web/remoteEntry.js", b"export {}"),
            ("web/assets/a.css", b"a{}"),
            ("SIGNATURES.json", signatures.as_bytes()),
        ];
        if extra {
            all.push(("web/more.js", b"alert(1)"));
        }
        zipped(&all)
    };
    Package::read(&files(b"\0asm", false, &signatures)).unwrap();
    assert!(
        refusal(&files(b"\0evil", false, &signatures))
            .contains("\"component.wasm\" is not the file that was signed")
    );
    assert!(
        refusal(&files(b"\0asm", true, &signatures)).contains("\"web/more.js\" is not the file")
    );
    // An attacker lists the changed file under the old signature.
    let forged = signatures.replace(&super::digest(b"\0asm"), &super::digest(b"\0evil"));
    assert!(refusal(&files(b"\0evil", false, &forged)).contains("does not hold"));
    let gone = zipped(&[
        ("plugin.toml", TOML.as_bytes()),
        ("component.wasm", b"\0asm"),
        ("SIGNATURES.json", signatures.as_bytes()),
    ]);
    assert!(refusal(&gone).contains("gone from the package"));
    fs::remove_dir_all(folder).unwrap();
}

/// Offset of the name's first occurrence.
fn place(bytes: &[u8], name: &[u8]) -> usize {
    bytes
        .windows(name.len())
        .position(|window| window == name)
        .unwrap()
}

#[test]
fn a_package_is_the_same_for_every_reader() {
    let files: [(&str, &[u8]); 4] = [
        ("plugin.toml", TOML.as_bytes()),
        ("component.wasm", b"\0asm"),
        ("web/a.js", b"good"),
        ("web/b.js", b"evil"),
    ];
    let whole = zipped(&files);
    Package::read(&whole).unwrap();
    // The same name twice in the list: one reader takes the first file, another the last.
    let renamed = |which: fn(usize) -> bool| {
        let mut bytes = whole.clone();
        let found: Vec<usize> = (0..whole.len() - 8)
            .filter(|at| &whole[*at..at + 8] == b"web/b.js")
            .collect();
        assert_eq!(found.len(), 2, "before the file and in the list");
        for (number, at) in found.into_iter().enumerate() {
            if which(number) {
                bytes[at..at + 8].copy_from_slice(b"web/a.js");
            }
        }
        bytes
    };
    assert!(refusal(&renamed(|_| true)).contains("\"web/a.js\" is in the package twice"));
    // Another name before the file than in the list.
    assert!(refusal(&renamed(|number| number == 0)).contains("another file by its own header"));
    // Another size before the file than in the list.
    let mut larger = whole.clone();
    let header = place(&whole, b"web/b.js") - 30;
    larger[header + 22] += 1;
    assert!(refusal(&larger).contains("another file by its own header"));
    // An unlisted file, and a second archive in front or behind.
    let mut hidden = zipped(&files[..3]);
    hidden.splice(0..0, zipped(&files[3..]));
    assert!(refusal(&hidden).contains("no whole zip"));
    let mut behind = whole.clone();
    behind.extend(zipped(&files[3..]));
    assert!(
        refusal(&behind).contains("no whole zip"),
        "{}",
        refusal(&behind)
    );
    let mut commented = whole.clone();
    commented.extend(b"x");
    let at = whole.len() - 2;
    commented[at] = 1;
    assert!(refusal(&commented).contains("no whole zip"));
}

#[test]
fn what_is_no_package_is_told_why() {
    let whole: [(&str, &[u8]); 2] = [
        ("plugin.toml", TOML.as_bytes()),
        ("component.wasm", b"\0asm"),
    ];
    let with = |path: &str, content: &[u8]| {
        let mut files = whole.to_vec();
        files.push((path, content));
        zipped(&files)
    };
    Package::read(&zipped(&whole)).unwrap();
    assert!(refusal(b"PK nonsense").contains("no whole zip"));
    let cut = zipped(&whole);
    assert!(refusal(&cut[..cut.len() / 2]).contains("no whole zip"));
    assert!(refusal(&zipped(&whole[..1])).contains("no component.wasm"));
    assert!(refusal(&zipped(&whole[1..])).contains("no plugin.toml"));
    assert!(refusal(&with("../../evil.js", b"x")).contains("can't be in a package"));
    assert!(refusal(&with("/etc/passwd", b"x")).contains("can't be in a package"));
    assert!(refusal(&with("Component.wasm", b"x")).contains("can't be in a package"));
    assert!(refusal(&with("web/a.html", b"x")).contains("no file of that kind"));
    let bomb = vec![0; 40 << 20];
    assert!(refusal(&with("web/a.js", &bomb)).contains("unpacks to more"));
    let many: Vec<String> = (0..=MAX_FILES).map(|at| format!("web/{at}.js")).collect();
    let many: Vec<(&str, &[u8])> = many
        .iter()
        .map(|path| (path.as_str(), b"x".as_slice()))
        .collect();
    assert!(refusal(&zipped(&many)).contains("entries"));
    assert!(refusal(&vec![0; super::MAX_PACKAGE + 1]).contains("at most"));
    let mut linked = ZipWriter::new(Cursor::new(Vec::new()));
    linked
        .add_symlink("web/a.js", "/etc/passwd", SimpleFileOptions::default())
        .unwrap();
    assert!(refusal(&linked.finish().unwrap().into_inner()).contains("link"));
}
