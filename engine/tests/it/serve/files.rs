//! The files of the page.

use std::fs;
use std::path::Path;

use super::client::{JSON, Server};

#[test]
fn a_file_that_a_browser_has_is_not_sent_again() {
    let server = Server::start();
    let mut client = server.connect();
    let first = client.get("/", &[]);
    assert_eq!(
        (first.status, first.header("content-type")),
        (200, Some("text/html; charset=utf-8"))
    );
    assert!(first.text().starts_with("<!doctype html>"), "{first:?}");
    let tag = first.header("etag").expect("a tag").to_owned();
    let again = client.get("/index.html", &[("If-None-Match", &tag)]);
    assert_eq!((again.status, again.body.len()), (304, 0), "{again:?}");
    let other = client.get("/", &[("If-None-Match", "\"0\"")]);
    assert_eq!((other.status, other.body), (200, first.body));
}

#[test]
fn the_modules_come_as_one_script() {
    let server = Server::start();
    let answer = server.connect().get("/main.js", &[]);
    let kind = answer.header("content-type");
    assert_eq!(kind, Some("text/javascript; charset=utf-8"));
    let script = answer.text();
    let left = |line: &&str| line.starts_with("import ") || line.starts_with("export ");
    assert_eq!(script.lines().find(left), None);
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/web/page");
    let modules = modules_in(page.as_ref());
    assert!(modules.len() > 20, "{modules:?}");
    // The service worker is a separate script.
    let n_modules = modules.iter().filter(|&module| module != "worker.js").count();
    for number in 0..=n_modules {
        let head = format!("const m{number}=(()=>{{");
        let count = script.matches(&head).count();
        assert_eq!(count, usize::from(number < n_modules), "module {number} of {n_modules}");
    }
}

#[test]
fn the_page_is_sent_compressed() {
    /// The greatest number of bytes that the first load may transfer.
    const MOST: usize = 130_000;
    let server = Server::start();
    let mut client = server.connect();
    let mut sum = 0;
    for path in ["/", "/main.js", "/style.css"] {
        let plain = client.get(path, &[]);
        assert_eq!(plain.header("content-encoding"), None, "{path}");
        let small = client.get(path, &[("Accept-Encoding", "gzip, deflate, br")]);
        assert_eq!(small.header("content-encoding"), Some("gzip"), "{path}");
        assert!(small.body.starts_with(&[0x1f, 0x8b]) && small.body.len() < plain.body.len());
        sum += small.body.len();
    }
    for font in ["latin-400", "latin-600"] {
        let font = client.get(&format!("/fonts/{font}.woff2"), &[("Accept-Encoding", "gzip")]);
        assert_eq!(font.header("content-encoding"), None);
        assert_eq!(font.header("content-type"), Some("font/woff2"));
        sum += font.body.len();
    }
    assert!(sum <= MOST, "{sum} bytes");
}

/// The relative paths of all modules in a folder.
fn modules_in(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry");
        let name = entry.file_name().into_string().expect("a plain name");
        if entry.path().is_dir() {
            let inside = modules_in(&entry.path());
            found.extend(inside.into_iter().map(|path| format!("{name}/{path}")));
        } else if entry.path().extension().is_some_and(|end| end == "js") {
            found.push(name);
        }
    }
    found
}

#[test]
fn nothing_but_the_page_is_sent() {
    let server = Server::start();
    for path in [
        "/../Cargo.toml",
        "/../../Cargo.toml",
        "/..%2f..%2fCargo.toml",
        "/%2e%2e/%2e%2e/Cargo.toml",
        "/..\\..\\Cargo.toml",
        "/./index.html",
        "//etc/passwd",
        "//index.html/..",
        "/.git/config",
        "/index.html/",
        "/index.html%00",
        "/API/games",
        "/etc/passwd",
    ] {
        let answer = server.connect().get(path, &[]);
        assert_eq!(answer.status, 404, "{path}: {answer:?}");
        assert_eq!(answer.json()["error"]["place"], "path", "{path}");
    }
}

#[test]
fn the_style_sheet_has_the_colours_as_variables() {
    let server = Server::start();
    let sheet = server.connect().get("/style.css", &[]);
    assert_eq!(sheet.header("content-type"), Some("text/css; charset=utf-8"));
    let text = sheet.text();
    for part in
        [":root{--c0:#", "prefers-color-scheme:dark", "[data-theme=dark]{--c0:#", "url(fonts/latin"]
    {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn a_path_knows_its_method() {
    let server = Server::start();
    for (method, path, allowed, named) in [
        ("GET", "/api/games", "POST", "use POST"),
        ("DELETE", "/api/games", "POST", "use POST"),
        ("POST", "/index.html", "GET,HEAD", "use GET or HEAD"),
        ("DELETE", "/", "GET,HEAD", "use GET or HEAD"),
        ("PUT", "/api/rooms/0123", "GET,HEAD", "use GET or HEAD"),
    ] {
        let mut client = server.connect();
        client.send(method, path, &[JSON], if method == "GET" { "" } else { "{}" });
        let answer = client.answer();
        assert_eq!((answer.status, answer.header("allow")), (405, Some(allowed)), "{answer:?}");
        assert!(answer.text().contains(named), "{method} {path}: {answer:?}");
    }
}

#[test]
fn a_person_at_a_wrong_address_sees_the_page_and_a_program_sees_json() {
    let server = Server::start();
    let browser = ("Accept", "text/html,application/xhtml+xml,*/*;q=0.8");
    for path in ["/nothing", "/takt/nonsense", "/takt/analyse/x/y"] {
        let page = server.connect().get(path, &[browser]);
        assert_eq!(page.status, 404, "{path}");
        assert!(page.text().contains("<main id=\"home\""), "{path}");
        let answer = server.connect().get(path, &[("Accept", "*/*")]);
        assert_eq!(answer.status, 404, "{path}");
        assert_eq!(answer.json()["error"]["place"], "path", "{path}");
    }
    let answer = server.connect().get("/api/nothing", &[browser]);
    assert_eq!(answer.json()["error"]["place"], "path");
}
