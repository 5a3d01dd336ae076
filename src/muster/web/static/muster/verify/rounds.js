/* One proposed round against the rules: who, byes, rematches, tables, cards, the draw. */
import { same } from "./chain.js";
import { order } from "./draws.js";
import { bestFirst, byeOf, metBefore, paired, worthBy } from "./fields.js";
import { circle, inGroups, inPods } from "./groups.js";
import { games } from "./brackets.js";
import { nextDouble } from "./doubles.js";
import { fieldOf, fits, seated, twos } from "./tables.js";
import * as scores from "./scores.js";
import { told } from "./words.js";

/** The numbers in a text such as `1-20, 31-40`. */
export const numbers = (text) =>
  text
    .split(",")
    .filter((part) => part.trim())
    .flatMap((part) => {
      const [from, to] = part.split("-").map((one) => Number(one.trim()));
      return Array.from({ length: Math.min(10_000, (to ?? from) - from + 1) }, (_, i) => from + i);
    });

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

/** Only where rounds are played inside pods a pairing names one. */
const ofNoPod = (sheet, say) => {
  for (const { pod = null } of sheet.pairings) if (pod !== null) say("pod", "none", pod);
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
const atTables = (field, { day, sheet, seed, method, stopped }, say) => {
  const tables = sheet.pairings.map((one) => one.players);
  numbered(tablesOf(day, tables), tables, sheet.pairings, say);
  if (!fits(tables, field.players)) {
    say("sizes of the tables", "fours, and as few threes as can be", tables.map((one) => one.length).join(", "));
    return "unseated";
  }
  return seated(field, { tables, seed, method, stopped }, say);
};

/** Whether everybody who is here plays, has a bye or rests, each once. */
const everybody = (day, sheet, say) => {
  const plays = sheet.pairings.flatMap((one) => one.players);
  const seen = [...plays, ...sheet.byes.map((one) => one.player), ...(sheet.resting ?? [])].sort((a, b) => a - b);
  const active = day.active();
  if (same(seen, active)) return true;
  say("players of the round", active.join(", "), seen.join(", "));
  return false;
};

/** Whether those rest who should, and those byes were drawn, each for what it is worth. */
const without = (day, sheet, { resting, byes, awarded = [], format = "swiss" }, say) => {
  const each = (what, due, found) =>
    same(due, found) || say(what, due.join(", ") || "none", found.join(", ") || "none");
  const had = (gift) => sheet.byes.filter((one) => one.awarded === gift).map((one) => one.player);
  each("who rests", resting, sheet.resting ?? []);
  each(
    "awarded byes",
    awarded,
    had(true).sort((a, b) => a - b),
  );
  each("bye", byes, had(false));
  const worth = scores.bye(day.created.regulations, day.bestOf(format));
  for (const one of sheet.byes)
    if (!same(one.outcome, worth)) say("worth of a bye", JSON.stringify(worth), JSON.stringify(one.outcome));
};

/** A round inside pods, or one in which everybody meets everybody in the end. */
const grouped = (day, { sheet, seed }, { table, worth }, say) => {
  const { paired: by } = day.part();
  const inside = by === "pods";
  const groups = by === "groups" ? () => inGroups(day, sheet, say) : () => circle(day, sheet, seed, say);
  const due = inside ? inPods(day, sheet, { table, worth, seed }, say) : groups();
  without(day, sheet, due, say);
  // In a circle nobody is kept apart.
  marks(sheet.pairings, metBefore(day), (a, b) => inside && day.isForbidden(a, b), say);
  const pairs = sheet.pairings.map((one) => one.players);
  numbered(tablesOf(day, due.inOrder), pairs, sheet.pairings, say);
  return due.found;
};

/** A Swiss round; gives what was and was not found out about the draw, in words. */
export const swiss = (day, { data, table, records }, say) => {
  const { sheet, seed, method, stopped } = data;
  if (!everybody(day, sheet, say)) return "unknown";
  places(day, sheet, say);
  cards(day, data, "swiss", say);
  const worth = worthBy(day, records);
  if (day.part().paired !== "swiss") return grouped(day, data, { table, worth }, say);
  const active = day.active();
  const awarded = day.roundsOf("swiss").length ? [] : active.filter((player) => day.players.get(player).bye);
  const field = active.filter((player) => !awarded.includes(player));
  const drawn = sheet.byes.filter((one) => !one.awarded).map((one) => one.player);
  const alone = day.atTables() ? field.length === 5 : field.length % 2;
  without(day, sheet, { resting: [], byes: alone ? [byeOf(day, field, table, seed)] : [], awarded }, say);
  ofNoPod(sheet, say);
  marks(sheet.pairings, metBefore(day), (a, b) => day.isForbidden(a, b), say);
  const players = field.filter((player) => !drawn.includes(player));
  if (day.atTables()) return atTables(fieldOf(day, players, worth), { day, sheet, seed, method, stopped }, say);
  const pairs = sheet.pairings.map((one) => one.players);
  numbered(tablesOf(day, bestFirst(pairs, table, worth, say)), pairs, sheet.pairings, say);
  return paired(day, pairs, { players, rests: drawn[0] ?? null, field, table, worth, seed, method }, say);
};

/** A round of a double elimination: the games of both brackets that are due, and who waits meanwhile. */
const double = (day, { sheet, seed }, say) => {
  const { next, waits } = nextDouble(day, seed);
  const found = new Map([
    ...sheet.pairings.map((one) => [one.game, one.players]),
    ...sheet.byes.map((one) => [one.game, [one.player]]),
  ]);
  const text = (players) => players?.join(" v ") ?? "nobody";
  for (const number of new Set([...next.keys(), ...found.keys()]))
    if (text(next.get(number)) !== text(found.get(number)))
      say(told("game {number}", { number }), text(next.get(number)), text(found.get(number)));
  if (sheet.pairings.length + sheet.byes.length !== next.size) say("games", next.size, found.size);
  const byes = [...next].filter(([, players]) => players.length === 1).map(([, players]) => players[0]);
  without(day, sheet, { resting: waits, byes, format: "elimination" }, say);
  const pairs = [...next.values()].filter((players) => players.length === 2);
  const played = sheet.pairings.map((one) => one.players);
  numbered(tablesOf(day, pairs), pairs.length === played.length ? pairs : played, sheet.pairings, say);
};

/** An elimination round: the games follow from the bracket. */
export const elimination = (day, { data }, say) => {
  const { sheet } = data;
  if (day.elimination() === "single") single(day, data, say);
  else double(day, data, say);
  ofNoPod(sheet, say);
  marks(sheet.pairings, metBefore(day, "elimination"), () => false, say);
  places(day, sheet, say);
  cards(day, data, "elimination", say);
  return "bracket";
};

/** A round of a single elimination, or of a cut at tables. */
const single = (day, { sheet, seed }, say) => {
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
  const byes = sheet.byes.map((one) => one.player); // they follow from the games
  without(day, sheet, { resting: [], byes, format: "elimination" }, say);
};

/** Whether a sheet is another with two players' places exchanged. */
export const swapped = (before, after, players, day, say) => {
  const [a, b] = players;
  const { paired: by } = day.part();
  const podOf = (player) => day.pods?.findIndex((pod) => pod.includes(player));
  if (!["swiss", "pods"].includes(by)) say("swap", "none in a round robin", players.join(", "));
  if (by === "pods" && podOf(a) !== podOf(b)) say("swap", "two of one pod", players.join(", "));
  const other = (one) => (one === a ? b : one === b ? a : one);
  const itself = (one) => one;
  const pairs = (sheet, change) =>
    sheet.pairings
      .map((one) => `${one.table}: ${one.players.map(change).join(" v ")}${one.pod ? ` (${one.pod})` : ""}`)
      .join(", ");
  if (pairs(before, other) !== pairs(after, itself))
    say("pairs after the swap", pairs(before, other), pairs(after, itself));
  const byes = (sheet, change) =>
    JSON.stringify(sheet.byes.map((one) => [change(one.player), one.awarded, one.outcome]).sort((x, y) => x[0] - y[0]));
  if (byes(before, other) !== byes(after, itself)) say("byes after the swap", byes(before, other), byes(after, itself));
  if (!same(before.resting ?? [], after.resting ?? []))
    say("who rests", before.resting?.join(", ") ?? "none", after.resting?.join(", ") ?? "none");
  if (!same(before.cards, after.cards))
    say("cards after the swap", JSON.stringify(before.cards), JSON.stringify(after.cards));
  marks(after.pairings, metBefore(day), (...pair) => day.isForbidden(...pair), say);
};
