// The scene of the animation: light, ground, camera and the picture of it.

import {
  BufferGeometry,
  DirectionalLight,
  Float32BufferAttribute,
  HemisphereLight,
  Line,
  LineBasicMaterial,
  LineSegments,
  PerspectiveCamera,
  Scene,
  Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";

/** Returns a canvas and its WebGL context, or null where there is none. */
export function openCanvas() {
  const canvas = document.createElement("canvas");
  try {
    const context = canvas.getContext("webgl2", { antialias: true, alpha: false, preserveDrawingBuffer: true });
    return context && { canvas, context };
  } catch {
    return null;
  }
}

export class Stage {
  /** `extent` holds the middle and radius of what moves, and the lowest height along `up`. */
  constructor({ canvas, context }, up, extent) {
    this.canvas = canvas;
    this.renderer = new WebGLRenderer({ canvas, context, antialias: true, preserveDrawingBuffer: true });
    this.renderer.setClearColor("#fcfcfd");
    this.scene = new Scene();
    this.up = new Vector3(...up);
    const [x, y] = basisOf(this.up);
    const { middle, radius, lowest } = extent;
    this.camera = new PerspectiveCamera(35, 1, radius / 100, radius * 100);
    this.camera.up.copy(this.up);
    const away = x.clone().multiplyScalar(0.75).addScaledVector(y, -1).addScaledVector(this.up, 0.55).normalize();
    this.camera.position.copy(middle).addScaledVector(away, radius * 2.4);
    // the wheel scrolls the page until the picture is touched
    canvas.addEventListener("pointerdown", () => (this.controls.enableZoom = true));
    canvas.addEventListener("pointerleave", () => (this.controls.enableZoom = false));
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableZoom = false;
    this.controls.target.copy(middle);
    this.controls.minDistance = radius / 20;
    this.controls.maxDistance = radius * 30;
    this.controls.update();
    const sky = new HemisphereLight("#ffffff", "#c3cad6", 2.2);
    sky.position.copy(this.up);
    const sun = new DirectionalLight("#ffffff", 1.6);
    sun.position.copy(this.up).addScaledVector(x, 0.8).addScaledVector(y, -0.35);
    this.scene.add(sky, sun, ground(this.up, x, y, middle, radius, lowest));
    this.spacing = spacingOf(radius);
  }

  resize() {
    const width = this.canvas.parentElement.clientWidth || 320;
    const height = Math.round(Math.min(Math.max(width * 0.56, 260), 560));
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio || 1));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    // as much to the sides of a narrow picture as above and below in a wide one
    this.camera.zoom = Math.min(1, this.camera.aspect);
    this.camera.updateProjectionMatrix();
  }

  /** Moves the camera along with what it looks at. */
  shift(by) {
    this.camera.position.add(by);
    this.controls.target.add(by);
    this.controls.update();
  }

  render() {
    this.renderer.render(this.scene, this.camera);
  }
}

/** A line through points, of which the first ones may be drawn only. */
export function lineThrough(points, colour, opacity) {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(points, 3));
  const line = new Line(geometry, new LineBasicMaterial({ color: colour, transparent: opacity < 1, opacity }));
  line.frustumCulled = false;
  return line;
}

/** Returns two axes of the ground, those of the world where up is its z. */
function basisOf(up) {
  const ahead = Math.abs(up.x) < 0.9 ? new Vector3(1, 0, 0) : new Vector3(0, 1, 0);
  const x = ahead.addScaledVector(up, -ahead.dot(up)).normalize();
  return [x, new Vector3().crossVectors(up, x)];
}

/** Returns a round distance of the lines of the ground. */
function spacingOf(radius) {
  const wanted = radius / 4;
  const power = 10 ** Math.floor(Math.log10(wanted));
  return power * [5, 2, 1].find((k) => k * power <= wanted * 1.0001);
}

function ground(up, x, y, middle, radius, lowest) {
  const step = spacingOf(radius);
  const lines = Math.ceil((1.3 * radius) / step);
  const origin = up.clone().multiplyScalar(lowest);
  for (const axis of [x, y]) origin.addScaledVector(axis, step * Math.round(middle.dot(axis) / step));
  const points = [];
  const push = (a, b) => points.push(...origin.clone().addScaledVector(x, a * step).addScaledVector(y, b * step).toArray());
  for (let k = -lines; k <= lines; k++) {
    push(k, -lines);
    push(k, lines);
    push(-lines, k);
    push(lines, k);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(points, 3));
  return new LineSegments(geometry, new LineBasicMaterial({ color: "#d5dae1" }));
}
