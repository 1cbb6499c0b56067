//! The search, compiled for several kinds of CPU.
//!
//! The functions of the search are plain generic code over a [`Cpu`]. Recursive calls go through the trait:
//! its methods are the same bodies, inlined into functions compiled for the features of the CPU, so that the
//! whole search uses population counts and wide registers without being written twice. A value of [`Avx2`] or
//! [`Avx512`] proves that the CPU was checked: only [`run`] makes them. `docs/decisions/0003-engine.md`
//! explains this design.
#![allow(unsafe_code)] // Only to enter code for CPU features that the value at hand proves to be there.

use crate::midgame::Node;
use crate::worker::{Stopped, Worker};
use crate::{endgame, last, midgame};
use baize_othello::{Position, Square};

/// Lists every recursive function and passes the list on to another macro.
macro_rules! recursive {
    ($then:ident $($first:tt)*) => { $then! { $($first)*
        last::four(position: Position, alpha: i32) -> i32;
        last::three(position: Position, squares: u32, alpha: i32) -> i32;
        endgame::few(position: Position, alpha: i32) -> i32;
        endgame::some(position: Position, alpha: i32) -> i32;
        endgame::many(node: &Node, alpha: i32) -> Result<i32, Stopped>;
        midgame::shallow(node: &Node, alpha: i32, beta: i32, depth: u32) -> i32;
        midgame::deep(node: &Node, alpha: i32, beta: i32, depth: u32) -> Result<i32, Stopped>;
    } };
}

macro_rules! declare {
    ($($module:ident::$name:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => { $(
        #[doc = concat!("`", stringify!($module), "::", stringify!($name), "`.")]
        fn $name(worker: &mut Worker<'_, Self>, $($argument: $type),*) -> $result;
    )* };
}

/// A kind of CPU, and the functions compiled for it.
pub(crate) trait Cpu: Copy + Send + Sync + 'static {
    /// [`Position::moves`].
    fn moves(self, position: Position) -> u64;
    /// [`Position::flips`] for the square with this index, below 64.
    fn flips(self, position: Position, square: u32) -> u64;
    recursive!(declare);
}

macro_rules! implement {
    ($cpu:meta; $($module:ident::$name:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => { $(
        #[inline(always)]
        fn $name(worker: &mut Worker<'_, Self>, $($argument: $type),*) -> $result {
            #[$cpu]
            fn version<C: Cpu>(worker: &mut Worker<'_, C>, $($argument: $type),*) -> $result {
                $module::$name(worker, $($argument),*)
            }
            // SAFETY: the worker holds a value of this type, so the CPU has what the function needs.
            #[allow(unused_unsafe)] // Without features there is nothing to prove.
            unsafe {
                version(worker, $($argument),*)
            }
        }
    )* };
}

/// Any CPU.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl Cpu for Portable {
    #[inline(always)]
    fn moves(self, position: Position) -> u64 {
        position.moves()
    }

    #[inline(always)]
    fn flips(self, position: Position, square: u32) -> u64 {
        flips_anywhere(position, square)
    }

    recursive!(implement inline;);
}

#[inline(always)]
fn flips_anywhere(position: Position, square: u32) -> u64 {
    position.flips(Square::new((square & 63) as u8).expect("an index below 64"))
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Cpu, Node, Position, Stopped, Worker, endgame, flips_anywhere, last, midgame};
    #[allow(clippy::wildcard_imports)] // All of them are there to be used.
    use std::arch::x86_64::*;

    /// An x86-64 CPU of 2013 or later.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Avx2(());

    /// An x86-64 CPU with AVX-512, as in servers and desktops.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Avx512(());

    impl Avx2 {
        pub(super) fn detect() -> Option<Avx2> {
            let is_there = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            is_there.then_some(Avx2(()))
        }
    }

    impl Avx512 {
        pub(super) fn detect() -> Option<Avx512> {
            let is_there = Avx2::detect().is_some()
                && is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512cd")
                && is_x86_feature_detected!("avx512vl");
            is_there.then_some(Avx512(()))
        }
    }

    impl Cpu for Avx2 {
        // The compiler makes good use of AVX2 in the plain versions of both functions.
        #[inline(always)]
        fn moves(self, position: Position) -> u64 {
            position.moves()
        }

        #[inline(always)]
        fn flips(self, position: Position, square: u32) -> u64 {
            flips_anywhere(position, square)
        }

        recursive!(implement target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt"););
    }

    impl Cpu for Avx512 {
        #[inline(always)]
        fn moves(self, position: Position) -> u64 {
            // SAFETY: a value of this type exists only where the CPU has these features.
            unsafe { moves_avx512(position) }
        }

        #[inline(always)]
        fn flips(self, position: Position, square: u32) -> u64 {
            // SAFETY: as above.
            unsafe { flips_avx512(position, square) }
        }

        recursive!(implement target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512vl"););
    }

    /// [`Position::moves`] with one lane for each line direction. Left to itself the compiler uses 512-bit
    /// registers and needs twice the time.
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512vl")]
    #[inline]
    fn moves_avx512(position: Position) -> u64 {
        const INNER: i64 = 0x7e7e_7e7e_7e7e_7e7e;
        let step = _mm256_set_epi64x(7, 9, 8, 1);
        let stride = _mm256_set_epi64x(14, 18, 16, 2);
        let own = _mm256_set1_epi64x(position.own as i64);
        let opp = _mm256_set1_epi64x(position.opp as i64);
        let opp = _mm256_and_si256(opp, _mm256_set_epi64x(INNER, INNER, -1, INNER));
        let pairs = _mm256_and_si256(opp, _mm256_sllv_epi64(opp, step));
        let pairs_down = _mm256_srlv_epi64(pairs, step);
        let mut up = _mm256_and_si256(opp, _mm256_sllv_epi64(own, step));
        let mut down = _mm256_and_si256(opp, _mm256_srlv_epi64(own, step));
        up = _mm256_or_si256(up, _mm256_and_si256(opp, _mm256_sllv_epi64(up, step)));
        down = _mm256_or_si256(down, _mm256_and_si256(opp, _mm256_srlv_epi64(down, step)));
        up = _mm256_or_si256(up, _mm256_and_si256(pairs, _mm256_sllv_epi64(up, stride)));
        down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, stride)));
        up = _mm256_or_si256(up, _mm256_and_si256(pairs, _mm256_sllv_epi64(up, stride)));
        down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, stride)));
        let behind = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
        any_lane(behind) & position.empty()
    }

    /// [`Position::flips`] with one lane for each line direction, both ways along it at once.
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512vl")]
    #[inline]
    fn flips_avx512(position: Position, square: u32) -> u64 {
        let rays = &RAYS[square as usize & 63];
        let lanes = |rays: &[i64]| _mm256_set_epi64x(rays[3], rays[2], rays[1], rays[0]);
        let (rays_up, rays_down) = (lanes(&rays[..4]), lanes(&rays[4..]));
        let own = _mm256_set1_epi64x(position.own as i64);
        let opp = _mm256_set1_epi64x(position.opp as i64);
        let zero = _mm256_setzero_si256();
        // Upwards, the first square without an opposing disc is the lowest bit; downwards, the highest.
        let open = _mm256_andnot_si256(opp, rays_up);
        let closing = _mm256_and_si256(_mm256_and_si256(open, _mm256_sub_epi64(zero, open)), own);
        let is_closed = _mm256_test_epi64_mask(closing, closing);
        let below = _mm256_maskz_sub_epi64(is_closed, closing, _mm256_set1_epi64x(1));
        let open = _mm256_andnot_si256(opp, rays_down);
        let highest = _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(open));
        let closing = _mm256_and_si256(highest, own);
        let above = _mm256_sub_epi64(zero, _mm256_add_epi64(closing, closing));
        any_lane(_mm256_or_si256(_mm256_and_si256(below, rays_up), _mm256_and_si256(above, rays_down)))
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn any_lane(lanes: __m256i) -> u64 {
        let two = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
        _mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))) as u64
    }

    /// The squares in each direction from each square: up by 1, 7, 8 and 9, then down by the same.
    static RAYS: [[i64; 8]; 64] = rays();

    const fn rays() -> [[i64; 8]; 64] {
        let mut rays = [[0; 8]; 64];
        let mut square = 0;
        while square < 64 {
            let mut direction = 0;
            while direction < 8 {
                let sign = if direction < 4 { 1 } else { -1 };
                let (down, right) = [(0, 1), (1, -1), (1, 0), (1, 1)][direction % 4];
                let (mut row, mut column) =
                    (square as i32 / 8 + sign * down, square as i32 % 8 + sign * right);
                while row >= 0 && row < 8 && column >= 0 && column < 8 {
                    rays[square][direction] |= 1 << (row * 8 + column);
                    row += sign * down;
                    column += sign * right;
                }
                direction += 1;
            }
            square += 1;
        }
        rays
    }
}

/// A computation that uses the functions of the best available kind of CPU.
pub(crate) trait Task {
    /// The result.
    type Output;
    /// Runs the computation.
    fn run<C: Cpu>(self, cpu: C) -> Self::Output;
}

/// Runs `task` for the CPU at hand.
pub(crate) fn run<T: Task>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    {
        if let Some(cpu) = x86::Avx512::detect() {
            return task.run(cpu);
        }
        if let Some(cpu) = x86::Avx2::detect() {
            return task.run(cpu);
        }
    }
    task.run(Portable)
}

#[cfg(test)]
mod tests {
    use super::{Cpu, Portable};
    use crate::board::late_positions;
    use baize_othello::{Position, Square};

    fn check(cpu: impl Cpu, position: Position) {
        assert_eq!(cpu.moves(position), position.moves(), "{position:?}");
        for square in Square::all(position.empty()) {
            let flips = cpu.flips(position, square.index() as u32);
            assert_eq!(flips, position.flips(square), "{position:?} {square}");
        }
    }

    #[test]
    fn all_kinds_of_cpu_agree() {
        for empties in [2, 10, 20, 30, 40, 50] {
            for position in late_positions(200, empties) {
                check(Portable, position);
                #[cfg(target_arch = "x86_64")]
                {
                    super::x86::Avx2::detect().into_iter().for_each(|cpu| check(cpu, position));
                    super::x86::Avx512::detect().into_iter().for_each(|cpu| check(cpu, position));
                }
            }
        }
    }
}
