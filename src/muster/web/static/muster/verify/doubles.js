/*
 * Double eliminations (docs/cuts.md): who loses twice is out. Spots of a full bracket, gone through in the order of
 * play.
 */
import { order } from "./draws.js";

const LAST = Infinity;
const id = ([part, no, at]) => `${part}${no}.${at}`;
const upTo = (count) => Array.from({ length: count }, (_, at) => at);
const FINAL = ["F", 1, 0];

/** Seeds from 1 in the order of the seats: the best of each four meets the worst, and so on. */
const seats = (size) => {
  let line = [1];
  while (line.length < size) {
    const sum = 2 * line.length + 1;
    line = line.flatMap((seed) => [seed, sum - seed]);
  }
  return line;
};

/** What is played at the same time, first to last: winners' bracket W, losers' bracket L, final F. */
const steps = (levels) => {
  if (levels < 2) return [[FINAL]];
  const found = [upTo(2 ** (levels - 1)).map((at) => ["W", 1, at])];
  for (let no = 2; no <= levels; no += 1) {
    const all = upTo(2 ** (levels - no));
    found.push([...all.map((at) => ["W", no, at]), ...all.map((at) => ["L", 2 * no - 3, at])]);
    found.push(all.map((at) => ["L", 2 * no - 2, at]));
  }
  return [...found, [FINAL]];
};

/** Where one falls to out of a round of the winners' bracket, and back: halves exchanged, or quarters inside halves. */
const crossed = (levels, no, at) => {
  const count = 2 ** (levels - no);
  const width = no % 2 ? count / 2 : count;
  if (width < 2) return at;
  const from = at - (at % width);
  return from + ((at - from + width / 2) % width);
};

/** Where the two of a spot come from: `[won, spot]`, or the number of a seat. */
const ways = (levels, [part, no, at]) => {
  if (levels < 2 || (part === "W" && no === 1)) return [2 * at, 2 * at + 1];
  const both = (won, from, row) => [2 * at, 2 * at + 1].map((place) => [won, [from, row, place]]);
  if (part === "W") return both(true, "W", no - 1);
  if (part === "F")
    return [
      [true, ["W", levels, 0]],
      [true, ["L", 2 * levels - 2, 0]],
    ];
  if (no === 1) return both(false, "W", 1);
  if (no % 2) return both(true, "L", no - 1);
  const above = no / 2 + 1;
  return [
    [true, ["L", no - 1, at]],
    [false, ["W", above, crossed(levels, above, at)]],
  ];
};

/** The games that are on record, by number: who won each, null for nobody. */
const onRecord = (day) => {
  const found = new Map();
  for (const round of day.roundsOf("elimination")) {
    for (const { pairing, outcome } of round.matches.values())
      found.set(pairing.game, outcome?.winner == null ? null : pairing.players[outcome.winner]);
    for (const one of round.byes.values()) found.set(one.game, one.player);
  }
  return found;
};

/** The seeds: those of the cut, or the players of the first round in the order that its seed draws. */
const seedsOf = (day, seed) => {
  if (day.seeds) return day.seeds;
  const [first] = day.roundsOf("elimination");
  if (!first) return order(seed, "elimination-players", day.active());
  const plays = [...first.matches.values()].flatMap((match) => match.pairing.players);
  return order(first.seed, "elimination-players", [...plays, ...first.byes.keys(), ...(first.sheet.resting ?? [])]);
};

/** A bracket gone through as far as it is on record: what comes next, and after how many rounds below who is out. */
const walk = (day, seed) => {
  const seeds = seedsOf(day, seed);
  const levels = Math.max(1, Math.ceil(Math.log2(Math.max(1, seeds.length))));
  const once = day.elimination() === "double-once" || seeds.length < 3;
  const line = seats(2 ** levels);
  const here = new Set(day.active());
  const record = onRecord(day);
  const numbers = new Map();
  const could = new Map(); // whether anybody can win or lose at a spot
  const came = new Map(); // who did
  const out = new Map();
  const seated = (seat) => seeds[line[seat] - 1] ?? null;
  const look = (known, way) => (Array.isArray(way) ? known.get(`${way[0]}${id(way[1])}`) : null);
  for (const spot of steps(levels).flat()) {
    const two = ways(levels, spot).map((way) => (Array.isArray(way) ? look(could, way) : seated(way) !== null));
    could.set(`true${id(spot)}`, two[0] || two[1]).set(`false${id(spot)}`, two[0] && two[1]);
    if ((two[0] && two[1]) || spot[0] === "F") numbers.set(id(spot), numbers.size + 1);
  }
  const number = (spot) => numbers.get(id(spot));
  const of = (spot) => ways(levels, spot).map((way) => (Array.isArray(way) ? look(came, way) : seated(way)));
  const set = (spot, won, lost) => came.set(`true${id(spot)}`, won).set(`false${id(spot)}`, lost);
  /** The round of the losers' bracket in which one is out at a spot, or would be who falls from there. */
  const level = ([part, no, at]) => {
    if (part === "F") return LAST;
    let row = part === "L" ? no : Math.max(1, 2 * no - 2);
    let place = at;
    if (part === "W") place = no === 1 ? Math.floor(at / 2) : crossed(levels, no, at);
    for (; !numbers.has(id(["L", row, place])); row += 1) place = row % 2 ? place : Math.floor(place / 2);
    return row;
  };
  const end = (spot, won) => {
    const two = of(spot);
    const lost = two.filter((player) => player !== null && player !== won);
    if (won === null || spot[0] !== "W") for (const player of lost) out.set(player, level(spot));
    set(spot, won, won === null ? null : (lost[0] ?? null));
  };
  const all = steps(levels);
  const last = all.findLastIndex((step) => step.some((spot) => record.has(number(spot))));
  const state = { seeds, out, here, again: numbers.size + 1, next: new Map(), over: false, champion: null };
  for (const [at, step] of all.entries()) {
    for (const spot of step.filter((one) => !numbers.has(id(one)))) {
      const [one, two] = of(spot);
      set(spot, one ?? two, null);
    }
    const games = step.filter((one) => numbers.has(id(one)));
    if (at > last) {
      for (const spot of games) {
        const there = of(spot).filter((player) => player !== null && here.has(player));
        if (there.length) state.next.set(number(spot), there);
      }
      if (state.next.size) return state;
    }
    for (const spot of games) end(spot, record.get(number(spot)) ?? null);
  }
  if (last < all.length - 1) return state; // nobody was left for the final
  return decided(state, { once, two: of(FINAL), won: record.get(number(FINAL)) ?? null, record });
};

/** After the final: whether it is played once more, and who has won it all. */
const decided = (state, { once, two, won, record }) => {
  const [unbeaten, back] = two;
  const turned = !once && won !== null && won === back && unbeaten !== null;
  if (record.has(state.again)) {
    const best = record.get(state.again);
    for (const player of two) state.out.delete(player);
    for (const player of two) if (player !== null && player !== best) state.out.set(player, LAST);
    return { ...state, over: turned, champion: best };
  }
  if (!turned || !state.here.has(unbeaten)) return { ...state, over: true, champion: won };
  state.out.delete(unbeaten);
  state.next.set(
    state.again,
    two.filter((player) => state.here.has(player)),
  );
  return state;
};

/** The games of the next round by number, and who waits meanwhile. */
export const nextDouble = (day, seed) => {
  const { seeds, out, here, next } = walk(day, seed);
  const plays = new Set([...next.values()].flat());
  const waits = seeds.filter((player) => !out.has(player) && here.has(player) && !plays.has(player));
  return { next, waits: waits.sort((a, b) => a - b) };
};

/** Whether a double elimination is decided; only after its first round. */
export const doubleOver = (day) => walk(day, null).over;

/** The places after a double elimination, `[first, last, player]`: who is out later is better. */
export const doublePlaces = (day, table) => {
  const { seeds, out, champion } = walk(day, null);
  const removed = (player) => day.players.get(player).removed;
  const apart = day.created.variants.eliminated === "by-swiss" && table.length > 0;
  const found = champion === null || removed(champion) ? [] : [[1, 1, champion]];
  const levels = [...new Set(out.values())].sort((a, b) => b - a);
  for (const one of levels) {
    const group = seeds.filter((player) => out.get(player) === one && !removed(player));
    const from = found.length + 1;
    group.sort((a, b) => table.indexOf(a) - table.indexOf(b));
    group.forEach((player, at) =>
      found.push(apart ? [from + at, from + at, player] : [from, from + group.length - 1, player]),
    );
  }
  for (const player of table.filter((one) => !seeds.includes(one) && !removed(one)))
    found.push([found.length + 1, found.length + 1, player]);
  return found;
};
