//! temp
use ludex_games::net::Network;
use ludex_games::tryktrak::{networks::*, rank::*, *};
fn main() {
    let mut args = std::env::args().skip(1);
    let bytes = std::fs::read(args.next().unwrap()).unwrap();
    let keep: usize = args.next().map_or(usize::MAX, |a| a.parse().unwrap());
    let mut rest = &bytes[..];
    let nets = Networks::new(std::array::from_fn(|_| Network::read(&mut rest).unwrap()));
    let mut scratch = Scratch::default();
    for line in std::io::stdin().lines() {
        let line = line.unwrap();
        let mut f = line.split('\t');
        let (id, dice) = (f.next().unwrap(), f.next().unwrap().as_bytes());
        let board = position_id::read("x", id).unwrap();
        let mut out = vec![];
        nets.rank_cubeless(
            board,
            (dice[0] - b'0', dice[1] - b'0'),
            keep,
            &mut scratch,
            &mut out,
        );
        print!("{id}\t{}{}", dice[0] - b'0', dice[1] - b'0');
        for j in out.iter().take(12) {
            print!("\t{}={:.4}", position_id::write(j.board), j.utility);
        }
        println!();
    }
}
