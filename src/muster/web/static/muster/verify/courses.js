/* Draws of any kind, pods, and who plays on after day one (docs/journal.md, docs/draws.md). */
import { drawSeed, hashed, order } from "./draws.js";
import { robinRounds } from "./groups.js";
import { pointsOf } from "./standings.js";
import { told } from "./words.js";

const SMALLEST = 4; // players of a pod

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
    this.same("course of the rounds", course, plan.course ?? null);
    const robin = course?.paired.endsWith("round-robin");
    const twice = course?.paired === "double-round-robin";
    this.same("rounds", robin ? robinRounds(Math.max(2, plan.attendance), twice) : (rounds ?? 0), plan.rounds);
  },

  /** What must be before a round that is not of a bracket. */
  ready() {
    const { day } = this;
    const { paired, day_one: last } = day.course();
    if (paired === "pods" && !day.pods) this.say("pods", "published", "none");
    if (last && day.rounds.length === last && !day.goingOn)
      this.say("players who play on", "those with the points", "all");
  },

  "pods.drawn"(data, { before }) {
    const { day } = this;
    const number = day.rounds.length + day.podsShown + 1;
    this.same("draw", number, data.draw_no);
    this.draw(data, number, before);
    const now = day.stages.length && day.course().paired === "pods" && !day.pods && !day.rounds.length;
    if (!now) this.say("pods", "those of a draft, drawn before round 1", "others");
    this.same("pods drawn from the seed", order(data.seed, "pods", day.active()), data.pods.flat());
    const sizes = data.pods.map((pod) => pod.length);
    if (Math.min(...sizes) < SMALLEST) this.say("sizes of the pods", "at least four in each", sizes.join(", "));
    this.count("pods drawn again from the seed");
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

  "pods.published"({ pods }) {
    if (!this.day.podsDraft) return this.say("published", "drawn pods", "none");
    return this.same("published pods", this.day.podsDraft.pods, pods);
  },

  "pods.joined"({ player, pod }) {
    const { day } = this;
    if (!day.pods || day.rounds.length) return this.say("seat in a pod", "one before round 1", "one after it");
    if (!day.active().includes(player) || day.pods.flat().includes(player))
      this.say("seat in a pod", "for somebody who is here and has none", player);
    return day.pods[pod - 1] || this.say("pod", "one that is published", pod);
  },

  "day.begun"({ players }) {
    const { day } = this;
    const { day_one: last, points } = day.course();
    const over = last && day.rounds.length === last && !day.rounds.some((round) => day.waiting(round).length);
    if (!over) this.say("day two", "after the rounds of day one", day.rounds.length);
    const { records, order: all } = this.table(day.rounds.length);
    const here = all.filter((player) => day.players.get(player).left === null);
    const due = here.filter((player) => pointsOf(records.get(player)) >= points);
    this.same("players who play on", due, players);
    if (String(players) === String(day.goingOn)) this.say("players who play on", "others than before", "the same");
    this.count("players who play on found again");
  },
};
