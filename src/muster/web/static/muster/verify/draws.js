/* Draws: links, seeds, keys, orders (docs/draws.md). */
import { sha256 } from "./chain.js";

export const key = (seed, purpose, item) => sha256(`${seed}|${purpose}|${item}`);
/** The items sorted by their keys, smallest first. */
export const order = (seed, purpose, items) =>
  items
    .map((item) => [key(seed, purpose, item), item])
    .sort((a, b) => (a[0] < b[0] ? -1 : 1))
    .map(([, item]) => item);
export const drawSeed = (link, head, round, attempt) => sha256(`${link}|${head}|${round}|${attempt}`);
/** The link hashed so many times. */
export const hashed = (link, times) => (times > 0 ? hashed(sha256(link), times - 1) : link);
/** A whole number below a bound. */
export const number = (seed, purpose, below) => {
  const n = BigInt(below);
  const wide = BigInt(Math.max(1, Math.ceil((n - 1n).toString(2).length / 256)));
  const span = 1n << (256n * wide);
  for (let at = 0; ;) {
    let value = 0n;
    for (let i = 0n; i < wide; i += 1n) value = (value << 256n) + BigInt(`0x${key(seed, purpose, at++)}`);
    if (value < span - (span % n)) return value % n;
  }
};
