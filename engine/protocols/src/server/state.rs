//! The state of a server: the current game and its search, the options, and pending answers.

use ludex_kit::registry::{Session, Token};
use ludex_kit::{InputError, SearchSetup};
use ludex_search::StopFlag;

use crate::Dialect;
use crate::queue::{EventQueue, SearchDone};
use crate::settings::ServerSettings;
use crate::wire::Wire;
use ludex_base::catalogue::catalogue;
use ludex_study::trained;

/// The state of a server.
pub(super) struct Server {
    pub(super) dialect: &'static Dialect,
    pub(super) settings: ServerSettings,
    pub(super) wire: Wire,
    pub(super) queue: EventQueue,
    /// The game; `None` while a search runs.
    pub(super) session: Option<Box<dyn Session>>,
    /// The names of the game's searches.
    pub(super) searches: Vec<&'static str>,
    /// The last position set, and the moves from there.
    pub(super) start: Option<String>,
    pub(super) steps: Vec<Token>,
    /// The last command that should have set a position and was refused. Until another such command succeeds, there is no position to
    /// search.
    pub(super) refused: Option<String>,
    /// Why the networks of a file cannot play the current variant. Searches are refused until the variant of the networks is set; other
    /// networks are not used instead.
    pub(super) misfit: Option<InputError>,
    pub(super) stop: StopFlag,
    /// Whether the running search ends by itself.
    pub(super) limited: bool,
    /// An unlimited search that has completed its tree or proof: its move is reported at `stop`.
    pub(super) ready: Option<SearchDone>,
    /// Whether the input has ended; then the engine quits after the running search.
    pub(super) closing: bool,
}

impl Server {
    pub(super) fn new(
        dialect: &'static Dialect,
        settings: ServerSettings,
        wire: Wire,
        queue: EventQueue,
    ) -> anyhow::Result<Self> {
        let mut session = catalogue().session(settings.game.name, &settings.variant, None)?;
        let misfit = configure(&settings, &mut *session, &wire)?;
        Ok(Self {
            misfit,
            dialect,
            wire,
            queue,
            searches: session.searches().iter().map(|info| info.name).collect(),
            session: Some(session),
            settings,
            start: None,
            steps: Vec::new(),
            refused: None,
            stop: StopFlag::default(),
            limited: true,
            ready: None,
            closing: false,
        })
    }

    pub(super) fn session(&mut self) -> &mut Box<dyn Session> {
        let session = self.session.as_mut();
        session.expect("during a search, `run_command` refuses commands that need the session")
    }
}

/// Configures the search of a session. If the evaluator belongs to another variant, it is not used until that variant is set. If the
/// evaluator was given by name, the default evaluator is used until then, since some clients first send every option with its default. If
/// it was given as a file, the user wants these networks, so the reason why they cannot play is returned.
pub(super) fn configure(
    settings: &ServerSettings,
    session: &mut dyn Session,
    wire: &Wire,
) -> Result<Option<InputError>, InputError> {
    let ServerSettings { search, setup, .. } = settings;
    let chosen = trained::configure(session, search.as_deref(), setup.clone());
    let (Err(error), Some(evaluator)) = (&chosen, &setup.evaluator) else {
        return chosen.map(|()| None);
    };
    let plain = SearchSetup { evaluator: None, ..setup.clone() };
    trained::configure(session, search.as_deref(), plain)?;
    if trained::is_path(session.info(), evaluator) {
        return Ok(Some(error.clone()));
    }
    let remark = format!("info string {error}; the default evaluator of this variant is used");
    let written = wire.line(&remark);
    written.map_err(|error| {
        InputError::sentence("output", format!("it cannot be written: {error}"))
    })?;
    Ok(None)
}
