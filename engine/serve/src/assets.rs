//! The files of the web page, embedded in the program. Debug builds read them from disk, so that a change needs no new build.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use ludex_base::catalogue::catalogue;
use ludex_base::picture::svg_to_png;
use ludex_kit::support::picture::definitions;
use ludex_kit::{InputError, Language, say};
use rust_embed::RustEmbed;
use serde_json::json;
use tokio::task::spawn_blocking;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate as _};

use super::answer::refused;
use super::bundle::{self, ENTRY, SHEET};
use super::colours;
use super::public_url::PublicUrl;
use super::refusal::Refusal;
use super::server::Shared;

/// All files of the page.
#[derive(RustEmbed)]
#[folder = "../web/page"]
struct Page;

pub(super) fn routes() -> Router<Shared> {
    Router::new()
        .route("/assets/{icon}", get(icon))
        .fallback(get(file).fallback(not_found))
        .layer(CompressionLayer::new().compress_when(DefaultPredicate::new().and(NOT_FONTS)))
}

/// Fonts are compressed files.
const NOT_FONTS: NotForContentType = NotForContentType::const_new("font/");
/// The document of the page, at every place.
const INDEX: &str = "index.html";
/// The style sheet with the colours of the boards, which the server makes.
const COLOURS: &str = "assets/colours.css";

/// The service worker of the page. It is sent with the version of the page.
const WORKER: &str = "worker.js";

/// The answer for a path without a route.
async fn not_found(request: Request) -> Response {
    let uri = request.uri();
    if read(file_path(uri)).is_some() {
        return wrong_method(request).await;
    }
    let error = InputError::problem("path", uri.path(), say!("is not a path of the API"));
    refused(request, Refusal::new(StatusCode::NOT_FOUND, error)).await
}

/// The answer for a known path requested with the wrong method. The middleware adds the methods of the path.
pub(super) async fn wrong_method(request: Request) -> Response {
    let error =
        InputError::problem("method", request.method().as_str(), say!("is not allowed here"));
    let refusal = Refusal::new(StatusCode::METHOD_NOT_ALLOWED, error);
    refused(request, refusal).await
}

async fn file(State(server): State<Shared>, uri: Uri, headers: HeaderMap) -> Response {
    let path = file_path(&uri);
    let prefix = server.guard.public_url().map_or("", PublicUrl::prefix);
    let Some(file) = read(path) else {
        if let Some(index) = read(INDEX).filter(|_| is_visit(&uri, &headers)) {
            let page = send(INDEX, document(&index, prefix), &HeaderMap::new());
            return by_language((StatusCode::NOT_FOUND, page).into_response());
        }
        let error = InputError::problem("path", uri.path(), say!("does not exist"));
        return Refusal::new(StatusCode::NOT_FOUND, error).into_response();
    };
    if path == INDEX {
        return by_language(send(path, document(&file, prefix), &headers));
    }
    if path == WORKER {
        return by_language(send(path, with_files(&file), &headers));
    }
    let made = match path {
        ENTRY => bundle::script(&text),
        SHEET => bundle::style(&text),
        _ => return send(path, file, &headers),
    };
    match made {
        Ok(made) => by_language(send(path, made, &headers)),
        Err(error) => Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, error).into_response(),
    }
}

/// The text of a file, or of a style sheet that the server makes.
fn text(path: &str) -> Option<String> {
    if path == COLOURS {
        return Some(colours::css());
    }
    String::from_utf8(read(path)?.into_owned()).ok()
}

/// Whether a person visits an address: a browser then gets the page, which says that nothing is there.
fn is_visit(uri: &Uri, headers: &HeaderMap) -> bool {
    let accepted = headers.get(ACCEPT).and_then(|value| value.to_str().ok());
    accepted.is_some_and(|accepted| accepted.contains("text/html"))
        && !uri.path().starts_with("/api/")
}

/// A response that depends on the language of the request.
fn by_language(mut response: Response) -> Response {
    response.headers_mut().append(VARY, HeaderValue::from_static("cookie, accept-language"));
    response
}

/// The place in the document for the patterns of all pictures.
const PATTERNS: &str = "<!-- patterns -->";

/// The document in the current language, with the addresses of its files below a prefix, and with the patterns of pictures.
fn document(file: &[u8], prefix: &str) -> Cow<'static, [u8]> {
    let text = bundle::document(&String::from_utf8_lossy(file), &text);
    let text = text.replace("=\"/", &format!("=\"{prefix}/"));
    let patterns = format!(
        "<svg class=\"patterns\" width=\"0\" height=\"0\" aria-hidden=\"true\">{}</svg>",
        definitions()
    );
    text.replace(PATTERNS, &patterns).into_bytes().into()
}

/// The service worker with the list of files and the version of the page. The version differs for every other page, language or program: a
/// browser then replaces its caches.
fn with_files(worker: &[u8]) -> Cow<'static, [u8]> {
    let mut hasher = DefaultHasher::new();
    env!("CARGO_PKG_VERSION").hash(&mut hasher);
    Language::current().code().hash(&mut hasher);
    for path in Page::iter() {
        Page::get(&path).map(|file| file.data).hash(&mut hasher);
    }
    colours::css().hash(&mut hasher);
    let version = format!("{:016x}", hasher.finish());
    let text =
        String::from_utf8_lossy(worker).replacen("\"VERSION\"", &format!("\"{version}\""), 1);
    text.replacen("FILES = []", &format!("FILES = {}", json!(files())), 1).into_bytes().into()
}

/// The paths of all files that the page loads in the current language besides the document. The script contains all modules and the
/// translations, and the style sheet all sheets.
fn files() -> Vec<String> {
    let is_loaded = |path: &String| {
        let is_inside = path.starts_with("words/")
            || [".js", ".css", ".html", ".txt"].iter().any(|ending| path.ends_with(ending));
        let is_foreign = path.strip_prefix("lessons/").is_some_and(|rest| {
            rest.split_once('/').is_none_or(|(code, _)| code != Language::current().code())
        });
        [ENTRY, SHEET].contains(&path.as_str()) || !(is_inside || is_foreign)
    };
    Page::iter().map(Cow::into_owned).filter(is_loaded).collect()
}

/// The path of the file that a URL refers to.
fn file_path(uri: &Uri) -> &str {
    match uri.path().trim_start_matches('/') {
        "" => INDEX,
        path if is_place(path) => INDEX,
        path => path,
    }
}

/// Whether a path names a place of the page, such as `takt/analyse`, `trax/puzzles/chances-12` or `room/ID`. The script of the page shows
/// it.
fn is_place(path: &str) -> bool {
    let mut parts = path.trim_end_matches('/').split('/');
    let (first, second, third) = (parts.next(), parts.next(), parts.next());
    if parts.next().is_some() || !is_plain(path.trim_end_matches('/')) {
        return false;
    }
    match (first.unwrap_or_default(), second, third) {
        ("room", Some(_), None) => true,
        (game, None | Some("puzzles" | "learn"), _)
        | (game, Some("play" | "analyse" | "setup"), None) => is_game(game),
        _ => false,
    }
}

/// Whether a game, or a variant in real time, has this name.
fn is_game(name: &str) -> bool {
    let mut games = catalogue().games();
    games.any(|game| game.name == name || game.real_time.is_some_and(|kind| kind.word.1 == name))
}

fn read(path: &str) -> Option<Cow<'static, [u8]>> {
    is_plain(path).then(|| Page::get(path))?.map(|file| file.data)
}

/// Whether each part of a path is a plain file name: no empty or hidden names, no special characters.
fn is_plain(path: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    path.split('/').all(|name| !name.starts_with('.') && !name.is_empty() && name.bytes().all(fits))
}

/// Sends a file, or "not modified" if the client has the current version.
fn send(path: &str, file: Cow<'static, [u8]>, headers: &HeaderMap) -> Response {
    let mut hasher = DefaultHasher::new();
    file.hash(&mut hasher);
    let tag = format!("\"{:016x}\"", hasher.finish());
    let known = headers.get(IF_NONE_MATCH).and_then(|known| known.to_str().ok());
    let is_known = known.is_some_and(|known| known.split(", ").any(|one| one == tag));
    // A new version of the program has new files under the same names. So the browser must ask for each file again; if nothing has changed,
    // it receives a short "not modified".
    let head = [(ETAG, tag.as_str()), (CACHE_CONTROL, "no-cache")];
    if is_known {
        return (StatusCode::NOT_MODIFIED, head).into_response();
    }
    let body = match file {
        Cow::Borrowed(bytes) => Body::from(bytes),
        Cow::Owned(bytes) => Body::from(bytes),
    };
    (head, [(CONTENT_TYPE, kind_of(path))], body).into_response()
}

/// The media type of a file, by its extension.
fn kind_of(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "txt" | "md" => "text/plain; charset=utf-8",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}

/// The icon as PNG, for systems that install the page: `icon-192.png`, `icon-512.png` and `icon-maskable-512.png`.
async fn icon(Path(name): Path<String>, uri: Uri, headers: HeaderMap) -> Response {
    let size = match name.as_str() {
        "icon-192.png" => 192,
        "icon-512.png" | "icon-maskable-512.png" => 512,
        _ => 0,
    };
    let drawn = spawn_blocking(move || {
        let svg = String::from_utf8(read("icon.svg")?.into_owned()).ok()?;
        let svg = if name.contains("maskable") { without_margin(&svg) } else { svg };
        svg_to_png(&svg, size).ok()
    });
    match drawn.await {
        Ok(Some(png)) if size > 0 => send("icon.png", png.into(), &headers),
        _ => {
            let error = InputError::problem("path", uri.path(), say!("does not exist"));
            Refusal::new(StatusCode::NOT_FOUND, error).into_response()
        }
    }
}

/// The icon with a background that fills the square: some systems cut it to another shape.
fn without_margin(svg: &str) -> String {
    svg.replacen("<path", "<path d=\"M0 0h32v32H0z\" fill=\"#0072b2\"/><path", 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worker_has_the_version_and_the_files_of_the_page() {
        let worker = read(WORKER).expect("the file");
        let sent = String::from_utf8(with_files(&worker).into_owned()).expect("text");
        assert!(!sent.contains("\"VERSION\"") && sent.contains("const VERSION = \""), "{sent}");
        for file in ["main.js", "style.css", "icon.svg", "manifest.webmanifest"] {
            assert!(sent.contains(&format!("\"{file}\"")), "{file}: {sent}");
        }
        assert!(!sent.contains("core/dom.js") && !sent.contains("index.html"), "{sent}");
    }

    #[test]
    fn the_page_is_sent_in_the_language_of_the_request() {
        let page = |language: Language| {
            language.scope(|| {
                let file = read(INDEX).expect("the document");
                let document = String::from_utf8(document(&file, "").into_owned()).expect("text");
                let script = bundle::script(&text).expect("a script");
                let script = String::from_utf8(script.into_owned());
                (document, script.expect("text"), files())
            })
        };
        for language in Language::ALL {
            let (document, script, files) = page(language);
            let code = language.code();
            assert!(document.contains(&format!("<html lang=\"{code}\">")), "{code}");
            assert!(script.contains(&format!("const LANGUAGE=\"{code}\";")), "{code}");
            let has_words = !script.contains("const WORDS={};");
            assert_eq!(has_words, language != Language::English, "{code}");
            let lessons = files.iter().filter(|file| file.starts_with("lessons/"));
            let mut foreign = lessons.filter(|file| !file.contains(&format!("/{code}/")));
            assert_eq!(foreign.next(), None);
            assert!(!files.iter().any(|file| file.starts_with("words/")), "{files:?}");
        }
    }

    #[test]
    fn a_maskable_icon_fills_the_square() {
        let icon = read("icon.svg").expect("the file");
        let full = without_margin(std::str::from_utf8(&icon).expect("text"));
        assert!(full.contains("M0 0h32v32H0z"), "{full}");
    }

    #[test]
    fn places_of_the_page_show_the_document() {
        let path = |text: &'static str| file_path(&Uri::from_static(text)).to_owned();
        for place in [
            "/",
            "/takt",
            "/takt/",
            "/trax/puzzles",
            "/trax/puzzles/12",
            "/gobble/learn",
            "/takt/learn/3",
            "/gobble/play",
            "/room/1b2c",
        ] {
            assert_eq!(path(place), INDEX, "{place}");
        }
        for other in [
            "/chess",
            "/takt/nothing",
            "/takt/play/1",
            "/lessons/en/takt.json",
            "/room",
            "/room/a/b",
            "/takt/../x",
            "/main.js",
        ] {
            assert_eq!(path(other), other.trim_start_matches('/'), "{other}");
        }
    }
}
