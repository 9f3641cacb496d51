//! Judges the steps of a record in parallel. Each step has its own search on one thread, so its judgement depends
//! only on the position and not on the number of threads.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};

use ludex_kit::registry::{Session, Token};
use ludex_kit::words::Language;
use ludex_search::StopFlag;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::judged::JudgedMove;
use super::state::JudgingState;

/// A method of judging the steps of a record.
pub trait JudgingMethod: Sync {
    /// The findings of the method about one step.
    type Found: Serialize + DeserializeOwned + Send;

    /// Examines a step; the session is at the position before the step. `None` if the examination was stopped.
    fn examine(
        &self,
        session: &mut dyn Session,
        index: usize,
        stop: &StopFlag,
    ) -> anyhow::Result<Option<Self::Found>>;

    /// Number of steps to examine.
    fn n_steps(&self) -> usize;

    /// The verdict on a step: `Later` if the verdict needs steps that are not examined yet, `Nothing` if the step is not a move.
    fn verdict(&self, found: &BTreeMap<usize, Self::Found>, index: usize) -> PendingVerdict;
}

/// The verdicts in the order of the record, and the findings about each step by its index.
pub type Judgement<F> = (Vec<JudgedMove>, BTreeMap<usize, F>);

/// The verdict on a step, as far as it is known.
#[derive(Debug)]
pub enum PendingVerdict {
    /// The verdict needs steps that are not examined yet.
    Later,
    /// There is nothing to judge.
    Nothing,
    /// The verdict on the move.
    Move(Box<JudgedMove>),
}

/// The task of judging a record.
pub struct JudgingTask<'a> {
    /// The steps of the record.
    pub words: &'a [Token],
    /// Number of steps at the start of the record that are not judged.
    pub n_before: usize,
    /// Number of steps examined in parallel.
    pub threads: usize,
    /// Opens a session.
    pub open: &'a (dyn Fn() -> anyhow::Result<Box<dyn Session>> + Sync),
    /// Configures the search of a session. It is called again before each step, so no search influences another.
    pub choose: &'a (dyn Fn(&mut dyn Session) -> anyhow::Result<()> + Sync),
    /// Stops the work early.
    pub stop: &'a StopFlag,
}

/// Judges a record. Steps already in `state` are not examined again. `report` is called with the number of examined steps after each step.
/// It is also called with each verdict, in the order of the record, once all earlier verdicts are known. If the flag is raised, the
/// verdicts and findings so far are returned.
pub fn judge<M: JudgingMethod>(
    work: &JudgingTask<'_>,
    method: &M,
    state: &mut JudgingState,
    report: &mut dyn FnMut(usize, Option<&JudgedMove>) -> anyhow::Result<()>,
) -> anyhow::Result<Judgement<M::Found>> {
    let mut found: BTreeMap<usize, M::Found> = state.read();
    let (mut judged, mut next) = (Vec::new(), work.n_before);
    let mut go_on = |found: &BTreeMap<usize, M::Found>| -> anyhow::Result<()> {
        report(found.len(), None)?;
        while next < work.words.len() {
            match method.verdict(found, next) {
                PendingVerdict::Later => break,
                PendingVerdict::Nothing => {}
                PendingVerdict::Move(verdict) => {
                    report(found.len(), Some(&verdict))?;
                    judged.push(*verdict);
                }
            }
            next += 1;
        }
        Ok(())
    };
    go_on(&found)?;
    let missing = (work.n_before..method.n_steps()).filter(|index| !found.contains_key(index));
    let missing: Vec<usize> = missing.collect();
    examine_in_parallel(work, method, &missing, &mut |index, step| {
        state.add(index, &step);
        found.insert(index, step);
        go_on(&found)
    })?;
    Ok((judged, found))
}

/// Examines these steps in parallel.
fn examine_in_parallel<M: JudgingMethod>(
    work: &JudgingTask<'_>,
    method: &M,
    steps: &[usize],
    report: &mut dyn FnMut(usize, M::Found) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let threads = work.threads.clamp(1, steps.len().max(1));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let idle: Mutex<Vec<Box<dyn Session>>> = Mutex::new(Vec::new());
    let has_failed = AtomicBool::new(false);
    let take = || idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
    let look = |index: usize| -> anyhow::Result<Option<M::Found>> {
        let mut session = match take() {
            Some(session) => session,
            None => (work.open)()?,
        };
        session.restart();
        session.extend(&work.words[..index])?;
        (work.choose)(&mut *session)?;
        let step = method.examine(&mut *session, index, work.stop)?;
        idle.lock().unwrap_or_else(PoisonError::into_inner).push(session);
        Ok(step)
    };
    // The findings contain texts, so all threads use the language of this one.
    let language = Language::current();
    let (sender, looked) = mpsc::channel();
    pool.in_place_scope_fifo(|scope| {
        for &index in steps {
            let (sender, look, has_failed) = (sender.clone(), &look, &has_failed);
            scope.spawn_fifo(move |_| {
                if !work.stop.is_stopped() && !has_failed.load(Ordering::Relaxed) {
                    // If another step has failed, the receiver no longer exists.
                    let _ = sender.send((index, language.scope(|| look(index))));
                }
            });
        }
        drop(sender);
        let told = looked.into_iter().try_for_each(|(index, step)| match step? {
            Some(step) => report(index, step),
            None => Ok(()),
        });
        has_failed.store(told.is_err(), Ordering::Relaxed);
        told
    })
}
