//! Runs a search on several threads, with a result that does not depend on their number.
//!
//! The first steps are taken breadth first until there are enough tasks; threads take the tasks in order. The counts of the tasks are
//! added. If several tasks find a solution, that of the earliest task is returned. A search for one solution proceeds in rounds, and each
//! round allows every task more steps than the round before. So a long task without solutions cannot delay the others for long. CITE: Luby,
//! Sinclair, Zuckerman, "Optimal speedup of Las Vegas algorithms", 1993, for the growing allowances.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use ludex_search::Clock;
use ludex_search::support::parallel::ThreadPool;

use super::walk::{NodeState, PlacementWalk};
use crate::rules::hex::Hex;
use crate::rules::moves::Placement;
use crate::rules::tile::Face;
use ludex_kit::interface::puzzles::{Ask, News, PuzzleAnswer, PuzzleDemand};

/// The tiles of a solution in order of placement.
type LaidTiles = Vec<(Hex, Face)>;

/// Converts the tiles of a solution to the order of the line.
type InOrder<'a> = dyn Fn(&[(Hex, Face)]) -> Vec<Placement> + 'a;

/// The approximate number of tasks that a search is split into.
const TASKS: usize = 128;
/// The number of steps per task in the first round of a search for one solution, and the growth factor.
const FIRST_ALLOWANCE: u64 = 4_096;
const GROWTH: u64 = 4;
/// Maximum number of steps between two checks of the clock and of the results of other threads.
const POLL_INTERVAL: u64 = 4_096;

/// Runs the search from these starts.
pub(super) fn run<W: PlacementWalk>(
    starts: &[W],
    demand: &PuzzleDemand,
    in_order: &InOrder<'_>,
    publish: &mut dyn FnMut(News<Placement>),
) -> PuzzleAnswer<Placement> {
    let pool = ThreadPool::new(demand.threads);
    let clock = Clock::start(&demand.limits);
    let most_nodes = demand.limits.nodes.unwrap_or(u64::MAX);
    let (mut tasks, mut nodes) = split(starts, most_nodes);
    if nodes >= most_nodes {
        return PuzzleAnswer { solution: None, n_solutions: 0, complete: false, nodes };
    }
    let mut allowance = match demand.ask {
        Ask::First => FIRST_ALLOWANCE,
        Ask::Count | Ask::All => u64::MAX,
    };
    loop {
        let round = Round::new(starts, &tasks, demand, &clock, allowance, nodes);
        let reports = round.run(&pool, &mut |message| match message {
            RoundMessage::Report(report) if demand.ask == Ask::All => {
                let solutions = report.solutions.iter().map(|laid| in_order(laid));
                solutions.for_each(|solution| publish(News::Solution(solution)));
            }
            RoundMessage::Report(_) => {}
            RoundMessage::Progress(progress) => publish(progress),
        });
        let ends: Vec<TaskEnd> = reports.iter().map(|report| report.end).collect();
        nodes += reports.iter().map(|report| report.nodes).sum::<u64>();
        let first = reports.iter().find_map(|report| report.solutions.first());
        let cut_short = ends.contains(&TaskEnd::CutShort);
        if first.is_some() || cut_short || !ends.contains(&TaskEnd::Allowance) {
            return PuzzleAnswer {
                solution: first.map(|laid| in_order(laid)),
                n_solutions: reports.iter().map(|report| report.n_solutions).sum(),
                complete: !cut_short,
                nodes,
            };
        }
        let mut ends = ends.into_iter();
        tasks.retain(|_| ends.next() == Some(TaskEnd::Allowance));
        allowance = allowance.saturating_mul(GROWTH);
    }
}

/// A part of the search: a start, and the first steps from it.
struct PuzzleTask<S> {
    start: usize,
    steps: Vec<S>,
}

/// Takes the first steps breadth first, at most `most_nodes`. Also returns the number of steps taken.
fn split<W: PlacementWalk>(starts: &[W], most_nodes: u64) -> (Vec<PuzzleTask<W::Step>>, u64) {
    let whole = |start: usize| PuzzleTask { start, steps: Vec::new() };
    let mut tasks: Vec<_> = (0..starts.len()).map(whole).collect();
    let (mut nodes, mut ways) = (0, Vec::new());
    loop {
        let mut longer = Vec::new();
        let mut grew = false;
        for task in tasks {
            if nodes >= most_nodes {
                return (longer, most_nodes);
            }
            let mut walk = starts[task.start].clone();
            task.steps.iter().for_each(|&step| walk.play(step));
            ways.clear();
            match walk.examine(&mut ways) {
                NodeState::Dead => {}
                NodeState::Solved => longer.push(task),
                NodeState::Open => {
                    grew = true;
                    nodes += ways.len() as u64;
                    longer.extend(ways.iter().map(|&step| PuzzleTask {
                        start: task.start,
                        steps: task.steps.iter().copied().chain([step]).collect(),
                    }));
                }
            }
        }
        tasks = longer;
        if !grew || tasks.len() >= TASKS {
            return (tasks, nodes);
        }
    }
}

/// How a task ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TaskEnd {
    /// The task was searched completely, or until the requested solution was found.
    Whole,
    /// The task used its allowance of steps.
    Allowance,
    /// An earlier task has a solution, so this task is not needed.
    Superfluous,
    /// A limit was reached, or the search was stopped.
    CutShort,
}

/// The result of a task.
struct TaskReport {
    end: TaskEnd,
    nodes: u64,
    n_solutions: u64,
    /// The requested solutions: all, or the first.
    solutions: Vec<LaidTiles>,
}

impl TaskReport {
    fn nothing(end: TaskEnd) -> Self {
        Self { end, nodes: 0, n_solutions: 0, solutions: Vec::new() }
    }
}

/// A message from a running round.
enum RoundMessage<'a> {
    Report(&'a TaskReport),
    Progress(News<Placement>),
}

/// One pass over the tasks.
struct Round<'a, W: PlacementWalk> {
    starts: &'a [W],
    tasks: &'a [PuzzleTask<W::Step>],
    demand: &'a PuzzleDemand,
    clock: &'a Clock,
    allowance: u64,
    /// Number of steps between two checks of the limits.
    interval: u64,
    /// Index of the next task.
    next: AtomicUsize,
    /// Index of the earliest task with a solution, if one solution was requested.
    earliest: AtomicUsize,
    /// Steps taken by all threads; updated with a delay.
    nodes: AtomicU64,
    cut_short: AtomicBool,
    reports: Mutex<BTreeMap<usize, TaskReport>>,
}

impl<'a, W: PlacementWalk> Round<'a, W> {
    fn new(
        starts: &'a [W],
        tasks: &'a [PuzzleTask<W::Step>],
        demand: &'a PuzzleDemand,
        clock: &'a Clock,
        allowance: u64,
        nodes: u64,
    ) -> Self {
        Self {
            starts,
            tasks,
            demand,
            clock,
            allowance,
            interval: POLL_INTERVAL.min(demand.limits.nodes.unwrap_or(u64::MAX).div_ceil(16)),
            next: AtomicUsize::new(0),
            earliest: AtomicUsize::new(usize::MAX),
            nodes: AtomicU64::new(nodes),
            cut_short: AtomicBool::new(false),
            reports: Mutex::new(BTreeMap::new()),
        }
    }

    /// Returns the reports of all tasks, up to the first that has the requested solution. `report_to` receives each report in order, as
    /// soon as possible.
    fn run(
        self,
        pool: &ThreadPool,
        report_to: &mut dyn FnMut(RoundMessage<'_>),
    ) -> Vec<TaskReport> {
        let mut in_order = Vec::with_capacity(self.tasks.len());
        let mut collect = |in_order: &mut Vec<TaskReport>| {
            let mut reports = self.reports.lock().unwrap_or_else(PoisonError::into_inner);
            while let Some(report) = reports.remove(&in_order.len()) {
                report_to(RoundMessage::Report(&report));
                in_order.push(report);
            }
            report_to(RoundMessage::Progress(News::Progress {
                nodes: self.nodes.load(Ordering::Relaxed),
                n_solutions: in_order.iter().map(|report| report.n_solutions).sum(),
                parts: [in_order.len(), self.tasks.len()],
            }));
        };
        // The helper threads must finish their tasks even if the calling thread has no more work, so this flag is never set.
        let never_stop = AtomicBool::new(false);
        let work_and_collect = || {
            while self.work_once() {
                collect(&mut in_order);
            }
        };
        pool.run(&never_stop, work_and_collect, |_| while self.work_once() {});
        collect(&mut in_order);
        if self.demand.ask == Ask::First {
            // Which later tasks were finished depends on the timing of the threads, so their reports are dropped.
            let wanted = in_order.iter().position(|report| report.n_solutions > 0);
            in_order.truncate(wanted.map_or(usize::MAX, |index| index + 1));
        }
        in_order
    }

    /// Runs the next task. False if there is none.
    fn work_once(&self) -> bool {
        let index = self.next.fetch_add(1, Ordering::Relaxed);
        let Some(task) = self.tasks.get(index) else {
            return false;
        };
        let report = if self.cut_short.load(Ordering::Relaxed) {
            TaskReport::nothing(TaskEnd::CutShort)
        } else if self.earliest.load(Ordering::Relaxed) < index {
            TaskReport::nothing(TaskEnd::Superfluous)
        } else {
            self.search(index, task)
        };
        let mut reports = self.reports.lock().unwrap_or_else(PoisonError::into_inner);
        reports.insert(index, report);
        true
    }

    fn search(&self, index: usize, task: &PuzzleTask<W::Step>) -> TaskReport {
        let mut walk = self.starts[task.start].clone();
        task.steps.iter().for_each(|&step| walk.play(step));
        let mut worker = TaskRun {
            round: self,
            index,
            walk,
            steps: Vec::new(),
            polled: 0,
            report: TaskReport::nothing(TaskEnd::Whole),
        };
        worker.descend();
        let report = worker.report;
        self.nodes.fetch_add(report.nodes - worker.polled, Ordering::Relaxed);
        if self.demand.ask == Ask::First && report.n_solutions > 0 {
            self.earliest.fetch_min(index, Ordering::Relaxed);
        }
        report
    }
}

/// A running task.
struct TaskRun<'a, W: PlacementWalk> {
    round: &'a Round<'a, W>,
    index: usize,
    walk: W,
    /// The possible steps at every depth of the search, one list after the other.
    steps: Vec<W::Step>,
    /// The number of steps already reported to the round.
    polled: u64,
    report: TaskReport,
}

impl<W: PlacementWalk> TaskRun<'_, W> {
    /// Continues the search from here. False if the task must end.
    fn descend(&mut self) -> bool {
        let first = self.steps.len();
        match self.walk.examine(&mut self.steps) {
            NodeState::Dead => {
                self.steps.truncate(first);
                return true;
            }
            NodeState::Solved => return self.count_solution(),
            NodeState::Open => {}
        }
        for index in first..self.steps.len() {
            if !self.may_go_on() {
                return false;
            }
            self.report.nodes += 1;
            self.walk.play(self.steps[index]);
            let goes_on = self.descend();
            self.walk.undo();
            if !goes_on {
                return false;
            }
        }
        self.steps.truncate(first);
        true
    }

    fn count_solution(&mut self) -> bool {
        let ask = self.round.demand.ask;
        if ask == Ask::All || self.report.solutions.is_empty() {
            self.report.solutions.push(self.walk.laid().to_vec());
        }
        self.report.n_solutions += 1;
        ask != Ask::First
    }

    fn may_go_on(&mut self) -> bool {
        if self.report.nodes >= self.round.allowance {
            self.report.end = TaskEnd::Allowance;
        } else if self.report.nodes >= self.polled + self.round.interval {
            self.poll();
        }
        self.report.end == TaskEnd::Whole
    }

    fn poll(&mut self) {
        let (round, limits) = (self.round, &self.round.demand.limits);
        let more = self.report.nodes - self.polled;
        self.polled = self.report.nodes;
        let nodes = round.nodes.fetch_add(more, Ordering::Relaxed) + more;
        let spent = limits.nodes.is_some_and(|most| nodes >= most);
        if spent || round.demand.stop.is_stopped() || round.clock.is_over() {
            round.cut_short.store(true, Ordering::Relaxed);
        }
        if round.cut_short.load(Ordering::Relaxed) {
            self.report.end = TaskEnd::CutShort;
        } else if round.earliest.load(Ordering::Relaxed) < self.index {
            self.report.end = TaskEnd::Superfluous;
        }
    }
}
