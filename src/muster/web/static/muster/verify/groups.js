/* Rounds of a round robin, and rounds that are played inside pods (docs/draws.md). */
import { same, sha256 } from "./chain.js";
import { number, order } from "./draws.js";
import { robinRounds } from "./parts.js";
import { bestFirst, byeOf, metBefore, paired } from "./fields.js";

const shown = (pairs) => pairs.map((pair) => pair.join(" v ")).join(", ");

/** The pairs of a round of the circle in the order of their tables: in round r, from 0, places r + k and r - k meet. */
const circlePairs = (places, round, twice) => {
  const turning = places.length - 1 + (places.length % 2);
  const at = (place) => places[(place + turning) % turning];
  const turn = round % turning;
  const last = turning < places.length ? [[at(turn), places[turning]]] : [];
  const others = Array.from({ length: (turning - 1) / 2 }, (_, k) => [at(turn + k + 1), at(turn - k - 1)]);
  const pairs = round < robinRounds(places.length, twice) ? [...last, ...others] : [];
  return round < turning ? pairs : pairs.map(([a, b]) => [b, a]);
};

/** The next round of a round robin: who meets whom, by the places that the first published round drew. */
export const circle = (day, sheet, seed, say) => {
  const here = day.active();
  const drawn = day.goingOn ? day.partSeed : day.key;
  const places = order(drawn ?? seed, "robin", day.goingOn ?? day.stage().players);
  const round = day.partRounds().length;
  const due = circlePairs(places, round, day.part().paired === "double-round-robin").filter((pair) =>
    pair.every((player) => here.includes(player)),
  );
  const place = (pair) => due.findIndex((one) => shown([one]) === shown([pair]));
  const inOrder = sheet.pairings.map((one) => one.players).sort((a, b) => place(a) - place(b));
  if (shown(inOrder) !== shown(due)) say("pairs of the circle", shown(due) || "none", shown(inOrder) || "none");
  for (const { pod = null } of sheet.pairings) if (pod !== null) say("pod", "none", pod);
  const resting = here.filter((player) => !due.flat().includes(player));
  return { inOrder, resting, byes: [], found: "circle" };
};

/** The next round of groups in which everybody meets everybody: each a circle whose places are its seats. */
export const inGroups = (day, sheet, say) => {
  const here = new Set(day.active());
  const round = day.partRounds().length;
  const due = (day.pods ?? []).map((group) =>
    circlePairs(group, round, false).filter((pair) => pair.every((player) => here.has(player))),
  );
  const named = (pod, pair) => `${pod}: ${shown([pair])}`;
  const wanted = due.flatMap((pairs, at) => pairs.map((pair) => named(at + 1, pair)));
  const placed = sheet.pairings
    .map(({ pod, players }) => ({ at: wanted.indexOf(named(pod, players)), players, name: named(pod, players) }))
    .sort((one, two) => one.at - two.at);
  const found = placed.map((one) => one.name);
  if (!same(wanted, found)) say("pairs of the circle", wanted.join(", ") || "none", found.join(", ") || "none");
  const meeting = due.flat(2);
  const resting = day.active().filter((player) => !meeting.includes(player));
  return { inOrder: placed.map((one) => one.players), resting, byes: [], found: "circle" };
};

const MOST_PARTED = 5; // pairs across the table that do not meet at most, of which so many could
const MOST_MORE = 2;

/**
 * Every pairing of these seats in which nobody meets whom they must not and the fewest pairs across the table are
 * parted, in the order of seats; none where that were too many.
 */
const across = (seats, barred) => {
  const half = seats.length / 2;
  const due = seats.slice(0, half).map((one, at) => [one, seats[half + at]]);
  const needed = due.filter((pair) => barred(...pair)).length;
  const every = (left, parted, most) => {
    if (!left.length) return [[]];
    const [one, ...others] = left;
    return others.flatMap((two) => {
      const gone = two - one === half ? parted : new Set([...parted, one % half, two % half]);
      if (gone.size > most || barred(seats[one], seats[two])) return [];
      const rest = others.filter((other) => other !== two);
      return every(rest, gone, most).map((pairs) => [[seats[one], seats[two]], ...pairs]);
    });
  };
  for (let most = needed; most <= Math.min(MOST_PARTED, needed + MOST_MORE); most += 1) {
    const found = every([...seats.keys()], new Set(), most);
    if (found.length) return found;
  }
  return [];
};

/** The pairs of a pod in the order of their tables, those of its first round by the seats. */
const podPairs = (day, pairs, given, say) => {
  const { seats, table, worth, seed } = given;
  const first = !day.partRounds().length;
  const ways = first ? across(seats, (a, b) => day.isForbidden(a, b)) : [];
  if (!ways.length) {
    const inOrder = bestFirst(pairs, table, worth, say);
    return { inOrder, found: paired(day, pairs, given, say) };
  }
  const due = ways[ways.length > 1 ? Number(number(seed, "across", ways.length)) : 0];
  const inOrder = [...pairs].sort((a, b) => seats.indexOf(a[0]) - seats.indexOf(b[0]));
  if (shown(inOrder) !== shown(due)) say("pairs across the table", shown(due), shown(inOrder));
  return { inOrder, found: "drawn" };
};

const rising = (all) => [...all].sort((a, b) => a - b);
const listOf = (all) => rising(all).join(", ") || "none";

/** One pod in one round: its pairs in order, whose bye it is, who rests. */
const inPod = (day, pairs, { pod: everybody, had, table, worth, seed }, say) => {
  const met = metBefore(day);
  const awarded = day.roundsOf("swiss").length ? [] : everybody.filter((player) => day.players.get(player).bye);
  const pod = everybody.filter((player) => !awarded.includes(player));
  const field = rising(pod);
  const sat = listOf(pairs.flat());
  const alone = pod.length === 1 && !awarded.length;
  const over = !pod.length || alone || (pod.length === 2 && met(...pod));
  const byes = pod.length % 2 && !over ? [byeOf(day, field, table, seed)] : [];
  const rests = over ? [] : pod.filter((player) => had.includes(player));
  const players = over ? [] : field.filter((player) => !rests.includes(player));
  const all = { byes, awarded, resting: over ? pod : [], inOrder: pairs, found: "drawn" };
  if (sat !== listOf(players) || players.length % 2) {
    say("players paired in a pod", listOf(players), sat);
    return all;
  }
  if (over) return all;
  const seats = pod.filter((player) => !rests.includes(player));
  const given = { players, seats, rests: rests[0] ?? null, field, table, worth, seed, method: null };
  return { ...all, ...podPairs(day, pairs, given, say) };
};

/** How little was found out about one of these: all of it follows from the seed, or less. */
const least = (found) => ["unknown", "proved"].find((one) => found.includes(one)) ?? "drawn";

/** A round inside pods, each of which is paired by itself; who sits in none rests. */
export const inPods = (day, sheet, { table, worth, seed }, say) => {
  const pods = day.pods ?? [];
  const here = new Set(day.active());
  const had = sheet.byes.map((one) => one.player);
  const each = pods.map((all, at) => {
    const pod = all.filter((player) => here.has(player));
    const pairs = sheet.pairings.filter((one) => one.pod === at + 1).map((one) => one.players);
    const own = { pod, had, table, worth, seed: sha256(`${seed}|pod/${at + 1}`) };
    return inPod(day, pairs, own, say);
  });
  const strangers = sheet.pairings.filter((one) => !pods[one.pod - 1]);
  if (strangers.length) say("pod", "one that is published", strangers.map((one) => one.pod ?? "none").join(", "));
  const alone = [...here].filter((player) => !pods.flat().includes(player));
  return {
    inOrder: [...each.flatMap((one) => one.inOrder), ...strangers.map((one) => one.players)],
    byes: each.flatMap((one) => one.byes),
    awarded: rising(each.flatMap((one) => one.awarded)),
    resting: rising([...alone, ...each.flatMap((one) => one.resting)]),
    found: least(each.map((one) => one.found)),
  };
};
