/* Draws of any kind, pods, and who plays on after day one (docs/journal.md, docs/draws.md). */
import { drawSeed, hashed, order } from "./draws.js";
import { resolved, robinRounds, roundsOfGroups, smallestOf } from "./parts.js";
import { chosen } from "./brackets.js";
import { told } from "./words.js";

/** What a walk through a journal does at each fact about pods and days, and at every draw. */
export const courses = {
  /** A draw of rounds or pods: its attempt, its link and its seed; each has the next link of the chain. */
  draw({ link, attempt, seed }, number, before) {
    const made = (this.attempts.get(number) ?? 0) + 1;
    this.attempts.set(number, made);
    this.same("attempt", made, attempt);
    const end = hashed(link, Math.min(number, 64));
    this.same(told("link {number}, hashed {number} times", { number }), this.day.plan?.commitment, end);
    this.same("draw seed", drawSeed(link, before, number, attempt), seed);
    this.count("draw seeds");
  },

  /** How many rounds a custom structure has, and how they go. */
  course(plan) {
    const { rounds, course = null } = this.day.created;
    if (course?.parts?.length) {
      const due = resolved(course, plan.attendance);
      this.same("course of the rounds", due, plan.course ?? null);
      return this.same(
        "rounds",
        due.parts.reduce((all, one) => all + one.rounds, 0),
        plan.rounds,
      );
    }
    this.same("course of the rounds", course, plan.course ?? null);
    const robin = course?.paired.endsWith("round-robin");
    const twice = course?.paired === "double-round-robin";
    return this.same("rounds", robin ? robinRounds(Math.max(2, plan.attendance), twice) : (rounds ?? 0), plan.rounds);
  },

  /** What must be before a round that is not of a bracket. */
  ready() {
    const { day } = this;
    const { day_one: last } = day.course();
    if (day.closed() && !day.pods) this.say("pods", "published", "none");
    const due = day.partToBegin();
    if (due !== null && due > day.partIndex()) this.say("players who play on", "those of the next part", "all");
    if (last && day.rounds.length === last && !day.goingOn)
      this.say("players who play on", "those with the points", "all");
  },

  "pods.drawn"(data, { before }) {
    const { day } = this;
    const number = day.rounds.length + day.podsShown + 1;
    this.same("draw", number, data.draw_no);
    this.draw(data, number, before);
    const now = day.stages.length && day.closed() && !day.pods && !day.partRounds().length;
    if (!now) this.say("pods", "those of a draft, drawn before round 1", "others");
    this.dealt(data);
    const sizes = data.pods.map((pod) => pod.length);
    const least = smallestOf(day.part());
    const due = least === 3 ? "at least three in each" : "at least four in each";
    if (Math.min(...sizes) < least) this.say("sizes of the pods", due, sizes.join(", "));
    this.count("pods drawn again from the seed");
  },

  /** Who sits in which pod or group, and where: drawn, or by the standings with drawn seats. */
  dealt({ seed, pods }) {
    const { day } = this;
    const { deal } = day.part();
    const here = day.active();
    if (deal === "drawn") return this.same("pods drawn from the seed", order(seed, "pods", here), pods.flat());
    const ranked = this.table(day.rounds.length).order.filter((player) => here.includes(player));
    const sizes = pods.map((pod) => pod.length);
    const places = sizes.map(() => []);
    for (let turn = 0, next = 0; next < ranked.length && turn < ranked.length; turn += 1) {
      const open = [...sizes.keys()].filter((at) => places[at].length < sizes[at]);
      const into = deal === "by-rank" ? open.slice(0, 1) : turn % 2 ? open.reverse() : open;
      for (const at of into) if (next < ranked.length) places[at].push(ranked[next++]);
    }
    const due = places.map((all, at) => order(seed, `pod-seats/${at + 1}`, all));
    return this.same("pods drawn from the seed", due.flat(), pods.flat());
  },

  "pods.swapped"({ players: [a, b], pods }) {
    const draft = this.day.podsDraft;
    const seated = draft?.pods.flat() ?? [];
    if (a === b || !seated.includes(a) || !seated.includes(b)) return this.say("swap", "two in a draft", `${a}, ${b}`);
    const other = (one) => (one === a ? b : one === b ? a : one);
    this.same(
      "pods after the swap",
      draft.pods.map((pod) => pod.map(other)),
      pods,
    );
    return this.count("swaps by hand");
  },

  "pods.published"({ pods, rounds = null }) {
    if (!this.day.podsDraft) return this.say("published", "drawn pods", "none");
    const groups = this.day.part().paired === "groups";
    this.same("rounds", groups ? roundsOfGroups(pods.map((pod) => pod.length)) : null, rounds);
    return this.same("published pods", this.day.podsDraft.pods, pods);
  },

  "pods.joined"({ player, pod }) {
    const { day } = this;
    if (!day.pods || day.partRounds().length || day.part().paired === "groups")
      return this.say("seat in a pod", "one before round 1", "one after it");
    if (!day.active().includes(player) || day.pods.flat().includes(player))
      this.say("seat in a pod", "for somebody who is here and has none", player);
    return day.pods[pod - 1] || this.say("pod", "one that is published", pod);
  },

  /** How those who play on, or go on by the cut, are chosen once all is played before; null where none is to be. */
  passage() {
    const { day } = this;
    const rounds = day.roundsOf("swiss").length;
    const next = day.partToBegin();
    if (next !== null && next > day.partIndex()) {
      const { entry: kind, number: figure } = day.parts()[next];
      return { kind, figure };
    }
    const { rounds: all, cut_kind: kind, cut: figure } = day.plan?.plan ?? {};
    return day.stage()?.format === "swiss" && !day.seeds && rounds === all ? { kind, figure } : null;
  },

  "tie.played"({ after, players }) {
    const { day } = this;
    this.same("round", day.rounds.length, after);
    if (day.rounds.some((round) => day.waiting(round).length)) this.say("play-off", "after all results", "before");
    if (day.playedAfter(after).some((one) => String(one) === String(players)))
      this.say("play-off", "others than before", "the same");
    const way = this.passage();
    if (!way) return this.say("play-off", "before a cut or the next part", "another time");
    const table = this.table(day.rounds.length);
    const here = table.order.filter((player) => day.active().includes(player));
    const fields = { top: [here], "best-of-groups": day.pods?.map((pod) => here.filter((one) => pod.includes(one))) };
    const tied = (fields[way.kind] ?? [])
      .filter((field) => way.figure > 0 && way.figure < field.length)
      .filter((field) => table.equal(field[way.figure - 1], field[way.figure]))
      .map((field) => field.filter((one) => table.equal(one, field[way.figure])));
    const due = tied.find((one) => one.includes(players[0])) ?? tied.flat();
    const sorted = (all) => [...all].sort((a, b) => a - b);
    this.same("players of the play-off", sorted(due), sorted(players));
    return this.count("play-offs");
  },

  "day.begun"({ players, part = 1, rounds = null }) {
    const { day } = this;
    if (day.course().parts) return this.partBegun({ players, part, rounds });
    const { day_one: last, points } = day.course();
    const over = last && day.rounds.length === last && !day.rounds.some((round) => day.waiting(round).length);
    if (!over) this.say("day two", "after the rounds of day one", day.rounds.length);
    const table = this.table(day.rounds.length);
    const here = table.order.filter((player) => day.players.get(player).left === null);
    const due = here.filter((player) => table.points(player) >= points);
    this.same("players who play on", due, players);
    if (String(players) === String(day.goingOn)) this.say("players who play on", "others than before", "the same");
    return this.count("players who play on found again");
  },

  /** A part begins, or begins anew with others: who comes into it by the standings so far. */
  partBegun({ players, part, rounds }) {
    const { day } = this;
    this.same("part", day.partToBegin(), part);
    const coming = day.parts()[part];
    const anew = part === day.partIndex();
    const came = part > 1 ? day.passed[part - 2] : [...day.players.keys()];
    const groups = anew ? day.podsBefore : day.pods;
    const { records, ...table } = this.table(day.rounds.length);
    const here = table.order.filter((player) => came.includes(player) && day.players.get(player).left === null);
    const due = chosen({ kind: coming.entry, figure: coming.number, groups }, here, table, records);
    this.same("players who play on", due, players);
    const robin = coming.paired.endsWith("round-robin");
    const needed = robin ? robinRounds(players.length, coming.paired === "double-round-robin") : null;
    this.same("rounds", needed, rounds);
    if (anew && String(players) === String(day.goingOn))
      this.say("players who play on", "others than before", "the same");
    this.count("players who play on found again");
  },
};
