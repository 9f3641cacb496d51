//! Ctrl-C ends a long computation in order: what was found is printed, and the exit code is 1.

use std::sync::{Mutex, OnceLock, PoisonError};

use ludex_search::StopFlag;

/// The flag that Ctrl-C raises; from the first call on it no longer ends the program at once. A second Ctrl-C does.
pub fn stop_on_interrupt() -> StopFlag {
    static FLAG: OnceLock<StopFlag> = OnceLock::new();
    FLAG.get_or_init(|| {
        let flag = StopFlag::default();
        let raised = flag.clone();
        let handler = move || {
            if raised.is_stopped() {
                std::process::exit(1);
            }
            raised.stop();
            let listener = LISTENER
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .take();
            if let Some(mut act) = listener {
                act();
                std::process::exit(130);
            }
        };
        // Without a handler Ctrl-C ends the program as it always did.
        let _ = ctrlc::set_handler(handler);
        flag
    })
    .clone()
}

/// What is to be done at the first Ctrl-C.
static LISTENER: Mutex<Option<Box<dyn FnMut() + Send>>> = Mutex::new(None);

/// Does this at the first Ctrl-C, and ends the program after it, if it has not come to its end by itself.
pub fn on_interrupt(act: impl FnMut() + Send + 'static) {
    stop_on_interrupt();
    *LISTENER.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(act));
}
