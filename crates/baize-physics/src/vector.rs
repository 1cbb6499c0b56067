//! Vectors in the plane of the bed and in space.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A point or a vector in the plane of the bed: `x` along the table, positive towards the foot, `y` across.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(from = "[f64; 2]", into = "[f64; 2]")]
#[schemars(inline)]
pub struct Vec2 {
    /// Along the table.
    pub x: f64,
    /// Across the table.
    pub y: f64,
}

impl Vec2 {
    /// The vector of length zero.
    pub const ZERO: Vec2 = Vec2::new(0.0, 0.0);

    /// The vector with these components.
    pub const fn new(x: f64, y: f64) -> Vec2 {
        Vec2 { x, y }
    }

    /// The scalar product.
    pub fn dot(self, other: Vec2) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// The length.
    pub fn norm(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// The vector turned left by a quarter turn: `z^ x self`.
    pub fn left(self) -> Vec2 {
        Vec2::new(-self.y, self.x)
    }

    /// The same vector in space.
    pub fn flat(self) -> Vec3 {
        Vec3::new(self.x, self.y, 0.0)
    }

    /// Whether both components are finite numbers.
    pub fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }
}

/// A vector in space, `z` up: mostly a spin in radians per second about each axis.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(from = "[f64; 3]", into = "[f64; 3]")]
#[schemars(inline)]
pub struct Vec3 {
    /// Along the table.
    pub x: f64,
    /// Across the table.
    pub y: f64,
    /// Upwards.
    pub z: f64,
}

impl Vec3 {
    /// The vector of length zero.
    pub const ZERO: Vec3 = Vec3::new(0.0, 0.0, 0.0);

    /// The vector with these components.
    pub const fn new(x: f64, y: f64, z: f64) -> Vec3 {
        Vec3 { x, y, z }
    }

    /// The scalar product.
    pub fn dot(self, other: Vec3) -> f64 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    /// The vector product.
    pub fn cross(self, other: Vec3) -> Vec3 {
        Vec3::new(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )
    }

    /// The length.
    pub fn norm(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// The part in the plane of the bed.
    pub fn plane(self) -> Vec2 {
        Vec2::new(self.x, self.y)
    }

    /// Whether all components are finite numbers.
    pub fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite() && self.z.is_finite()
    }
}

impl From<[f64; 2]> for Vec2 {
    fn from([x, y]: [f64; 2]) -> Vec2 {
        Vec2::new(x, y)
    }
}

impl From<Vec2> for [f64; 2] {
    fn from(v: Vec2) -> [f64; 2] {
        [v.x, v.y]
    }
}

impl From<[f64; 3]> for Vec3 {
    fn from([x, y, z]: [f64; 3]) -> Vec3 {
        Vec3::new(x, y, z)
    }
}

impl From<Vec3> for [f64; 3] {
    fn from(v: Vec3) -> [f64; 3] {
        [v.x, v.y, v.z]
    }
}

macro_rules! arithmetic {
    ($vector:ident: $($axis:ident)*) => {
        impl Add for $vector {
            type Output = $vector;
            fn add(self, other: $vector) -> $vector {
                $vector { $($axis: self.$axis + other.$axis),* }
            }
        }

        impl Sub for $vector {
            type Output = $vector;
            fn sub(self, other: $vector) -> $vector {
                $vector { $($axis: self.$axis - other.$axis),* }
            }
        }

        impl Mul<f64> for $vector {
            type Output = $vector;
            fn mul(self, factor: f64) -> $vector {
                $vector { $($axis: self.$axis * factor),* }
            }
        }

        impl Neg for $vector {
            type Output = $vector;
            fn neg(self) -> $vector {
                $vector { $($axis: -self.$axis),* }
            }
        }

        impl AddAssign for $vector {
            fn add_assign(&mut self, other: $vector) {
                *self = *self + other;
            }
        }

        impl SubAssign for $vector {
            fn sub_assign(&mut self, other: $vector) {
                *self = *self - other;
            }
        }
    };
}

arithmetic!(Vec2: x y);
arithmetic!(Vec3: x y z);
