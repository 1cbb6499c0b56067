//! The worker behind its door, natively and as browsers run it.

mod browser;
mod door;
mod equal;
mod kept;
