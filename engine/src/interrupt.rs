//! Ctrl-C ends a long computation in order: what was found is printed, and the exit code is 1.

use std::sync::OnceLock;

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
        };
        // Without a handler Ctrl-C ends the program as it always did.
        let _ = ctrlc::set_handler(handler);
        flag
    })
    .clone()
}
