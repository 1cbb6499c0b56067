//! Where balls lie, in whole micrometres, so that a rest position is a value that can be written down and
//! compared.

use crate::{Ball, Balls};
use schemars::JsonSchema;
use serde::de::{self, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;

/// The ball's radius R in micrometres.
pub const RADIUS: i64 = 28_575;
/// The gap left whenever two balls are set side by side, in micrometres.
pub const GAP: i64 = 1;

/// A point of the plane in whole micrometres from the centre of the bed; `[x, y]` in metres on the wire.
#[derive(Clone, Copy, PartialEq, Eq, Debug, JsonSchema)]
#[schemars(rename = "Point", with = "[f64; 2]")]
pub struct Spot {
    /// Along the long axis, towards the foot.
    pub x: i32,
    /// Across.
    pub y: i32,
}

impl Spot {
    /// Further than any table reaches, in metres.
    const FAR: f64 = 10.0;

    /// The nearest spot to a point given in micrometres.
    pub(crate) fn nearest(x: f64, y: f64) -> Spot {
        Spot { x: x.round() as i32, y: y.round() as i32 }
    }

    /// The coordinates in metres.
    pub fn metres(self) -> [f64; 2] {
        [f64::from(self.x) / 1e6, f64::from(self.y) / 1e6]
    }

    /// The exact square of the distance to `other`, in square micrometres.
    pub fn distance_squared(self, other: Spot) -> i64 {
        let (dx, dy) = (i64::from(self.x - other.x), i64::from(self.y - other.y));
        dx * dx + dy * dy
    }

    /// Whether balls on these two spots would overlap.
    pub fn overlaps(self, other: Spot) -> bool {
        self.distance_squared(other) < 4 * RADIUS * RADIUS
    }
}

impl Serialize for Spot {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.metres().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Spot {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Spot, D::Error> {
        let [x, y] = <[f64; 2]>::deserialize(deserializer)?;
        if x.abs() > Spot::FAR || y.abs() > Spot::FAR {
            return Err(de::Error::custom("a ball lies within a few metres of the centre of the table"));
        }
        Ok(Spot::nearest(x * 1e6, y * 1e6))
    }
}

/// Where each ball on the bed lies; `{"0":[x,y],..}` on the wire.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, JsonSchema)]
#[schemars(with = "BTreeMap<u8, Spot>")]
pub struct Layout([Option<Spot>; Ball::COUNT]);

impl Layout {
    /// Where `ball` lies, if it is on the bed.
    pub const fn get(&self, ball: Ball) -> Option<Spot> {
        self.0[ball.index()]
    }

    /// Puts `ball` on a spot.
    pub(crate) const fn put(&mut self, ball: Ball, spot: Spot) {
        self.0[ball.index()] = Some(spot);
    }

    /// The balls on the bed, the cue ball included, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Ball, Spot)> + '_ {
        Ball::all().filter_map(|ball| Some((ball, self.get(ball)?)))
    }

    /// The object balls on the bed.
    pub fn objects(&self) -> Balls {
        self.iter().map(|(ball, _)| ball).collect::<Balls>().without(Ball::CUE)
    }

    /// Two balls that overlap, if any do.
    pub fn overlap(&self) -> Option<(Ball, Ball)> {
        self.iter().find_map(|(ball, spot)| {
            let mut later = self.iter().filter(|(other, _)| *other > ball);
            later.find(|(_, there)| spot.overlaps(*there)).map(|(other, _)| (ball, other))
        })
    }
}

impl FromIterator<(Ball, Spot)> for Layout {
    fn from_iter<I: IntoIterator<Item = (Ball, Spot)>>(balls: I) -> Layout {
        let mut layout = Layout::default();
        for (ball, spot) in balls {
            layout.put(ball, spot);
        }
        layout
    }
}

impl Serialize for Layout {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (ball, spot) in self.iter() {
            map.serialize_entry(&ball.number(), &spot)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Layout {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Layout, D::Error> {
        ByBall::deserialize(deserializer).map(|ByBall(spots)| Layout(spots))
    }
}

/// A value for each ball, with its number as the key: `{"0":..,"9":..}`.
#[derive(Clone, Copy, PartialEq, Debug, JsonSchema)]
#[schemars(with = "BTreeMap<u8, T>", inline)]
pub(crate) struct ByBall<T>(pub(crate) [Option<T>; Ball::COUNT]);

impl<T> Default for ByBall<T> {
    fn default() -> ByBall<T> {
        ByBall([const { None }; Ball::COUNT])
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for ByBall<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ByBall<T>, D::Error> {
        struct Entries<T>(ByBall<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
            type Value = ByBall<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object with a key from \"0\" to \"9\" for each ball")
            }

            fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<ByBall<T>, A::Error> {
                while let Some(key) = map.next_key::<String>()? {
                    let number = key.parse::<u8>().ok().filter(|number| number.to_string() == key);
                    let Some(ball) = number.and_then(Ball::new) else {
                        return Err(de::Error::custom(format_args!(
                            "there is no ball {:?}; they are \"0\" to \"9\"",
                            baize_rules::clip(&key)
                        )));
                    };
                    let value = map.next_value()?;
                    if self.0.0[ball.index()].replace(value).is_some() {
                        return Err(de::Error::custom(format_args!("{ball} is there twice")));
                    }
                }
                Ok(self.0)
            }
        }

        deserializer.deserialize_map(Entries(ByBall::default()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: Result<&str, &str>) {
        let layout = serde_json::from_str::<Layout>(text);
        let answer = match &layout {
            Ok(layout) => Ok(serde_json::to_string(layout).unwrap()),
            Err(error) => Err(error.to_string()),
        };
        match expect {
            Ok(expect) => assert_eq!(answer.as_deref(), Ok(expect), "{text}"),
            Err(part) => assert!(answer.as_ref().is_err_and(|error| error.contains(part)), "{answer:?}"),
        }
    }

    #[test]
    fn layouts_are_metres_on_the_wire_and_micrometres_inside() {
        check(r#"{"0":[-0.635,0],"9":[0.1234564,-1e-7]}"#, Ok(r#"{"0":[-0.635,0.0],"9":[0.123456,0.0]}"#));
        check("{}", Ok("{}"));
        check(r#"{"10":[0,0]}"#, Err("no ball"));
        check(r#"{"01":[0,0]}"#, Err("no ball"));
        check(r#"{"x":[0,0]}"#, Err("no ball"));
        check(r#"{"1":[0,0],"1":[0,1]}"#, Err("twice"));
        check(r#"{"1":[0]}"#, Err("array"));
        check(r#"{"1":[1e300,0]}"#, Err("few metres"));
        check("[]", Err("object"));
    }

    #[test]
    fn overlap_is_exact_to_the_micrometre() {
        let at = |x, y| Spot { x, y };
        assert!(at(0, 0).overlaps(at(57_149, 0)));
        assert!(!at(0, 0).overlaps(at(57_150, 0)));
        assert!(!at(-635_000, 0).overlaps(at(635_000, 0)));
        assert!(at(0, 0).overlaps(at(40_411, 40_411)));
        assert!(!at(0, 0).overlaps(at(40_412, 40_411)));
    }
}
