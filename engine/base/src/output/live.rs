//! Lines on the terminal that are updated while work goes on.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use ludex_kit::say;

/// Maximum updates per second.
const RATE: u8 = 10;
/// Columns used if the terminal does not report its width, and the maximum in any case.
const COLUMNS: usize = 79;

/// Progress lines on standard error. They are shown only on a terminal, and not if the user has suppressed progress.
#[derive(Debug)]
pub struct LiveLine {
    bar: ProgressBar,
    /// Columns available for a message.
    room: usize,
}

impl LiveLine {
    /// A live line on standard error.
    pub fn new() -> Self {
        let target = if io::stderr().is_terminal() && !super::is_quiet() {
            ProgressDrawTarget::stderr_with_hz(RATE)
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(None, target);
        bar.set_style(style("{msg}"));
        Self { bar, room: COLUMNS }
    }

    /// Whether the lines are shown on a terminal.
    pub fn is_terminal(&self) -> bool {
        !self.bar.is_hidden()
    }

    /// Replaces the lines. Each is cut to the width of the terminal, because a wrapped line could not be erased.
    pub fn show(&mut self, text: &str) {
        let cut = |line: &str| line.chars().take(self.room).collect::<String>();
        let lines: Vec<String> = text.trim_end().lines().map(cut).collect();
        self.bar.set_message(lines.join("\n"));
    }

    /// Replaces the lines by a text that is built only if it is shown.
    pub fn show_with(&mut self, make: impl FnOnce() -> String) {
        if self.is_terminal() {
            self.show(&make());
        }
    }

    /// Prints a remark above the lines.
    pub fn remark(&self, text: &str) {
        self.bar.suspend(|| super::remark(text));
    }

    /// Replaces the lines by a progress bar with the remaining time and a text.
    pub fn show_progress(&mut self, done: u64, total: u64, text: &str) {
        if self.bar.length().is_none() {
            self.bar.set_length(total);
            self.bar.set_position(done);
            self.bar.reset_eta();
            let left = say!("{time} left", time = "{eta}");
            self.bar.set_style(style(&format!("{{bar:20}} {{pos}}/{{len}}, {left}   {{msg}}")));
            self.room = COLUMNS - 44;
        }
        self.bar.set_position(done);
        self.show(text);
    }
}

impl Default for LiveLine {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for LiveLine {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// The style of progress lines; the template is always valid.
fn style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template);
    style.expect("the template is valid").progress_chars("#>-")
}
