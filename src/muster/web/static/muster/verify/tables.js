/* Tables of three and four: who sits with whom, how good that is, and in which seats (docs/pairing.md). */
import { number, order } from "./draws.js";

const SMALL = 16; // players whose every seating is counted

/** Every two of these. */
export const twos = (players) => players.flatMap((a, at) => players.slice(at + 1).map((b) => [a, b]));
export const pairKey = (a, b) => `${Math.min(a, b)}/${Math.max(a, b)}`;

/** How many tables of four and of three so many make: as few tables as can be. */
const split = (count) => {
  const all = Math.ceil(count / 4);
  return { fours: count - 3 * all, threes: 4 * all - count };
};

/** What is counted of a seating, the worst first. */
const FAULTS = {
  "repeats lowest": ["forbidden", "repeats", "clubmates", "spread", "threes", "again"],
  "repeats spread-out": ["forbidden", "repeats", "clubmates", "again", "spread"],
  "spread lowest": ["forbidden", "clubmates", "spread", "repeats", "threes", "again"],
  "spread spread-out": ["forbidden", "clubmates", "again", "spread", "repeats"],
};

/** All that stands between the players of a round: `players` to be seated, and `worth`, the points of each. */
export const fieldOf = (day, players, worth) => {
  const swiss = day.roundsOf("swiss");
  const [met, threes, seats] = [new Map(), new Map(), new Map()];
  const add = (map, at) => map.set(at, (map.get(at) ?? 0) + 1);
  for (const { pairing } of swiss.flatMap((round) => [...round.matches.values()])) {
    for (const pair of twos(pairing.players)) add(met, pairKey(...pair));
    pairing.players.forEach((player, seat) => add(seats, `${player} in ${seat}`));
    if (pairing.players.length === 3) for (const player of pairing.players) add(threes, player);
  }
  const { first_round: kept, tables_by: by = "repeats", threes: who = "lowest" } = day.created.variants;
  const clubs = kept === "clubs-apart" && !swiss.length;
  const club = (player) => (clubs ? day.players.get(player).club : null);
  return {
    players: [...players].sort((a, b) => worth(b) - worth(a) || a - b),
    worth,
    club,
    faults: FAULTS[`${by} ${who}`],
    meetings: (a, b) => met.get(pairKey(a, b)) ?? 0,
    forbidden: (a, b) => day.isForbidden(a, b),
    threes: (player) => threes.get(player) ?? 0,
    had: (player, seat) => seats.get(`${player} in ${seat}`) ?? 0,
  };
};

/** Whether every seating is as good as any other: nobody is known to stand out in anything. */
const plain = ({ players, worth, club, meetings, forbidden, threes }) =>
  new Set(players.map(worth)).size <= 1 &&
  !players.some((one) => threes(one) || club(one) !== null) &&
  !twos(players).some((pair) => meetings(...pair) || forbidden(...pair));

/** How much of each fault one table has, as numbers in the order in which they count. */
const weighed = ({ faults, worth, club, meetings, forbidden, threes }, table) => {
  const points = table.map(worth);
  const total = (list) => list.reduce((all, one) => all + one, 0);
  const pairs = twos(table);
  const ofThree = (list) => (table.length === 3 ? total(list) : 0);
  const found = {
    forbidden: () => pairs.filter((pair) => forbidden(...pair)).length,
    repeats: () => total(pairs.map((pair) => meetings(...pair))),
    clubmates: () => pairs.filter(([a, b]) => club(a) !== null && club(a) === club(b)).length,
    spread: () => Math.max(...points) - Math.min(...points),
    threes: () => ofThree(points),
    again: () => ofThree(table.map(threes)),
  };
  return faults.map((fault) => found[fault]());
};

const added = (a, b) => a.map((one, at) => one + b[at]);
const apart = (a, b) => {
  const at = a.findIndex((one, place) => one !== b[place]);
  return at < 0 ? 0 : a[at] - b[at];
};
const whole = (field, tables) =>
  tables.map((table) => weighed(field, table)).reduce(added, Array(field.faults.length).fill(0));

/** The points at the tables can lie no closer than where the list is cut into blocks. */
const closest = (points, { fours, threes }) => {
  const known = new Map([["0 0", 0]]);
  for (let a = 0; a <= fours; a += 1) {
    for (let b = 0; b <= threes; b += 1) {
      const from = 4 * a + 3 * b;
      const here = known.get(`${a} ${b}`);
      for (const [size, at] of [
        [4, `${a + 1} ${b}`],
        [3, `${a} ${b + 1}`],
      ]) {
        if (from + size > points.length) continue;
        const all = here + points[from] - points[from + size - 1];
        known.set(at, Math.min(known.get(at) ?? Infinity, all));
      }
    }
  }
  return known.get(`${fours} ${threes}`);
};

/** What every seating comes to at least, each fault by itself. */
const floor = ({ faults, players, worth, threes }) => {
  const sizes = split(players.length);
  const seats = 3 * sizes.threes;
  const least = (values) => [...values].sort((a, b) => a - b).slice(0, seats);
  const total = (list) => list.reduce((all, one) => all + one, 0);
  const known = {
    spread: closest(players.map(worth), sizes),
    threes: total(least(players.map(worth))),
    again: total(least(players.map(threes))),
  };
  return faults.map((fault) => known[fault] ?? 0);
};

/** All ways to choose so many, in the order of the list. */
const choices = (list, count) =>
  count ? list.flatMap((one, at) => choices(list.slice(at + 1), count - 1).map((others) => [one, ...others])) : [[]];

/** All best seatings of a small field: `least`, what each comes to, `count` of them, and the one of a number. */
const best = (field) => {
  const { players } = field;
  const costs = new Map();
  const cost = (mask, table) => {
    if (!costs.has(mask)) {
      costs.set(
        mask,
        weighed(
          field,
          table.map((at) => players[at]),
        ),
      );
    }
    return costs.get(mask);
  };
  /** Who sits with the first who is left: with three others before two, each in the order of the list. */
  const tables = (left) => {
    const sizes = split(left.length);
    const [first, ...others] = left;
    const mates = [...(sizes.fours ? choices(others, 3) : []), ...(sizes.threes ? choices(others, 2) : [])];
    return mates.map((all) => [first, ...all]);
  };
  const known = new Map([[0, { least: Array(field.faults.length).fill(0), count: 1, ways: [] }]]);
  const ways = (mask) => {
    if (known.has(mask)) return known.get(mask);
    const left = players.map((_, at) => at).filter((at) => mask & (1 << at));
    let found = { least: null, count: 0, ways: [] };
    for (const table of tables(left)) {
      const own = table.reduce((all, at) => all | (1 << at), 0);
      const rest = ways(mask ^ own);
      const all = added(cost(own, table), rest.least);
      const more = found.least ? apart(all, found.least) : -1;
      if (more < 0) found = { least: all, count: 0, ways: [] };
      if (more > 0) continue;
      found.ways.push({ table, next: mask ^ own, count: rest.count });
      found.count += rest.count;
    }
    known.set(mask, found);
    return found;
  };
  const start = 2 ** players.length - 1;
  const numbered = (which) => {
    const seating = [];
    let left = which;
    for (let mask = start; mask;) {
      const way = ways(mask).ways.find((one) => {
        if (left < one.count) return true;
        left -= one.count;
        return false;
      });
      seating.push(way.table.map((at) => players[at]));
      mask = way.next;
    }
    return seating;
  };
  const { least, count } = ways(start);
  return { least, count, numbered };
};

/** Tables in the order of their numbers: the most points first, then more players, then the smallest entry number. */
const ordered = ({ worth }, tables) => {
  const falling = (table) => table.map(worth).sort((a, b) => b - a);
  return tables
    .map((table) => [...table].sort((a, b) => a - b))
    .sort((a, b) => {
      const [one, two] = [falling(a), falling(b)];
      const at = one.findIndex((points, place) => place < two.length && points !== two[place]);
      return at < 0 ? two.length - one.length || a[0] - b[0] : two[at] - one[at];
    });
};

const orders = (players) =>
  players.length
    ? players.flatMap((one) => orders(players.filter((other) => other !== one)).map((rest) => [one, ...rest]))
    : [[]];

/** The seats at the table of a number, from 1: one of the orders in which they sat least, in sum. */
const seatsAt = ({ had }, table, seed, no) => {
  const often = (all) => all.reduce((sum, player, seat) => sum + had(player, seat), 0);
  const every = orders(order(seed, `seats/${no}`, table));
  const least = Math.min(...every.map(often));
  const found = every.filter((all) => often(all) === least);
  return found[Number(number(seed, `seat-choice/${no}`, found.length))];
};

/** The tables of a first round, in which all are alike: the drawn list, cut fours first. */
const cutList = (players, seed) => {
  const drawn = order(seed, "tables/0", players);
  const { fours, threes } = split(drawn.length);
  return [...Array(fours).fill(4), ...Array(threes).fill(3)].map((size) => drawn.splice(0, size));
};

/** Whether these tables have the sizes they must have. */
export const fits = (tables, players) => {
  const { fours, threes } = split(players.length);
  const of = (size) => tables.filter((table) => table.length === size).length;
  return threes <= 3 && fours >= 0 && of(4) === fours && of(3) === threes && tables.length === fours + threes;
};

const shown = (tables) => tables.map((table) => [...table].sort((a, b) => a - b).join(" ")).join(" | ");
const inAnyOrder = (tables) => shown(tables).split(" | ").sort().join(" | ");

/**
 * The tables of a round, `tables` in the order of the sheet, against the draw: "seated" where all follows from the
 * seed, "proved" where only that nothing is better, "unseated" where that was not found out either.
 */
export const seated = (field, { tables, seed, method, stopped }, say) => {
  const { players } = field;
  const small = players.length <= SMALL;
  const alike = plain(field);
  const halted = stopped !== undefined; // then what the search had found stands, and nothing was counted
  const ways = ["tables shuffled", "tables counted", "tables searched"];
  const due = alike ? ways.slice(0, 1) : ways.slice(halted ? 2 : 1, small && !halted ? 2 : 3);
  if (halted && (alike || !Number.isInteger(stopped) || stopped < 1))
    say("steps after which the search was stopped", alike ? "none" : "a number from 1", stopped);
  if (!due.includes(method)) say("method of the draw", due.join(", "), method);
  const inOrder = ordered(field, tables);
  if (shown(inOrder) !== shown(tables)) say("order of the tables", shown(inOrder), shown(tables));
  inOrder.forEach((table, at) => {
    const [expected, found] = [seatsAt(field, table, seed, at + 1), tables.find((one) => one.includes(table[0]))];
    if (String(expected) !== String(found)) say("seats at a table", expected.join(", "), found.join(", "));
  });
  if (!alike && !small) return apart(whole(field, tables), floor(field)) ? "unseated" : "proved";
  const all = alike ? null : best(field);
  if (halted && all) return apart(whole(field, tables), all.least) ? "unseated" : "proved";
  const drawn = alike ? cutList(players, seed) : all.numbered(Number(number(seed, "count", all.count)));
  if (inAnyOrder(drawn) !== inAnyOrder(tables))
    say("tables drawn from the seed", inAnyOrder(drawn), inAnyOrder(tables));
  return "seated";
};
