//! Training data: labelled positions, labelling options, and the networks in a trained file.

use ludex_learn::{Active, MAX_OUTPUTS, Network, Outputs, unsealed};

use crate::interface::input_error::InputError;
use crate::{say, say_count};
use ludex_learn::nnue::Nnue;

/// A position, with the outputs that a network should give for it.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingSample {
    /// Index of the game's network that it is for.
    pub network: u8,
    /// The position, packed in the game's own format.
    pub packed: Box<[u8]>,
    /// Target outputs, as many as the network has.
    pub targets: [f32; MAX_OUTPUTS],
}

impl TrainingSample {
    /// A sample that stores the network's active inputs instead of a position.
    pub fn of_inputs(network: u8, active: &[Active], targets: [f32; MAX_OUTPUTS]) -> Self {
        let bytes = |&(input, value): &Active| {
            let ([a, b], [c, d, e, f]) = (input.to_le_bytes(), value.to_le_bytes());
            [a, b, c, d, e, f]
        };
        Self { network, packed: active.iter().flat_map(bytes).collect(), targets }
    }

    /// Appends the inputs that were packed by [`of_inputs`](Self::of_inputs).
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
    /// Name in files and reports.
    pub name: &'static str,
    /// Number of inputs.
    pub inputs: usize,
    /// Number of hidden units.
    pub hidden: usize,
    /// Number of outputs.
    pub outputs: usize,
    /// Meaning of the outputs.
    pub meaning: Outputs,
}

/// How self-play labels positions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LabelOptions {
    /// 0: TD(λ), labels from the result of the game and the values in between. n: labels from a full search of all chance events and best
    /// moves n plies deep.
    pub plies: u8,
    /// λ of TD(λ): 1 learns from results alone, 0 from the next value alone.
    pub lambda: f32,
    /// Probability that a self-play move is chosen uniformly among the legal ones, to reach positions that good play avoids.
    pub random_share: f32,
    /// Probability that a play close to the best one is chosen instead, to reach positions that are compared but not chosen in good play.
    pub near_share: f32,
    /// Probability that a game starts from an unusual endgame position instead of the start position.
    pub endings_share: f32,
    /// With look-ahead labels: the number of plays close to the best one that are labelled too.
    pub rivals: usize,
    /// Bit set of the networks that learn. Positions of other networks are not labelled.
    pub learning: u32,
    /// With look-ahead labels: weight, 0 to 1, of the difference between the outcome of the game and the value after the roll. A label is
    /// the look-ahead value plus this weighted difference. The luck of the roll is in both values and cancels out.
    pub later: f32,
}

impl LabelOptions {
    /// Whether a network learns.
    pub fn teaches(&self, network: usize) -> bool {
        self.learning >> network & 1 == 1
    }
}

/// Networks of a file, which replace the game's own. Clones share the weights.
#[derive(Clone, Debug)]
pub enum Trained {
    /// Networks that predict the probabilities of outcomes, one for each kind of position.
    Outcomes(Vec<Network>),
    /// A network that corrects a hand-made score.
    Score(Nnue),
}

impl Trained {
    /// The networks that predict outcomes; empty if the file contains a network that corrects a score.
    pub fn outcomes(&self) -> &[Network] {
        match self {
            Self::Outcomes(networks) => networks,
            Self::Score(_) => &[],
        }
    }

    /// The network that corrects a score; `None` if the file contains networks that predict outcomes.
    pub fn score(&self) -> Option<&Nnue> {
        match self {
            Self::Outcomes(_) => None,
            Self::Score(network) => Some(network),
        }
    }
}

/// How a game's networks are named and read. The opened game trains them through the learner in [`Offers`](crate::Offers).
#[derive(Debug)]
pub struct TrainingKind {
    /// Names of the evaluators. Any other name is the path of a trained file, whose networks replace the first evaluator.
    pub evaluators: &'static [&'static str],
    /// The variants for which networks are shipped, in words for readers. Empty if one network serves every variant.
    pub shipped_for: &'static [&'static str],
    /// Parses the bytes of a trained file. An error says what was found and expected; the caller adds the place.
    pub read: fn(&[u8]) -> Result<Trained, InputError>,
}

/// Parses networks of these shapes, one after the other, and the checksum after them.
pub fn read_outcomes(shapes: &[Shape], bytes: &[u8]) -> Result<Trained, InputError> {
    let size = CHECKSUM + shapes.iter().map(size_in_file).sum::<usize>();
    let wrong = |found: String| {
        let sentence = say!(
            "{found}; `ludex train` writes networks of this game as files of {size} bytes",
            found,
            size
        );
        InputError::sentence("file", sentence)
    };
    let mut rest = bytes;
    let mut networks = Vec::new();
    for shape in shapes {
        let network = Network::read(&mut rest);
        let network = network.ok_or_else(|| {
            wrong(say_count!(
                bytes.len() as u64,
                "this file of {count} byte is cut off or damaged, or it is not a networks file",
                "this file of {count} bytes is cut off or damaged, or it is not a networks file"
            ))
        })?;
        let sizes = [network.inputs(), network.hidden(), network.outputs()];
        if sizes != [shape.inputs, shape.hidden, shape.outputs] {
            let words = |sizes: [usize; 3]| sizes.map(|size| size.to_string()).join("-");
            let (found, expected) =
                (words(sizes), words([shape.inputs, shape.hidden, shape.outputs]));
            let sentence = say!(
                "the network {name} has the shape {found} instead of {expected}",
                name = shape.name,
                found,
                expected
            );
            return Err(InputError::sentence("file", sentence));
        }
        networks.push(network);
    }
    if rest.len() > CHECKSUM {
        Err(wrong(say!("this file of {size} bytes is too long", size = bytes.len())))
    } else if unsealed(bytes).is_none() {
        Err(wrong(say!("the checksum does not match")))
    } else {
        Ok(Trained::Outcomes(networks))
    }
}

/// Size of a file's checksum in bytes.
const CHECKSUM: usize = size_of::<u32>();

/// Size of a network in a file, in bytes.
fn size_in_file(shape: &Shape) -> usize {
    let mut bytes = Vec::new();
    Network::new(shape.inputs, shape.hidden, shape.outputs).write(&mut bytes);
    bytes.len()
}

/// Parses a network that corrects scores.
pub fn read_score(bytes: &[u8]) -> Result<Trained, InputError> {
    let network = Nnue::read(bytes).ok_or_else(|| {
        let sentence = say_count!(
            bytes.len() as u64,
            "this file of {count} byte is not a network that `ludex train` wrote, or it is damaged",
            "this file of {count} bytes is not a network that `ludex train` wrote, or it is damaged"
        );
        InputError::sentence("file", sentence)
    })?;
    Ok(Trained::Score(network))
}
