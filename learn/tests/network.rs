//! Small networks: every kernel gives the same outputs, and files preserve the weights.

use ludex_learn::{Active, Example, Kernel, MAX_OUTPUTS, Network, NetworkTrainer, Outputs};
use ludex_search::support::random;
use rand::RngExt;

fn random_network() -> Network {
    let mut rng = random::stream(1, 0);
    let mut network = Network::new(90, 192, 5);
    for weights in network.weights_mut() {
        for weight in weights {
            *weight = rng.random_range(-0.3..0.3);
        }
    }
    network
}

fn random_inputs(index: u64) -> Vec<Active> {
    let mut rng = random::stream(2, index);
    let n = rng.random_range(0..60);
    (0..n).map(|_| (rng.random_range(0..90), rng.random_range(-1.0..1.0))).collect()
}

#[test]
fn kernels_agree() {
    let exact = random_network().with_kernel(Kernel::Portable);
    let rounded = exact.clone().rounded();
    for (kernel, plain) in (Kernel::available().into_iter())
        .flat_map(|kernel| [&exact, &rounded].map(|plain| (kernel, plain)))
    {
        let network = plain.clone().with_kernel(kernel);
        for index in 0..50 {
            let active = random_inputs(index);
            let (mut expected, mut found) = ([0.0; 5], [0.0; 5]);
            plain.evaluate(&active, &mut expected);
            network.evaluate(&active, &mut found);
            let (mut sums, mut plain_sums) = (vec![0.0; 192], vec![0.0; 192]);
            network.accumulate(&active, &mut sums);
            plain.accumulate(&active, &mut plain_sums);
            let pairs = expected.iter().zip(&found).chain(plain_sums.iter().zip(&sums));
            for (expected, found) in pairs {
                assert!((expected - found).abs() < 1e-4, "{kernel:?}: {found}, not {expected}");
            }
        }
    }
}

#[test]
fn rounding_changes_weights_by_at_most_a_two_thousandth_and_skips_networks_with_large_weights() {
    let exact = random_network();
    let rounded = exact.clone().rounded();
    let [first, second, biases] = exact.weights();
    let [rounded_first, ..] = rounded.weights();
    assert_eq!([second, biases], rounded.weights()[1..]);
    assert_ne!(first, rounded_first);
    for (weight, rounded) in first.iter().zip(rounded_first) {
        assert!((weight - rounded).abs() <= weight.abs() / 2048.0 + 1e-7);
    }
    let mut great = exact;
    great.weights_mut()[0][5] = 1e5;
    assert_eq!(great.weights(), great.clone().rounded().weights());
    // After a change, the weights are no longer rounded to 16 bits.
    let mut changed = rounded;
    changed.weights_mut()[0][0] = 0.1;
    let mut sums = vec![0.0; 192];
    changed.accumulate(&[(0, 1.0)], &mut sums);
    assert!((sums[0] - 0.1 - changed.hidden_biases()[0]).abs() < 1e-7);
}

#[test]
fn further_inputs_add_up() {
    let network = random_network();
    let (first, second) = (random_inputs(7), random_inputs(8));
    let mut sums = vec![0.0; 192];
    network.accumulate(&first, &mut sums);
    let (mut in_steps, mut at_once) = ([0.0; 5], [0.0; 5]);
    network.forward(&sums, &second, &mut in_steps);
    network.evaluate(&[first, second].concat(), &mut at_once);
    for (a, b) in in_steps.iter().zip(&at_once) {
        assert!((a - b).abs() < 1e-4);
    }
}

#[test]
fn networks_survive_writing_and_reading() {
    let network = random_network();
    let mut bytes = Vec::new();
    network.write(&mut bytes);
    let mut rest = &bytes[..];
    let again = Network::read(&mut rest).expect("it was written whole");
    assert!(rest.is_empty());
    assert_eq!(again.weights(), network.weights());
    for cut in [0, 5, 11, 12, 100, bytes.len() - 1] {
        assert!(Network::read(&mut &bytes[..cut]).is_none(), "cut at {cut}");
    }
    let last = bytes.len() - 4;
    for damaged in [f32::NAN, f32::NEG_INFINITY, 1e38, -70_000.0] {
        bytes[last..].copy_from_slice(&damaged.to_le_bytes());
        assert!(Network::read(&mut &bytes[..]).is_none(), "{damaged}");
    }
}

/// Training with outputs that add up to 1 learns the probability of each of several outcomes.
#[test]
fn shares_are_learnt() {
    let mut rng = random::stream(3, 0);
    let trainer = NetworkTrainer::random(2, 64, 3, &mut rng);
    let mut trainer = trainer.with_outputs(Outputs::Shares);
    let wanted = [[0.7, 0.2, 0.1], [0.0, 0.5, 0.5]];
    let batch = [0u16, 1].map(|input| {
        let mut targets = [0.0; MAX_OUTPUTS];
        targets[..3].copy_from_slice(&wanted[usize::from(input)]);
        Example { active: vec![(input, 1.0)], targets }
    });
    let mut losses = Vec::new();
    for _ in 0..400 {
        losses.push(trainer.step(&batch, 3e-3));
    }
    assert!(losses[399] < 0.05 * losses[0], "{losses:?}");
    for (example, wanted) in batch.iter().zip(wanted) {
        let mut shares = [0.0; 3];
        trainer.network().shares(&example.active, &mut shares);
        assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        for (share, wanted) in shares.iter().zip(wanted) {
            assert!((share - wanted).abs() < 0.03, "{shares:?}, not {wanted:?}");
        }
    }
}
