use ludex_games::net::*;
use ludex_games::tryktrak::*;
use ludex_games::tryktrak::{inputs::*, networks::*};
use std::time::Instant;
fn main() {
    let mut seed = 12345u64;
    let mut rnd = move || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed
    };
    // random games
    let mut boards = vec![];
    let mut out = Vec::new();
    let mut nplays = 0u64;
    let mut rolls = 0u64;
    while boards.len() < 20000 {
        let mut b = Board::START;
        for _ in 0..60 {
            let d = ((rnd() % 6 + 1) as u8, (rnd() % 6 + 1) as u8);
            out.clear();
            movegen::plays(b, d, &mut out);
            let r = out[(rnd() % out.len() as u64) as usize];
            b = r.board.flipped();
            if networks::finished(b).is_some() {
                break;
            }
            boards.push(b);
        }
    }
    let t = Instant::now();
    for b in &boards {
        for h in 1..=6 {
            for l in 1..=h {
                out.clear();
                movegen::plays(*b, (h, l), &mut out);
                nplays += out.len() as u64;
                rolls += 1;
            }
        }
    }
    let e = t.elapsed().as_secs_f64();
    println!(
        "movegen {:.1} M pos/s, {:.1} per roll, {} rolls",
        nplays as f64 / e / 1e6,
        nplays as f64 / rolls as f64,
        rolls
    );
    let mut act = Vec::new();
    let t = Instant::now();
    let mut n = 0;
    for _ in 0..10 {
        for b in &boards {
            act.clear();
            inputs::inputs(*b, Class::of(*b), &mut act);
            n += act.len();
        }
    }
    println!(
        "inputs {:.0} ns, active {:.1}",
        t.elapsed().as_secs_f64() * 1e9 / 10.0 / boards.len() as f64,
        n as f64 / 10.0 / boards.len() as f64
    );
    for h in [64, 128, 256] {
        for k in Kernel::available() {
            let nets = Networks::new(Class::ALL.map(|c| {
                let mut n = Network::new(c.inputs(), h, 5);
                for w in n.weights_mut() {
                    for x in w {
                        *x = ((rnd() % 2001) as f32 - 1000.0) / 10000.0;
                    }
                }
                n.with_kernel(k)
            }));
            let mut bufs = Buffers::default();
            let t = Instant::now();
            let mut s = 0.0;
            for b in &boards {
                s += nets.evaluate(*b, &mut bufs).win();
            }
            println!(
                "{h} {k:?} {:.0} k evals/s {s}",
                boards.len() as f64 / t.elapsed().as_secs_f64() / 1e3
            );
        }
    }
}
