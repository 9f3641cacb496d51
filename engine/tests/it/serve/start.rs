//! Starting and stopping the server.

use std::process::Command;

use super::client::{Server, wait_until};
use crate::program::ludex;

#[test]
fn a_port_in_use_is_reported() {
    let server = Server::start();
    let port = server.port.to_string();
    let ran = ludex(&["serve", "--port", &port]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(
        ran.out.is_empty() && ran.err.starts_with(&format!("error: 127.0.0.1:{port}: ")),
        "{ran:?}"
    );
    assert!(ran.err.contains("--port 0 a free one"), "{ran:?}");
}

#[test]
fn others_are_let_in_by_a_token_alone() {
    for (arguments, place) in [
        (
            &["--listen", "0.0.0.0"][..],
            "--listen: \"0.0.0.0\" can be reached from other machines and needs --token",
        ),
        (&["--listen", "no such name"], "--listen: expected an address"),
        (&["--listen", "127.0.0.1:http"], "--listen: expected an address"),
        (&["--listen", "127.0.0.1:9"], "--port: \"0\" differs from 9, the port of --listen"),
        (&["--listen", "0.0.0.0", "--token", "short"], "--token"),
        (&["--listen", "0.0.0.0", "--token", "a token with blanks"], "--token"),
    ] {
        let ran = ludex(&[&["serve", "--port", "0"], arguments].concat());
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{ran:?}");
        assert!(ran.err.starts_with(&format!("error: {place}")), "{ran:?}");
    }
    let token = "correct-horse-battery";
    let server = Server::start_with(&["--listen", "0.0.0.0", "--token", token]);
    assert!(!server.link.contains("0.0.0.0"), "{}", server.link);
    assert!(server.link.ends_with(&format!("/#token={token}")));
    assert_eq!(server.connect().get("/", &[]).status, 200);
    let host = |host: &str| {
        server.connect().get("/", &[("Host", &format!("{host}:{}", server.port))]).status
    };
    assert_eq!([host("192.168.3.4"), host("evil.example")], [200, 421]);
}

#[test]
fn json_contains_the_link() {
    let mut child = crate::program::command(&["serve", "--port", "0", "--json"]);
    let mut child = child.stdout(std::process::Stdio::piped()).spawn().expect("the program starts");
    let mut line = String::new();
    let mut out = std::io::BufReader::new(child.stdout.as_mut().expect("piped"));
    std::io::BufRead::read_line(&mut out, &mut line).expect("a line");
    child.kill().expect("it runs");
    child.wait().expect("it ended");
    let told: serde_json::Value = serde_json::from_str(&line).expect("JSON");
    assert!(told["listening"].as_str().expect("a link").starts_with("http://127.0.0.1:"), "{told}");
}

#[test]
#[cfg(unix)]
fn it_ends_in_order_and_says_so() {
    for signal in ["-INT", "-TERM"] {
        let mut server = Server::start();
        let mut kill = Command::new("kill");
        let sent = kill.args([signal, &server.child.id().to_string()]).status();
        assert!(sent.expect("kill is there").success());
        let mut code = None;
        wait_until("the program ends", || {
            code = server.child.try_wait().expect("it can be asked");
            code.is_some()
        });
        assert_eq!(code.and_then(|code| code.code()), Some(130), "{signal}");
        let mut said = String::new();
        let err = server.child.stderr.as_mut().expect("piped");
        std::io::Read::read_to_string(err, &mut said).expect("text");
        assert_eq!(said, "server stopped\n", "{signal}");
    }
}

#[test]
fn an_address_may_bring_its_port() {
    let server = Server::start_with(&["--listen", "127.0.0.1:0"]);
    assert!(server.link.starts_with("http://127.0.0.1:"), "{}", server.link);
    assert_eq!(server.connect().get("/", &[]).status, 200);
}
