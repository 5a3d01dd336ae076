/* Small fields that look ahead: every pairing there is, the best of them, and the one drawn (docs/pairing.md). */
import { number } from "./draws.js";

const IMPOSSIBLE = 100; // what a later round counts that forbidden pairs make impossible
const FAR = 4; // rounds that fields of seven and eight look ahead at most

/** Every way to pair an even number of players: the first with each of the others in turn, then whoever is left. */
export const everyPairing = (players) => {
  if (!players.length) return [[]];
  const [first, ...others] = players;
  return others.flatMap((one) =>
    everyPairing(others.filter((other) => other !== one)).map((rest) => [[first, one], ...rest]),
  );
};

/**
 * The fewest rematches the rounds to come can do with, at worst: whoever of those with the fewest byes rests.
 * `players` are all who will play on; `met` and `forbidden` of two of them.
 */
const ahead = (players, forbidden) => {
  const bit = new Map();
  players.forEach((a, i) => players.slice(i + 1).forEach((b) => bit.set(`${a}/${b}`, 1 << bit.size)));
  const of = ([a, b]) => bit.get(`${a}/${b}`) ?? bit.get(`${b}/${a}`);
  const ways = new Map();
  const waysOf = (rests) => {
    if (!ways.has(rests)) {
      const here = everyPairing(players.filter((one) => one !== rests)).filter(
        (pairs) => !pairs.some((pair) => forbidden(...pair)),
      );
      ways.set(
        rests,
        here.map((pairs) => pairs.reduce((mask, pair) => mask | of(pair), 0)),
      );
    }
    return ways.get(rests);
  };
  const ones = (mask) => {
    let count = 0;
    for (let left = mask; left; left &= left - 1) count += 1;
    return count;
  };
  const known = new Map();
  const least = (rests, met, byes, rounds) => {
    const all = waysOf(rests);
    if (!all.length) return IMPOSSIBLE;
    const now = Math.min(...all.map((mask) => ones(mask & met)));
    const given = byes.map((count, i) => count + Number(players[i] === rests));
    let later = Infinity;
    for (const mask of all) {
      if (ones(mask & met) !== now) continue;
      later = Math.min(later, worst(met | mask, given, rounds - 1));
      if (!later) break;
    }
    return now + later;
  };
  const worst = (met, byes, rounds) => {
    if (!rounds) return 0;
    const at = `${met}|${byes}|${rounds}`;
    if (!known.has(at)) {
      const few = Math.min(...byes);
      const resting = players.length % 2 ? players.filter((_, i) => byes[i] === few) : [null];
      known.set(at, Math.max(...resting.map((one) => least(one, met, byes, rounds))));
    }
    return known.get(at);
  };
  return { of, worst };
};

/** The numbers by which pairings are compared, but for the rounds to come. */
const costs = (pairs, { groups, met, mates, tired }) => {
  const at = new Map(groups.flatMap((group, place) => group.map((player) => [player, place])));
  const spans = pairs.map(([a, b]) => (at.get(a) <= at.get(b) ? [at.get(a), at.get(b), a] : [at.get(b), at.get(a), b]));
  const list = [pairs.filter((pair) => mates(...pair)).length];
  for (let under = 0; under + 1 < groups.length; under += 1) {
    const crossing = spans.filter(([high, low]) => high <= under && low > under);
    list.push(crossing.length);
    if (under) list.push(crossing.filter(([high]) => high < under).length);
  }
  list.push(spans.filter(([high, low, upper]) => high < low && tired(upper)).length);
  return { rematches: pairs.filter((pair) => met(...pair)).length, list };
};

const before = (a, b) => {
  const place = a.findIndex((value, i) => value !== b[i]);
  return place < 0 ? 0 : a[place] - b[place];
};

/**
 * The pairs that the seed draws from the best pairings of a small field; null if it cannot be paired at all.
 * `given` holds `paired`, `rests` (who has the drawn bye, or null), `byes` (how many each has had),
 * `rounds` (planned after this one), `groups`, `met`, `forbidden`, `mates`, `tired` and `seed`.
 */
export const listed = (given) => {
  const { paired, rests, byes, met, forbidden, seed } = given;
  const players = [...paired, ...(rests === null ? [] : [rests])].sort((a, b) => a - b);
  const { of, worst } = ahead(players, forbidden);
  const rounds = players.length > 6 ? Math.min(FAR, given.rounds) : given.rounds;
  let known = 0;
  players.forEach((a, i) => players.slice(i + 1).forEach((b) => (known |= met(a, b) ? of([a, b]) : 0)));
  const had = players.map((player) => byes(player) + Number(player === rests));
  const all = everyPairing([...paired].sort((a, b) => a - b))
    .filter((pairs) => !pairs.some((pair) => forbidden(...pair)))
    .map((pairs) => ({ pairs, ...costs(pairs, given) }));
  if (!all.length) return null;
  const fewest = Math.min(...all.map((one) => one.rematches));
  const kept = all
    .filter((one) => one.rematches === fewest)
    .map((one) => ({
      ...one,
      list: [
        worst(
          one.pairs.reduce((mask, pair) => mask | of(pair), known),
          had,
          rounds,
        ),
        ...one.list,
      ],
    }));
  const least = kept.map((one) => one.list).reduce((a, b) => (before(a, b) <= 0 ? a : b));
  const best = kept.filter((one) => before(one.list, least) === 0);
  return best[Number(number(seed, "list", best.length))].pairs;
};
