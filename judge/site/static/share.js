// What a reader has typed: kept in this browser, and sent to others in the fragment of a link.

const LINK = "#program=";

// Each tab has a text of its own; a new one begins with what was typed last.
export const kept = {
  get(key) {
    try {
      return sessionStorage.getItem(key) ?? localStorage.getItem(key);
    } catch {
      return null; // storage is forbidden here
    }
  },
  set(key, text) {
    try {
      sessionStorage.setItem(key, text);
      localStorage.setItem(key, text);
    } catch {
      // as above, or full: the text is on the page all the same
    }
  },
};

// A link to this page with a program in its fragment, which no server sees.
export async function linkTo(program) {
  const packed = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(program));
  const text = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  const base = location.href.split("#")[0];
  return base + LINK + text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// The program in the fragment of this page's address, null where there is none; longer than `limit` it is cut.
export async function linked(limit) {
  if (!location.hash.startsWith(LINK)) return null;
  try {
    const text = location.hash.slice(LINK.length).replaceAll("-", "+").replaceAll("_", "/");
    const packed = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), packed, limit));
  } catch {
    return null; // not from here
  }
}

export async function through(stream, bytes, limit = Infinity) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const chunks = [];
  for (let size = 0; size < limit; ) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    size += value.length;
  }
  return new Uint8Array(await new Blob(chunks).slice(0, Math.min(limit, Number.MAX_SAFE_INTEGER)).arrayBuffer());
}
