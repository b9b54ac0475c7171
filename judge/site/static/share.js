// The reader's programs: kept in this browser, and shared in the fragment of a link.

const LINK = "#program=";

// Each tab has a text of its own; a new tab begins with the last text of all.
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
      // forbidden, or full: the text is only on the page
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

// The program in the fragment of this page's address, cut to `limit` bytes; null where there is none.
export async function linked(limit) {
  if (!location.hash.startsWith(LINK)) return null;
  try {
    const text = location.hash.slice(LINK.length).replaceAll("-", "+").replaceAll("_", "/");
    return new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), decoded(text), limit));
  } catch {
    return null; // no link of ours
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

export function decoded(base64) {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
