//! The table: cushions, jaws and pockets as plain data.

use crate::vector::Vec2;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A table. Lengths are metres, the origin is the centre of the bed, the foot is at plus x.
///
/// Everything a ball can meet is listed: straight faces, rounded jaw tips and the capture circles of pockets.
/// Faces are solid from both sides, so the order of their ends does not matter.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "SimulatedTable")]
pub struct PoolTable {
    /// From the nose of the head cushion to that of the foot cushion.
    pub length: f64,
    /// From nose to nose across the table.
    pub width: f64,
    /// Height of the cushion noses over the bed.
    pub nose_height: f64,
    /// Straight cushion noses and jaw faces.
    pub segments: Vec<Segment>,
    /// Rounded jaw tips.
    #[serde(default)]
    pub tips: Vec<Tip>,
    /// Pockets.
    #[serde(default)]
    pub pockets: Vec<Pocket>,
}

/// A straight face of a cushion.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "SimulatedSegment")]
pub struct Segment {
    /// One end.
    pub from: Vec2,
    /// The other end.
    pub to: Vec2,
}

/// A rounded end of a cushion.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "SimulatedTip")]
pub struct Tip {
    /// Centre of the rounding.
    pub center: Vec2,
    /// Radius of the rounding.
    pub radius: f64,
}

/// A pocket: a ball whose centre enters the circle is gone.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "SimulatedPocket")]
pub struct Pocket {
    /// Name, such as `FL` for the foot pocket on the left.
    pub id: String,
    /// Centre of the capture circle.
    pub center: Vec2,
    /// Radius of the capture circle.
    pub radius: f64,
}

/// The dimensions of one kind of pocket.
struct Mouth {
    /// The distance between the points where the noses would meet the jaws if nothing were rounded.
    width: f64,
    /// Tangent of half the angle by which a jaw turns away from its nose line, and the direction of the jaw.
    half_turn: f64,
    turn: Vec2,
    tip_radius: f64,
    capture_radius: f64,
    /// How far the centre of the capture circle lies outside the corner or the nose line.
    setback: f64,
}

/// `tan 19°`, `cos 38°` and `sin 38°`: a corner jaw is cut at 142 degrees.
const CORNER: Mouth = Mouth {
    width: 0.115_887_5,
    half_turn: 0.344_327_613_289_665_27,
    turn: Vec2::new(0.788_010_753_606_721_9, 0.615_661_475_325_658_3),
    tip_radius: 0.020_95,
    capture_radius: 0.062,
    setback: 0.041_7,
};

/// `tan 38°`, `cos 76°` and `sin 76°`: a side jaw is cut at 104 degrees.
const SIDE: Mouth = Mouth {
    width: 0.128_587_5,
    half_turn: 0.781_285_626_506_717_4,
    turn: Vec2::new(0.241_921_895_599_667_67, 0.970_295_726_275_996_5),
    tip_radius: 0.007_95,
    capture_radius: 0.064_5,
    setback: 0.068_5,
};

/// From the nose to the back of a cushion, where a jaw ends.
const CUSHION_DEPTH: f64 = 0.050_8;

/// Nose height of the standard tables: 63.5 % of the diameter of a pool ball.
const NOSE_HEIGHT: f64 = 0.036_290_25;

impl PoolTable {
    /// The 9-foot table: 2.54 by 1.27 metres.
    pub fn nine_foot() -> PoolTable {
        PoolTable::sized(2.54, 1.27)
    }

    /// The 8-foot table: 2.3368 by 1.1684 metres, with the same pockets.
    pub fn eight_foot() -> PoolTable {
        PoolTable::sized(2.3368, 1.1684)
    }

    /// The 7-foot table: 1.9812 by 0.9906 metres, with the same pockets.
    pub fn seven_foot() -> PoolTable {
        PoolTable::sized(1.9812, 0.9906)
    }

    /// One quarter is computed and the others are its mirror images, so the table is symmetric to the last
    /// bit.
    fn sized(length: f64, width: f64) -> PoolTable {
        let corner = Vec2::new(length / 2.0, width / 2.0);
        let corner_cut = CORNER.width * 0.5_f64.sqrt();
        let corner_end = corner_cut + CORNER.tip_radius * CORNER.half_turn;
        let side_cut = SIDE.width / 2.0;
        let side_end = side_cut + SIDE.tip_radius * SIDE.half_turn;

        let mut table = PoolTable {
            length,
            width,
            nose_height: NOSE_HEIGHT,
            segments: vec![],
            tips: vec![],
            pockets: vec![],
        };
        let long =
            Segment { from: Vec2::new(side_end, corner.y), to: Vec2::new(corner.x - corner_end, corner.y) };
        for mirror in QUARTERS {
            table.segments.push(long.mirrored(mirror));
        }
        for x in [-corner.x, corner.x] {
            let end = corner.y - corner_end;
            table.segments.push(Segment { from: Vec2::new(x, -end), to: Vec2::new(x, end) });
        }
        // The jaws that end the long cushion at the side pocket and at the corner, and that of the short
        // cushion.
        let jaws = [
            jaw(Vec2::new(side_cut, corner.y), Vec2::new(-SIDE.turn.x, SIDE.turn.y), &SIDE),
            jaw(Vec2::new(corner.x - corner_cut, corner.y), CORNER.turn, &CORNER),
            jaw(Vec2::new(corner.y - corner_cut, corner.x), CORNER.turn, &CORNER).swapped(),
        ];
        let tips = [
            Tip { center: Vec2::new(side_end, corner.y + SIDE.tip_radius), radius: SIDE.tip_radius },
            Tip {
                center: Vec2::new(corner.x - corner_end, corner.y + CORNER.tip_radius),
                radius: CORNER.tip_radius,
            },
            Tip {
                center: Vec2::new(corner.x + CORNER.tip_radius, corner.y - corner_end),
                radius: CORNER.tip_radius,
            },
        ];
        for (jaw, tip) in jaws.into_iter().zip(tips) {
            for mirror in QUARTERS {
                table.segments.push(jaw.mirrored(mirror));
                table.tips.push(Tip { center: tip.center.mirrored(mirror), radius: tip.radius });
            }
        }
        let out = CORNER.setback * 0.5_f64.sqrt();
        for (row, x, setback, mouth) in [
            ('H', -(corner.x + out), out, &CORNER),
            ('M', 0.0, SIDE.setback, &SIDE),
            ('F', corner.x + out, out, &CORNER),
        ] {
            for (side, sign) in [('L', 1.0), ('R', -1.0)] {
                let center = Vec2::new(x, sign * (corner.y + setback));
                table.pockets.push(Pocket {
                    id: format!("{row}{side}"),
                    center,
                    radius: mouth.capture_radius,
                });
            }
        }
        table
    }
}

/// Signs of the four quarters of the table.
const QUARTERS: [Vec2; 4] =
    [Vec2::new(1.0, 1.0), Vec2::new(-1.0, 1.0), Vec2::new(1.0, -1.0), Vec2::new(-1.0, -1.0)];

/// The straight part of a jaw that leaves a nose line at `cut`, from where the rounding ends to the back.
fn jaw(cut: Vec2, direction: Vec2, mouth: &Mouth) -> Segment {
    let rounded = mouth.tip_radius * mouth.half_turn;
    Segment { from: cut + direction * rounded, to: cut + direction * (CUSHION_DEPTH / direction.y) }
}

impl Vec2 {
    fn mirrored(self, signs: Vec2) -> Vec2 {
        Vec2::new(self.x * signs.x, self.y * signs.y)
    }
}

impl Segment {
    fn mirrored(self, signs: Vec2) -> Segment {
        Segment { from: self.from.mirrored(signs), to: self.to.mirrored(signs) }
    }

    /// The segment with x and y exchanged.
    fn swapped(self) -> Segment {
        let swap = |v: Vec2| Vec2::new(v.y, v.x);
        Segment { from: swap(self.from), to: swap(self.to) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: Vec2, x: f64, y: f64) -> bool {
        (a - Vec2::new(x, y)).norm() < 1e-9
    }

    /// Some numbers of the reference table.
    #[test]
    fn the_nine_foot_table_has_the_published_geometry() {
        let table = PoolTable::nine_foot();
        assert_eq!((table.segments.len(), table.tips.len(), table.pockets.len()), (18, 12, 6));
        let has_segment = |from: [f64; 2], to: [f64; 2]| {
            table
                .segments
                .iter()
                .any(|segment| near(segment.from, from[0], from[1]) && near(segment.to, to[0], to[1]))
        };
        assert!(has_segment([0.070_504_970_730_7, 0.635], [1.180_841_499_396_8, 0.635]));
        assert!(has_segment([1.27, -0.545_841_499_396_8], [1.27, 0.545_841_499_396_8]));
        assert!(has_segment([1.193_739_607_304_9, 0.639_441_174_711_9], [1.253_076_197_810_7, 0.6858]));
        assert!(has_segment([1.274_441_174_711_9, 0.558_739_607_304_9], [1.3208, 0.618_076_197_810_7]));
        let has_tip = |x: f64, y: f64, radius: f64| {
            table.tips.iter().any(|tip| near(tip.center, x, y) && tip.radius == radius)
        };
        assert!(has_tip(1.290_95, 0.545_841_499_396_8, 0.020_95));
        assert!(has_tip(-0.070_504_970_730_7, -0.642_95, 0.007_95));
        let names: Vec<&str> = table.pockets.iter().map(|pocket| pocket.id.as_str()).collect();
        assert_eq!(names, ["HL", "HR", "ML", "MR", "FL", "FR"]);
        assert!(near(table.pockets[4].center, 1.299_486_352_775_5, 0.664_486_352_775_5));
        assert!(near(table.pockets[3].center, 0.0, -0.7035));
    }

    /// From the line between the noses to the edge of the capture circle.
    #[test]
    fn shelves_have_the_published_depth() {
        let table = PoolTable::nine_foot();
        let side = &table.pockets[2];
        assert!((side.center.y - side.radius - 0.635 - 0.004).abs() < 1e-12);
        let corner = &table.pockets[4];
        // The noses would end where the mouth is cut, half its width from the diagonal.
        let mouth = (1.27 + 0.635) * 0.5_f64.sqrt() - 0.5 * CORNER.width;
        let edge = (corner.center.x + corner.center.y) * 0.5_f64.sqrt() - corner.radius;
        assert!((edge - mouth - 0.037_7).abs() < 1e-4, "{}", edge - mouth);
    }

    #[test]
    fn every_jaw_face_is_tangent_to_its_tip() {
        for table in [PoolTable::nine_foot(), PoolTable::eight_foot(), PoolTable::seven_foot()] {
            for (jaw, tip) in table.segments[6..].iter().zip(&table.tips) {
                let spoke = jaw.from - tip.center;
                assert!((spoke.norm() - tip.radius).abs() < 1e-12);
                assert!(spoke.dot(jaw.to - jaw.from).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn the_table_is_symmetric_to_the_last_bit() {
        let table = PoolTable::nine_foot();
        for signs in QUARTERS {
            for tip in &table.tips {
                assert!(table.tips.iter().any(|other| other.center == tip.center.mirrored(signs)));
            }
            for pocket in &table.pockets {
                assert!(table.pockets.iter().any(|other| other.center == pocket.center.mirrored(signs)));
            }
        }
    }
}
