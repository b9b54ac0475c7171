// The reader's programs: kept in this browser, and shared in the fragment of a link.

const LINK = "#program=";

// Each tab of the browser has texts of its own; a new one begins with the last texts of all.
export const kept = {
  get(key) {
    try {
      return sessionStorage.getItem(key) ?? localStorage.getItem(key);
    } catch {
      return null; // storage is forbidden here
    }
  },
  // Answers whether the browser keeps the text.
  set(key, text) {
    const areas = ["sessionStorage", "localStorage"].map((name) => {
      try {
        window[name].setItem(key, text);
        return true;
      } catch {
        return false; // forbidden, or full
      }
    });
    return areas.every(Boolean);
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
