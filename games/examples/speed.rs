use ludex_games::takt::{*, eval::*, tactics::*};
use ludex_games::Notation;
use ludex_search::*;
use std::time::Instant;
fn main() {
    let game = Takt::<6>::default();
    let e = HandMade::for_size(6);
    for tps in ["x6/x6/x6/x6/x6/x6 1 1","x2,2,1,1,1/2,x2,2S,11111112S,121/2,2,22221C,x,1,112/1,x2,1111112C,2222121S,x/2,21,2,12,112S,x/2,x,2,x,1,x 1 49","2,x4,1/x,212121C,1,1,1,x/22,2,x,1,x2/x,2,2C,1,x2/2,2,x4/2,x5 1 15","2,1,1,1,1,2S/1,12,1,x,1C,11112/x,2,2,212,2C,11121/2,21122,x2,1,x/x3,1,1,x/x2,2,21,x,112S 1 34"] {
        let pos = game.parse_position(tps).unwrap();
        let mut moves = vec![]; game.legal_moves(&pos, &mut moves);
        let kids: Vec<_> = moves.iter().map(|&m| { let mut c = pos; game.play(&mut c, m); c }).collect();
        let n = 400_000 / kids.len();
        let t = Instant::now(); let mut s = 0i64;
        for _ in 0..n { for k in &kids { s += e.evaluate(&mut (), &game, k, Window::FULL).value() as i64; } }
        let a = t.elapsed().as_nanos() as f64 / (n * kids.len()) as f64;
        let t = Instant::now(); let mut w = 0;
        for _ in 0..n { for k in &kids { let sv = RoadTactics.survey(&game, k); w += <RoadTactics as Tactics<Takt<6>>>::in_danger(&RoadTactics, &sv) as usize; } }
        let b = t.elapsed().as_nanos() as f64 / (n * kids.len()) as f64;
        let t = Instant::now();
        let mut v = vec![];
        for _ in 0..n/20+1 { for k in &kids { v.clear(); game.legal_moves(k, &mut v); w += v.len(); } }
        let c = t.elapsed().as_nanos() as f64 / ((n/20+1) * kids.len()) as f64;
        let t = Instant::now();
        for _ in 0..n { for k in &kids { w += (game.turn(k) == Turn::Over) as usize; } }
        let d = t.elapsed().as_nanos() as f64 / (n * kids.len()) as f64;
        let mut p2 = pos; let t = Instant::now();
        for _ in 0..n { for &m in &moves { let u = game.play(&mut p2, m); w += p2.hash() as usize & 1; game.undo(&mut p2, m, u); } }
        let f = t.elapsed().as_nanos() as f64 / (n * kids.len()) as f64;
        println!("eval {a:.0} ns survey {b:.0} ns movegen {c:.0} turn {d:.0} play/undo {f:.0} moves {} ({s} {w})", moves.len());
    }
}
