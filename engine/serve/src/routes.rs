//! All routes of the server.

use axum::Router;

use super::server::Shared;
use super::{
    analyse, assets, chance, choice, export, games, import, judge, middleware, monitor, puzzles,
    qr, rollout, rooms, setup, socket, solve, view,
};

/// All routes, protected by the guard. Every module that answers requests must be listed here.
pub(super) fn router(server: &Shared) -> Router {
    let asked = Router::new()
        .merge(games::routes())
        .merge(view::routes())
        .merge(setup::routes())
        .merge(rooms::routes())
        .merge(puzzles::routes())
        .merge(qr::routes())
        .merge(analyse::routes())
        .merge(socket::routes())
        .merge(judge::routes())
        .merge(solve::routes())
        .merge(rollout::routes())
        .merge(chance::routes())
        .merge(choice::routes())
        .merge(import::routes())
        .merge(export::routes())
        .merge(monitor::routes())
        .merge(assets::routes())
        .method_not_allowed_fallback(assets::wrong_method)
        .with_state(server.clone());
    middleware::guarded(asked, server)
}
