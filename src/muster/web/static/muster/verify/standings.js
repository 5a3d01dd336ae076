/* Standings, every value an exact fraction (docs/standings.md). */
import { NONE, compare, greater, mean, over, ratio, read, sum } from "./exact.js";
import { key } from "./draws.js";

/** Points, and wins, of the records of one player. */
export const pointsOf = (records) => records.reduce((all, one) => all + one.side.points, 0);
export const winsOf = (records) => records.filter((one) => one.side.verdict === "win").length;

const columns = (all, { rules, variants, rounds }) => {
  const found = new Map();
  const once = (name, player, make) => {
    const at = `${name}/${player}`;
    if (!found.has(at)) found.set(at, make(all.get(player) ?? []));
    return found.get(at);
  };
  const foes = (records) => records.filter((one) => one.foe !== null).map((one) => one.foe);
  const byes = (records) =>
    variants.bye_is_opponent ? records.filter((one) => one.kind === "bye").map(() => NONE) : [];
  const floor = read(variants.rate_floor);
  const win = rules.scoring.points?.win ?? 3;
  const perRound = (player) =>
    once("per-round", player, (records) => {
      const counted = {
        active: records.length,
        games: records.filter((one) => one.foe !== null).length,
        scheduled: rounds,
      };
      const by = counted[variants.schedule_rounds];
      return by ? ratio(pointsOf(records), by) : NONE;
    });
  const matchRate = (player) =>
    once("match-rate", player, (records) => {
      const kept = variants.bye_in_match_rate === "won" ? records : records.filter((one) => one.kind !== "bye");
      return kept.length ? greater(ratio(pointsOf(kept), win * kept.length), floor) : floor;
    });
  const values = {
    margin: (player) => once("margin", player, (records) => ratio(records.reduce((n, one) => n + one.side.margin, 0))),
    "strength-of-schedule": (player) =>
      once("sos", player, (records) => mean([...foes(records).map(perRound), ...byes(records)], NONE)),
    "extended-strength-of-schedule": (player) =>
      once("esos", player, (records) =>
        mean([...foes(records).map(values["strength-of-schedule"]), ...byes(records)], NONE),
      ),
    "average-share": (player) =>
      once("share", player, (records) => {
        const own = records.filter((one) => one.side.share !== null).map((one) => read(one.side.share));
        const usual = mean(own, read(rules.scoring.share.no_games));
        const averaged = records.filter((one) => one.side.averaged).map(() => usual);
        return rounds ? over(sum([...own, ...averaged]), ratio(rounds)) : NONE;
      }),
    "extended-average-share": (player) =>
      once("eshare", player, (records) =>
        mean([...foes(records).map(values["average-share"]), ...byes(records)], NONE),
      ),
    "opponents-match-wins": (player) => once("omw", player, (records) => mean(foes(records).map(matchRate), floor)),
    "game-wins": (player) =>
      once("gw", player, (records) => {
        const [won, lost, drew] = records.reduce((n, one) => n.map((x, i) => x + one.side.games[i]), [0, 0, 0]);
        const started = won + lost + drew;
        return started ? greater(ratio(3 * won + drew, 3 * started), floor) : floor;
      }),
    "opponents-game-wins": (player) =>
      once("ogw", player, (records) => mean(foes(records).map(values["game-wins"]), floor)),
    "match-wins": (player) => once("wins", player, (records) => ratio(winsOf(records))),
  };
  return values;
};

/** Players from the first to the last, and `equal(a, b)`: alike in all but the random key. */
export const standings = (all, given) => {
  const { rules, variants, seed, without = new Set() } = given;
  const values = columns(all, given);
  const wanted = rules.standings.tiebreakers.map((one) => one.id);
  const rows = [...all.keys()]
    .filter((player) => !without.has(player))
    .map((player) => {
      const records = all.get(player);
      const row = [ratio(pointsOf(records)), ...wanted.map((id) => values[id](player))];
      if (variants.rank_by === "match-wins") row.unshift(ratio(winsOf(records)));
      return { player, row, key: seed ? key(seed, "tiebreak", player) : "" };
    });
  const apart = (a, b) => {
    for (let i = 0; i < a.row.length; i += 1) {
      const found = compare(b.row[i], a.row[i]);
      if (found) return found;
    }
    return 0;
  };
  rows.sort((a, b) => apart(a, b) || (a.key < b.key ? -1 : a.key > b.key ? 1 : a.player - b.player));
  const at = new Map(rows.map((one) => [one.player, one]));
  return { order: rows.map((one) => one.player), equal: (a, b) => apart(at.get(a), at.get(b)) === 0 };
};
