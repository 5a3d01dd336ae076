/* The pairs of a field that is paired by the standings: a whole Swiss round, or one pod of it (docs/pairing.md). */
import { order } from "./draws.js";
import { breaks, counts, forgotten } from "./carry.js";
import { groupsOf, optimal, ranked, shuffled } from "./pairings.js";
import { listed } from "./listed.js";
import { pairKey, twos } from "./tables.js";

const shown = (pairs) =>
  pairs
    .map((pair) => pairKey(...pair))
    .sort()
    .join(", ");
const SMALL = 8;

/** By what score groups of a round are made: what was brought into its part, if that begins, counts there. */
export const worthBy = (day, records, round = day.rounds.length + 1) => {
  const { points, wins } = counts(breaks(day, round));
  const worth = day.created.variants.rank_by === "match-wins" ? wins : points;
  return (player) => worth(records.get(player));
};

/** The rounds whose opponents and byes bind the next: all, or those since all began anew. */
const binding = (day) => {
  const last = forgotten(breaks(day, day.rounds.length + 1));
  return day.roundsOf("swiss").filter((round) => round.no > last);
};

/** Whether two have met in a round of a format. */
export const metBefore = (day, format = "swiss") => {
  const met = new Set();
  for (const round of format === "swiss" ? binding(day) : day.roundsOf(format))
    for (const { pairing } of round.matches.values())
      for (const pair of twos(pairing.players)) met.add(pairKey(...pair));
  return (a, b) => met.has(pairKey(a, b));
};

/** Who met somebody of a lower score group in an earlier round, by the results before that round as they stand now. */
const pairedDown = (day) => {
  const found = new Set();
  for (const round of binding(day)) {
    const worth = worthBy(day, day.records(round.no - 1), round.no);
    for (const { pairing } of round.matches.values()) {
      const [a, b] = pairing.players.map(worth);
      if (a !== b) found.add(pairing.players[a > b ? 0 : 1]);
    }
  }
  return (player) => found.has(player);
};

/** Whose bye it is in a field with an odd number of players. */
export const byeOf = (day, field, table, seed) => {
  if (!day.roundsOf("swiss").length) return order(seed, "first-round-bye", field)[0];
  const rounds = binding(day);
  const had = (player) => rounds.filter((round) => round.byes.has(player)).length;
  const last = (player) => Number(rounds.at(-1)?.byes.has(player) ?? false);
  const rank = new Map(table.order.map((player, at) => [player, at]));
  return [...field].sort((a, b) => had(a) - had(b) || last(a) - last(b) || rank.get(b) - rank.get(a))[0];
};

/** Who stands better, for a sort. */
const better = (table) => {
  const rank = new Map(table.order.map((player, at) => [player, at]));
  return (a, b) => rank.get(a) - rank.get(b);
};

/** Pairs in the order of their tables, the best first; in each the better one is named first. */
export const bestFirst = (pairs, table, worth, say) => {
  const best = better(table);
  for (const pair of pairs)
    if (best(...pair) > 0) say("who is named first", `${pair[1]} v ${pair[0]}`, pair.join(" v "));
  return [...pairs].sort((a, b) => {
    const of = (pair) => pair.map(worth).sort((x, y) => y - x);
    const [x, y] = [of(a), of(b)];
    return y[0] - x[0] || y[1] - x[1] || best(a[0], b[0]);
  });
};

/**
 * Pairs against the draw: "drawn" where all follows from the seed, "proved" where only that nothing is better,
 * "unknown" where that was not found out either. `given` holds `players`, who are paired; `rests`, who has the
 * drawn bye, or null; `field`, all of these; `table`, `worth` and `seed`; and `method`, null where the journal
 * names none.
 */
export const paired = (day, pairs, { players, rests, field, table, worth, seed, method }, say) => {
  const { variants } = day.created;
  const first = !day.roundsOf("swiss").length;
  const met = metBefore(day);
  const forbidden = (a, b) => day.isForbidden(a, b);
  const later = day.partEnd() - day.roundsOf("swiss").length - 1;
  const by = (holds, expected) => method === null || holds || say("method of the draw", expected, method);
  const last = day.roundsOf("swiss").length + 1 === day.plan.plan.rounds;
  const ranking = variants.last_round === "power" && last && !first && day.hasCut();
  by(ranking === (method === "ranked"), ranking ? "ranked" : "not ranked");
  if (ranking) {
    const inOrder = table.order.filter((player) => players.includes(player));
    const due = ranked(inOrder, met, forbidden);
    if (due === undefined) return "unknown";
    if (!due || shown(due) !== shown(pairs)) say("pairs by standing", due ? shown(due) : "none possible", shown(pairs));
    return "drawn";
  }
  const groups = groupsOf(players, worth);
  const clubs = first && variants.first_round === "clubs-apart";
  const club = (player) => day.players.get(player).club;
  const mates = (a, b) => clubs && club(a) !== null && club(a) === club(b);
  const foe = (a, b) => met(a, b) || forbidden(a, b) || mates(a, b);
  const everybody = [...day.players.keys()];
  const apart = (a, b) => met(a, b) || (field.includes(b) && forbidden(a, b)) || (players.includes(b) && mates(a, b));
  const most = Math.max(0, ...players.map((a) => everybody.filter((b) => a !== b && apart(a, b)).length));
  const looks = field.length <= SMALL && later > 0 && 2 * (most + 1 + later) > players.length;
  by(looks === (method === "listed"), looks ? "listed" : "not listed");
  const tired = variants.pair_down_again === "avoided" ? pairedDown(day) : null;
  const drew = (again) => {
    if (!again || shown(again) !== shown(pairs))
      say("pairs drawn from the seed", again ? shown(again) : "none possible", shown(pairs));
    return "drawn";
  };
  if (looks) {
    const byes = (player) => binding(day).filter((round) => round.byes.has(player)).length;
    const none = () => false;
    const all = {
      paired: players,
      rests,
      byes,
      rounds: later,
      groups,
      met,
      forbidden,
      mates,
      tired: tired ?? none,
      seed,
    };
    return drew(listed(all));
  }
  const again = shuffled(groups, foe, seed, tired);
  by(Boolean(again) === (method === "shuffled"), again ? "shuffled" : "another than shuffled");
  if (again) return drew(again);
  if (clubs) return "unknown";
  const found = optimal(pairs, groups, met, forbidden);
  if (found === "better") say("pairings", "as few rematches and unequal points as possible", shown(pairs));
  return found === "better" || tired ? "unknown" : found;
};
