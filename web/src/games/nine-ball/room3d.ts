/** The room of the 3D view: a long lamp with three warm panes, and the little that is visible beyond its light. */
import { BoxGeometry, Color, DoubleSide, Group, HemisphereLight, Mesh, MeshBasicMaterial, MeshStandardMaterial, PlaneGeometry, PMREMGenerator, Scene, SpotLight, type WebGLRenderer } from 'three';
import type { Bed } from './geometry.ts';

const LAMP = 1.15;
const DARK = 0x0d1312;

function panes(material: MeshBasicMaterial, height: number): Mesh[] {
  return [-0.62, 0, 0.62].map((x) => {
    const pane = new Mesh(new PlaneGeometry(0.52, 0.3), material);
    pane.position.set(x, 0, height);
    pane.rotation.x = Math.PI;
    return pane;
  });
}

/** The surroundings reflected by balls and wood: three panes in a dark room. */
function reflections(renderer: WebGLRenderer): Scene['environment'] {
  const room = new Scene();
  room.background = new Color(0x070a09);
  const glow = new MeshBasicMaterial({ side: DoubleSide });
  glow.color.setRGB(14, 11.5, 8.5);
  room.add(...panes(glow, 0.7));
  const maker = new PMREMGenerator(renderer);
  const { texture } = maker.fromScene(room, 0.01, 0.05, 20);
  maker.dispose();
  return texture;
}

/** Lights the scene and adds the room around it; returns the light that casts the shadows. */
export function furnish(scene: Scene, renderer: WebGLRenderer): SpotLight {
  scene.background = new Color(DARK);
  scene.environment = reflections(renderer);
  scene.environmentIntensity = 0.55;
  const light = new SpotLight(0xffe9c8, 8.5, 0, 1.15, 0.75, 1.6);
  light.position.set(0, 0, 2.1);
  light.castShadow = true;
  light.shadow.mapSize.set(1024, 1024);
  light.shadow.radius = 5;
  light.shadow.bias = -0.0004;
  light.shadow.camera.near = 0.8;
  light.shadow.camera.far = 3.4;
  scene.add(light, light.target, new HemisphereLight(0xfff1dd, 0x1a2a2c, 0.35));
  const floor = new Mesh(new PlaneGeometry(14, 14), new MeshStandardMaterial({ color: 0x2a1c13, roughness: 0.7 }));
  floor.position.z = -0.82;
  const wall = new MeshStandardMaterial({ color: 0x1d2724, roughness: 1, emissive: 0x0b100f, side: DoubleSide });
  const walls = [0, 1, 2, 3].map((side) => {
    const mesh = new Mesh(new PlaneGeometry(14, 4), wall);
    const turn = (side * Math.PI) / 2;
    mesh.position.set(4.6 * Math.cos(turn), 4.6 * Math.sin(turn), 1.2);
    mesh.up.set(0, 0, 1);
    mesh.lookAt(0, 0, 1.2);
    return mesh;
  });
  scene.add(floor, ...walls);
  return light;
}

/** The lamp over the table, visible only from afar and never in front of the balls. */
export function lampOver(bed: Bed): Group {
  const lamp = new Group();
  const shade = new Mesh(new BoxGeometry(bed.length * 0.78, 0.36, 0.09), new MeshStandardMaterial({ color: 0x12261f, roughness: 0.5, metalness: 0.3 }));
  const glow = new MeshBasicMaterial({ color: 0xffe3b0 });
  shade.position.z = LAMP + 0.06;
  lamp.add(shade, ...panes(glow, LAMP + 0.012));
  return lamp;
}
