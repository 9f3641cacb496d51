//! What a server knows: the game at hand and its search, the options, and what it still has to answer.

use ludex_kit::registry::{Session, Token};
use ludex_kit::{InputError, SearchSetup};
use ludex_search::StopFlag;

use crate::Dialect;
use crate::queue::{EventQueue, SearchDone};
use crate::settings::ServerSettings;
use crate::wire::Wire;
use ludex_base::catalogue::catalogue;
use ludex_study::trained;

/// A server with all that it knows.
pub(super) struct Server {
    pub(super) dialect: &'static Dialect,
    pub(super) settings: ServerSettings,
    pub(super) wire: Wire,
    pub(super) queue: EventQueue,
    /// The game; none while a search has it.
    pub(super) session: Option<Box<dyn Session>>,
    /// The names of the game's searches.
    pub(super) searches: Vec<&'static str>,
    /// The position that was set last, and the moves from there.
    pub(super) start: Option<String>,
    pub(super) steps: Vec<Token>,
    /// The command that was refused and would have brought another position: until one comes there is none to be searched.
    pub(super) refused: Option<String>,
    /// Why the networks of a file cannot play the variant at hand, if so: they wait for the one that they are for, and no other
    /// is searched meanwhile.
    pub(super) misfit: Option<InputError>,
    pub(super) stop: StopFlag,
    /// Whether the search under way ends by itself.
    pub(super) limited: bool,
    /// An endless search that came to its end, of a tree or of a proof: its move waits for the stop.
    pub(super) ready: Option<SearchDone>,
    /// Whether the input has ended: the engine leaves after the search under way.
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
        session.expect("`obey` lets nothing pass that needs the game while a search has it")
    }
}

/// Chooses the search of a session. An evaluator of another variant waits for its own: the variant may come with the
/// protocol. For a name the default plays, because who sends every option with its default first does not mean to choose.
/// Networks of a file were chosen; why they cannot play is returned.
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
    let told = wire.line(&remark);
    told.map_err(|error| InputError::sentence("output", format!("it cannot be written: {error}")))?;
    Ok(None)
}
