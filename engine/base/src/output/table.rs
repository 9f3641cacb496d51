//! Text in aligned columns.

use comfy_table::{Cell, CellAlignment, Table, TableStyle};
use ludex_kit::say;

/// Spaces between two columns.
const GAP: u16 = 2;

/// The alignment of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// For words.
    Left,
    /// For numbers.
    Right,
}

/// A table of aligned columns without rules between them. Widths are measured as terminals display characters.
#[derive(Debug)]
pub struct TextTable {
    columns: Vec<Align>,
    table: Table,
}

impl TextTable {
    /// A table with these headings.
    pub fn new(headings: &[(&str, Align)]) -> Self {
        let columns: Vec<Align> = headings.iter().map(|&(_, align)| align).collect();
        let mut table = Self::plain(&columns);
        table.row(headings.iter().map(|&(name, _)| name.to_owned()).collect());
        table
    }

    /// A table without headings.
    pub fn plain(columns: &[Align]) -> Self {
        let mut table = Table::new();
        table.load_style(TableStyle::new());
        Self { columns: columns.to_vec(), table }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: Vec<String>) {
        let aligned = cells.into_iter().zip(&self.columns);
        let cells: Vec<Cell> = aligned
            .map(|(cell, align)| {
                Cell::new(cell).set_alignment(match align {
                    Align::Left => CellAlignment::Left,
                    Align::Right => CellAlignment::Right,
                })
            })
            .collect();
        self.table.add_row(cells);
    }

    /// The table as text, without trailing spaces.
    pub fn render(&self) -> String {
        let mut table = self.table.clone();
        for column in table.column_iter_mut() {
            column.set_padding((0, GAP));
        }
        let mut text = String::new();
        for line in table.lines() {
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

/// The label of a line of play in a table: its first move. Before a roll or a draw of a tile there is no move, and the value is that of the
/// position; then the label is `(position)`.
pub fn move_or_position(mv: &str) -> String {
    if mv.is_empty() { say!("(position)") } else { mv.to_owned() }
}
