/* Standings, every value an exact fraction (docs/standings.md). */
import { NONE, compare, greater, mean, over, ratio, read, sum, times, written } from "./exact.js";
import { counts as counted } from "./carry.js";
import { key } from "./draws.js";

/** Points of the records of one player, as they were won. */
export const pointsOf = (records) => records.reduce((all, one) => all + one.side.points, 0);

/** Rounds from the first to the last of the stage, those without a record of a player among them. */
const numbersOf = (all, rounds) => {
  const known = new Set([...all.values()].flatMap((records) => records.map((one) => one.number)));
  const first = known.size ? Math.min(...known) : 1;
  for (let past = 0; past < rounds; past += 1) known.add(first + past);
  return [...known].sort((a, b) => a - b);
};

/** A round missed by one's own will: no opponent, and no bye that counts as won. */
const stayedAway = (one) => !one || (!one.foes.length && !(one.kind === "bye" && one.side.verdict === "win"));

/** All but the value that is cut first, and if asked for but the highest of the rest. */
const cutValues = (added, fide, both) => {
  const low = (list) => list.reduce((least, one) => (compare(one.value, least.value) < 0 ? one : least));
  const high = (list) => list.reduce((most, one) => (compare(one.value, most.value) > 0 ? one : most));
  if (!added.length) return [];
  const first = fide ? added.filter((one) => stayedAway(one.record)) : [];
  const lowest = low(first.length ? first : added);
  const rest = added.filter((one) => one !== lowest);
  const highest = both && rest.length ? high(rest) : null;
  return rest.filter((one) => one !== highest);
};

const columns = (all, { rules, variants, rounds, counts, without = new Set() }) => {
  const found = new Map();
  const once = (name, player, make) => {
    const at = `${name}/${player}`;
    if (!found.has(at)) found.set(at, make(all.get(player) ?? []));
    return found.get(at);
  };
  const foes = (records) => records.flatMap((one) => one.foes);
  const byes = (records) =>
    variants.bye_is_opponent ? records.filter((one) => one.kind === "bye").map(() => NONE) : [];
  const floor = read(variants.rate_floor);
  const kept = rules.scoring.scores === "kept";
  const ofScores = () => ({
    win: Math.max(...rules.scoring.table.rows.map((one) => one.win)),
    draw: rules.scoring.equal_score.points ?? 0,
  });
  const { win = 3, draw = 1, usual } = kept ? ofScores() : (rules.scoring.points ?? {});
  const most = usual ? usual[0] : win; // what a match can be worth
  const perRound = (player) =>
    once("per-round", player, (records) => {
      const counted = {
        active: records.length,
        games: records.filter((one) => one.foes.length).length,
        scheduled: rounds,
      };
      const by = counted[variants.schedule_rounds];
      return by ? ratio(pointsOf(records), by) : NONE;
    });
  const matchRate = (player) =>
    once("match-rate", player, (records) => {
      const kept = variants.bye_in_match_rate === "won" ? records : records.filter((one) => one.kind !== "bye");
      return kept.length ? greater(ratio(pointsOf(kept), most * kept.length), floor) : floor;
    });
  const fide = variants.unplayed_rounds === "fide-2023";
  const numbers = numbersOf(all, rounds);
  const wholeStage = (records) => numbers.map((number) => records.find((one) => one.number === number) ?? null);
  const forOthers = (player) =>
    once("for-others", player, (records) => {
      if (!fide) return ratio(pointsOf(records));
      const stage = wholeStage(records);
      const last = stage.findLastIndex((one) => !stayedAway(one));
      return ratio(stage.reduce((n, one, place) => n + (place > last ? draw : (one?.side.points ?? 0)), 0));
    });
  const added = (player) =>
    once("added", player, (records) =>
      wholeStage(records).map((record) => {
        if (record?.foes.length) return { record, value: sum(record.foes.map(forOthers)) };
        return { record, value: fide ? ratio(pointsOf(records)) : NONE };
      }),
    );
  const weight = (one) => {
    if (!one || one.side.verdict === "loss") return NONE;
    return one.side.verdict === "win" ? ratio(1) : ratio(draw, win || 1);
  };
  const score = (player) =>
    once("score", player, (records) =>
      ratio(records.reduce((n, { side: { games } }) => n + (kept ? games[0] : win * games[0] + draw * games[2]), 0)),
    );
  /** Points among all who are equal so far; `before` gives what is compared before it, as text. */
  const against = (player, before) => {
    const mine = before(player);
    const group = [...all.keys()].filter((one) => !without.has(one) && all.get(one).length && before(one) === mine);
    const met = group.every((one) => {
      const theirs = new Set(foes(all.get(one)));
      return group.every((other) => other === one || theirs.has(other));
    });
    const equals = new Set(group.filter((one) => one !== player));
    return ratio(met ? pointsOf(all.get(player).filter((one) => one.foes.some((foe) => equals.has(foe)))) : 0);
  };
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
        return started && win ? greater(ratio(win * won + draw * drew, win * started), floor) : floor;
      }),
    "opponents-game-wins": (player) =>
      once("ogw", player, (records) => mean(foes(records).map(values["game-wins"]), floor)),
    buchholz: (player) => sum(added(player).map((one) => one.value)),
    "buchholz-cut-1": (player) => sum(cutValues(added(player), fide, false).map((one) => one.value)),
    "median-buchholz": (player) => sum(cutValues(added(player), fide, true).map((one) => one.value)),
    "sonneborn-berger": (player) => sum(added(player).map(({ record, value }) => times(weight(record), value))),
    "head-to-head": (player) => once("head-to-head", player, () => against(player, beforeHeads)),
    "total-score": (player) => score(player),
    "opponents-score": (player) => once("opponents-score", player, (records) => sum(foes(records).map(score))),
    "match-wins": (player) => once("wins", player, (records) => ratio(counts.wins(records))),
  };
  const lines = rules.standings.tiebreakers.map((one) => one.id);
  const beforeHeads = (player) =>
    once("before-heads", player, (records) => {
      const ids = lines.slice(0, lines.indexOf("head-to-head"));
      const line = [ratio(counts.points(records)), ...ids.map((id) => values[id](player))];
      if (variants.rank_by === "match-wins") line.push(values["match-wins"](player));
      return line.map(written).join();
    });
  return values;
};

/** Who played for a place gets the first of the keys that were drawn for all who did, and so on; if all are equal. */
const playedFor = (rows, players, apart) => {
  const there = players.flatMap((player) => rows.filter((one) => one.player === player));
  if (there.some((one) => apart(one, there[0]) !== 0)) return;
  const drawn = there.map((one) => one.key).sort();
  for (const [at, one] of there.entries()) one.key = drawn[at];
};

/** Players from the first to the last, and `equal(a, b)`: alike in all but the random key. */
export const standings = (all, given) => {
  const { rules, variants, seed, counts = counted(), without = new Set(), played = [] } = given;
  const values = columns(all, { ...given, counts });
  const wanted = rules.standings.tiebreakers.map((one) => one.id);
  const rows = [...all.keys()]
    .filter((player) => !without.has(player))
    .map((player) => {
      const records = all.get(player);
      const row = [ratio(counts.points(records)), ...wanted.map((id) => values[id](player))];
      if (variants.rank_by === "match-wins") row.unshift(ratio(counts.wins(records)));
      return { player, row, key: seed ? key(seed, "tiebreak", player) : "" };
    });
  const apart = (a, b) => {
    for (let i = 0; i < a.row.length; i += 1) {
      const found = compare(b.row[i], a.row[i]);
      if (found) return found;
    }
    return 0;
  };
  for (const players of played) playedFor(rows, players, apart);
  rows.sort((a, b) => apart(a, b) || (a.key < b.key ? -1 : a.key > b.key ? 1 : a.player - b.player));
  const at = new Map(rows.map((one) => [one.player, one]));
  return { order: rows.map((one) => one.player), equal: (a, b) => apart(at.get(a), at.get(b)) === 0 };
};
