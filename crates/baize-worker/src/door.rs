//! The door as a WebAssembly interface: a few functions, texts in memory, no generated bindings.
//!
//! The browser asks [`allocate`] for memory, puts a text there, calls [`handle`], which returns a length, and
//! reads that many bytes at [`output`]. It provides one function, `now`: a monotonic clock in milliseconds.
#![cfg(target_arch = "wasm32")]
// Needed only to export functions under fixed names: this code follows no pointer.
#![allow(unsafe_code)]

use crate::Worker;
use baize_players::{Stopwatch, give_weights};
use core::time::Duration;
use std::cell::RefCell;

#[link(wasm_import_module = "browser")]
// SAFETY: the browser's function takes nothing, gives back a number and touches no memory.
unsafe extern "C" {
    safe fn now() -> f64;
}

fn clock() -> Duration {
    Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default()
}

struct Door {
    worker: Worker,
    input: Vec<u8>,
    output: String,
}

thread_local! {
    static DOOR: RefCell<Door> = RefCell::new(Door {
        worker: Worker::new(Stopwatch(clock)),
        input: Vec::new(),
        output: String::new(),
    });
}

/// Allocates memory for a text of this length, and returns its address.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn allocate(length: usize) -> *mut u8 {
    DOOR.with_borrow_mut(|door| {
        door.input.clear();
        door.input.resize(length, 0);
        door.input.as_mut_ptr()
    })
}

/// Handles the text in that memory; returns the length of the answer.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn handle() -> usize {
    DOOR.with_borrow_mut(|door| {
        let text = String::from_utf8_lossy(&door.input);
        door.output = door.worker.handle(&text);
        door.output.len()
    })
}

/// The address of the answer.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn output() -> *const u8 {
    DOOR.with_borrow(|door| door.output.as_ptr())
}

/// Takes the weights in that memory; returns whether they are valid.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn weights() -> u32 {
    let bytes = DOOR.with_borrow_mut(|door| std::mem::take(&mut door.input));
    u32::from(give_weights(bytes.leak()))
}
