//! What a game offers to those who train its networks, and what a trained file holds.

use ludex_learn::{Active, MAX_OUTPUTS, Network, Outputs, unsealed};

use crate::interface::input_error::InputError;
use ludex_learn::nnue::Nnue;

/// A position with what its network should have said.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingSample {
    /// Which of the game's networks it is for.
    pub network: u8,
    /// The position, packed by the game.
    pub packed: Box<[u8]>,
    /// The wanted outputs, as many as the network has.
    pub targets: [f32; MAX_OUTPUTS],
}

impl TrainingSample {
    /// A position by what the network sees of it.
    pub fn of_inputs(network: u8, active: &[Active], targets: [f32; MAX_OUTPUTS]) -> Self {
        let bytes = |&(input, value): &Active| {
            let ([a, b], [c, d, e, f]) = (input.to_le_bytes(), value.to_le_bytes());
            [a, b, c, d, e, f]
        };
        Self { network, packed: active.iter().flat_map(bytes).collect(), targets }
    }

    /// Appends the inputs that [`of_inputs`](Self::of_inputs) has packed.
    pub fn inputs(&self, out: &mut Vec<Active>) {
        let inputs = self.packed.as_chunks::<6>().0.iter();
        out.extend(inputs.map(|&[a, b, c, d, e, f]| {
            (u16::from_le_bytes([a, b]), f32::from_le_bytes([c, d, e, f]))
        }));
    }
}

/// The size of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Its name, for files and reports.
    pub name: &'static str,
    /// Inputs.
    pub inputs: usize,
    /// Hidden units.
    pub hidden: usize,
    /// Outputs.
    pub outputs: usize,
    /// What they mean.
    pub meaning: Outputs,
}

/// How self-play labels positions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LabelOptions {
    /// 0: by the results of the game and the values on the way, weighted by λ; n: by looking at all events and the best
    /// moves n plies deep.
    pub plies: u8,
    /// λ of the temporal differences: 1 learns from the results alone, 0 from the next value alone.
    pub lambda: f32,
    /// The chance that a move of self-play is any legal one, so that positions are seen which good play avoids.
    pub random_share: f32,
    /// The chance of a play near the best one instead of it, so that positions are seen which are compared but not chosen.
    pub near_share: f32,
    /// The chance that a game begins with an ending out of the ordinary instead of the start.
    pub endings_share: f32,
    /// How many plays near the best one are labelled besides it, where labels look ahead.
    pub rivals: usize,
    /// The networks that learn, as bits: others need no labels.
    pub learning: u32,
    /// Where labels look ahead, λ of what came of the game later, less its luck: 0 looks ahead alone, 1 adds all of it.
    pub later: f32,
}

impl LabelOptions {
    /// Whether a network learns.
    pub fn teaches(&self, network: usize) -> bool {
        self.learning >> network & 1 == 1
    }
}

/// Networks of a file, which take the place of a game's own. Copies share the weights.
#[derive(Clone, Debug)]
pub enum Trained {
    /// Networks that tell the chances of outcomes, one for each kind of position.
    Outcomes(Vec<Network>),
    /// A network that corrects a hand-made score.
    Score(Nnue),
}

impl Trained {
    /// The networks that tell the chances of outcomes; none of another kind.
    pub fn outcomes(&self) -> &[Network] {
        match self {
            Self::Outcomes(networks) => networks,
            Self::Score(_) => &[],
        }
    }

    /// The network that corrects a score, if it is one.
    pub fn score(&self) -> Option<&Nnue> {
        match self {
            Self::Outcomes(_) => None,
            Self::Score(network) => Some(network),
        }
    }
}

/// How a game's networks are named and read; the opened game [offers](crate::Offers) a learner, which trains them.
#[derive(Debug)]
pub struct TrainingKind {
    /// The names of evaluators; any other is the path of a trained file, which takes the place of the first.
    pub evaluators: &'static [&'static str],
    /// The variants for which networks are shipped, in words for a reader; none where one serves every variant.
    pub shipped_for: &'static [&'static str],
    /// Reads the bytes of a trained file. An error tells what was found and expected; the place is the caller's.
    pub read: fn(&[u8]) -> Result<Trained, InputError>,
}

/// Reads networks of these shapes, one after the other, and the checksum behind them.
pub fn read_outcomes(shapes: &[Shape], bytes: &[u8]) -> Result<Trained, InputError> {
    let size = CHECKSUM + shapes.iter().map(size_in_file).sum::<usize>();
    let wrong = |found: String| {
        let expected = format!("a file of networks of {size} bytes, as `ludex train` writes it");
        InputError::new("file", found, expected)
    };
    let mut rest = bytes;
    let mut networks = Vec::new();
    for shape in shapes {
        let network = Network::read(&mut rest);
        let network = network
            .ok_or_else(|| wrong(format!("a cut or damaged file of {} bytes", bytes.len())))?;
        let sizes = [network.inputs(), network.hidden(), network.outputs()];
        if sizes != [shape.inputs, shape.hidden, shape.outputs] {
            let words = |sizes: [usize; 3]| sizes.map(|size| size.to_string()).join("-");
            let found = format!("a network {} of {}", shape.name, words(sizes));
            let expected = words([shape.inputs, shape.hidden, shape.outputs]);
            return Err(InputError::new("file", found, expected));
        }
        networks.push(network);
    }
    if rest.len() > CHECKSUM {
        Err(wrong(format!("a longer file of {} bytes", bytes.len())))
    } else if unsealed(bytes).is_none() {
        Err(wrong("a file whose checksum is that of another".into()))
    } else {
        Ok(Trained::Outcomes(networks))
    }
}

/// The bytes of the checksum of a file.
const CHECKSUM: usize = size_of::<u32>();

/// The bytes of a network in a file.
fn size_in_file(shape: &Shape) -> usize {
    let mut bytes = Vec::new();
    Network::new(shape.inputs, shape.hidden, shape.outputs).write(&mut bytes);
    bytes.len()
}

/// Reads a network that corrects scores.
pub fn read_score(bytes: &[u8]) -> Result<Trained, InputError> {
    let network = Nnue::read(bytes).ok_or_else(|| {
        let found = format!("another file, or a damaged one, of {} bytes", bytes.len());
        InputError::new("file", found, "a network, as `ludex train` writes it")
    })?;
    Ok(Trained::Score(network))
}
