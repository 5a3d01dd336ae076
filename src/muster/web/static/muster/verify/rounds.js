/* One proposed round against the rules: who, byes, rematches, tables, cards, the draw. */
import { same } from "./chain.js";
import { order } from "./draws.js";
import { pointsOf, winsOf } from "./standings.js";
import { groupsOf, optimal, ranked, shuffled } from "./pairings.js";
import { listed } from "./listed.js";
import { games } from "./brackets.js";
import { fieldOf, fits, pairKey, seated, twos } from "./tables.js";
import * as scores from "./scores.js";
import { told } from "./words.js";

const shown = (pairs) =>
  pairs
    .map((pair) => pairKey(...pair))
    .sort()
    .join(", ");
const SMALL = 8;

/** The numbers in a text such as `1-20, 31-40`. */
export const numbers = (text) =>
  text
    .split(",")
    .filter((part) => part.trim())
    .flatMap((part) => {
      const [from, to] = part.split("-").map((one) => Number(one.trim()));
      return Array.from({ length: Math.min(10_000, (to ?? from) - from + 1) }, (_, i) => from + i);
    });

const metBefore = (day, format = "swiss") => {
  const met = new Set();
  for (const round of day.roundsOf(format))
    for (const { pairing } of round.matches.values())
      for (const pair of twos(pairing.players)) met.add(pairKey(...pair));
  return (a, b) => met.has(pairKey(a, b));
};

/** Who met somebody of a lower score group in an earlier round, by the results before that round as they stand now. */
const pairedDown = (day) => {
  const worth = day.created.variants.rank_by === "match-wins" ? winsOf : pointsOf;
  const found = new Set();
  for (const round of day.roundsOf("swiss")) {
    const records = day.records(round.no - 1);
    for (const { pairing } of round.matches.values()) {
      const [a, b] = pairing.players.map((player) => worth(records.get(player)));
      if (a !== b) found.add(pairing.players[a > b ? 0 : 1]);
    }
  }
  return (player) => found.has(player);
};

const byeOf = (day, field, table, seed) => {
  const swiss = day.roundsOf("swiss");
  if (!swiss.length) return order(seed, "first-round-bye", field)[0];
  const had = (player) => swiss.filter((round) => round.byes.has(player)).length;
  const last = (player) => Number(swiss.at(-1).byes.has(player));
  const rank = new Map(table.order.map((player, at) => [player, at]));
  return [...field].sort((a, b) => had(a) - had(b) || last(a) - last(b) || rank.get(b) - rank.get(a))[0];
};

/** Names of one kind that came least often in rounds of a format before a round, with how often that was. */
const remaining = (day, format, no, kind, list) => {
  const earlier = day.roundsOf(format).filter((round) => round.no < no);
  const times = (name) => earlier.filter((round) => round.sheet.cards?.[kind] === name).length;
  const least = Math.min(...list.map(times));
  return { least, left: list.filter((name) => times(name) === least) };
};

const seasonOf = (day) =>
  day.created.regulations.round_draws?.seasons.filter((one) => one.starts <= day.created.day).at(-1);

const cards = (day, { round_no, sheet, seed, deck }, format, say) => {
  const own = day.recorded.get(round_no);
  for (const [kind, due] of Object.entries(own ?? {}))
    if (sheet.cards?.[kind] !== due) say(kind, due, sheet.cards?.[kind]);
  if (own) return null;
  if (!day.created.regulations.round_draws)
    return sheet.cards === null || say("cards", "none", JSON.stringify(sheet.cards));
  const season = seasonOf(day);
  if (!season) return null;
  const one = (kind, list) => {
    const { left, least } = remaining(day, format, round_no, kind, list);
    const expected = order(seed, `round-${kind}`, deck || !least ? left : list)[0];
    if (sheet.cards?.[kind] !== expected) say(kind, expected, sheet.cards?.[kind]);
  };
  one("deployment", season.deployments);
  one("objective", season.objectives);
  return null;
};

/** Cards recorded by hand: legal and not used up, and those that the faces of the die stand for. */
export const byHand = (day, { round_no, way, cards: found, faces }, say) => {
  const round = day.rounds[round_no - 1];
  const season = seasonOf(day);
  if (!season) return say("cards", "those of a season", JSON.stringify(found));
  const repeats = way === "drawn" && Boolean(round) && day.begun(round);
  const format = round ? round.format : day.stage()?.format;
  const one = (kind, list, face) => {
    const left = repeats ? list : remaining(day, format, round_no, kind, list).left;
    const each = Math.floor(6 / left.length);
    const due = way === "rolled" ? [left[Math.floor((face - 1) / each)]] : left;
    if (!due.includes(found[kind])) say(kind, due.join(", "), found[kind]);
  };
  one("deployment", season.deployments, faces?.[0]);
  one("objective", season.objectives, faces?.[1]);
  return null;
};

const places = (day, sheet, say) => {
  const known = sheet.pairings.map((one) => one.table);
  if (new Set(known).size !== known.length) say("tables", "each once", known.join(", "));
  const kept = new Set(numbers(day.tables.reserved ?? ""));
  for (const { table, players } of sheet.pairings) {
    const own = players.some((player) => day.players.get(player)?.fixed === table);
    if (kept.has(table) && !own) say("table", "none that is reserved", table);
  }
};

/** Whom the organiser keeps apart, and whether those who have met before are marked so. */
const marks = (pairings, met, forbidden, say) => {
  for (const { players, rematch } of pairings) {
    const again = twos(players).some((pair) => met(...pair));
    if (twos(players).some((pair) => forbidden(...pair))) say("pairing", "no forbidden pair", players.join(" v "));
    if (again !== rematch) say("rematch", again, `${rematch} (${players.join(" v ")})`);
  }
};

const tablesOf = (day, pairs) => {
  const kept = new Set(numbers(day.tables.reserved ?? ""));
  const given = new Map();
  const taken = new Set();
  for (const pair of pairs) {
    const own = pair
      .map((player) => day.players.get(player).fixed)
      .find((table) => table !== null && !taken.has(table));
    if (own !== undefined) {
      given.set(pair, own);
      taken.add(own);
    }
  }
  const free = numbers(day.tables.tables).filter((table) => !kept.has(table));
  const top = Math.max(0, ...numbers(day.tables.tables), ...kept);
  for (let next = top + 1; free.length < pairs.length + taken.size; next += 1) free.push(next);
  const left = free.filter((table) => !taken.has(table));
  for (const pair of pairs) if (!given.has(pair)) given.set(pair, left.shift());
  return given;
};

const numbered = (given, tables, pairings, say) => {
  pairings.forEach((one, at) => {
    const expected = given.get(tables[at]);
    if (one.table !== expected)
      say(told("table of {players}", { players: one.players.join(" v ") }), expected, one.table);
  });
};

/** A round at tables of three and four. */
const atTables = (field, { day, sheet, seed, method }, say) => {
  const tables = sheet.pairings.map((one) => one.players);
  numbered(tablesOf(day, tables), tables, sheet.pairings, say);
  if (!fits(tables, field.players)) {
    say("sizes of the tables", "fours, and as few threes as can be", tables.map((one) => one.length).join(", "));
    return "unseated";
  }
  return seated(field, { tables, seed, method }, say);
};

/** A Swiss round; gives what was and was not found out about the draw, in words. */
export const swiss = (day, { data, table, records }, say) => {
  const { sheet, seed, method } = data;
  const { regulations, variants } = day.created;
  const first = !day.roundsOf("swiss").length;
  const active = day.active();
  const seen = [...sheet.pairings.flatMap((one) => one.players), ...sheet.byes.map((one) => one.player)].sort(
    (a, b) => a - b,
  );
  if (!same(seen, active)) {
    say("players of the round", active.join(", "), seen.join(", "));
    return "unknown";
  }
  const awarded = first ? active.filter((player) => day.players.get(player).bye) : [];
  const gifts = sheet.byes
    .filter((one) => one.awarded)
    .map((one) => one.player)
    .sort((a, b) => a - b);
  if (!same(gifts, awarded)) say("awarded byes", awarded.join(", ") || "none", gifts.join(", ") || "none");
  const field = active.filter((player) => !awarded.includes(player));
  const drawn = sheet.byes.filter((one) => !one.awarded).map((one) => one.player);
  const alone = day.atTables() ? field.length === 5 : field.length % 2;
  const rests = alone ? [byeOf(day, field, table, seed)] : [];
  if (!same(drawn, rests)) say("bye", rests.join(", ") || "none", drawn.join(", ") || "none");
  const worth = scores.bye(regulations, day.bestOf("swiss"));
  for (const one of sheet.byes)
    if (!same(one.outcome, worth)) say("worth of a bye", JSON.stringify(worth), JSON.stringify(one.outcome));
  const met = metBefore(day);
  const forbidden = (a, b) => day.isForbidden(a, b);
  const pairs = sheet.pairings.map((one) => one.players);
  marks(sheet.pairings, met, forbidden, say);
  places(day, sheet, say);
  cards(day, data, "swiss", say);
  const worthOf = (player) => (variants.rank_by === "match-wins" ? winsOf : pointsOf)(records.get(player));
  const paired = field.filter((player) => !drawn.includes(player));
  if (day.atTables()) return atTables(fieldOf(day, paired, worthOf), { day, sheet, seed, method }, say);
  const rank = new Map(table.order.map((player, at) => [player, at]));
  const best = (a, b) => rank.get(a) - rank.get(b);
  for (const pair of pairs)
    if (best(...pair) > 0) say("who is named first", `${pair[1]} v ${pair[0]}`, pair.join(" v "));
  const inOrder = [...pairs].sort((a, b) => {
    const of = (pair) => pair.map(worthOf).sort((x, y) => y - x);
    const [x, y] = [of(a), of(b)];
    return y[0] - x[0] || y[1] - x[1] || best(a[0], b[0]);
  });
  const given = tablesOf(day, inOrder);
  numbered(given, pairs, sheet.pairings, say);
  const later = day.plan.plan.rounds - data.round_no;
  const ranking = variants.last_round === "power" && later === 0 && !first && day.plan.plan.cut > 0;
  if (ranking !== (method === "ranked")) say("method of the draw", ranking ? "ranked" : "not ranked", method);
  if (ranking) {
    const due = ranked(
      table.order.filter((player) => paired.includes(player)),
      met,
      forbidden,
    );
    if (due === undefined) return "unknown";
    if (!due || shown(due) !== shown(pairs)) say("pairs by standing", due ? shown(due) : "none possible", shown(pairs));
    return "drawn";
  }
  const groups = groupsOf(paired, worthOf);
  const clubs = first && variants.first_round === "clubs-apart";
  const club = (player) => day.players.get(player).club;
  const mates = (a, b) => clubs && club(a) !== null && club(a) === club(b);
  const foe = (a, b) => met(a, b) || forbidden(a, b) || mates(a, b);
  const everybody = [...day.players.keys()];
  const apart = (a, b) => met(a, b) || (field.includes(b) && forbidden(a, b)) || (paired.includes(b) && mates(a, b));
  const most = Math.max(0, ...paired.map((a) => everybody.filter((b) => a !== b && apart(a, b)).length));
  const looks = field.length <= SMALL && later > 0 && 2 * (most + 1 + later) > paired.length;
  if (looks !== (method === "listed")) say("method of the draw", looks ? "listed" : "not listed", method);
  const tired = variants.pair_down_again === "avoided" ? pairedDown(day) : null;
  const drew = (again) => {
    if (!again || shown(again) !== shown(pairs))
      say("pairs drawn from the seed", again ? shown(again) : "none possible", shown(pairs));
    return "drawn";
  };
  if (looks) {
    const byes = (player) => day.roundsOf("swiss").filter((round) => round.byes.has(player)).length;
    return drew(
      listed({
        paired,
        rests: drawn[0] ?? null,
        byes,
        rounds: later,
        groups,
        met,
        forbidden,
        mates,
        tired: tired ?? (() => false),
        seed,
      }),
    );
  }
  const again = shuffled(groups, foe, seed, tired);
  if (Boolean(again) !== (method === "shuffled"))
    say("method of the draw", again ? "shuffled" : "another than shuffled", method);
  if (again) return drew(again);
  if (clubs) return "unknown";
  const found = optimal(pairs, groups, met, forbidden);
  if (found === "better") say("pairings", "as few rematches and unequal points as possible", shown(pairs));
  return found === "better" || tired ? "unknown" : found;
};

/** An elimination round: the games follow from the bracket. */
export const elimination = (day, { data }, say) => {
  const { sheet, seed } = data;
  const expected = games(day, seed);
  const meet = new Map(sheet.pairings.map((one) => [one.game, one.players]));
  const free = new Map(sheet.byes.map((one) => [one.game, [one.player]]));
  expected.forEach((players, at) => {
    const found = meet.get(at + 1) ?? free.get(at + 1) ?? [];
    const text = (all) => (day.atTables() ? [...all] : [...all].sort((a, b) => a - b)).join(" v ") || "nobody";
    if (text(players) !== text(found)) say(told("game {number}", { number: at + 1 }), text(players), text(found));
  });
  const given = tablesOf(
    day,
    expected.filter((players) => players.length >= 2),
  );
  for (const { game, players, table } of sheet.pairings) {
    const due = given.get(expected[game - 1]);
    if (table !== due) say(told("table of {players}", { players: players.join(" v ") }), due, table);
  }
  const count = sheet.pairings.length + sheet.byes.length;
  const due = expected.filter((players) => players.length).length;
  if (count !== due) say("games", due, count);
  const worth = scores.bye(day.created.regulations, day.bestOf("elimination"));
  for (const one of sheet.byes)
    if (!same(one.outcome, worth)) say("worth of a bye", JSON.stringify(worth), JSON.stringify(one.outcome));
  marks(sheet.pairings, metBefore(day, "elimination"), () => false, say);
  places(day, sheet, say);
  cards(day, data, "elimination", say);
  return "bracket";
};

/** Whether a sheet is another with two players' places exchanged. */
export const swapped = (before, after, players, day, say) => {
  const [a, b] = players;
  const other = (one) => (one === a ? b : one === b ? a : one);
  const itself = (one) => one;
  const pairs = (sheet, change) =>
    sheet.pairings.map((one) => `${one.table}: ${one.players.map(change).join(" v ")}`).join(", ");
  if (pairs(before, other) !== pairs(after, itself))
    say("pairs after the swap", pairs(before, other), pairs(after, itself));
  const byes = (sheet, change) =>
    JSON.stringify(sheet.byes.map((one) => [change(one.player), one.awarded, one.outcome]).sort((x, y) => x[0] - y[0]));
  if (byes(before, other) !== byes(after, itself)) say("byes after the swap", byes(before, other), byes(after, itself));
  if (!same(before.cards, after.cards))
    say("cards after the swap", JSON.stringify(before.cards), JSON.stringify(after.cards));
  marks(after.pairings, metBefore(day), (...pair) => day.isForbidden(...pair), say);
};
