// The animation: members that move, with controls.

import { Object3D, Vector3 } from "three";
import { Poses } from "./poses.js";
import { Stage, lineThrough, openCanvas } from "./stage.js";
import { makeBodies, reachOf } from "./bodies.js";
import { h, labelled } from "./dom.js";
import { figure } from "./format.js";

const SPEEDS = [0.1, 0.2, 0.5, 1, 2, 5, 10];
const TRACE = "#d55e00";

/** Returns the middle, radius and lowest height of what moves; a member that runs away has its beginning in view. */
function extentOf(members, bodies, up) {
  const points = [];
  const reaches = bodies.map(reachOf);
  for (const poses of members) {
    const step = Math.max(1, Math.floor(poses.count / 200));
    for (let frame = 0; frame < poses.count; frame += step) {
      bodies.forEach((_, body) => {
        const point = new Vector3().fromArray(poses.poses, poses.offset(frame, body));
        if (Number.isFinite(point.length())) points.push({ point, reach: reaches[body] });
      });
    }
  }
  if (points.length === 0) return { middle: new Vector3(), radius: 1, lowest: 0 };
  const first = points[0].point;
  const far = (share) => {
    const distances = points.map(({ point }) => point.distanceTo(first)).sort((a, b) => a - b);
    return distances[Math.floor(share * (distances.length - 1))];
  };
  const limit = Math.max(20 * Math.max(far(0.5), ...reaches), 1e-9);
  const near = points.filter(({ point }) => point.distanceTo(first) <= limit);
  const low = new Vector3(Infinity, Infinity, Infinity);
  const high = low.clone().negate();
  let lowest = Infinity;
  for (const { point, reach } of near) {
    low.min(point.clone().subScalar(reach));
    high.max(point.clone().addScalar(reach));
    lowest = Math.min(lowest, point.dot(up) - reach);
  }
  const middle = low.clone().add(high).multiplyScalar(0.5);
  return { middle, radius: Math.max(low.distanceTo(high) / 2, 1e-6), lowest };
}

/** Returns where a point of a body is that has the pose of an object. */
function placeOf({ at }, { position, quaternion }) {
  return new Vector3(...at).applyQuaternion(quaternion).add(position);
}

class Animation {
  constructor(data, members, target) {
    Object.assign(this, { data, members });
    const gravity = new Vector3(...(data.gravity ?? [0, 0, 0]));
    const up = gravity.length() > 0 ? gravity.normalize().negate() : new Vector3(0, 0, 1);
    this.begin = Math.min(...members.map((poses) => poses.first));
    this.end = Math.max(...members.map((poses) => poses.last));
    this.stage = new Stage(target, up.toArray(), extentOf(members, data.bodies, up));
    this.groups = members.map((_, i) => makeBodies(data.bodies, i > 0));
    for (const group of this.groups.flat()) this.stage.scene.add(group);
    this.points = [
      ...data.bodies.map(({ name }, body) => ({ name, body, at: [0, 0, 0] })),
      ...(data.points ?? []),
    ];
    this.now = this.begin;
    this.followed = -1;
    this.traced = undefined;
    this.isPlaying = false;
    this.stage.controls.addEventListener("change", () => this.schedule());
    this.#makeControls();
  }

  get duration() {
    return this.end - this.begin;
  }

  #makeControls() {
    const { bodies } = this.data;
    const select = (options, chosen, change) => {
      const element = h("select", { onchange: () => change(Number(element.value)) });
      element.append(...options.map(([value, text]) => h("option", { value }, text)));
      element.value = String(chosen);
      return element;
    };
    const [bodyOptions, pointOptions] = [bodies, this.points].map((all) => [[-1, "none"], ...all.map(({ name }, i) => [i, name])]);
    // real time, unless that is over at once or takes long
    const wanted = this.duration < 2 ? this.duration / 4 : this.duration > 40 ? this.duration / 20 : 1;
    this.speed = SPEEDS.reduce((best, s) => (Math.abs(Math.log(s / wanted)) < Math.abs(Math.log(best / wanted)) ? s : best));
    this.button = h("button", { type: "button", class: "play", onclick: () => (this.isPlaying ? this.pause() : this.play()) });
    this.slider = h("input", { type: "range", min: 0, max: 1, step: "any", "aria-label": "time" });
    this.slider.addEventListener("input", () => this.seek(this.begin + this.slider.valueAsNumber * this.duration));
    this.clock = h("output", { class: "clock" });
    const speeds = SPEEDS.map((s) => [s, `${s} ×`]);
    const parts = [
      labelled("speed", select(speeds, this.speed, (s) => this.#setSpeed(s))),
      labelled("follow", select(bodyOptions, -1, (body) => this.#follow(body))),
      labelled("trace of", select(pointOptions, -1, (point) => this.#trace(this.points[point]))),
    ];
    if (this.members.length > 1) {
      this.shadow = h("input", { type: "checkbox", checked: true, onchange: () => this.#showShadow() });
      parts.push(labelled(this.members[1].label, this.shadow));
    }
    this.bar = h("div", { class: "controls player" }, this.button, this.slider, this.clock);
    this.options = h("div", { class: "controls" }, parts);
  }

  open(place) {
    const { title, note } = this.data;
    this.note = h("p", { class: "note" });
    place.classList.add("animation");
    place.replaceChildren(
      h("h3", {}, title ?? ""),
      h("p", { class: "note" }, note ?? ""),
      h("figure", { class: "card" }, h("div", { class: "stage" }, this.stage.canvas), this.bar, this.options),
      this.note,
    );
    this.note.textContent = `Drag to turn, click and then scroll to zoom, drag with the right button to move. The lines of the ground are ${figure(this.stage.spacing, 1)} m apart.`;
    this.note.classList.add("hint");
    this.stage.canvas.setAttribute("role", "img");
    this.stage.canvas.setAttribute("aria-label", `Animation of ${title ?? "a member"}`);
    const resize = () => {
      if (this.stage.canvas.parentElement.clientWidth === this.width) return;
      this.width = this.stage.canvas.parentElement.clientWidth;
      this.stage.resize();
      this.render();
    };
    resize();
    new ResizeObserver(() => requestAnimationFrame(resize)).observe(this.stage.canvas.parentElement);
    new IntersectionObserver((entries) => {
      this.isHidden = !entries[entries.length - 1].isIntersecting;
      this.schedule();
    }).observe(this.stage.canvas);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) this.pause();
    else this.play();
  }

  #setSpeed(speed) {
    this.#advance();
    this.speed = speed;
  }

  #showShadow() {
    for (const group of this.groups.slice(1).flat()) group.visible = this.shadow.checked;
    this.schedule();
  }

  #follow(body) {
    this.followed = body;
    this.lookedAt = this.stage.controls.target.clone();
    this.schedule();
  }

  /** Shows the way of a point: all of it faintly, what lies behind it clearly. */
  #trace(point) {
    for (const line of this.lines ?? []) this.stage.scene.remove(line);
    this.traced = point;
    this.lines = [];
    if (point) {
      const poses = this.members[0];
      const object = new Object3D();
      const points = [];
      for (let frame = 0; frame < poses.count; frame++) {
        poses.pose(object, point.body, [frame, 0]);
        points.push(...placeOf(point, object).toArray());
      }
      this.lines = [lineThrough(points, TRACE, 0.3), lineThrough([...points, 0, 0, 0], TRACE, 1)];
      for (const line of this.lines) this.stage.scene.add(line);
    }
    this.schedule();
  }

  /** Moves everything to the present time. */
  #place() {
    this.members.forEach((poses, i) => {
      if (poses.count === 0) return;
      const at = poses.frameAt(this.now);
      this.groups[i].forEach((group, body) => poses.pose(group, body, at));
    });
    if (this.traced && this.members[0].count > 0) {
      const [frame] = this.members[0].frameAt(this.now);
      const { position } = this.lines[1].geometry.attributes;
      const source = this.lines[0].geometry.attributes.position;
      position.array.set(source.array);
      placeOf(this.traced, this.groups[0][this.traced.body]).toArray(position.array, 3 * (frame + 1));
      position.needsUpdate = true;
      this.lines[1].geometry.setDrawRange(0, frame + 2);
    }
    if (this.followed >= 0) {
      const { position } = this.groups[0][this.followed];
      this.stage.shift(position.clone().sub(this.lookedAt));
      this.lookedAt = position.clone();
    }
  }

  render() {
    this.#place();
    this.stage.render();
    const share = this.duration > 0 ? (this.now - this.begin) / this.duration : 0;
    const digits = Math.min(Math.max(2 - Math.floor(Math.log10(this.duration || 1)), 0), 9);
    const text = `t = ${this.now.toFixed(digits)} s`;
    this.slider.value = String(share);
    this.slider.setAttribute("aria-valuetext", text);
    this.clock.textContent = text;
  }

  /** Brings the time up to date while it runs; at the end it begins again. */
  #advance() {
    const wall = performance.now();
    if (this.isPlaying && this.duration > 0) {
      const ahead = this.now - this.begin + ((wall - this.wall) / 1000) * this.speed;
      this.now = this.begin + (ahead % this.duration);
    }
    this.wall = wall;
  }

  /** Renders before the next frame, and the frames after it while time runs in view. */
  schedule() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = undefined;
      this.#advance();
      if (this.isHidden) return;
      this.render();
      if (this.isPlaying) this.schedule();
    });
  }

  time() {
    this.#advance();
    return this.now;
  }

  play() {
    this.wall = performance.now();
    this.isPlaying = true;
    this.button.textContent = "Pause";
    this.schedule();
  }

  pause() {
    this.#advance();
    this.isPlaying = false;
    this.button.textContent = "Play";
    this.schedule();
  }

  seek(time) {
    this.now = Math.min(Math.max(time, this.begin), this.end);
    this.wall = performance.now();
    this.schedule();
  }

  /** Returns a number that tells pictures apart. */
  frameHash() {
    this.#advance();
    this.render();
    const small = document.createElement("canvas");
    [small.width, small.height] = [320, 180];
    const context = small.getContext("2d", { willReadFrequently: true });
    context.drawImage(this.stage.canvas, 0, 0, small.width, small.height);
    let hash = 0x811c9dc5;
    for (const byte of context.getImageData(0, 0, small.width, small.height).data) {
      hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
    }
    return hash;
  }
}

export async function startAnimation(place, data) {
  const target = openCanvas();
  if (!target) {
    place.textContent = "This browser offers no WebGL, so the animation is not shown.";
    return;
  }
  const members = await Promise.all(data.members.map((member) => Poses.read(member, data.bodies.length)));
  const animation = new Animation(data, members, target);
  animation.open(place);
  window.gyrosweepAnimation = Object.fromEntries(
    ["time", "play", "pause", "seek", "frameHash"].map((name) => [name, animation[name].bind(animation)]),
  );
}
