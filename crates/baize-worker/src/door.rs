//! The door as WebAssembly has it: three functions, texts in memory, nothing generated.
//!
//! The browser asks [`allocate`] for room, puts a text there, calls [`handle`], and reads as many bytes as that says from
//! where [`output`] says. It gives one function, `now`: the milliseconds of a clock that only counts.
#![cfg(target_arch = "wasm32")]
// Only for the names under which the browser finds the functions: there is no pointer that this code follows.
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

/// Makes room for a text of so many bytes, and says where.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn allocate(length: usize) -> *mut u8 {
    DOOR.with_borrow_mut(|door| {
        door.input.clear();
        door.input.resize(length, 0);
        door.input.as_mut_ptr()
    })
}

/// Takes the text that was put there; gives back how many bytes the answer has.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn handle() -> usize {
    DOOR.with_borrow_mut(|door| {
        let text = String::from_utf8_lossy(&door.input);
        door.output = door.worker.handle(&text);
        door.output.len()
    })
}

/// Where the answer is.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn output() -> *const u8 {
    DOOR.with_borrow(|door| door.output.as_ptr())
}

/// Takes the weights that were put there; whether they are of use.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn weights() -> u32 {
    let bytes = DOOR.with_borrow_mut(|door| std::mem::take(&mut door.input));
    u32::from(give_weights(bytes.leak()))
}
