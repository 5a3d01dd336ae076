/* Cuts, brackets and places (docs/cuts.md). */
import { order } from "./draws.js";
import { pointsOf } from "./standings.js";

const power = (count) => 2 ** Math.max(1, Math.ceil(Math.log2(Math.max(count, 1))));
const lossesOf = (records) => records.filter((one) => one.side.verdict === "loss").length;

/** Who goes on, best first. */
export const cut = (plan, table, records, active) => {
  const here = table.order.filter((player) => active.has(player));
  const { cut_kind: kind, cut: figure } = plan;
  if (kind === "at-least-points") return here.filter((player) => pointsOf(records.get(player)) >= figure);
  if (kind === "at-most-losses") return here.filter((player) => lossesOf(records.get(player)) <= figure);
  const first = here.slice(0, figure);
  if (kind === "top-with-ties" && first.length === figure) {
    return [...first, ...here.slice(figure).filter((player) => table.equal(player, first.at(-1)))];
  }
  return first;
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

/** Who went on from each game of a round, by its number; null for nobody. */
const winners = (round, games) => {
  const found = Array(games).fill(null);
  for (const { pairing, outcome } of round.matches.values()) {
    found[pairing.game - 1] = outcome && outcome.winner !== null ? pairing.players[outcome.winner] : null;
  }
  for (const one of round.byes.values()) found[one.game - 1] = one.player;
  return found;
};

/** The games of the next elimination round by number: who is to meet whom, null for nobody. */
export const games = (day, seed) => {
  const stage = day.stage();
  const here = new Set(day.active());
  const before = day.roundsOf("elimination");
  let found = day.seeds ? seeded(stage.players) : random(stage.players, before[0]?.seed ?? seed);
  for (const round of before) {
    const through = winners(round, found.length);
    const half = found.length / 2;
    found = Array.from({ length: half }, (_, i) => [through[i], through[through.length - 1 - i]]);
  }
  return found.map((game) => game.filter((player) => player !== null && here.has(player)));
};

/** The places under a column of so many games; the disqualified ahead and in it leave theirs to those behind. */
const printed = (games, entrants, ahead, among) => [
  games + 1 - ahead,
  Math.max(games + 1, Math.min(2 * games, entrants) - among) - ahead,
];

/** Final places: `[first, last, player]`; `table` is the order after the Swiss rounds. */
export const places = (day, table) => {
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
