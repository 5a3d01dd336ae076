/* Walks a journal from its first fact to its last and checks each (docs/check-it-yourself.md). */
import * as chain from "./chain.js";
import { Day, KINDS } from "./state.js";
import { breaks, counting, counts, forgotten } from "./carry.js";
import { standings } from "./standings.js";
import { cut, gamesOf, places } from "./brackets.js";
import { building } from "./building.js";
import { courses } from "./courses.js";
import { doubleOver } from "./doubles.js";
import { results } from "./results.js";
import * as rounds from "./rounds.js";
import * as scores from "./scores.js";
import { said, told, words } from "./words.js";

/** A finding: `what` is wrong, what was `expected` and `found`, in English, and each as words to be translated. */
const finding = (at, what, expected, found) => {
  const says = { what: words(what), expected: words(expected), found: words(found) };
  return { ...at, what: said(says.what), expected: said(says.expected), found: said(says.found), says };
};
const HEAD = /^[0-9a-f]{64}$/;

class Walk {
  day = new Day();
  kept = []; // the facts that still count
  attempts = new Map();
  findings = [];
  counts = {};
  open = [];
  due = null; // the fact that must follow this one

  constructor(file) {
    this.file = file;
  }

  say(what, expected, found) {
    const { line, seq, kind } = this.fact;
    this.findings.push(finding({ line, seq, kind }, what, expected, found));
  }

  count(what) {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  same(what, expected, found) {
    if (!chain.same(expected, found)) this.say(what, expected, found);
  }

  step(fact) {
    this.fact = fact;
    const kind = fact.kind;
    if (!Object.hasOwn(KINDS, kind)) return this.say("kind", "one that is known", kind);
    if (!Number.isInteger(fact.v) || fact.v < 1 || fact.v > KINDS[kind].newest)
      return this.say("version", "one that is known", fact.v);
    if (fact.seq === 1 ? kind !== "tournament.created" : !this.day.created) {
      return this.say("first fact", "tournament.created", kind);
    }
    if (this.day.finished && kind !== "tournament.reopened" && kind !== "act.retracted")
      this.say("after the end", "tournament.reopened", kind);
    this.follows(fact);
    this[kind]?.(fact.data, fact);
    if (kind === "act.retracted") return this.undo(fact.data.undone);
    this.kept.push(fact);
    return this.day.take(fact);
  }

  /** A walkover and a replacement only ever follow somebody's leaving, and then they must. */
  follows({ kind, data }) {
    const wanted = this.due;
    this.due = null;
    const found = KINDS[kind].follows;
    if (wanted && kind !== wanted.kind) this.say("what follows from somebody's leaving", wanted.kind, kind);
    else if (found && !wanted) this.say("what stands before it", "somebody's leaving", kind);
    else for (const [name, value] of Object.entries(wanted?.data ?? {})) this.same(name, value, data[name]);
  }

  /** What must follow when this player leaves: somebody else in the cut, or the win of the opponent. */
  leaving(player) {
    const { day } = this;
    const [first, second] = day.roundsOf("elimination");
    if (day.seeds?.includes(player) && !second) {
      if (!first) return { kind: "cut.replaced", data: { left: player } };
      const late = day.created.regulations.cut.replacement !== "until-first-game";
      if (!late && !day.begun(first))
        this.say("the first elimination round", "voided, for somebody comes in", "published");
    }
    if (day.atTables()) return null; // the others play on
    const open = first && day.waiting(day.rounds.at(-1)).find((match) => match.pairing.players.includes(player));
    return open ? { kind: "match.awarded", data: { round_no: day.rounds.length, table: open.pairing.table } } : null;
  }

  undo(undone) {
    const gone = new Set(undone);
    const known = new Set(this.kept.map((one) => one.seq));
    const last = this.kept.slice(-undone.length).map((one) => one.seq);
    const latest = [...undone].sort((a, b) => a - b);
    if (!undone.length || latest.some((seq) => !known.has(seq)) || !chain.same(latest, last))
      this.say("undone", told("the latest: {numbers}", { numbers: last.join() }), undone.join(", "));
    const bound = this.kept.find((one) => gone.has(one.seq) && KINDS[one.kind].boundary);
    if (bound) this.say("undone", told("nothing up to {kind}", { kind: bound.kind }), bound.seq);
    this.kept = this.kept.filter((one) => !gone.has(one.seq));
    this.day = new Day();
    for (const one of this.kept) this.day.take(one);
    this.count("acts undone");
  }

  /** The order after so many Swiss rounds, of all who are not disqualified. */
  table(last) {
    const { day } = this;
    const { regulations, variants } = day.created;
    const found = breaks(day, last);
    const begun = found.at(-1);
    const records = counting(day.records(last), found);
    const came = (player) => begun?.came.includes(player) ?? true; // the others stand below, as they stood
    const out = [...day.players.values()].filter((one) => one.removed || !came(one.player));
    const without = new Set(out.map((one) => one.player));
    const rounds_ = Math.min(last, day.roundsOf("swiss").length) - forgotten(found);
    const given = { rules: regulations, variants, rounds: rounds_, seed: day.key, without, counts: counts(found) };
    const own = standings(records, { ...given, played: day.playedAfter(last) });
    this.count("tables of standings");
    const points = (player) => given.counts.points(records.get(player));
    if (!begun) return { records, points, ...own };
    const others = this.table(begun.after).order.filter((player) => !came(player));
    return { records, points, ...own, order: [...own.order, ...others] };
  }

  /** The order after so many Swiss rounds: who is in the last part, then who did not come into it, and so on. */
  byParts(complete) {
    const { day } = this;
    if (!day.course().parts) return this.table(complete).order;
    const found = new Set();
    let end = complete;
    for (let part = day.partIndex(); part >= 0; part -= 1) {
      const came = part ? day.passed[part - 1] : [...day.players.keys()];
      const { order } = this.table(Math.min(complete, end));
      for (const player of order) if (came.includes(player)) found.add(player);
      end = day.roundsBefore(part);
    }
    return [...found];
  }

  swissRounds() {
    return this.day.roundsOf("swiss").length;
  }

  "plan.announced"({ plan, commitment }) {
    const { day } = this;
    const { regulations, structure, cut: cutOwn, cut_kind: kindOwn, tier } = day.created;
    if (!HEAD.test(commitment)) this.say("commitment", "64 hexadecimal digits", commitment);
    this.same("attendance", day.active().length, plan.attendance);
    this.same("elimination", day.created.elimination ?? "single", plan.elimination ?? "single");
    if (day.created.first_stage === "elimination") {
      this.same("rounds", 0, plan.rounds);
      this.same("cut", 0, plan.cut);
    } else if (structure === "custom") {
      this.course(plan);
      this.same("cut", cutOwn ?? 0, plan.cut);
      this.same("kind of cut", kindOwn, plan.cut_kind);
    } else {
      const found = regulations.structures.find((one) => one.id === structure);
      const within = (one) => one.players <= plan.attendance && (one.to === null || plan.attendance <= one.to);
      const row = found.rows.find(within);
      if (!row) return;
      this.same("rounds", row.rounds, plan.rounds);
      const made = !found.cut_tiers?.length || found.cut_tiers.includes(tier);
      const except = (found.cut_exceptions ?? []).find(within);
      this.same("cut", made ? (except?.cut ?? row.cut) : 0, plan.cut);
    }
    this.count("plans");
  }

  "player.entered"({ player, missed }) {
    if (this.day.players.has(player)) this.say("player", "a new number", player);
    this.missed(missed, (round) => round.format === "swiss");
  }

  "player.rejoined"({ player, missed }) {
    const one = this.day.players.get(player);
    if (!one || one.left === null || one.removed) return this.say("player", "one who had dropped", player);
    const had = (round) =>
      round.byes.has(player) ||
      one.missed.has(round.no) ||
      round.sheet.resting?.includes(player) ||
      [...round.matches.values()].some((match) => match.pairing.players.includes(player));
    return this.missed(missed, (round) => !had(round));
  }

  "player.dropped"({ player, after }) {
    const one = this.day.players.get(player);
    if (!one || one.left !== null) this.say("player", "one who is there", player);
    this.same("last round before", this.day.rounds.length, after);
    this.due = this.leaving(player);
  }

  "player.disqualified"({ player, after }) {
    const one = this.day.players.get(player);
    if (!one || one.removed) this.say("player", "one who is there", player);
    if (one?.left !== null) return;
    this.same("last round before", this.day.rounds.length, after);
    this.due = this.leaving(player);
  }

  missed(missed, wanted) {
    const { day } = this;
    const due = day.rounds.filter(wanted).map((round) => round.no);
    this.same("rounds missed", due, missed?.rounds ?? []);
    if (missed) this.same("worth of a round missed", scores.missed(day.created.regulations), missed.outcome);
  }

  "stage.started"({ format, players }) {
    const { day } = this;
    const swiss = day.created.first_stage === "swiss" && !day.stages.length;
    this.same("stage", swiss ? "swiss" : "elimination", format);
    if (day.stages.length !== (day.seeds ? 1 : 0)) this.say("stage", "a stage that has not begun", format);
    if (day.seeds) this.same("players of the stage", day.seeds, players);
    else
      this.same(
        "players of the stage",
        day.active(),
        [...players].sort((a, b) => a - b),
      );
  }

  "round.proposed"(drawn, fact) {
    const { day } = this;
    const deck = Boolean(drawn.sheet.cards) && drawn.method.endsWith(" + deck");
    const data = { ...drawn, deck, method: deck ? drawn.method.slice(0, -7) : drawn.method };
    const no = day.rounds.length + 1;
    this.same("round", no, data.round_no);
    this.draw(data, data.round_no + day.podsShown, fact.before);
    const waiting = day.rounds.flatMap((round) => day.waiting(round));
    if (waiting.length) this.say("results before the round", "all", told("{count} missing", { count: waiting.length }));
    const say = (what, expected, found) => this.say(what, expected, found);
    const format = day.stage()?.format;
    if (format === "swiss") this.ready();
    const { records, ...table } = format === "swiss" ? this.table(no - 1) : {};
    const found =
      format === "swiss" ? rounds.swiss(day, { data, table, records }, say) : rounds.elimination(day, { data }, say);
    this.count(
      {
        drawn: "rounds drawn again from the seed, pair by pair",
        seated: "rounds drawn again from the seed, seat by seat",
        proved: "rounds proved as good as possible",
        bracket: "rounds of a bracket",
        circle: "rounds of a round robin",
        unknown: "rounds checked for what is allowed",
        unseated: "rounds checked for what is allowed",
      }[found],
    );
    const { paired } = day.part();
    const bySwiss = {
      pods: ["pods"],
      groups: ["groups"],
      swiss: ["shuffled", "counted", "walked", "listed", "ranked"],
    }[paired];
    const methods = format === "swiss" ? (bySwiss ?? ["circle"]) : ["bracket"];
    const seats = format === "swiss" && day.atTables(); // there the draw itself is asked
    if (!seats && data.method.split(" + ").some((one) => !methods.includes(one)))
      this.say("method of the draw", methods.join(", "), data.method);
    if (!seats && data.stopped !== undefined)
      this.say("steps after which the search was stopped", "none", data.stopped);
    if (found === "proved" && seats)
      this.open.push({ line: fact.line, what: "the choice among equally good seatings was not drawn again" });
    else if (found === "proved")
      this.open.push({ line: fact.line, what: "the choice among equally good pairings was not drawn again" });
    if (found === "unseated")
      this.open.push({ line: fact.line, what: "that no other seating is better was not proved" });
    if (found === "unknown")
      this.open.push({ line: fact.line, what: "whether the pairings are the best ones was not checked" });
  }

  "proposal.swapped"({ players, sheet }) {
    if (!this.day.proposal) return this.say("swap", "a draft", "none");
    this.count("swaps by hand");
    return rounds.swapped(this.day.proposal.sheet, sheet, players, this.day, (...all) => this.say(...all));
  }

  "seat.chosen"({ round_no, table, player, seat, players }) {
    const { day } = this;
    const rounds_ =
      day.atTables() && day.seeds && day.stage()?.format === "elimination" ? day.roundsOf("elimination") : [];
    const last = rounds_.at(-1);
    const match = last?.no === round_no && last.matches.size === 1 && !last.byes.size ? last.matches.get(table) : null;
    if (!match) return this.say("a seat chosen", "at the final table", String(table));
    if (match.status !== "open") this.say("a seat chosen", "before a result of the final", match.status);
    const [first, ...others] = [...match.pairing.players].sort((a, b) => day.seeds.indexOf(a) - day.seeds.indexOf(b));
    this.same("who chooses a seat", first, player);
    const due = [...others.slice(0, seat), first, ...others.slice(seat)];
    if (!Number.isInteger(seat) || seat < 0 || seat > others.length || String(due) !== String(players))
      this.say("seats of the final", due.join(", "), players.join(", "));
    return this.count("seats chosen at a final table");
  }

  "cards.recorded"(data) {
    const { way, round_no, faces, reason, cards } = data;
    const { rounds: all, proposal, created } = this.day;
    const round = all[round_no - 1];
    if (!created.regulations.round_draws) this.say("cards", "none", JSON.stringify(cards));
    if (!["drawn", "rolled", "outline"].includes(way)) this.say("cards", "drawn, rolled or of the outline", way);
    if ((way === "rolled") !== Boolean(faces)) this.say("faces of the die", "where they were rolled", faces);
    if (way !== "outline" && !round && proposal?.round_no !== round_no)
      this.say("round", "one that is drawn", round_no);
    if (round && this.day.begun(round) && !reason.trim()) this.say("reason for other cards", "one", "none");
    if (way === "outline") return this.count("cards named by the outline");
    this.count("cards drawn by hand");
    return rounds.byHand(this.day, data, (...all_) => this.say(...all_));
  }

  "round.published"({ round_no, sheet }) {
    if (!this.day.proposal) return this.say("published", "a drafted round", "none");
    this.same("published round", this.day.proposal.round_no, round_no);
    return this.same("published pairings", this.day.proposal.sheet, sheet);
  }

  "round.started"({ round_no }) {
    this.same("round started", this.day.rounds.length, round_no);
    const round = this.day.rounds.at(-1);
    if (round?.started || (round && !this.day.waiting(round).length))
      this.say("round started", "once, while it is played", "again");
  }

  "round.voided"({ round_no }) {
    this.same("round voided", this.day.rounds.length, round_no);
    if (this.day.results(this.day.rounds[round_no - 1])) this.say("voided round", "no results", "results");
  }

  "bye.awarded"({ bye }) {
    this.same(
      "worth of a bye",
      scores.bye(this.day.created.regulations, this.day.bestOf(this.day.stage()?.format ?? "swiss")),
      bye.outcome,
    );
  }

  "loss.awarded"({ missed }) {
    this.same("worth of a loss", scores.missed(this.day.created.regulations), missed.outcome);
  }

  "cut.made"({ seeds }) {
    const { day } = this;
    this.same("Swiss rounds before the cut", day.plan?.plan.rounds, this.swissRounds());
    if (day.roundsOf("elimination").length) this.say("cut", "none once the elimination is published", "one");
    const { records, ...table } = this.table(this.swissRounds());
    this.same("players who go on", cut(day.plan.plan, table, records, new Set(day.active()), day.pods), seeds);
    this.count("cuts");
  }

  "cut.replaced"({ left, entered, seeds }) {
    const { day } = this;
    const here = new Set(day.active());
    const stay = day.seeds.filter((player) => player !== left);
    const fixed = ["at-least-points", "at-most-losses", "best-of-groups"].includes(day.plan.plan.cut_kind);
    const next = fixed
      ? null
      : (this.table(this.swissRounds()).order.find((player) => here.has(player) && !day.seeds.includes(player)) ??
        null);
    this.same("who comes in", next, entered);
    this.same("seeds now", next === null ? stay : [...stay, next], seeds);
    this.count("replacements");
  }

  /** Whether an elimination is played to its end. */
  final(played, bracket) {
    const { day } = this;
    if (day.elimination() !== "single") return played && doubleOver(day);
    return day.atTables() ? played && gamesOf(day.rounds.at(-1)) === 1 : 2 ** played >= bracket?.players.length;
  }

  "tournament.finished"({ places: found, reason }) {
    const { day } = this;
    const { plan } = day.plan;
    const waiting = day.waiting(day.rounds.at(-1)).length > 0;
    const played = day.roundsOf("elimination").length;
    const bracket = day.stages.find((one) => one.format === "elimination");
    const final = this.final(played, bracket);
    const missing = bracket && !(played && final);
    const cutDue = !bracket && day.hasCut();
    if ((waiting || missing || cutDue || (!bracket && this.swissRounds() < plan.rounds)) && !reason.trim())
      this.say("reason to end early", "one", "none");
    if (played && (waiting || missing))
      return this.open.push({
        line: this.fact.line,
        what: "the places of a bracket ended before its last game were not checked",
      });
    const complete = day.roundsOf("swiss").filter((round) => !day.waiting(round).length).length;
    const table = this.swissRounds() ? this.byParts(complete) : [];
    const flat = (all) => [...all].sort((a, b) => a[0] - b[0] || a[2] - b[2]);
    this.same(
      "final places",
      flat(places(day, table)),
      flat(found.map((one) => [one.first_place, one.last_place, one.player])),
    );
    return this.count("tables of final places");
  }
}

Object.assign(Walk.prototype, results, courses, building);

/** What a line is about: its kind, and its round and table where it has them. */
const about = ({ kind, data }) => ({ kind, round: data?.round_no, table: data?.table });

/** Checks the text of a journal; `progress(done, all)` is told how far it is. */
export const verify = (file, progress = () => {}) => {
  const findings = [];
  const read = chain.facts(file, (line, what, expected, found) => {
    if (findings.length < 200) findings.push(finding({ line, seq: line - 1, kind: "the file" }, what, expected, found));
  });
  const walk = new Walk(read);
  for (const [at, fact] of read.facts.entries()) {
    try {
      walk.step(fact);
    } catch (error) {
      walk.fact = fact;
      walk.say("data", "what fits the facts before", String(error?.message ?? error));
      break;
    }
    if (at % 20 === 0) progress(at, read.facts.length);
  }
  progress(read.facts.length, read.facts.length);
  const lines = new Map(read.facts.map((fact) => [fact.line, fact]));
  const all = [...findings, ...walk.findings].map((one) =>
    lines.has(one.line) ? { ...one, about: about(lines.get(one.line)) } : one,
  );
  return {
    holds: !all.length,
    findings: all,
    facts: read.facts.length,
    head: read.head,
    commitment: walk.day.plan?.commitment ?? null,
    finished: walk.day.finished !== null,
    proven: walk.counts,
    open: walk.open,
  };
};
