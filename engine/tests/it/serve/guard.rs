//! Access control.

use super::client::{Answer, JSON, Server};

/// Sends a request with these headers.
fn post_with(server: &Server, headers: &[(&str, &str)], body: &str) -> Answer {
    let mut client = server.connect();
    client.send("POST", "/api/games", headers, body);
    client.answer()
}

#[test]
fn a_server_answers_to_its_own_names_alone() {
    let server = Server::start();
    let port = server.port;
    let with_port = |name: &str| format!("{name}:{port}");
    for name in ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"] {
        let host = with_port(name);
        assert_eq!(server.connect().get("/", &[("Host", &host)]).status, 200, "{host}");
    }
    let foreign = ["evil.example", "127.0.0.1.evil.example", "192.168.0.7", "[::2]", ""];
    let mut foreign: Vec<String> = foreign.into_iter().map(with_port).collect();
    foreign.extend(
        ["127.0.0.1", "localhost", "127.0.0.1:1", "", ":", "[", "localhost:x"].map(str::to_owned),
    );
    for host in &foreign {
        for answer in [
            server.connect().get("/", &[("Host", host)]),
            post_with(&server, &[("Host", host), JSON], "{}"),
        ] {
            assert_eq!(answer.status, 421, "{host}: {answer:?}");
            assert_eq!(answer.json()["error"]["place"], "Host");
        }
    }
}

#[test]
fn a_client_refused_while_sending_receives_the_reason() {
    let server = Server::start();
    let mut client = server.connect();
    let foreign = "Origin: http://evil.example\r\n";
    for (path, header, status) in [
        ("/api/games", foreign, 403),
        ("/api/nothing", "", 404),
        ("/main.js", "", 405),
        ("/api/games", "", 200),
    ] {
        let host = format!("Host: 127.0.0.1:{}", client.port);
        let head = format!(
            "POST {path} HTTP/1.1\r\n{host}\r\n{header}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n"
        );
        client.raw(head.as_bytes());
        std::thread::sleep(std::time::Duration::from_millis(100));
        client.raw(b"{}");
        assert_eq!(client.answer().status, status, "{path}");
    }
}

#[test]
fn pages_of_strangers_are_refused() {
    let server = Server::start();
    let ours =
        [format!("http://127.0.0.1:{}", server.port), format!("http://localhost:{}", server.port)];
    for origin in &ours {
        assert_eq!(post_with(&server, &[("Origin", origin), JSON], "{}").status, 200, "{origin}");
    }
    let same = [("Sec-Fetch-Site", "same-origin"), JSON];
    assert_eq!(post_with(&server, &same, "{}").status, 200);
    let https = ours[0].replace("http:", "https:");
    for origin in ["http://evil.example", "null", "", &https, "http://127.0.0.1:1"] {
        let answer = post_with(&server, &[("Origin", origin), JSON], "{}");
        assert_eq!(answer.status, 403, "{origin}: {answer:?}");
        assert_eq!(answer.json()["error"]["place"], "Origin");
    }
    for site in ["cross-site", "same-site", "none"] {
        let answer = post_with(&server, &[("Sec-Fetch-Site", site), JSON], "{}");
        assert_eq!(answer.status, 403, "{site}: {answer:?}");
    }
}

#[test]
fn questions_are_json_and_nothing_else() {
    let server = Server::start();
    for kind in ["text/plain", "application/x-www-form-urlencoded", "application/jsonx", ""] {
        let answer = post_with(&server, &[("Content-Type", kind)], "{}");
        assert_eq!(answer.status, 415, "{kind}: {answer:?}");
    }
    assert_eq!(post_with(&server, &[], "{}").status, 415);
    let with_letters = ("Content-Type", "Application/JSON; charset=utf-8");
    assert_eq!(post_with(&server, &[with_letters], "{}").status, 200);
    for body in ["", "{", "[]", "{\"x\":1}", "{}{}", "\u{0}", "null"] {
        let answer = post_with(&server, &[JSON], body);
        assert_eq!(answer.status, 400, "{body}: {answer:?}");
        let told = answer.json();
        assert!(told["text"].as_str().expect("text").starts_with("error: body, line 1"), "{told}");
    }
}

#[test]
fn with_a_token_every_request_must_carry_it() {
    let token = "a-token-that-nobody-knows";
    let server = Server::start_with(&["--token", token]);
    assert!(server.link.ends_with(&format!("/#token={token}")), "{}", server.link);
    assert_eq!(server.connect().get("/", &[]).status, 200, "the page itself needs no token");
    let bearer = format!("Bearer {token}");
    assert_eq!(post_with(&server, &[("Authorization", &bearer), JSON], "{}").status, 200);
    for wrong in ["", token, "Bearer ", "Bearer a-token-that-nobody-knowz", "Bearer x", "Basic x"] {
        let answer = post_with(&server, &[("Authorization", wrong), JSON], "{}");
        assert_eq!(answer.status, 403, "{wrong}: {answer:?}");
        assert_eq!(answer.json()["error"]["place"], "Authorization");
        assert!(!answer.text().contains(token));
    }
    assert_eq!(post_with(&server, &[JSON], "{}").status, 403);
    let disguised = [("Upgrade", "websocket"), ("Connection", "upgrade"), JSON];
    assert_eq!(post_with(&server, &disguised, "{}").status, 403, "no socket is opened by POST");
}

#[test]
fn every_answer_says_what_a_page_may_do() {
    let server = Server::start();
    let host = ("Host", "evil.example");
    let answers = [
        server.connect().get("/", &[]),
        server.connect().get("/style.css", &[]),
        server.connect().get("/no/such/file", &[]),
        server.connect().get("/", &[host]),
        post_with(&server, &[JSON], "{}"),
        post_with(&server, &[JSON], "{"),
    ];
    for answer in answers {
        let policy = answer.header("content-security-policy").expect("a policy");
        for part in [
            "default-src 'none'",
            "frame-ancestors 'none'",
            "base-uri 'none'",
            "form-action 'none'",
        ] {
            assert!(policy.contains(part), "{policy}");
        }
        assert!(!policy.contains("unsafe"), "{policy}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{answer:?}");
        }
        assert_eq!(answer.header("access-control-allow-origin"), None);
    }
}

#[test]
fn no_header_that_counts_is_there_twice() {
    let server = Server::start();
    let ours = format!("127.0.0.1:{}", server.port);
    let page = format!("http://{ours}");
    for twice in [
        [("Host", &*ours), ("Host", "evil.example")],
        [("Host", "evil.example"), ("Host", &*ours)],
        [("Origin", &*page), ("Origin", "http://evil.example")],
        [("Origin", &*page), ("Origin", &*page)],
    ] {
        let answer = post_with(&server, &[&twice[..], &[JSON]].concat(), "{}");
        assert_eq!(answer.status, 400, "{twice:?}: {answer:?}");
    }
}

#[test]
fn a_whole_address_names_this_server_too() {
    let server = Server::start();
    let status = |name: &str| {
        let path = format!("http://{name}:{}/", server.port);
        server.connect().get(&path, &[]).status
    };
    assert_eq!([status("localhost"), status("evil.example")], [200, 421]);
}

#[test]
fn unknown_paths_and_wrong_methods_get_errors() {
    let server = Server::start();
    for (method, path, status, place) in [
        ("POST", "/api/nothing", 404, "path"),
        ("GET", "/api/nothing", 404, "path"),
        ("GET", "/api/view", 405, "method"),
        ("PUT", "/api/view", 405, "method"),
        ("POST", "/style.css", 405, "method"),
    ] {
        let mut client = server.connect();
        client.send(method, path, &[JSON], "{}");
        let answer = client.answer();
        assert_eq!(answer.status, status, "{method} {path}: {answer:?}");
        assert_eq!(answer.json()["error"]["place"], place, "{method} {path}");
    }
}

#[test]
fn the_token_may_come_from_the_environment_and_its_scheme_in_any_case() {
    let token = "a-token-that-nobody-knows";
    let server = Server::start_in(&[("LUDEX_TOKEN", token)]);
    assert_eq!(post_with(&server, &[JSON], "{}").status, 403);
    for scheme in ["Bearer", "bearer", "BEARER"] {
        let brought = format!("{scheme} {token}");
        let answer = post_with(&server, &[("Authorization", &brought), JSON], "{}");
        assert_eq!(answer.status, 200, "{scheme}");
    }
}
