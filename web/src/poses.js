// Poses of the bodies of a member over time.

import { decode } from "./encoding.js";

const NUMBERS = 7; // position x y z, unit quaternion w x y z

export class Poses {
  /** Decodes the poses of a member of so many bodies. */
  static async read({ label, times, poses, count }, bodies) {
    const [t, p] = await Promise.all([decode(times, Float64Array), decode(poses, Float32Array)]);
    if (t.length !== count || p.length !== count * bodies * NUMBERS) throw new Error("poses and times do not match");
    const finite = finiteFrames(p, bodies);
    return new Poses(label, t.subarray(0, finite), p, bodies);
  }

  constructor(label, times, poses, bodies) {
    Object.assign(this, { label, times, poses, bodies });
  }

  get count() {
    return this.times.length;
  }

  get first() {
    return this.times[0] ?? 0;
  }

  get last() {
    return this.times[this.count - 1] ?? 0;
  }

  /** Returns the frame at or before a time, and how far the time is towards the next one. */
  frameAt(time) {
    const { times, count } = this;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (times[middle] <= time) low = middle;
      else high = middle - 1;
    }
    if (low >= count - 1 || time <= times[low]) return [low, 0];
    return [low, (time - times[low]) / (times[low + 1] - times[low])];
  }

  offset(frame, body) {
    return (frame * this.bodies + body) * NUMBERS;
  }

  /** Sets an object to the pose of a body at a place that frameAt gives. */
  pose(object, body, [frame, share]) {
    const { poses } = this;
    const a = this.offset(frame, body);
    object.position.fromArray(poses, a);
    object.quaternion.set(poses[a + 4], poses[a + 5], poses[a + 6], poses[a + 3]);
    if (share === 0) return;
    const b = this.offset(frame + 1, body);
    for (const [i, axis] of ["x", "y", "z"].entries()) {
      object.position[axis] += share * (poses[b + i] - poses[a + i]);
    }
    slerp(object.quaternion, poses[b + 4], poses[b + 5], poses[b + 6], poses[b + 3], share);
  }
}

/** Counts the frames before the first one that is not finite, as the last one of a member that failed may be. */
function finiteFrames(poses, bodies) {
  const bad = poses.findIndex((x) => !Number.isFinite(x));
  return bad < 0 ? undefined : Math.floor(bad / (bodies * NUMBERS));
}

/** Turns a quaternion towards another one, the shorter way round. */
function slerp(q, x, y, z, w, share) {
  let cosine = q.x * x + q.y * y + q.z * z + q.w * w;
  const sign = cosine < 0 ? -1 : 1;
  cosine = Math.min(1, cosine * sign);
  const angle = Math.acos(cosine);
  let [from, to] = [1 - share, share];
  if (angle > 1e-4) {
    from = Math.sin(from * angle) / Math.sin(angle);
    to = Math.sin(to * angle) / Math.sin(angle);
  }
  to *= sign;
  q.set(from * q.x + to * x, from * q.y + to * y, from * q.z + to * z, from * q.w + to * w).normalize();
}
