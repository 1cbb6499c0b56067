/** The 3D view. Only this file and its furnishings use three.js, which is loaded only when somebody chooses the view. */
import {
  ACESFilmicToneMapping,
  BufferGeometry,
  CircleGeometry,
  Color,
  Group,
  Line,
  LineBasicMaterial,
  LineDashedMaterial,
  Mesh,
  MeshBasicMaterial,
  MeshPhysicalMaterial,
  PCFSoftShadowMap,
  PerspectiveCamera,
  RingGeometry,
  Scene,
  SphereGeometry,
  Vector3,
  WebGLRenderer,
  type SpotLight,
} from 'three';
import { behindCue, broadcast, type Pose, type Vec } from './camera.ts';
import type { Frame } from './frame.ts';
import { cueStick, furniture } from './furniture.ts';
import { RADIUS, type Bed } from './geometry.ts';
import { pointsOf } from './motion.ts';
import { furnish, lampOver } from './room3d.ts';
import { ballSkin, contact } from './skins.ts';
import type { Ball, Path, Point } from './types.ts';

/** How long the eye takes for most of a swing with the aim, and below, for rising over the table, in milliseconds. */
const SWING = 70;
const RISE = 210;
/** Frames slower than this, in milliseconds, reduce first the resolution and then the shadows. */
const SLOW = 24;

export class TableScene {
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #camera = new PerspectiveCamera(38, 1, 0.03, 30);
  readonly #light: SpotLight;
  readonly #balls = new Map<Ball, Mesh>();
  readonly #shadows = new Map<Ball, Mesh>();
  readonly #lines = new Group();
  readonly #table = new Group();
  readonly #cue: Mesh;
  readonly #ring: Mesh;
  readonly #dark = new MeshBasicMaterial({ map: contact(), transparent: true, depthWrite: false });
  #bed: Bed | null = null;
  #size = { width: 1, height: 1 };
  #ratio = Math.min(2, globalThis.devicePixelRatio || 1);
  #slow = 0;
  #last = 0;
  #pose: Pose | null = null;
  #direction = 0;
  /** How far the eye was moved round and up by hand; it springs back when released. */
  #orbit = { yaw: 0, rise: 0, isHeld: false };
  /** Whether the eye jumps to its place at once. */
  isStill = false;

  constructor(canvas: HTMLCanvasElement) {
    this.#renderer = new WebGLRenderer({ canvas, antialias: true });
    this.#renderer.toneMapping = ACESFilmicToneMapping;
    this.#renderer.toneMappingExposure = 1.05;
    this.#renderer.shadowMap.enabled = true;
    this.#renderer.shadowMap.type = PCFSoftShadowMap;
    this.#light = furnish(this.#scene, this.#renderer);
    // A machine with software rendering starts with reduced quality.
    const gl = this.#renderer.getContext();
    const known = gl.getExtension('WEBGL_debug_renderer_info');
    if (known && /swiftshader|llvmpipe|software/i.test(String(gl.getParameter(known.UNMASKED_RENDERER_WEBGL)))) {
      this.#ratio = 0.5;
      this.#light.castShadow = false;
    }
    this.#renderer.setPixelRatio(this.#ratio);
    this.#camera.up.set(0, 0, 1);
    this.#cue = cueStick();
    this.#cue.castShadow = true;
    this.#ring = new Mesh(new RingGeometry(RADIUS * 1.35, RADIUS * 1.6, 40), new MeshBasicMaterial({ color: 0xffd766 }));
    this.#scene.add(this.#table, this.#lines, this.#cue, this.#ring);
  }

  resize(width: number, height: number): void {
    this.#size = { width, height };
    this.#renderer.setSize(width, height, false);
    this.#camera.aspect = width / height;
    this.#pose = null;
  }

  /** Moves the eye round the table by shares of the picture. */
  orbit(across: number, down: number): void {
    this.#orbit.isHeld = true;
    this.#orbit.yaw -= across * Math.PI;
    this.#orbit.rise = Math.max(-0.3, Math.min(1.6, this.#orbit.rise + down * 1.6));
  }

  letGo(): void {
    this.#orbit.isHeld = false;
  }

  /** Draws a frame; returns whether the eye is still moving. */
  draw(frame: Frame, now: number): boolean {
    if (this.#bed !== frame.bed) this.#build(frame.bed);
    const passed = this.#last === 0 ? 16 : now - this.#last;
    this.#last = now;
    if (frame.shot) this.#spare(passed);
    this.#place(frame);
    this.#foretell(frame);
    this.#aim(frame);
    const isMoving = this.#look(frame, Math.min(100, passed));
    this.#renderer.render(this.#scene, this.#camera);
    return isMoving;
  }

  close(): void {
    this.#renderer.dispose();
  }

  /** Reduces resolution, then shadows, while frames are too slow. */
  #spare(passed: number): void {
    this.#slow = passed > SLOW && passed < 500 ? this.#slow + 1 : Math.max(0, this.#slow - 1);
    if (this.#slow < 20) return;
    this.#slow = 0;
    if (this.#ratio > 0.6) {
      this.#ratio = Math.max(0.6, this.#ratio * 0.75);
      this.#renderer.setPixelRatio(this.#ratio);
      this.#renderer.setSize(this.#size.width, this.#size.height, false);
    } else if (this.#light.castShadow) this.#light.castShadow = false;
  }

  #build(bed: Bed): void {
    this.#bed = bed;
    this.#table.clear();
    this.#table.add(...furniture(bed), lampOver(bed));
  }

  #ball(ball: Ball): Mesh {
    let mesh = this.#balls.get(ball);
    if (!mesh) {
      const skin = new MeshPhysicalMaterial({ map: ballSkin(ball), roughness: 0.28, clearcoat: 1, clearcoatRoughness: 0.04, envMapIntensity: 1.6 });
      mesh = new Mesh(new SphereGeometry(RADIUS, 40, 24), skin);
      mesh.castShadow = true;
      const shadow = new Mesh(new CircleGeometry(RADIUS * 1.5, 24), this.#dark);
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
      shadow.position.set(at[0], at[1], 0.0014);
      if (ball === target && isStill) {
        this.#ring.visible = true;
        this.#ring.position.set(at[0], at[1], 0.002);
      }
    }
    const white = this.#balls.get(0);
    if (white) (white.material as MeshPhysicalMaterial).color = new Color(held && !held.isFree ? 0xff8a80 : 0xffffff);
  }

  #foretell({ aimed, cue }: Frame): void {
    for (const child of this.#lines.children) (child as Line).geometry.dispose();
    this.#lines.clear();
    const line = (points: Point[], colour: number, dash: number, opacity = 1) => {
      const made = new BufferGeometry().setFromPoints(points.map(([x, y]) => new Vector3(x, y, RADIUS)));
      const look = { color: colour, transparent: opacity < 1, opacity, toneMapped: false };
      const drawn = new Line(made, dash > 0 ? new LineDashedMaterial({ ...look, dashSize: dash, gapSize: dash * 0.7 }) : new LineBasicMaterial(look));
      drawn.computeLineDistances();
      this.#lines.add(drawn);
    };
    if (cue?.isTheirs) line([cue.at, [cue.at[0] + 1.4 * Math.cos(cue.direction), cue.at[1] + 1.4 * Math.sin(cue.direction)]], 0xffffff, 0, 0.5);
    if (!aimed) return;
    const isFoul = aimed.contact?.kind === 'ball' && !aimed.contact.legal;
    const first = isFoul ? 0xff9a90 : 0xffffff;
    const add = (path: Path | undefined, colour: number, dash: number) => path && line(pointsOf(path), colour, dash);
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
    const rise = Math.max(cue.elevation, 0.09);
    const [dx, dy] = [Math.cos(cue.direction), Math.sin(cue.direction)];
    const along = new Vector3(-dx * Math.cos(rise), -dy * Math.cos(rise), Math.sin(rise));
    const tip = new Vector3(cue.at[0], cue.at[1], RADIUS).addScaledVector(along, RADIUS + cue.back);
    this.#cue.position.copy(tip);
    this.#cue.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), along);
  }

  /** Where the eye should be: behind the reader's cue, or over the table while balls roll or somebody else plays. */
  #goal({ cue, shot, bed, t, held, isMine }: Frame): Pose {
    const { aspect } = this.#camera;
    if (cue && !shot && isMine && !held) {
      this.#direction = cue.direction;
      return behindCue(bed, cue.at, cue.direction, aspect);
    }
    const pose = broadcast(bed, this.#direction, aspect);
    const next = shot?.pots.find((pot) => t > pot.t - 0.3 && t < pot.t + 0.6);
    const pocket = next && bed.pockets.find(({ id }) => id === next.pocket)?.at;
    // Leans towards a pocket that is about to swallow a ball.
    return pocket ? { ...pose, to: [pocket[0] * 0.3, pocket[1] * 0.3, 0], fov: pose.fov * 0.9 } : pose;
  }

  /** Moves the eye towards its goal; returns whether it is still moving. */
  #look(frame: Frame, passed: number): boolean {
    const goal = this.#goal(frame);
    const isOwn = goal.eye[2] < 1;
    const share = this.isStill || !this.#pose ? 1 : 1 - Math.exp(-passed / (isOwn && this.#pose.eye[2] < 1 ? SWING : RISE));
    const mix = (a: Vec, b: Vec): Vec => a.map((part, index) => part + (b[index]! - part) * share) as Vec;
    const from = this.#pose ?? goal;
    const pose: Pose = { eye: mix(from.eye, goal.eye), to: mix(from.to, goal.to), fov: from.fov + (goal.fov - from.fov) * share };
    this.#pose = pose;
    const { yaw, rise, isHeld } = this.#orbit;
    if (!isHeld) {
      const left = this.isStill ? 0 : Math.exp(-passed / 120);
      Object.assign(this.#orbit, { yaw: yaw * left, rise: rise * left });
    }
    const [c, s] = [Math.cos(yaw), Math.sin(yaw)];
    const [dx, dy] = [pose.eye[0] - pose.to[0], pose.eye[1] - pose.to[1]];
    this.#camera.position.set(pose.to[0] + dx * c - dy * s, pose.to[1] + dx * s + dy * c, Math.max(0.1, pose.eye[2] + rise));
    this.#camera.lookAt(...pose.to);
    this.#camera.fov = pose.fov;
    this.#camera.updateProjectionMatrix();
    // From high up, the lamp would be in front of the table.
    const lamp = this.#table.children.at(-1);
    if (lamp) lamp.visible = this.#camera.position.z < 1;
    const off = Math.hypot(...pose.eye.map((part, index) => part - goal.eye[index]!), ...pose.to.map((part, index) => part - goal.to[index]!));
    return off > 1e-3 || (!isHeld && Math.abs(yaw) + Math.abs(rise) > 1e-3);
  }
}
