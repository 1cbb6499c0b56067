//! A strong Banqi player.
#![forbid(unsafe_code)]

pub mod classic;
