// Arrays of numbers as they stand in the page: bytes shuffled by significance, deflated, in base 64.

function fromBase64(text) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

async function inflated(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Puts the bytes of each number of `size` bytes side by side again. */
function unshuffled(bytes, size) {
  const count = Math.floor(bytes.length / size);
  const out = new Uint8Array(count * size);
  for (let part = 0; part < size; part++) {
    const from = part * count;
    for (let i = 0; i < count; i++) out[i * size + part] = bytes[from + i];
  }
  return out;
}

const littleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** Decodes an array of the given kind, such as Float32Array. */
export async function decode({ bytes }, Kind) {
  const size = Kind.BYTES_PER_ELEMENT;
  const raw = unshuffled(await inflated(fromBase64(bytes)), size);
  if (!littleEndian) {
    for (let i = 0; i < raw.length; i += size) raw.subarray(i, i + size).reverse();
  }
  return new Kind(raw.buffer);
}
