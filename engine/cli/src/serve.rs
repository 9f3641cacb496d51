//! `ludex serve`: the web board.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::Args;
use ludex_kit::{InputError, say};
use serde_json::json;

use super::OutputArgs;
use super::options::all_cores;
use crate::config::Config;
use ludex_base::failure::CouldNot;
use ludex_base::interrupt::stop_on_interrupt;
use ludex_base::numbers;
use ludex_base::output;
use ludex_serve::{
    Guard, LimitRow, Limits, LogFormat, LogLevel, PublicUrl, Rooms, Server, Token, log_end,
    start_log,
};

const EXAMPLES: &str = "\
Examples:
  ludex serve --open
  ludex serve --port 0 --threads 2 --hash 512
  ludex serve --listen 0.0.0.0:8080 --token correct-horse-battery
  ludex serve --port 0 --state games

The page works in any current browser and loads nothing from other servers. Ctrl-C
stops the server; the page stays open in the browser. Without --listen only this
machine can connect. With --listen anyone who has the link can connect, so the link
contains a token that must be hard to guess. The connection is not encrypted. A token
in LUDEX_TOKEN does not appear in the list of processes.

--state keeps up to 5,000 rooms and 256 MiB, each room for 30 days. Beyond these
limits rooms are removed: first rooms that no one joined, then abandoned ones in this
order: rooms of the address with the most rooms (if more than 20), rooms without a
move, finished games, games in progress. A room is kept while someone is in it and for
a minute after, a new room for a minute, and a game in progress for an hour after the
last player left, unless its address has more than 20 rooms. If no room may be
removed, new rooms are refused.";

/// Default port.
const PORT: u16 = 7730;
/// Default memory of all searches together, in MiB.
const HASH_MIB: usize = 512;

/// Open the web board on this machine, for a browser.
#[derive(Args, Debug)]
#[command(after_help = after_help())]
pub(super) struct Serve {
    /// Port; 0 selects a free one [default: 7730]
    #[arg(long, value_name = "N", value_parser = numbers::range::<u16>(0, 65_535), allow_hyphen_values = true)]
    port: Option<u16>,
    /// Address to listen on, with an optional port; an address that other machines can reach needs --token [default: 127.0.0.1]
    #[arg(long, value_name = "ADDRESS[:PORT]", allow_hyphen_values = true)]
    listen: Option<String>,
    /// Secret in the link, required in every request
    #[arg(
        long,
        value_name = "TEXT",
        env = "LUDEX_TOKEN",
        hide_env_values = true,
        value_parser = Token::new,
        allow_hyphen_values = true
    )]
    token: Option<Token>,
    /// Address under which a reverse proxy offers the page, with its path
    #[arg(long, value_name = "URL", value_parser = PublicUrl::new, allow_hyphen_values = true)]
    public_url: Option<PublicUrl>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Most threads of one search [default: all cores]
    #[arg(long, value_name = "N", value_parser = numbers::threads, allow_hyphen_values = true)]
    threads: Option<usize>,
    /// Memory of the tables of all searches together in MiB [default: 512]
    #[arg(long, value_name = "MIB", value_parser = numbers::hash, allow_hyphen_values = true)]
    hash: Option<usize>,
    /// Folder in which games between people are saved, so that they continue after a restart
    #[arg(long, value_name = "DIR", allow_hyphen_values = true)]
    state: Option<PathBuf>,
    /// Serve metrics for Prometheus at this address only, without the token, and not at the address of the page
    #[arg(long, value_name = "ADDRESS:PORT", value_parser = metrics_address, allow_hyphen_values = true)]
    metrics_listen: Option<SocketAddr>,
    /// Log messages of this level and above on standard error: off, error, warn, info (adds each request) or debug [default: warn]
    #[arg(long, value_name = "LEVEL", value_parser = str::parse::<LogLevel>, allow_hyphen_values = true)]
    log: Option<LogLevel>,
    /// Format of log messages: text or json [default: text]
    #[arg(long, value_name = "FORMAT", value_parser = str::parse::<LogFormat>, allow_hyphen_values = true)]
    log_format: Option<LogFormat>,
    #[command(flatten)]
    output: OutputArgs,
}

/// The examples, and the limits as a table.
fn after_help() -> String {
    let rows = Limits::table();
    let widest = rows.iter().map(|row| row.name.chars().count() + 1).max();
    let width = widest.unwrap_or_default().max(38);
    let (limits, each, all) = (say!("Limits"), say!("per client"), say!("in all"));
    let mut help = format!("{EXAMPLES}\n\n{limits:<0$}{each:>10}  {all:>7}\n", width + 2);
    for LimitRow { name, each, all } in rows {
        let line = format!("  {name:<width$}{each:>10}  {all:>7}");
        help.push_str(line.trim_end());
        help.push('\n');
    }
    help
}

/// Reads the separate address of the metrics.
fn metrics_address(text: &str) -> Result<SocketAddr, String> {
    text.parse()
        .map_err(|_| say!("an IP address of this machine with a port, such as 127.0.0.1:9730"))
}

impl Serve {
    pub(super) fn run(&self, file: Option<&Path>) -> anyhow::Result<()> {
        #[cfg(target_os = "linux")]
        give_memory_back();
        let config = Config::load(file, "")?;
        let json = self.output.json(&config)?;
        let format = self.log_format.unwrap_or_default();
        let usual = if output::is_quiet() { LogLevel::ERROR } else { LogLevel::WARN };
        start_log(self.log.unwrap_or(usual), format);
        let threads = config.or(self.threads, "threads", numbers::threads)?;
        let limits = Limits {
            threads: threads.unwrap_or_else(all_cores),
            hash_mib: config.or(self.hash, "hash", numbers::hash)?.unwrap_or(HASH_MIB),
        };
        let rooms = Rooms::open(self.state.as_deref(), limits.threads)?;
        let (name, port) = self.place()?;
        let listening = ludex_serve::open(self.address(name)?, port).map_err(with_free_port)?;
        let guard = Guard::new(listening.address, name, self.token.clone())
            .with_public_url(self.public_url.clone());
        let link = guard.link(listening.address, name);
        let metrics = self.metrics_listen.map(|at| ludex_serve::open(at.ip(), at.port()));
        let metrics = metrics.transpose().map_err(with_free_port)?;
        let mut server = Server::new(guard, limits, rooms);
        if metrics.is_some() {
            server = server.with_own_metrics();
        }
        let stop = stop_on_interrupt();
        let metrics_link = metrics.as_ref().map(|at| format!("http://{}/metrics", at.address));
        if json {
            let mut object = json!({"listening": link});
            if let Some(link) = &metrics_link {
                object["metrics"] = json!(link);
            }
            output::json(&object)?;
        } else {
            // Scripts read this line, so it is the same in all languages.
            output::line(&format!("listening on {link}"))?;
            if let Some(link) = &metrics_link {
                output::line(&say!("metrics on {link}", link))?;
            }
        }
        if self.open {
            show(&link);
        }
        ludex_serve::serve(listening, metrics, server, &stop)?;
        match format {
            LogFormat::Text => output::remark(&say!("server stopped")),
            LogFormat::Json => log_end(),
        }
        // There are no results to report at the end.
        output::set_quiet();
        Ok(())
    }

    /// The host name or address to listen on, if given, and the port.
    fn place(&self) -> Result<(Option<&str>, u16), InputError> {
        let (name, port) = match self.listen.as_deref().map(split_port) {
            Some((name, port)) => (Some(name), port),
            None => (None, None),
        };
        let Some(text) = port else {
            return Ok((name, self.port.unwrap_or(PORT)));
        };
        let listen = self.listen.as_deref().unwrap_or_default();
        let port = text.parse().map_err(|_| wrong(listen))?;
        match self.port {
            Some(other) if other != port => {
                let problem =
                    say!("differs from {port}, the port of --listen; leave --port out", port);
                Err(InputError::problem("--port", other.to_string(), problem))
            }
            _ => Ok((name, port)),
        }
    }

    /// The IP address to listen on. Other machines can connect only if a token is required.
    fn address(&self, name: Option<&str>) -> Result<IpAddr, InputError> {
        let Some(name) = name else {
            return Ok(Ipv4Addr::LOCALHOST.into());
        };
        let wrong = || wrong(name);
        let bare = name.trim_start_matches('[').trim_end_matches(']');
        let mut found = (bare, 0).to_socket_addrs().map_err(|_| wrong())?;
        let address = found.next().ok_or_else(wrong)?.ip();
        if !address.is_loopback() && self.token.is_none() {
            let problem = say!("can be reached from other machines and needs --token");
            let error = InputError::problem("--listen", name, problem);
            return Err(error.with_hint(say!("without a token anyone could use this machine")));
        }
        Ok(address)
    }
}

/// Adds a remedy to the error for a port that another program uses.
fn with_free_port(error: anyhow::Error) -> anyhow::Error {
    if !ludex_serve::is_in_use(&error) {
        return error;
    }
    let error = format!("{error:#}");
    CouldNot(say!("{error} (hint: --port N uses another port, --port 0 a free one)", error)).into()
}

/// Splits an address from its port. An IPv6 address with a port is in brackets.
fn split_port(text: &str) -> (&str, Option<&str>) {
    match text.strip_prefix('[').and_then(|rest| rest.split_once("]:")) {
        Some((name, port)) => (name, Some(port)),
        None => match text.split_once(':') {
            Some((name, port)) if !port.contains(':') => (name, Some(port)),
            _ => (text, None),
        },
    }
}

fn wrong(listen: &str) -> InputError {
    let expected =
        say!("an address of this machine with an optional port, such as 192.168.0.2:8080");
    InputError::new("--listen", listen, expected)
}

/// Environment variable of glibc's allocator: blocks of this size in bytes or larger are returned to the system when
/// freed.
#[cfg(target_os = "linux")]
const GIVEN_BACK: (&str, &str) = ("MALLOC_MMAP_THRESHOLD_", "131072");
/// Environment variable of glibc's allocator: the number of arenas. Each reserves 64 MiB of address space; by default threads get their own
/// arenas, up to eight per core.
#[cfg(target_os = "linux")]
const ARENAS: (&str, &str) = ("MALLOC_ARENA_MAX", "4");

/// Makes the allocator return freed search tables to the system. By default glibc raises its threshold to the size of
/// the largest freed block and keeps smaller ones; after several rounds of fifty searches that would be more memory
/// than all tables may use. The allocator reads its environment variables only at program start, so the program
/// restarts itself in the same process.
#[cfg(target_os = "linux")]
fn give_memory_back() {
    use std::os::unix::process::CommandExt as _;
    let (name, size) = GIVEN_BACK;
    if std::env::var_os(name).is_some() {
        return;
    }
    let mut arguments = std::env::args_os();
    let called = arguments.next().unwrap_or_default();
    if let Ok(program) = std::env::current_exe() {
        let mut again = Command::new(program);
        // `exec` returns only if it fails. Then the program continues, but uses more memory.
        let _ = again.arg0(called).args(arguments).env(name, size).env(ARENAS.0, ARENAS.1).exec();
    }
}

/// Asks the system to open a page. Without a browser, the user can use the link printed above.
fn show(link: &str) {
    let command = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let mut viewer = Command::new(command);
    #[cfg(target_os = "linux")]
    viewer.env_remove(GIVEN_BACK.0).env_remove(ARENAS.0);
    let started =
        viewer.arg(link).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if started.is_err() {
        output::remark(&say!("no browser was found; open the link yourself"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_may_have_a_port() {
        for (text, name, port) in [
            ("0.0.0.0:8080", "0.0.0.0", Some("8080")),
            ("192.168.0.2", "192.168.0.2", None),
            ("[::1]:0", "::1", Some("0")),
            ("[::1]", "[::1]", None),
            ("::1", "::1", None),
            ("localhost:", "localhost", Some("")),
        ] {
            assert_eq!(split_port(text), (name, port), "{text}");
        }
    }
}
