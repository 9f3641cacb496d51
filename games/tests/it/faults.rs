//! Every check of `ludex_kit::testing` finds the fault it is meant for. If one part of a game is faulty, the check fails with one sentence
//! that names the method and the position, and says how to repair the fault.

mod variants;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU8, Ordering};

use ludex_kit::support::picture::{Role, Scene};
use ludex_kit::support::styled::StyledText;
use ludex_kit::testing::GameCheck;
use ludex_kit::{
    Actions, GameInfo, Gestures, InputError, Notation, Observations, Offers, Pictures, Playable,
    Record, RecordFormat, RecordedPly, SearchKind, Shown, Touch, Variant, Way,
};
use ludex_search::{Game, MoveList, Player, Returns, Turn, hash_of, won_by};

/// A heap of tokens whose size a coin decides. The players take one or two in turn, and the player who takes the last one wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Position {
    /// Number of tokens left; `None` before the coin is thrown.
    heap: Option<u8>,
    ply: u8,
}

/// The texts and gestures of the game.
#[derive(Clone, Copy)]
struct Heap {
    write_position: fn(&Position) -> String,
    parse_position: fn(&str) -> Option<Position>,
    write_move: fn(u8) -> String,
    parse_move: fn(&Position, &str) -> Result<u8, InputError>,
    write_event: fn(u8) -> String,
    parse_event: fn(&str) -> Option<u8>,
    render: fn(&Position) -> String,
    ply: fn(&Position) -> u32,
    ways: fn(u8) -> Vec<Way>,
    n_ways: fn(usize) -> usize,
    encode: fn(u8) -> u32,
    decode: fn(u32) -> Option<u8>,
    n_numbers: fn(usize) -> usize,
    n_actions: usize,
    n_planes: usize,
    number: fn(&Position) -> f32,
    input: u16,
}

static INFO: GameInfo = GameInfo { name: "heap", formats: &[FORMAT], ..GameInfo::BASE };

const FORMAT: RecordFormat = RecordFormat {
    name: "heap",
    extensions: &["heap"],
    read,
    write: |record| format!("{}\n{}\n", words(record), record.result.as_deref().unwrap_or("*")),
    write_all: None,
    annotated: false,
    variations: false,
    evaluation: None,
    verbatim: false,
};

impl Heap {
    /// A game without faults.
    const RIGHT: Self = Self {
        write_position: |pos| match pos.heap {
            Some(heap) => format!("{heap}/{}", pos.ply),
            None => "coin".into(),
        },
        parse_position: |text| {
            let (heap, ply) = text.split_once('/').unwrap_or((text, "0"));
            let heap = if heap == "coin" { None } else { Some(heap.parse().ok()?) };
            let ply = ply.parse().ok()?;
            Some(Position { heap, ply })
        },
        write_move: |mv| format!("take-{mv}"),
        parse_move: |pos, text| parse_move(*pos, text),
        write_event: |heap| format!("heap-{heap}"),
        parse_event: |text| text.strip_prefix("heap-")?.parse().ok(),
        render: |pos| format!("{:?} left\n", pos.heap),
        ply: |pos| pos.ply.into(),
        ways: |mv| vec![Way::new([Touch::at("stack", mv)])],
        n_ways: |n_moves| n_moves,
        encode: |mv| u32::from(mv) - 1,
        decode: |action| (action < 2).then_some(action as u8 + 1),
        n_numbers: |n_moves| n_moves,
        n_actions: 2,
        n_planes: 0,
        number: |pos| f32::from(pos.heap.unwrap_or_default()) / 8.0,
        input: 0,
    };
}

fn error(text: &str, expected: &str) -> InputError {
    InputError::new("text", text, expected)
}

fn parse_move(pos: Position, text: &str) -> Result<u8, InputError> {
    let mv = text.strip_prefix("take-").and_then(|number| number.parse().ok());
    match (pos.heap, mv) {
        (Some(0), _) => Err(error(text, "no move, because the game is over")),
        (Some(heap), Some(mv)) if (1..=heap.min(2)).contains(&mv) => Ok(mv),
        _ => Err(error(text, "take-1 or take-2")),
    }
}

fn words(record: &Record) -> String {
    let words: Vec<_> = record.plies.iter().map(|ply| ply.text.as_str()).collect();
    words.join(" ")
}

fn read(text: &str) -> Result<Vec<Record>, InputError> {
    let (words, result) = text.trim().split_once('\n').ok_or_else(|| error(text, "two lines"))?;
    let ply = |word: &str| RecordedPly { text: word.into(), ..RecordedPly::default() };
    Ok(vec![Record {
        plies: words.split(' ').map(ply).collect(),
        result: Some(result.to_owned()).filter(|result| result != "*"),
        ..Record::default()
    }])
}

/// Reads a text with a format and changes the result.
fn read_and(text: &str, change: impl Fn(&mut Record)) -> Result<Vec<Record>, InputError> {
    let mut records = read(text)?;
    records.iter_mut().for_each(change);
    Ok(records)
}

impl Game for Heap {
    type Position = Position;
    type Move = u8;
    type Undo = Position;
    type Event = u8;

    const ALTERNATES: bool = true;
    const CHANCE: bool = true;

    fn start(&self) -> Position {
        Position::default()
    }
    fn turn(&self, pos: &Position) -> Turn {
        match pos.heap {
            None => Turn::Chance,
            Some(0) => Turn::Over,
            Some(_) => Turn::Player(Player(pos.ply % 2)),
        }
    }
    fn legal_moves(&self, pos: &Position, out: &mut MoveList<u8>) {
        out.extend(1..=pos.heap.unwrap_or_default().min(2));
    }
    fn play(&self, pos: &mut Position, mv: u8) -> Position {
        let heap = pos.heap.map(|heap| heap - mv);
        let ply = pos.ply + 1;
        std::mem::replace(pos, Position { heap, ply })
    }
    fn undo(&self, pos: &mut Position, _mv: u8, before: Position) {
        *pos = before;
    }
    fn returns(&self, pos: &Position) -> Returns {
        won_by(Player(1 - pos.ply % 2))
    }
    fn hash(&self, pos: &Position) -> u64 {
        hash_of(pos)
    }
    fn events(&self, _pos: &Position, out: &mut Vec<(u8, u32)>) -> u32 {
        out.extend([(7, 1), (8, 1)]);
        2
    }
    fn apply_chance(&self, pos: &mut Position, heap: u8) -> Position {
        let heap = Some(heap);
        std::mem::replace(pos, Position { heap, ply: 0 })
    }
    fn undo_chance(&self, pos: &mut Position, _heap: u8, before: Position) {
        *pos = before;
    }
}

impl Notation for Heap {
    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        (self.parse_position)(text).ok_or_else(|| error(text, "a heap and a number of moves"))
    }
    fn write_position(&self, pos: &Position) -> String {
        (self.write_position)(pos)
    }
    fn parse_move(&self, pos: &Position, text: &str) -> Result<u8, InputError> {
        (self.parse_move)(pos, text)
    }
    fn write_move(&self, _pos: &Position, mv: u8) -> String {
        (self.write_move)(mv)
    }
    fn parse_event(&self, _pos: &Position, text: &str) -> Result<u8, InputError> {
        (self.parse_event)(text).ok_or_else(|| error(text, "heap-7 or heap-8"))
    }
    fn write_event(&self, _pos: &Position, event: u8) -> String {
        (self.write_event)(event)
    }
}

impl Playable for Heap {
    const INFO: &'static GameInfo = &INFO;
    fn variant(&self) -> Variant {
        Variant::new()
    }
    const SEARCHES: &'static [SearchKind<Self>] = &[];
    fn render(&self, shown: &Shown<Self>) -> StyledText {
        (self.render)(shown.position).into()
    }
    fn ply(&self, pos: &Position) -> u32 {
        (self.ply)(pos)
    }
    fn offers(&self) -> Offers<'_, Self> {
        Offers {
            pictures: Some(self),
            gestures: Some(self),
            actions: Some(self),
            observations: Some(self),
            ..Offers::NONE
        }
    }
}

impl Pictures<Self> for Heap {
    fn draw(&self, _shown: &Shown<Self>) -> Scene {
        let mut scene = Scene::new((2.0, 1.0), "Heap");
        for number in 1..=2 {
            scene.target("stack", number, |_| {});
        }
        scene
    }
    fn read_last(&self, pos: &Position, text: &str) -> Result<u8, InputError> {
        parse_move(*pos, text)
    }
    fn colours(&self) -> Vec<Role> {
        Vec::new()
    }
}

impl Gestures<Self> for Heap {
    fn ways(&self, _pos: &Position, moves: &[u8]) -> Vec<Vec<Way>> {
        let n_ways = (self.n_ways)(moves.len());
        moves.iter().take(n_ways).map(|&mv| (self.ways)(mv)).collect()
    }
}

impl Actions<Self> for Heap {
    fn count(&self) -> usize {
        self.n_actions
    }
    fn encode(&self, _pos: &Position, moves: &[u8], out: &mut Vec<u32>) {
        let n_numbers = (self.n_numbers)(moves.len());
        out.extend(moves.iter().take(n_numbers).map(|&mv| (self.encode)(mv)));
    }
    fn decode(&self, _pos: &Position, action: u32) -> Option<u8> {
        (self.decode)(action)
    }
}

impl Observations<Self> for Heap {
    fn shape(&self) -> [usize; 3] {
        [self.n_planes, 1, 1]
    }
    fn number_names(&self) -> Vec<(&'static str, usize)> {
        vec![("tokens left / 8", 1)]
    }
    fn numbers(&self, pos: &Position, out: &mut [f32]) {
        out[0] = (self.number)(pos);
    }
    fn n_inputs(&self) -> usize {
        1
    }
    fn inputs(&self, _pos: &Position, out: &mut Vec<(u16, f32)>) {
        out.push((self.input, 1.0));
    }
}

/// The beginning of the expected sentence, and a function that makes one part of the game faulty.
type Fault = (&'static str, fn(&mut Heap));

const FAULTS: &[Fault] = &[
    ("`parse_position` rejects what `write_position` wrote (", |heap| {
        heap.parse_position = |_| None;
    }),
    ("`parse_position` returns a position with another text, ", |heap| {
        heap.parse_position = |_| Some(Position { heap: Some(1), ply: 1 });
    }),
    ("`parse_position` returns a position with another hash, 0x", |heap| {
        heap.write_position = |pos| format!("{:?}", pos.heap.unwrap_or_default());
        heap.parse_position = |text| {
            let heap = text.parse().ok();
            Some(Position { heap, ply: 0 })
        };
    }),
    ("`write_move` writes \"take 1\"; write one word without blanks", |heap| {
        heap.write_move = |mv| format!("take {mv}");
    }),
    (
        "`parse_move` returns Ok(1) for take-0, which `write_move` wrote for Ok(2); it must read",
        |heap| {
            heap.write_move = |mv| format!("take-{}", 2 - mv);
            heap.parse_move = |pos, text| match text {
                "a1" => parse_move(*pos, text),
                _ => Ok(1),
            };
        },
    ),
    ("`parse_move` returns Ok(1) although the game is over; return an error", |heap| {
        heap.parse_move = |pos, text| match pos.heap {
            Some(0) => Ok(1),
            _ => parse_move(*pos, text),
        };
    }),
    ("`write_event` writes \"\"; write one word without blanks", |heap| {
        heap.write_event = |_| String::new();
    }),
    ("`parse_event` returns Ok(8) for heap-7, which `write_event` wrote for Ok(7)", |heap| {
        heap.parse_event = |_| Some(8);
    }),
    ("`render` writes \"\"; end the text with a line feed", |heap| heap.render = |_| String::new()),
    ("`render` panics (no picture); render every legal position", |heap| {
        heap.render = |_| panic!("no picture");
    }),
    ("`ply` is 1 at the start; count the moves", |heap| heap.ply = |_| 1),
    ("`ply` is 0 after a move, and was 0 before it; count the moves", |heap| heap.ply = |_| 0),
    ("`parse_position` panics (a character); return an error", |heap| {
        heap.parse_position = |text| {
            let first = text.chars().next().expect("a character");
            (first != '?').then(|| (Heap::RIGHT.parse_position)(text))?
        };
    }),
    ("`parse_position` accepts \"\"; return an error for every malformed text", |heap| {
        heap.parse_position = |text| {
            if text.is_empty() {
                Some(Position::default())
            } else {
                (Heap::RIGHT.parse_position)(text)
            }
        };
    }),
    ("`parse_position` reads a position that `write_position` writes as ", |heap| {
        heap.parse_position = |text| {
            let read = (Heap::RIGHT.parse_position)(text);
            read.filter(|pos| pos.heap != Some(9)).or_else(|| {
                let heap = text.starts_with('-').then_some(9);
                heap.map(|heap| Position { heap: Some(heap), ply: 0 })
            })
        };
    }),
    ("`parse_move` accepts \"?\"; return an error for every malformed text", |heap| {
        heap.parse_move = |pos, text| {
            if text == "?" && pos.heap > Some(0) { Ok(1) } else { parse_move(*pos, text) }
        };
    }),
    ("`parse_move` reads \"take", |heap| {
        heap.parse_move = |pos, text| match parse_move(*pos, text) {
            Err(_) if text.starts_with("take") && pos.heap > Some(0) => Ok(9),
            read => read,
        };
    }),
    ("`ways` returns 0 lists for 2 moves; return one list for each move", |heap| {
        heap.n_ways = |_| 0;
    }),
    ("`ways` returns no way to make take-1; return at least one way", |heap| {
        heap.ways = |_| Vec::new();
    }),
    ("`ways` returns a hop without touches for take-1; every hop", |heap| {
        heap.ways = |_| vec![Way::from(Vec::new())];
    }),
    ("`ways` returns the same way for take-1 and take-2, stack 1; distinguish them", |heap| {
        heap.ways = |_| vec![Way::new([Touch::at("stack", 1)])];
    }),
    (
        "`ways` returns a way for take-2 that begins with a complete way for take-1; add a choice",
        |heap| {
            heap.ways = |mv| vec![Way::from(vec![Touch::at("stack", 1); usize::from(mv)])];
        },
    ),
    ("`ways` touches pile 1, which is not in the picture; `draw` must open a target", |heap| {
        heap.ways = |mv| vec![Way::new([Touch::at("pile", mv)])];
    }),
    ("`encode` appends 0 numbers for 2 moves; append one number for each move", |heap| {
        heap.n_numbers = |_| 0;
    }),
    ("`encode` returns 2 for take-2, but `count` is 2; numbers must be below `count`", |heap| {
        heap.encode = |mv| mv.into();
        heap.decode = |action| Some(action as u8);
    }),
    ("`encode` returns 0 for both take-1 and take-2; every legal move needs its own", |heap| {
        heap.encode = |_| 0;
    }),
    ("`decode` returns Some(2) for 0, which `encode` returns for take-1; it must", |heap| {
        heap.decode = |action| Some(2 - action as u8);
    }),
    ("`decode` returns take-1 for 2, which is not the number of that move; return", |heap| {
        heap.n_actions = 3;
        heap.decode = |action| Some(if action < 2 { action as u8 + 1 } else { 1 });
    }),
    ("`encode` returns other numbers after the position was read from its text; equal", |heap| {
        // Each second call exchanges the numbers of the two moves.
        static CALLS: AtomicU8 = AtomicU8::new(0);
        heap.n_numbers = |n_moves| {
            CALLS.fetch_add(1, Ordering::Relaxed);
            n_moves
        };
        heap.encode = |mv| u32::from((mv - 1) ^ CALLS.load(Ordering::Relaxed) & 1);
        heap.decode =
            |action| (action < 2).then(|| (action as u8 ^ CALLS.load(Ordering::Relaxed) & 1) + 1);
    }),
    ("`decode` returns Some(3) for 2, which is not below `count`; it must return", |heap| {
        heap.decode = |action| Some(action as u8 + 1);
    }),
    ("`shape` says 1 planes, but `plane_names` names 0; make them agree", |heap| {
        heap.n_planes = 1;
    }),
    ("`planes` or `numbers` writes 9; every value must be between −8 and 8", |heap| {
        heap.number = |_| 9.0;
    }),
    ("`planes` or `numbers` writes another value at index 0 after the position was read", |heap| {
        heap.number = |_| {
            static CALLS: AtomicU8 = AtomicU8::new(0);
            f32::from(CALLS.fetch_add(1, Ordering::Relaxed) % 2)
        };
    }),
    ("`inputs` appends input 1, but `n_inputs` is 1; inputs must be below that number", |heap| {
        heap.input = 1;
    }),
];

const IN_FORMATS: &[(&str, RecordFormat)] = &[
    (
        "`read` of the format heap rejects what `write` wrote (",
        RecordFormat { read: |text| Err(error(text, "another file")), ..FORMAT },
    ),
    (
        "`write` of the format heap writes a game differently after it was read, ",
        RecordFormat { read: |text| read_and(text, |record| record.plies.clear()), ..FORMAT },
    ),
    (
        "`read` of the format heap returns the step take-9, which is not legal there (",
        RecordFormat {
            read: |text| read_and(text, |record| record.plies[1].text = "take-9".into()),
            write: |_| "heap-7 take-1\n1-0\n".into(),
            ..FORMAT
        },
    ),
    (
        "`read` of the format heap returns a game that ends with ",
        RecordFormat { write: |_| "heap-7 take-1\n1-0\n".into(), ..FORMAT },
    ),
    (
        "`read` of the format heap returns the result None instead of Some(\"",
        RecordFormat { write: |record| format!("{}\n*\n", words(record)), ..FORMAT },
    ),
];

/// The sentence that a check fails with; empty if it passes.
fn sentence(check: impl FnOnce()) -> String {
    match catch_unwind(AssertUnwindSafe(check)) {
        Ok(()) => "nothing".into(),
        Err(caught) => caught.downcast::<String>().map_or_else(|_| "no text".into(), |text| *text),
    }
}

#[test]
fn a_fault_beside_the_rules_is_told_in_one_sentence() {
    assert_eq!(sentence(|| GameCheck::new(&Heap::RIGHT).check()), "nothing");
    for (expected, put_wrong) in FAULTS {
        let mut heap = Heap::RIGHT;
        put_wrong(&mut heap);
        let found = sentence(|| GameCheck::new(&heap).check());
        assert!(found.starts_with(expected), "{found}\nexpected: {expected}");
        assert!(!found.contains('\n') && found.contains(". Position: "), "{found}");
    }
}

#[test]
fn a_fault_in_a_format_is_told_in_one_sentence() {
    for (expected, format) in IN_FORMATS {
        let found = sentence(|| GameCheck::new(&Heap::RIGHT).check_format(format));
        assert!(found.starts_with(expected), "{found}\nexpected: {expected}");
        assert!(!found.contains('\n') && found.contains(". File: "), "{found}");
    }
}
