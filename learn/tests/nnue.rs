//! Efficiently updatable networks: every kernel gives the same number, on every path to a position, and training learns a function that
//! needs the hidden layer.

use ludex_learn::Kernel;
use ludex_learn::nnue::{Nnue, NnueBatch, NnueShape, NnueTrainer};
use ludex_search::support::random;
use rand::RngExt;

const SHAPE: NnueShape = NnueShape { inputs: 40, most: 30, buckets: 3 };
const UNIT: i32 = 100;

fn random_network() -> Nnue {
    NnueTrainer::random(SHAPE, UNIT, &mut random::stream(1, 0)).network()
}

fn random_inputs(index: u64) -> Vec<[u16; 2]> {
    let mut rng = random::stream(2, index);
    let count = rng.random_range(0..SHAPE.most);
    let mut input = || rng.random_range(0..SHAPE.inputs as u16);
    (0..count).map(|_| [input(), input()]).collect()
}

fn score(network: &Nnue, inputs: &[[u16; 2]], index: usize) -> i32 {
    let mut sums = network.empty();
    network.update(&mut sums, inputs, &[]);
    network.score(&sums, index % 2, index % SHAPE.buckets, 50)
}

#[test]
fn kernels_give_equal_numbers() {
    let plain = random_network().with_kernel(Kernel::Portable);
    for kernel in Kernel::available() {
        let network = plain.clone().with_kernel(kernel);
        for index in 0..200 {
            let inputs = random_inputs(index);
            let index = index as usize;
            let [expected, found] = [&plain, &network].map(|net| score(net, &inputs, index));
            assert_eq!(expected, found, "{kernel:?}");
        }
    }
}

#[test]
fn removed_inputs_have_no_effect() {
    let network = random_network();
    for index in 0..50 {
        let (inputs, passing) = (random_inputs(index), random_inputs(index + 1000));
        let mut sums = network.empty();
        network.update(&mut sums, &passing, &[]);
        network.update(&mut sums, &inputs, &passing);
        let mut fresh = network.empty();
        network.update(&mut fresh, &inputs, &[]);
        assert_eq!(sums, fresh);
    }
}

#[test]
fn a_network_survives_writing_and_reading() {
    let network = random_network();
    let mut bytes = Vec::new();
    network.write(&mut bytes);
    // Without a label, the label takes only the byte of its length.
    assert_eq!(bytes.len(), SHAPE.bytes() + 1);
    let read = Nnue::read(&bytes).expect("a written network can be read");
    for index in 0..50 {
        let inputs = random_inputs(index as u64);
        assert_eq!(score(&network, &inputs, index), score(&read, &inputs, index));
    }
    let other_size = [&bytes[..17], &32u32.to_le_bytes(), &bytes[21..]].concat();
    assert!(Nnue::read(&other_size).is_none(), "another size");
    assert!(Nnue::read(&bytes[..bytes.len() - 1]).is_none(), "cut");
    assert!(Nnue::read(&[&bytes[..], b"x"].concat()).is_none(), "longer");
    // Makes the first weight so large that a sum could exceed 16 bits.
    bytes[25..27].copy_from_slice(&i16::MAX.to_le_bytes());
    assert!(Nnue::read(&bytes).is_none(), "a weight too large");
}

#[test]
fn a_file_contains_its_label() {
    let mut bytes = Vec::new();
    let network = random_network().with_label("a game of ours, größer");
    network.write(&mut bytes);
    let read = Nnue::read(&bytes).expect("a written network can be read");
    assert_eq!(read.label(), network.label());
    let long = random_network().with_label(&"ö".repeat(200));
    assert_eq!(long.label(), "ö".repeat(127));
    // A file in the older format has no label.
    let mut old = b"LUDEXNN2".to_vec();
    old.extend_from_slice(&bytes[9 + network.label().len()..bytes.len() - 4]);
    let sum = crc32fast::hash(&old);
    old.extend_from_slice(&sum.to_le_bytes());
    let read = Nnue::read(&old).expect("files in the older format are read");
    assert_eq!(read.label(), "");
    let inputs = random_inputs(3);
    assert_eq!(score(&read, &inputs, 0), score(&network, &inputs, 0));
}

#[test]
fn an_empty_network_returns_the_skip() {
    let network = Nnue::new(SHAPE, UNIT);
    assert_eq!(score(&network, &random_inputs(3), 1), 50);
}

/// Positions in which each side has two possible inputs. The odds depend only on which sides have both of their inputs; no linear function
/// of the inputs can express this.
fn examples(count: u64) -> NnueBatch {
    let mut batch = NnueBatch::default();
    for index in 0..count {
        let mut rng = random::stream(5, index);
        let mover = rng.random_range(0..2);
        let mut on = [[false; 2]; 2];
        for (player, on) in on.iter_mut().enumerate() {
            for (number, on) in on.iter_mut().enumerate() {
                *on = rng.random();
                if *on {
                    let own = number as u16;
                    let input = [own, own + 10];
                    batch.add(if player == 0 { input } else { [input[1], input[0]] });
                }
            }
        }
        let both = |player: usize| f32::from(u8::from(on[player][0] && on[player][1]));
        let odds = 2.0 * (both(mover) - both(1 - mover));
        let bucket = rng.random_range(0..SHAPE.buckets);
        batch.end(mover, bucket, 0.0, 1.0 / (1.0 + (-odds).exp()));
    }
    batch
}

#[test]
fn training_learns_the_effect_of_two_inputs_together() {
    let (batch, held_out) = (examples(4_000), examples(500));
    let mut trainer = NnueTrainer::random(SHAPE, UNIT, &mut random::stream(7, 0));
    let numbers: Vec<u32> = (0..batch.len() as u32).collect();
    for _ in 0..20 {
        for numbers in numbers.chunks(250) {
            trainer.step(&batch, numbers, 0.003);
        }
    }
    let (start, end) = (held_out.skip_loss(), trainer.loss(&held_out));
    assert!(end < 0.02 * start, "{end} of {start}");
    // A position in which only the side to move has both inputs has 2 in log-odds. The rounded network must be close to this value.
    let both = score(&trainer.network(), &[[0, 10], [1, 11]], 0) - 50;
    assert!((both - 2 * UNIT).abs() < UNIT / 5, "{both}");
}

#[test]
fn steps_do_not_depend_on_threads() {
    let batch = examples(600);
    let numbers: Vec<u32> = (0..batch.len() as u32).collect();
    let networks = [1, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("threads").install(|| {
            let mut trainer = NnueTrainer::random(SHAPE, UNIT, &mut random::stream(7, 0));
            for numbers in numbers.chunks(100) {
                trainer.step(&batch, numbers, 0.01);
            }
            let mut bytes = Vec::new();
            trainer.network().write(&mut bytes);
            bytes
        })
    });
    assert_eq!(networks[0], networks[1]);
}
