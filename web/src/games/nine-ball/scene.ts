/** The 3D view. Only this file knows three.js, and it is loaded only when somebody chooses the view. */
import {
  AmbientLight,
  BackSide,
  BufferGeometry,
  CanvasTexture,
  CircleGeometry,
  Color,
  CylinderGeometry,
  DirectionalLight,
  DoubleSide,
  ExtrudeGeometry,
  Group,
  Line,
  LineBasicMaterial,
  LineDashedMaterial,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  PerspectiveCamera,
  PlaneGeometry,
  RingGeometry,
  Scene,
  Shape,
  SphereGeometry,
  SpotLight,
  SRGBColorSpace,
  Vector3,
  WebGLRenderer,
} from 'three';
import type { Frame } from './frame.ts';
import { COLOURS, CUSHION_DEPTH, RADIUS, RIM, type Bed } from './geometry.ts';
import { pointsOf } from './motion.ts';
import type { Ball, Path, Point } from './types.ts';

const NOSE = 0.0363;
const CAMERA_BACK = 1.15;

/** The skin of a ball, as a sphere of three.js wears it: its poles lie on y, and a quarter round it looks along z. */
function skin(ball: Ball): CanvasTexture {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [512, 256];
  const ink = canvas.getContext('2d')!;
  ink.fillStyle = ball > 8 ? '#FBF8EE' : COLOURS[ball]!;
  ink.fillRect(0, 0, 512, 256);
  if (ball > 8) {
    ink.fillStyle = COLOURS[ball]!;
    ink.fillRect(0, 256 * 0.295, 512, 256 * 0.41);
  }
  for (const x of [128, 384]) {
    if (ball === 0) {
      ink.fillStyle = '#C8281E';
      for (const dot of [x, x + 128]) {
        ink.beginPath();
        ink.arc(dot % 512, 128, 13, 0, 7);
        ink.fill();
      }
      continue;
    }
    ink.fillStyle = '#FFFDF5';
    ink.beginPath();
    ink.arc(x, 128, 46, 0, 7);
    ink.fill();
    ink.fillStyle = '#111';
    ink.font = '700 66px Arial, Helvetica, sans-serif';
    ink.textAlign = 'center';
    ink.textBaseline = 'middle';
    ink.fillText(String(ball), x, 132);
  }
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 4;
  return texture;
}

export class TableScene {
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #camera = new PerspectiveCamera(42, 1, 0.05, 20);
  readonly #balls = new Map<Ball, Mesh>();
  readonly #shadows = new Map<Ball, Mesh>();
  readonly #lines = new Group();
  readonly #table = new Group();
  readonly #cue: Mesh;
  readonly #ring: Mesh;
  #bed: Bed | null = null;
  #yaw = 0;
  #pitch = 0.36;
  #eye: { at: Point; direction: number } | null = null;

  constructor(canvas: HTMLCanvasElement) {
    this.#renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.#renderer.setPixelRatio(Math.min(2, globalThis.devicePixelRatio || 1));
    this.#camera.up.set(0, 0, 1);
    this.#scene.add(new AmbientLight(0xffffff, 1.1));
    const lamp = new SpotLight(0xfff3dc, 16, 0, 1.1, 0.6, 1.6);
    lamp.position.set(0, 0, 2.3);
    this.#scene.add(lamp);
    const side = new DirectionalLight(0xffffff, 0.9);
    side.position.set(-1.5, 2, 3);
    this.#scene.add(side, this.#table, this.#lines);
    this.#cue = cueStick();
    this.#scene.add(this.#cue);
    this.#ring = new Mesh(new RingGeometry(RADIUS * 1.35, RADIUS * 1.6, 40), new MeshBasicMaterial({ color: 0xffd766 }));
    this.#ring.position.z = 0.002;
    this.#scene.add(this.#ring);
  }

  resize(width: number, height: number): void {
    this.#renderer.setSize(width, height, false);
    this.#camera.aspect = width / height;
    this.#camera.fov = width < height ? 60 : 42;
    this.#camera.updateProjectionMatrix();
  }

  /** Moves the eye round the table by shares of the picture. */
  orbit(across: number, down: number): void {
    this.#yaw -= across * Math.PI;
    this.#pitch = Math.max(0.08, Math.min(1.5, this.#pitch + down * 1.6));
  }

  draw(frame: Frame): void {
    if (this.#bed !== frame.bed) this.#build(frame.bed);
    this.#place(frame);
    this.#foretell(frame);
    this.#aim(frame);
    this.#look(frame);
    this.#renderer.render(this.#scene, this.#camera);
  }

  close(): void {
    this.#renderer.dispose();
  }

  #build(bed: Bed): void {
    this.#bed = bed;
    this.#table.clear();
    this.#table.add(...furniture(bed));
  }

  #ball(ball: Ball): Mesh {
    let mesh = this.#balls.get(ball);
    if (!mesh) {
      mesh = new Mesh(new SphereGeometry(RADIUS, 40, 24), new MeshStandardMaterial({ map: skin(ball), roughness: 0.22, metalness: 0 }));
      const shadow = new Mesh(new CircleGeometry(RADIUS * 1.05, 24), new MeshBasicMaterial({ color: 0, transparent: true, opacity: 0.35, depthWrite: false }));
      shadow.position.z = 0.001;
      this.#balls.set(ball, mesh);
      this.#shadows.set(ball, shadow);
      this.#scene.add(mesh, shadow);
    }
    return mesh;
  }

  #place({ balls, held, target, isStill }: Frame): void {
    for (const mesh of [...this.#balls.values(), ...this.#shadows.values()]) mesh.visible = false;
    this.#ring.visible = false;
    const all = held ? [...balls, { ball: 0, at: held.at, turn: [0, 0, 0, 1] as const, sunk: 0 }] : balls;
    for (const { ball, at, turn, sunk } of all) {
      const mesh = this.#ball(ball);
      mesh.visible = true;
      mesh.position.set(at[0], at[1], RADIUS - sunk * 0.12);
      mesh.quaternion.set(...(turn as [number, number, number, number]));
      const shadow = this.#shadows.get(ball)!;
      shadow.visible = sunk === 0;
      shadow.position.set(at[0] + 0.006, at[1] - 0.006, 0.001);
      if (ball === target && isStill) {
        this.#ring.visible = true;
        this.#ring.position.set(at[0], at[1], 0.002);
      }
    }
    const white = this.#balls.get(0);
    if (white) (white.material as MeshStandardMaterial).color = new Color(held && !held.isFree ? 0xff8a80 : 0xffffff);
  }

  #foretell({ aimed }: Frame): void {
    for (const child of this.#lines.children) {
      (child as Line).geometry.dispose();
    }
    this.#lines.clear();
    if (!aimed) return;
    const isFoul = aimed.contact?.kind === 'ball' && !aimed.contact.legal;
    const first = isFoul ? 0xff9a90 : 0xffffff;
    const add = (path: Path | undefined, colour: number, dash: number) => {
      if (!path) return;
      const points = pointsOf(path).map(([x, y]) => new Vector3(x, y, RADIUS));
      const material = dash > 0 ? new LineDashedMaterial({ color: colour, dashSize: dash, gapSize: dash * 0.7 }) : new LineBasicMaterial({ color: colour });
      const line = new Line(new BufferGeometry().setFromPoints(points), material);
      line.computeLineDistances();
      this.#lines.add(line);
    };
    add(aimed.cue, first, 0);
    add(aimed.object, 0xffd766, 0.03);
    add(aimed.cueAfter, 0xffffff, 0.008);
    if (aimed.ghost) {
      const ghost = new Mesh(new SphereGeometry(RADIUS, 24, 16), new MeshBasicMaterial({ color: first, transparent: true, opacity: 0.35, depthWrite: false }));
      ghost.position.set(aimed.ghost[0], aimed.ghost[1], RADIUS);
      this.#lines.add(ghost);
    }
  }

  #aim({ cue }: Frame): void {
    this.#cue.visible = cue !== null;
    if (!cue) return;
    const rise = Math.max(cue.elevation, 0.07);
    const [dx, dy] = [Math.cos(cue.direction), Math.sin(cue.direction)];
    const along = new Vector3(-dx * Math.cos(rise), -dy * Math.cos(rise), Math.sin(rise));
    const tip = new Vector3(cue.at[0], cue.at[1], RADIUS).addScaledVector(along, RADIUS + cue.back);
    this.#cue.position.copy(tip);
    this.#cue.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), along);
  }

  /** Behind the cue while it aims; where it was while balls roll. */
  #look({ cue, shot, bed, held }: Frame): void {
    if (cue && !shot) this.#eye = { at: cue.at, direction: cue.direction };
    else if (!shot) this.#eye = held ? null : this.#eye;
    const { at, direction } = this.#eye ?? { at: [-bed.length / 4, 0] as Point, direction: 0 };
    const angle = direction + this.#yaw;
    const far = CAMERA_BACK * (shot || !this.#eye ? 1.45 : 1);
    const focus = new Vector3(at[0] + 0.45 * Math.cos(direction), at[1] + 0.45 * Math.sin(direction), 0.02);
    this.#camera.position.set(
      focus.x - far * 1.35 * Math.cos(angle) * Math.cos(this.#pitch),
      focus.y - far * 1.35 * Math.sin(angle) * Math.cos(this.#pitch),
      0.12 + far * 1.35 * Math.sin(this.#pitch),
    );
    this.#camera.lookAt(focus);
  }
}

function shapeOf(points: Point[]): Shape {
  const shape = new Shape();
  points.forEach(([x, y], index) => (index === 0 ? shape.moveTo(x, y) : shape.lineTo(x, y)));
  return shape;
}

function cueStick(): Mesh {
  const geometry = new CylinderGeometry(0.0145, 0.0062, 1.45, 20);
  // The tip is at the origin, the butt along +y.
  geometry.translate(0, 0.725, 0);
  const wood = new Mesh(geometry, new MeshStandardMaterial({ color: 0xd9b272, roughness: 0.5 }));
  const tip = new Mesh(new CylinderGeometry(0.0064, 0.0062, 0.012, 16), new MeshStandardMaterial({ color: 0x2f6fb0 }));
  tip.position.y = 0.006;
  const butt = new Mesh(new CylinderGeometry(0.0148, 0.0118, 0.6, 20), new MeshStandardMaterial({ color: 0x43220f, roughness: 0.4 }));
  butt.position.y = 1.155;
  wood.add(tip, butt);
  return wood;
}

function furniture(bed: Bed): Mesh[] {
  const [x, y] = [bed.length / 2, bed.width / 2];
  const cloth = new MeshStandardMaterial({ color: 0x1f7285, roughness: 0.95 });
  const bedMesh = new Mesh(new PlaneGeometry(2 * (x + CUSHION_DEPTH), 2 * (y + CUSHION_DEPTH)), cloth);
  const rubber = new MeshStandardMaterial({ color: 0x23808f, roughness: 0.9, side: DoubleSide });
  const cushions = bed.cushions.map((points) => new Mesh(new ExtrudeGeometry(shapeOf(points), { depth: NOSE + 0.004, bevelEnabled: false }), rubber));
  const wood = new MeshStandardMaterial({ color: 0x5a351f, roughness: 0.45 });
  const inner = CUSHION_DEPTH;
  const rail = new Shape();
  const corner = 0.075;
  const [ox, oy] = [x + RIM, y + RIM];
  rail.moveTo(-ox + corner, -oy);
  rail.lineTo(ox - corner, -oy);
  rail.quadraticCurveTo(ox, -oy, ox, -oy + corner);
  rail.lineTo(ox, oy - corner);
  rail.quadraticCurveTo(ox, oy, ox - corner, oy);
  rail.lineTo(-ox + corner, oy);
  rail.quadraticCurveTo(-ox, oy, -ox, oy - corner);
  rail.lineTo(-ox, -oy + corner);
  rail.quadraticCurveTo(-ox, -oy, -ox + corner, -oy);
  rail.holes.push(shapeOf([[-x - inner, -y - inner], [x + inner, -y - inner], [x + inner, y + inner], [-x - inner, y + inner]]));
  const frame = new Mesh(new ExtrudeGeometry(rail, { depth: 0.2, bevelEnabled: false }), wood);
  frame.position.z = -0.155;
  const hole = new MeshBasicMaterial({ color: 0x050403 });
  const dark = new MeshBasicMaterial({ color: 0x0b0806, side: BackSide });
  const leather = new MeshStandardMaterial({ color: 0x1b120c, roughness: 0.8 });
  const pockets = bed.pockets.flatMap(({ at, radius }) => {
    const pit = new Mesh(new CircleGeometry(radius, 40), hole);
    pit.position.set(at[0], at[1], 0.0015);
    const lid = new Mesh(new CircleGeometry(radius * 0.98, 40), hole);
    lid.position.set(at[0], at[1], 0.047);
    const lip = new Mesh(new RingGeometry(radius * 0.96, radius * 1.22, 40), leather);
    lip.position.set(at[0], at[1], 0.0465);
    const shaft = new Mesh(new CylinderGeometry(radius * 1.15, radius * 1.15, 0.046, 32, 1, true), dark);
    shaft.rotation.x = Math.PI / 2;
    shaft.position.set(at[0], at[1], 0.023);
    return [pit, lid, lip, shaft];
  });
  const ivory = new MeshBasicMaterial({ color: 0xead9be });
  const sights = bed.diamonds.map(([dx, dy]) => {
    const sight = new Mesh(new CircleGeometry(0.009, 4), ivory);
    sight.position.set(dx, dy, 0.0462);
    return sight;
  });
  const line = new Mesh(new PlaneGeometry(0.004, bed.width), new MeshBasicMaterial({ color: 0xffffff, transparent: true, opacity: 0.25 }));
  line.position.set(bed.headString, 0, 0.0008);
  return [bedMesh, ...cushions, frame, ...pockets, ...sights, line];
}
