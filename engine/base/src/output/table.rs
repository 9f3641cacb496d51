//! Text in columns.

use comfy_table::{Cell, CellAlignment, Table, TableStyle};

/// Blanks between two columns.
const GAP: u16 = 2;

/// How a column of a table is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// Text in aligned columns without lines between them, as wide as a terminal shows its letters.
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

    /// The table as text, no blanks at the ends of lines.
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

/// What stands for a move in a table: a line without any tells the value of the position before a draw or a roll.
pub fn move_or_position(mv: &str) -> String {
    if mv.is_empty() { "(position)" } else { mv }.to_owned()
}
