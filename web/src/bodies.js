// Bodies as objects of the scene: boxes, cylinders and spheres, with lines that show how they are turned.

import {
  BoxGeometry,
  BufferGeometry,
  Color,
  CylinderGeometry,
  EdgesGeometry,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshLambertMaterial,
  SphereGeometry,
} from "three";

const SHADOW = "#767f8d";

/** Returns the surface of a shape and the lines on it. */
function geometryOf({ kind, size }) {
  if (kind === "box") {
    const box = new BoxGeometry(...size);
    return [box, new EdgesGeometry(box)];
  }
  if (kind === "cylinder") {
    const [radius, length] = size;
    const surface = new CylinderGeometry(radius, radius, length, 48).rotateX(Math.PI / 2);
    return [surface, cylinderLines(radius, length / 2)];
  }
  const [radius] = size;
  return [new SphereGeometry(radius, 40, 24), linesOf(circle(radius, (c, s) => [c, 0, s], Math.PI))];
}

function circle(radius, point, angle = 2 * Math.PI) {
  const parts = 48;
  const at = (k) => point(Math.cos((k * angle) / parts), Math.sin((k * angle) / parts)).map((x) => x * radius);
  return Array.from({ length: parts }, (_, k) => [at(k), at(k + 1)]).flat();
}

/** Both rims, and a line along the side and to the middle of both ends. */
function cylinderLines(radius, half) {
  const rims = [-half, half].flatMap((z) =>
    circle(radius, (c, s) => [c, s, 0]).map(([x, y]) => [x, y, z]),
  );
  const [low, high] = [-half, half].map((z) => [radius, 0, z]);
  return linesOf([...rims, [0, 0, -half], low, low, high, high, [0, 0, half]]);
}

function linesOf(points) {
  const lines = new BufferGeometry();
  lines.setAttribute("position", new Float32BufferAttribute(points.flat(), 3));
  return lines;
}

function shapeOf(shape, isShadow) {
  const [surface, lines] = geometryOf(shape);
  const colour = new Color(isShadow ? SHADOW : (shape.colour ?? "#0072b2"));
  const looks = isShadow ? { transparent: true, opacity: 0.22, depthWrite: false } : {};
  const mesh = new Mesh(surface, new MeshLambertMaterial({ color: colour, ...looks }));
  const dark = colour.clone().multiplyScalar(isShadow ? 1 : 0.45);
  const edges = new LineSegments(lines, new LineBasicMaterial({ color: dark, ...looks }));
  edges.scale.setScalar(1.002); // in front of the surface
  mesh.add(edges);
  const [x, y, z] = shape.offset ?? [0, 0, 0];
  const [qw, qx, qy, qz] = shape.rotation ?? [1, 0, 0, 0];
  mesh.position.set(x, y, z);
  mesh.quaternion.set(qx, qy, qz, qw);
  return mesh;
}

/** Returns an object for each body. */
export function makeBodies(bodies, isShadow) {
  return bodies.map(({ shapes }) => {
    const group = new Group();
    for (const shape of shapes) group.add(shapeOf(shape, isShadow));
    if (isShadow) group.renderOrder = 1;
    return group;
  });
}

/** Returns how far the shapes of a body reach from its origin. */
export function reachOf({ shapes }) {
  const reach = ({ kind, size, offset = [0, 0, 0] }) => {
    const own = kind === "box" ? Math.hypot(...size) / 2 : kind === "cylinder" ? Math.hypot(size[0], size[1] / 2) : size[0];
    return Math.hypot(...offset) + own;
  };
  return Math.max(0, ...shapes.map(reach));
}
