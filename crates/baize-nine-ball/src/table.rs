//! The bed of the table: how large it is, and where a ball may be placed.

use crate::spot::{GAP, RADIUS};
use crate::{Ball, Given, Layout, RuleError, Spot};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The size of the table, from nose to nose of the cushions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub enum TableSize {
    /// 1.9812 m by 0.9906 m.
    #[serde(rename = "7-foot")]
    SevenFoot,
    /// 2.3368 m by 1.1684 m.
    #[serde(rename = "8-foot")]
    EightFoot,
    /// 2.540 m by 1.270 m.
    #[default]
    #[serde(rename = "9-foot")]
    NineFoot,
}

impl TableSize {
    /// The width W in micrometres; the length is twice that.
    pub const fn width(self) -> i32 {
        match self {
            TableSize::SevenFoot => 990_600,
            TableSize::EightFoot => 1_168_400,
            TableSize::NineFoot => 1_270_000,
        }
    }

    /// The largest coordinates of a ball between the noses: XMAX and YMAX.
    pub const fn reach(self) -> Spot {
        Spot { x: self.width() - RADIUS as i32, y: self.width() / 2 - RADIUS as i32 }
    }

    /// The middle of the head string, behind which the cue ball is placed on the break.
    pub const fn head_spot(self) -> Spot {
        Spot { x: -self.width() / 2, y: 0 }
    }

    /// The spot of the front ball of the rack, and of a 9 that is put back.
    pub const fn foot_spot(self) -> Spot {
        Spot { x: self.width() / 2, y: 0 }
    }

    /// Whether a ball on this spot lies between the noses.
    pub const fn holds(self, spot: Spot) -> bool {
        let reach = self.reach();
        spot.x.abs() <= reach.x && spot.y.abs() <= reach.y
    }
}

/// Where the cue ball may be placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Area {
    /// Behind the head string, as on the break.
    BehindString,
    /// Anywhere.
    Anywhere,
}

/// The spot for the cue ball, or the first reason against it, in the order of the rules.
pub(crate) fn check_place(
    table: TableSize,
    balls: &Layout,
    area: Area,
    x: &Given,
    y: &Given,
) -> Result<Spot, RuleError> {
    let (x, y) = (x.whole("xUm")?, y.whole("yUm")?);
    let reach = table.reach();
    if x.abs() > f64::from(reach.x) || y.abs() > f64::from(reach.y) {
        return Err(RuleError::Outside);
    }
    let spot = Spot::nearest(x, y);
    place_problem(table, balls, area, spot).map_or(Ok(spot), Err)
}

/// Why the cue ball cannot be placed on a spot between the noses.
fn place_problem(table: TableSize, balls: &Layout, area: Area, spot: Spot) -> Option<RuleError> {
    let near = balls
        .iter()
        .filter(|(ball, _)| *ball != Ball::CUE)
        .map(|(ball, there)| (spot.distance_squared(there), ball))
        .min();
    const CLEAR: i64 = 2 * RADIUS + GAP;
    match near {
        Some((distance, ball)) if distance < CLEAR * CLEAR => Some(RuleError::TooClose { ball }),
        _ if area == Area::BehindString && spot.x > table.head_spot().x => Some(RuleError::BehindLine),
        _ => None,
    }
}

/// Whether the cue ball can be placed on a spot.
pub(crate) fn can_place(table: TableSize, balls: &Layout, area: Area, spot: Spot) -> bool {
    table.holds(spot) && place_problem(table, balls, area, spot).is_none()
}

/// The place a front end should propose: where the cue ball lies, else the head spot, else the free spot
/// nearest to that, to within a millimetre.
pub(crate) fn proposal(table: TableSize, balls: &Layout, area: Area) -> Option<Spot> {
    let home = table.head_spot();
    let mut around = [0].into_iter().chain(1..=table.width() / 1000).flat_map(|ring| {
        let steps = if ring == 0 { 1 } else { 64 };
        (0..steps).map(move |step| {
            let angle = std::f64::consts::TAU * f64::from(step) / 64.0;
            let far = 1000.0 * f64::from(ring);
            Spot::nearest(f64::from(home.x) + far * libm::cos(angle), far * libm::sin(angle))
        })
    });
    let free = |spot: &Spot| can_place(table, balls, area, *spot);
    balls.get(Ball::CUE).filter(free).or_else(|| around.find(free))
}

#[cfg(test)]
mod tests {
    use super::*;
    use baize_rules::Coded;

    /// Places the cue ball on a nine-foot table with the 4 in the middle and the 7 near the head.
    fn check(area: Area, x: f64, y: f64, expect: &str) {
        let balls: Layout = serde_json::from_str(r#"{"0":[0.5,0.5],"4":[0,0],"7":[-0.8,0.1]}"#).unwrap();
        let answer = match check_place(TableSize::NineFoot, &balls, area, &x.into(), &y.into()) {
            Ok(spot) => format!("{} {}", spot.x, spot.y),
            Err(error) => error.code().to_owned(),
        };
        assert_eq!(answer, expect, "{x} {y}");
    }

    #[test]
    fn a_place_is_refused_for_the_first_reason_that_applies() {
        use Area::{Anywhere, BehindString};
        check(Anywhere, -635_000.0, 0.0, "-635000 0");
        check(Anywhere, 1_241_425.0, -606_425.0, "1241425 -606425");
        check(Anywhere, 1_241_426.0, 0.0, "nine-ball.outside");
        check(Anywhere, 0.0, 606_426.0, "nine-ball.outside");
        check(Anywhere, -1e300, 0.0, "nine-ball.outside");
        check(Anywhere, f64::NAN, 0.0, "nine-ball.not_finite");
        check(Anywhere, 0.0, f64::INFINITY, "nine-ball.not_finite");
        check(Anywhere, 0.5, 0.0, "nine-ball.not_whole");
        check(Anywhere, 57_150.0, 0.0, "nine-ball.too_close");
        check(Anywhere, 57_151.0, 0.0, "57151 0");
        check(Anywhere, 500_000.0, 500_000.0, "500000 500000");
        check(BehindString, -634_999.0, 0.0, "nine-ball.behind_line");
        check(BehindString, -635_000.0, 0.0, "-635000 0");
        check(BehindString, -1_241_425.0, 606_425.0, "-1241425 606425");
        check(BehindString, 1_300_000.0, 0.0, "nine-ball.outside");
        check(BehindString, 10.0, 10.0, "nine-ball.too_close");
        check(BehindString, -800_000.0, 110_000.0, "nine-ball.too_close");
    }

    #[test]
    fn tables_are_two_by_one_and_their_strings_halve_the_halves() {
        for (table, x, y, string) in [
            (TableSize::SevenFoot, 962_025, 466_725, 495_300),
            (TableSize::EightFoot, 1_139_825, 555_625, 584_200),
            (TableSize::NineFoot, 1_241_425, 606_425, 635_000),
        ] {
            assert_eq!(table.reach(), Spot { x, y });
            assert_eq!((table.head_spot().x, table.foot_spot().x), (-string, string));
        }
    }

    #[test]
    fn the_proposal_is_the_head_spot_or_near_it() {
        let propose = |balls: &str| {
            let balls = serde_json::from_str(balls).unwrap();
            proposal(TableSize::NineFoot, &balls, Area::Anywhere).unwrap()
        };
        assert_eq!(propose("{}"), TableSize::NineFoot.head_spot());
        assert_eq!(propose(r#"{"0":[0.5,0.25]}"#), Spot { x: 500_000, y: 250_000 });
        let beside = propose(r#"{"5":[-0.635,0.03]}"#);
        let far = beside.distance_squared(TableSize::NineFoot.head_spot());
        assert!(far > 27_000 * 27_000 && far <= 29_000 * 29_000, "{beside:?}");
    }
}
