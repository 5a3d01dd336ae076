/* Cuts, brackets and places (docs/cuts.md). */
import { doublePlaces } from "./doubles.js";
import { order } from "./draws.js";

const power = (count) => 2 ** Math.max(1, Math.ceil(Math.log2(Math.max(count, 1))));
const lossesOf = (records) => records.filter((one) => one.side.verdict === "loss").length;

/** The first so many of every group, in the order of their places: all the first, then all the second, and so on. */
const bestOfGroups = (here, figure, groups) => {
  const ahead = groups.map(() => 0);
  const placed = here.flatMap((player) => {
    const at = groups.findIndex((group) => group.includes(player));
    return at < 0 ? [] : [{ player, place: ahead[at]++ }];
  });
  const rows = Array.from({ length: figure }, (_, place) => placed.filter((one) => one.place === place));
  return rows.flat().map((one) => one.player);
};

/** Who of those who are here, in the order of the standings, goes on by a cut or comes into a part, best first. */
export const chosen = ({ kind, figure, groups }, here, table, records) => {
  if (kind === "everybody") return here;
  if (kind === "best-of-groups") return bestOfGroups(here, figure, groups ?? []);
  if (kind === "at-least-points") return here.filter((player) => table.points(player) >= figure);
  if (kind === "at-most-losses") return here.filter((player) => lossesOf(records.get(player)) <= figure);
  const first = here.slice(0, figure);
  if (kind === "top-with-ties" && first.length === figure) {
    return [...first, ...here.slice(figure).filter((player) => table.equal(player, first.at(-1)))];
  }
  return first;
};

/** Who goes on by the cut of a plan, best first; `groups` are those of the last part. */
export const cut = ({ cut_kind: kind, cut: figure }, table, records, active, groups) => {
  const here = table.order.filter((player) => active.has(player));
  return chosen({ kind, figure, groups }, here, table, records);
};

const seeded = (seeds) => {
  const last = power(seeds.length);
  return Array.from({ length: last / 2 }, (_, i) => [seeds[i] ?? null, seeds[last - 1 - i] ?? null]);
};

const random = (players, seed) => {
  const drawn = order(seed, "elimination-players", players);
  const free = power(players.length) - players.length;
  const named = new Map(drawn.slice(0, free).map((one) => [String(one), [one, null]]));
  for (let i = free; i < drawn.length; i += 2) named.set(`${drawn[i]} v ${drawn[i + 1]}`, [drawn[i], drawn[i + 1]]);
  return order(seed, "elimination-numbers", [...named.keys()]).map((name) => named.get(name));
};

/** Who goes on from a match: from a table whose first place is shared the better seed. */
const through = (day, { pairing, outcome }) => {
  if (!outcome) return null;
  if (outcome.winner !== null) return pairing.players[outcome.winner];
  const first = (player) => outcome.sides[pairing.players.indexOf(player)]?.verdict === "draw";
  if (!day.atTables()) return null;
  return day.seeds.find((player) => pairing.players.includes(player) && first(player)) ?? null;
};

/** Who went on from each game of a round, by its number; null for nobody. */
const winners = (day, round, games) => {
  const found = Array(games).fill(null);
  for (const match of round.matches.values()) found[match.pairing.game - 1] = through(day, match);
  for (const one of round.byes.values()) found[one.game - 1] = one.player;
  return found;
};

/** The tables of the first round of a cut at tables, and alone those who wait for the final. */
const snake = (seeds) => {
  const tables = Math.max(0, Math.ceil((seeds.length - 4) / 3));
  if (!tables) return [seeds];
  const waiting = seeds.slice(0, 4 - tables);
  const rows = seeds.slice(4 - tables);
  const place = (at) => (Math.floor(at / tables) % 2 ? tables - 1 - (at % tables) : at % tables);
  const seated = Array.from({ length: tables }, (_, no) => rows.filter((_one, at) => place(at) === no));
  return [...seated, ...waiting.map((one) => [one])];
};

/** How many games the last elimination round has. */
export const gamesOf = (round) => round.matches.size + round.byes.size;

const tableGames = (day) => {
  const [first] = day.roundsOf("elimination");
  if (!first) return snake(day.seeds);
  const on = winners(day, first, gamesOf(first));
  return [day.seeds.filter((player) => on.includes(player))];
};

/** The games of the next elimination round by number: who is to meet whom, null for nobody. */
export const games = (day, seed) => {
  const stage = day.stage();
  const here = new Set(day.active());
  const before = day.roundsOf("elimination");
  if (day.atTables()) return tableGames(day).map((game) => game.filter((player) => here.has(player)));
  let found = day.seeds ? seeded(stage.players) : random(stage.players, before[0]?.seed ?? seed);
  for (const round of before) {
    const on = winners(day, round, found.length);
    const half = found.length / 2;
    found = Array.from({ length: half }, (_, i) => [on[i], on[on.length - 1 - i]]);
  }
  return found.map((game) => game.filter((player) => player !== null && here.has(player)));
};

/** The places under a column of so many games; the disqualified ahead and in it leave theirs to those behind. */
const printed = (games, entrants, ahead, among) => [
  games + 1 - ahead,
  Math.max(games + 1, Math.min(2 * games, entrants) - among) - ahead,
];

/** The places of a cut at tables: those of the final, equal ones by seed, and shared by all who were in no final. */
const tablePlaces = (day, table) => {
  const last = day.roundsOf("elimination").at(-1);
  const removed = (player) => day.players.get(player).removed;
  const seeds = day.seeds.filter((player) => !removed(player));
  const came = new Map([...last.byes.keys()].map((player) => [player, 1]));
  for (const { pairing, outcome } of last.matches.values())
    pairing.players.forEach((player, seat) => came.set(player, outcome.sides[seat].place));
  const final = seeds.filter((player) => came.has(player)).sort((a, b) => came.get(a) - came.get(b));
  const others = seeds.filter((player) => !came.has(player));
  const rest = table.filter((player) => !day.seeds.includes(player) && !removed(player));
  return [
    ...final.map((player, at) => [at + 1, at + 1, player]),
    ...others.map((player) => [final.length + 1, seeds.length, player]),
    ...rest.map((player, at) => [seeds.length + at + 1, seeds.length + at + 1, player]),
  ];
};

/** Final places: `[first, last, player]`; `table` is the order after the Swiss rounds. */
export const places = (day, table) => {
  if (day.atTables() && day.roundsOf("elimination").length) return tablePlaces(day, table);
  if (day.elimination() !== "single" && day.roundsOf("elimination").length) return doublePlaces(day, table);
  const rounds = day.roundsOf("elimination");
  const stage = rounds.length ? day.stages.find((one) => one.format === "elimination") : null;
  const removed = (player) => day.players.get(player).removed;
  const entrants = stage ? stage.players : [];
  const out = new Map(entrants.map((player) => [player, 0]));
  const total = stage ? Math.log2(power(stage.players.length)) : 0;
  rounds.forEach((round, at) => {
    for (const { pairing, outcome } of round.matches.values()) {
      pairing.players.forEach(
        (player, seat) => out.has(player) && out.set(player, outcome?.winner === seat ? at + 1 : at),
      );
    }
    for (const player of round.byes.keys()) if (out.has(player)) out.set(player, at + 1);
  });
  const found = [];
  const swiss = new Map(table.map((player, at) => [player, at]));
  const { eliminated } = day.created.variants;
  let gone = 0;
  for (let level = total; level >= 0; level -= 1) {
    const reached = entrants.filter((player) => out.get(player) === level);
    const group = reached.filter((player) => !removed(player));
    group.sort((a, b) => (swiss.get(a) ?? a) - (swiss.get(b) ?? b));
    const apart = eliminated === "by-swiss" && swiss.size > 0;
    const from = found.length + 1;
    const [first, last] =
      eliminated === "by-column" && level < total
        ? printed(2 ** (total - level - 1), entrants.length, gone, reached.length - group.length)
        : [from, from + group.length - 1];
    group.forEach((player, i) => found.push(apart ? [from + i, from + i, player] : [first, last, player]));
    gone += reached.length - group.length;
  }
  let next = entrants.length - gone;
  for (const player of table) {
    if (out.has(player) || removed(player)) continue;
    next += 1;
    found.push([next, next, player]);
  }
  return found;
};
