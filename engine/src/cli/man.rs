//! `ludex man` and `ludex completions`.

use std::path::PathBuf;

use clap::{Args, Command, ValueEnum};
use clap_complete::Shell;
use ludex_games::InputError;

use crate::{numbers, output};

const MAN_EXAMPLES: &str = "\
Examples:
  ludex man | man -l -
  ludex man bestmove | man -l -
  ludex man --out ~/.local/share/man/man1";

const COMPLETION_EXAMPLES: &str = "\
Examples:
  ludex completions bash > ~/.local/share/bash-completion/completions/ludex
  ludex completions fish > ~/.config/fish/completions/ludex.fish
  ludex completions zsh > ~/.zfunc/_ludex";

/// Print a manual page, or write all of them into a folder.
#[derive(Args, Debug)]
#[command(after_help = MAN_EXAMPLES)]
pub(super) struct Man {
    /// The command whose page is wanted
    #[arg(value_name = "COMMAND", conflicts_with = "out")]
    command: Option<String>,
    /// Write every page into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Man {
    pub(super) fn run(&self) -> anyhow::Result<()> {
        let mut whole = super::command();
        whole.build();
        if let Some(folder) = &self.out {
            output::make_folder(folder)?;
            output::write_file(&folder.join("ludex.1"), &page(&whole, "ludex")?)?;
            for command in documented(&whole) {
                let name = format!("ludex-{}", command.get_name());
                output::write_file(&folder.join(format!("{name}.1")), &page(command, &name)?)?;
            }
            return Ok(());
        }
        let text = match &self.command {
            None => page(&whole, "ludex")?,
            Some(name) => {
                let command = documented(&whole).find(|command| command.get_name() == name);
                let command = command.ok_or_else(|| unknown_command(name, &whole))?;
                page(command, &format!("ludex-{name}"))?
            }
        };
        output::print(&text)?;
        Ok(())
    }
}

fn documented(whole: &Command) -> impl Iterator<Item = &Command> {
    whole
        .get_subcommands()
        .filter(|command| command.get_name() != "help")
}

fn unknown_command(name: &str, whole: &Command) -> InputError {
    let names: Vec<&str> = documented(whole).map(Command::get_name).collect();
    let error = InputError::new("COMMAND", name, format!("one of {}", names.join(", ")));
    match numbers::nearest(name, names) {
        Some(near) => error.with_hint(format!("did you mean {near}?")),
        None => error,
    }
}

fn page(command: &Command, name: &str) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    let command = command.clone().name(name.to_owned());
    clap_mangen::Man::new(command).render(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Print a completion script.
#[derive(Args, Debug)]
#[command(after_help = COMPLETION_EXAMPLES)]
pub(super) struct Completions {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    shell: ShellName,
}

/// The shells that have scripts.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum ShellName {
    Bash,
    Elvish,
    Fish,
    #[value(name = "powershell")]
    PowerShell,
    Zsh,
}

impl Completions {
    pub(super) fn run(&self) -> anyhow::Result<()> {
        let shell = match self.shell {
            ShellName::Bash => Shell::Bash,
            ShellName::Elvish => Shell::Elvish,
            ShellName::Fish => Shell::Fish,
            ShellName::PowerShell => Shell::PowerShell,
            ShellName::Zsh => Shell::Zsh,
        };
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut super::command(), "ludex", &mut script);
        output::print(&String::from_utf8_lossy(&script))?;
        Ok(())
    }
}
