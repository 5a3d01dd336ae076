/* The file, its canonical lines, and the chain of hashes (docs/journal.md). */
import { told } from "./words.js";
const K = [];
const START = [];
(() => {
  const root = (n, power) => {
    // The first 32 bits of the fractional part of a root, in whole numbers.
    const goal = BigInt(n) << BigInt(32 * power);
    let [low, high] = [0n, 1n << 40n];
    while (high - low > 1n) {
      const half = (low + high) / 2n;
      if (half ** BigInt(power) <= goal) low = half;
      else high = half;
    }
    return Number(low & 0xffffffffn);
  };
  for (let n = 2; K.length < 64; n += 1) {
    let prime = true;
    for (let by = 2; by * by <= n; by += 1) if (n % by === 0) prime = false;
    if (!prime) continue;
    if (START.length < 8) START.push(root(n, 2));
    K.push(root(n, 3));
  }
})();
const TEXT = new TextEncoder();

/** SHA-256 of a text in UTF-8, as eight whole numbers of 32 bits. */
const words = (text) => {
  const bytes = TEXT.encode(text);
  const size = Math.ceil((bytes.length + 9) / 64) * 64;
  const all = new Uint8Array(size);
  all.set(bytes);
  all[bytes.length] = 0x80;
  const view = new DataView(all.buffer);
  view.setUint32(size - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(size - 4, (bytes.length << 3) >>> 0);
  const h = START.slice();
  const w = new Uint32Array(64);
  const turn = (x, n) => (x >>> n) | (x << (32 - n));
  for (let at = 0; at < size; at += 64) {
    for (let i = 0; i < 16; i += 1) w[i] = view.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i += 1) {
      const [x, y] = [w[i - 15], w[i - 2]];
      w[i] = w[i - 16] + w[i - 7] + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10));
    }
    let [a, b, c, d, e, f, g, k] = h;
    for (let i = 0; i < 64; i += 1) {
      const one = (k + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [k, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, k].forEach((x, i) => (h[i] = (h[i] + x) >>> 0));
  }
  return h;
};

/** SHA-256 of a text, in 64 hexadecimal digits. */
export const sha256 = (text) =>
  words(text)
    .map((one) => one.toString(16).padStart(8, "0"))
    .join("");

const byPoints = (a, b) => {
  // By code points, as JSON's keys are sorted here; surrogates stand above everything in their plane.
  const [one, two] = [Array.from(a), Array.from(b)];
  for (let i = 0; i < Math.min(one.length, two.length); i += 1) {
    const apart = one[i].codePointAt(0) - two[i].codePointAt(0);
    if (apart) return apart;
  }
  return one.length - two.length;
};

/** Canonical JSON: keys sorted, no spaces. */
export const canonical = (value) => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const keys = Object.keys(value).sort(byPoints);
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
};

export const same = (a, b) => canonical(a) === canonical(b);
const FIRST = "0".repeat(64);
const KEYS = "data,head,key,kind,seq,v";

const object = (line, number, say) => {
  let found = null;
  try {
    found = JSON.parse(line);
  } catch {
    say(number, "line", "JSON", line.slice(0, 60));
    return null;
  }
  if (found === null || typeof found !== "object" || Array.isArray(found))
    say(number, "line", "an object", typeof found);
  else if (canonical(found) !== line) say(number, "line", "canonical JSON: keys sorted, no spaces", line.slice(0, 60));
  else return found;
  return null;
};

/** The facts of a file, and its last head. `say(line, what, expected, found)` is told what is wrong. */
export const facts = (text, say) => {
  const lines = text.split("\n");
  if (lines.pop() !== "") say(lines.length + 1, "end", "a line feed after the last line", "none");
  const header = object(lines[0] ?? "", 1, say);
  if (header && (header.format !== "muster-journal" || header.version !== 1)) {
    say(
      1,
      "header",
      told("{format}, version {version}", { format: "muster-journal", version: 1 }),
      told("{format}, version {version}", { format: header.format, version: header.version }),
    );
  }
  const found = [];
  let head = FIRST;
  for (let at = 1; at < lines.length; at += 1) {
    const fact = object(lines[at], at + 1, say);
    if (!fact) break;
    if (Object.keys(fact).join() !== KEYS) say(at + 1, "keys", KEYS, Object.keys(fact).join());
    if (fact.seq !== at) say(at + 1, "number", at, fact.seq);
    const expected = sha256(`${head}|${at}|${canonical({ data: fact.data, kind: fact.kind, v: fact.v })}`);
    if (expected !== fact.head) say(at + 1, "head", expected, fact.head);
    found.push({ ...fact, line: at + 1, before: head });
    head = fact.head;
  }
  if (!found.length) say(2, "facts", "at least one", 0);
  return { facts: found, head, names: header?.names ?? {}, title: header?.title ?? "" };
};
