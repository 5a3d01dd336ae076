/* Pairings of a Swiss round: the drawn order, and how good a round is (docs/pairing.md). */
import { key } from "./draws.js";

const MOST = 16; // players of a window that is tried through wholly

/** Players by equal points, most first: a list of groups. */
export const groupsOf = (players, worth) => {
  const values = [...new Set(players.map(worth))].sort((a, b) => b - a);
  return values.map((value) => players.filter((one) => worth(one) === value));
};

/** Step 1 of the draw. Pairs as drawn, or null if some segment is stuck. */
export const shuffled = (groups, foe, seed, again = null) => {
  const times = groups.map(() => 0);
  const keyed = (group, time) =>
    group
      .map((one) => [key(seed, `pairs/${time}`, one), one])
      .sort((a, b) => (a[0] < b[0] ? -1 : 1))
      .map((one) => one[1]);
  const orders = groups.map((group) => keyed(group, 0));
  const starts = [0];
  groups.forEach((group) => starts.push(starts.at(-1) + group.length));
  const odd = (at) => starts[at] % 2 === 1; // the boundary above group `at`
  const bad = (at) => {
    const own = orders[at];
    const from = odd(at) ? 1 : 0;
    const above = from ? orders[at - 1].at(-1) : null;
    if (from && foe(above, own[0])) return true;
    for (let i = from; i + 1 < own.length; i += 2) if (foe(own[i], own[i + 1])) return true;
    if (!odd(at + 1)) return false;
    if (at + 1 < groups.length && foe(own.at(-1), orders[at + 1][0])) return true;
    return Boolean(again && again(own.at(-1)) && own.some((one) => !again(one)));
  };
  for (let first = 0; first < groups.length;) {
    let last = first;
    while (odd(last + 1)) last += 1;
    const inside = Array.from({ length: last - first + 1 }, (_, i) => first + i);
    const count = starts[last + 1] - starts[first];
    let faulty = inside.filter(bad);
    for (let turn = 0; faulty.length && turn < Math.min(60, Math.floor(count / 4)); turn += 1) {
      const chosen = new Set(faulty);
      for (let grown = true; grown;) {
        grown = false;
        for (const at of Array.from(chosen)) {
          const up = odd(at) && !chosen.has(at - 1) && orders[at - 1].some((one) => foe(one, orders[at][0]));
          if (up) chosen.add(at - 1);
          const down = odd(at + 1) && !chosen.has(at + 1) && orders[at + 1].some((one) => foe(one, orders[at].at(-1)));
          if (down) chosen.add(at + 1);
          grown = grown || up || down;
        }
      }
      for (const at of chosen) orders[at] = keyed(groups[at], (times[at] += 1));
      faulty = inside.filter(bad);
    }
    if (faulty.length) return null;
    first = last + 1;
  }
  const line = orders.flat();
  return line.filter((_, i) => i % 2 === 0).map((one, i) => [one, line[2 * i + 1]]);
};

/* The least cost of pairing all in a window, each maybe with somebody below it. Costs are whole numbers. */
const least = (players, cost, outside) => {
  const known = new Map();
  const from = (mask) => {
    if (!mask) return 0n;
    if (known.has(mask)) return known.get(mask);
    let i = 0;
    while (!(mask & (1 << i))) i += 1;
    const rest = mask ^ (1 << i);
    let best = outside ? outside(players[i]) + from(rest) : null;
    for (let j = i + 1; j < players.length; j += 1) {
      if (!(rest & (1 << j))) continue;
      const price = cost(players[i], players[j]);
      const more = price === null ? null : from(rest ^ (1 << j));
      if (more !== null && (best === null || price + more < best)) best = price + more;
    }
    known.set(mask, best);
    return best;
  };
  return from(2 ** players.length - 1);
};

/** The fewest rematches these can be paired with; null if they cannot be paired, undefined if it was not found out. */
const fewest = (players, met, forbidden) => {
  const foes = Math.max(
    0,
    ...players.map((a) => players.filter((b) => a !== b && (met(a, b) || forbidden(a, b))).length),
  );
  // Who has met fewer than half of the others leaves everybody somebody (Dirac).
  if (players.length > 2 * foes) return 0;
  if (players.length > MOST) return undefined;
  const found = least(players, (a, b) => (forbidden(a, b) ? null : BigInt(met(a, b))), null);
  return found === null ? null : Number(found);
};

/** The pairs by standing, `players` first to last: null if there are none, undefined if it was not found out. */
export const ranked = (players, met, forbidden) => {
  let budget = fewest(players, met, forbidden);
  const pairs = [];
  for (let left = players; left.length && budget !== undefined && budget !== null;) {
    const [first, ...others] = left;
    const choices = others.filter((one) => !forbidden(first, one));
    choices.sort((a, b) => met(first, a) - met(first, b) || others.indexOf(a) - others.indexOf(b));
    const rests = choices.map((one) =>
      fewest(
        others.filter((other) => other !== one),
        met,
        forbidden,
      ),
    );
    const fits = (one, i) =>
      rests[i] === undefined || (rests[i] !== null && rests[i] + Number(met(first, one)) <= budget);
    const at = choices.findIndex(fits);
    if (rests[at] === undefined) return undefined;
    pairs.push([first, choices[at]]);
    budget -= Number(met(first, choices[at]));
    left = others.filter((other) => other !== choices[at]);
  }
  return budget === undefined || budget === null ? budget : pairs;
};

const weights = (count, size) => Array.from({ length: count }, (_, i) => BigInt(size + 1) ** BigInt(count - i));

/**
 * Whether no better round is possible: "proved", "better" or "unknown".
 * `pairs` as they are; `groups` of those paired; `met` and `forbidden` of two players.
 */
export const optimal = (pairs, groups, met, forbidden) => {
  const group = new Map(groups.flatMap((one, at) => one.map((player) => [player, at])));
  const span = ([a, b]) => [Math.min(group.get(a), group.get(b)), Math.max(group.get(a), group.get(b))];
  const rematches = pairs.filter((pair) => met(...pair)).length;
  const crossing = groups.map((_, at) => pairs.filter((pair) => span(pair)[0] <= at && span(pair)[1] > at));
  // The first group from here on that nobody plays from into a lower one: a window that ends there has all its pairs.
  const closed = (at) => (at + 1 < groups.length && crossing[at].length ? closed(at + 1) : at);
  const price = (low, high, first, weight) => {
    // down k and over k for each boundary from `low` to `high`, in order.
    let total = 0n;
    for (let at = low; at < high; at += 1)
      total += weight[2 * (at - first)] + (at > low ? weight[2 * (at - first) + 1] : 0n);
    return total;
  };
  const window = (first, last) => {
    const players = groups.slice(first, last + 1).flat();
    const tight = (at) => {
      const above = groups.slice(first, at + 1).flat().length % 2;
      return crossing[at].length === above && crossing[at].every((pair) => span(pair)[0] === at);
    };
    let parity = !rematches;
    for (let at = first; at < last; at += 1) parity = parity && tight(at);
    if (parity) return "proved";
    const whole = rematches > 0;
    if (players.length > MOST) return "unknown";
    const weight = weights(2 * (last - first + 1), players.length);
    const again = weight[0] * BigInt(players.length + 1);
    const cost = (a, b) => {
      if (forbidden(a, b) || (!whole && met(a, b))) return null;
      const [low, high] = span([a, b]);
      return price(low, high, first, weight) + (met(a, b) ? again : 0n);
    };
    const below = last + 1 < groups.length;
    const best = least(players, cost, below ? (one) => price(group.get(one), last + 1, first, weight) : null);
    const own = pairs.filter((pair) => players.includes(pair[0])).reduce((all, pair) => all + cost(...pair), 0n);
    if (best === own) return "proved";
    // With somebody below the least cost is only a bound: more groups may show that it cannot be reached.
    return below ? window(first, closed(last + 1)) : "better";
  };
  if (rematches) return window(0, groups.length - 1);
  for (let first = 0; first < groups.length;) {
    const last = closed(first);
    const here = window(first, last);
    if (here !== "proved") return here;
    first = last + 1;
  }
  return "proved";
};
