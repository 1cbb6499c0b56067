//! Han 2005, corrected: an impulse along the nose normal and Coulomb friction across it, in closed form.

use super::{CushionContact, Incidence};

impl CushionContact {
    pub(super) fn han(&self, hit: Incidence) -> Incidence {
        let Incidence { mut v, mut w } = hit;
        let (sin, cos, r) = (self.sin, self.cos, self.radius);
        // Slip at the nose and impulses, all per mass.
        let slip_x = v.x * sin + r * w.y;
        let slip_y = -v.y - r * w.z * cos + r * w.x * sin;
        let slip = (slip_x * slip_x + slip_y * slip_y).sqrt();
        let normal = (1.0 + self.restitution) * (v.x * cos);
        let stick = 2.0 / 7.0;
        let factor =
            if stick * slip <= self.friction * normal { stick } else { self.friction * normal / slip };
        let (across, along) = (factor * slip_x, factor * slip_y);
        let push_x = -across * sin - normal * cos;
        let push_z = across * cos - normal * sin;
        let twist = 2.5 / r;
        v.x += push_x;
        v.y += along;
        w.x -= twist * along * sin;
        w.y += twist * (push_x * sin - push_z * cos);
        w.z += twist * along * cos;
        Incidence { v, w }
    }
}
