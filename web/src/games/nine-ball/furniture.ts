/** The table of the 3D view: cloth, cushions, walnut rails with a clear coat, sights, and pockets with depth. */
import {
  BackSide,
  CircleGeometry,
  CylinderGeometry,
  DoubleSide,
  ExtrudeGeometry,
  Mesh,
  MeshBasicMaterial,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  PlaneGeometry,
  RingGeometry,
  Shape,
} from 'three';
import { CUSHION_DEPTH, RIM, type Bed } from './geometry.ts';
import { clothColour, walnut, weave } from './skins.ts';
import type { Point } from './types.ts';

const NOSE = 0.0363;

function shapeOf(points: Point[]): Shape {
  const shape = new Shape();
  points.forEach(([x, y], index) => (index === 0 ? shape.moveTo(x, y) : shape.lineTo(x, y)));
  return shape;
}

export function cueStick(): Mesh {
  const geometry = new CylinderGeometry(0.0145, 0.0062, 1.45, 20);
  // The tip is at the origin, the butt along +y.
  geometry.translate(0, 0.725, 0);
  const wood = new Mesh(geometry, new MeshPhysicalMaterial({ color: 0xd9b272, roughness: 0.45, clearcoat: 0.6 }));
  const tip = new Mesh(new CylinderGeometry(0.0064, 0.0062, 0.012, 16), new MeshStandardMaterial({ color: 0x2f6fb0 }));
  tip.position.y = 0.006;
  const butt = new Mesh(new CylinderGeometry(0.0148, 0.0118, 0.6, 20), new MeshPhysicalMaterial({ color: 0x43220f, roughness: 0.4, clearcoat: 0.8 }));
  butt.position.y = 1.155;
  wood.add(tip, butt);
  return wood;
}

function rails(bed: Bed): Mesh {
  const [x, y] = [bed.length / 2, bed.width / 2];
  const [ox, oy, corner] = [x + RIM, y + RIM, 0.075];
  const shape = new Shape();
  shape.moveTo(-ox + corner, -oy);
  shape.lineTo(ox - corner, -oy);
  shape.quadraticCurveTo(ox, -oy, ox, -oy + corner);
  shape.lineTo(ox, oy - corner);
  shape.quadraticCurveTo(ox, oy, ox - corner, oy);
  shape.lineTo(-ox + corner, oy);
  shape.quadraticCurveTo(-ox, oy, -ox, oy - corner);
  shape.lineTo(-ox, -oy + corner);
  shape.quadraticCurveTo(-ox, -oy, -ox + corner, -oy);
  const inner = CUSHION_DEPTH;
  shape.holes.push(shapeOf([[-x - inner, -y - inner], [x + inner, -y - inner], [x + inner, y + inner], [-x - inner, y + inner]]));
  const wood = new MeshPhysicalMaterial({ map: walnut(), roughness: 0.5, clearcoat: 0.7, clearcoatRoughness: 0.18 });
  const mesh = new Mesh(new ExtrudeGeometry(shape, { depth: 0.2, bevelEnabled: true, bevelSize: 0.006, bevelThickness: 0.006, bevelSegments: 3 }), wood);
  mesh.position.z = -0.16;
  mesh.castShadow = mesh.receiveShadow = true;
  return mesh;
}

export function furniture(bed: Bed): Mesh[] {
  const [x, y] = [bed.length / 2, bed.width / 2];
  const bump = weave();
  const cloth = new MeshStandardMaterial({ map: clothColour(), bumpMap: bump, bumpScale: 0.6, roughness: 0.95, envMapIntensity: 0.3 });
  const plane = new PlaneGeometry(2 * (x + CUSHION_DEPTH), 2 * (y + CUSHION_DEPTH));
  const bedMesh = new Mesh(plane, cloth);
  bedMesh.receiveShadow = true;
  const rubber = new MeshStandardMaterial({ color: 0x1e7b8e, roughness: 0.9, side: DoubleSide, envMapIntensity: 0.3 });
  const cushions = bed.cushions.map((points) => {
    const mesh = new Mesh(new ExtrudeGeometry(shapeOf(points), { depth: NOSE + 0.004, bevelEnabled: false }), rubber);
    mesh.castShadow = mesh.receiveShadow = true;
    return mesh;
  });
  const leather = new MeshPhysicalMaterial({ color: 0x1d130c, roughness: 0.6, clearcoat: 0.2 });
  const inside = new MeshStandardMaterial({ color: 0x17100a, roughness: 0.9, side: BackSide });
  const black = new MeshBasicMaterial({ color: 0x030202 });
  const pockets = bed.pockets.flatMap(({ at, radius }) => {
    const pit = new Mesh(new CircleGeometry(radius, 40), black);
    pit.position.set(at[0], at[1], 0.0012);
    const lid = new Mesh(new CircleGeometry(radius * 0.98, 40), black);
    lid.position.set(at[0], at[1], 0.0475);
    const lip = new Mesh(new RingGeometry(radius * 0.94, radius * 1.2, 40), leather);
    lip.position.set(at[0], at[1], 0.0478);
    const shaft = new Mesh(new CylinderGeometry(radius * 1.12, radius * 1.02, 0.046, 32, 1, true), inside);
    shaft.rotation.x = Math.PI / 2;
    shaft.position.set(at[0], at[1], 0.024);
    return [pit, lid, lip, shaft];
  });
  const ivory = new MeshPhysicalMaterial({ color: 0xead9be, roughness: 0.3, clearcoat: 1 });
  const sights = bed.diamonds.map(([dx, dy]) => {
    const sight = new Mesh(new CircleGeometry(0.009, 4), ivory);
    sight.position.set(dx, dy, 0.0468);
    return sight;
  });
  const line = new Mesh(new PlaneGeometry(0.004, bed.width), new MeshBasicMaterial({ color: 0xffffff, transparent: true, opacity: 0.2 }));
  line.position.set(bed.headString, 0, 0.0008);
  return [bedMesh, ...cushions, rails(bed), ...pockets, ...sights, line];
}
