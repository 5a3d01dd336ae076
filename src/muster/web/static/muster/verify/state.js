/* What stands on record after some of the facts (docs/journal.md). */

import { planned } from "./planned.js";

/*
 * Every kind of fact as it declares itself in src/muster/core/tournament/acts; a test holds the two against each other.
 * `keeps`: a proposed round does not rest on it; `boundary`: undo stops there; `follows`: it is part of the act before.
 */
export const KINDS = {
  "act.retracted": { newest: 1, keeps: true },
  "building.drawn": { newest: 1 },
  "building.joined": { newest: 1 },
  "building.published": { newest: 1, boundary: true },
  "building.swapped": { newest: 1 },
  "bye.awarded": { newest: 1 },
  "cards.recorded": { newest: 1, keeps: true },
  "cut.made": { newest: 1 },
  "cut.replaced": { newest: 1, follows: true },
  "day.begun": { newest: 1 },
  "loss.awarded": { newest: 1 },
  "match.awarded": { newest: 1, follows: true },
  "pair.allowed": { newest: 1 },
  "pair.forbidden": { newest: 1 },
  "plan.announced": { newest: 1, boundary: true },
  "player.amended": { newest: 1 },
  "player.checked-in": { newest: 1 },
  "player.disqualified": { newest: 1 },
  "player.dropped": { newest: 1 },
  "player.entered": { newest: 1 },
  "player.rejoined": { newest: 1 },
  "pods.drawn": { newest: 1 },
  "pods.joined": { newest: 1 },
  "pods.published": { newest: 1, boundary: true },
  "pods.swapped": { newest: 1 },
  "proposal.swapped": { newest: 1, keeps: true },
  "result.confirmed": { newest: 1, keeps: true },
  "result.corrected": { newest: 1 },
  "result.disputed": { newest: 1 },
  "result.reported": { newest: 1 },
  "round.proposed": { newest: 1, keeps: true },
  "round.published": { newest: 1, boundary: true },
  "round.started": { newest: 1 },
  "round.voided": { newest: 2, boundary: true },
  "rules.changed": { newest: 1 },
  "seat.chosen": { newest: 1 },
  "stage.started": { newest: 1 },
  "structure.changed": { newest: 1 },
  "tables.set": { newest: 1 },
  "tie.played": { newest: 1 },
  "tournament.created": { newest: 2, boundary: true },
  "tournament.finished": { newest: 1, keeps: true },
  "tournament.reopened": { newest: 1, keeps: true },
};
const pair = (a, b) => `${Math.min(a, b)}/${Math.max(a, b)}`;

/** Everything a tournament is, as its facts have it so far. */
export class Day {
  players = new Map();
  forbidden = new Set();
  stages = [];
  rounds = [];
  plan = null;
  seeds = null;
  declined = new Set();
  tables = { tables: "", reserved: "" };
  proposal = null;
  finished = null;
  key = null;
  created = null;
  recorded = new Map();
  pods = null;
  podsDraft = null;
  podsShown = 0; // how often drawn seats were published, those of pods or of building tables
  building = null;
  buildingDraft = null;
  passed = []; // who came into the second part of the rounds, into the third, and so on
  podsBefore = null;
  partSeed = null;
  playOffs = []; // who played for going on, after which round

  /** Who plays on in the running part; null where everybody does. */
  get goingOn() {
    return this.passed.at(-1) ?? null;
  }

  take(fact) {
    this[fact.kind]?.(fact.data, fact);
    if (!KINDS[fact.kind].keeps) this.proposal = null;
  }

  active() {
    const awaited = (one) => this.created.check_in && !this.stages.length && !one.here;
    return [...this.players.values()]
      .filter((one) => one.left === null && !awaited(one) && (this.goingOn?.includes(one.player) ?? true))
      .map((one) => one.player)
      .sort((a, b) => a - b);
  }

  stage() {
    return this.stages.at(-1) ?? null;
  }

  /** Whether three or four meet at a table, not two. */
  atTables() {
    return this.created.regulations.scoring.model === "placing";
  }

  isForbidden(a, b) {
    return this.forbidden.has(pair(a, b));
  }

  /** Matches of a round without a result that is agreed on. */
  waiting(round) {
    return [...(round?.matches.values() ?? [])].filter((match) => !match.outcome || match.status === "disputed");
  }

  /** Whether anything is decided in a round: a result, or that there is nobody to play. */
  results(round) {
    return Boolean(round) && (!round.matches.size || [...round.matches.values()].some((match) => match.outcome));
  }

  /** Whether play in a round has begun, by word or by a result. */
  begun(round) {
    return round.started || this.results(round);
  }

  /** Rounds of one format, published and not voided. */
  roundsOf(format) {
    return this.rounds.filter((one) => one.format === format);
  }

  bestOf(format) {
    const { regulations, swiss_match, elimination_match } = this.created;
    const id = format === "swiss" ? swiss_match : elimination_match;
    return regulations.match_formats.find((one) => one.id === id)?.best_of ?? 1;
  }

  /** Who played for going on after a round, each play-off best first. */
  playedAfter(round) {
    return this.playOffs.filter((one) => one.after === round).map((one) => one.players);
  }

  /** The records of everybody in Swiss rounds 1 to `last`, as standings read them. */
  records(last) {
    const found = new Map([...this.players.keys()].sort((a, b) => a - b).map((player) => [player, []]));
    const add = (player, record) => found.get(player)?.push(record);
    for (const round of this.roundsOf("swiss")) {
      if (round.no > last) break;
      for (const { pairing, outcome } of round.matches.values()) {
        if (!outcome) continue;
        pairing.players.forEach((player, seat) =>
          add(player, {
            number: round.no,
            kind: "match",
            side: outcome.sides[seat],
            foes: pairing.players.filter((other) => other !== player),
          }),
        );
      }
      for (const one of round.byes.values())
        add(one.player, { number: round.no, kind: "bye", side: one.outcome, foes: [] });
    }
    for (const { player, missed } of this.players.values()) {
      for (const [no, side] of missed) if (no <= last) add(player, { number: no, kind: "loss", side, foes: [] });
    }
    return found;
  }

  "tournament.created"(data) {
    this.created = { ...data };
    this.tables = { tables: data.tables, reserved: "" };
  }
  "structure.changed"(data) {
    // What it says nothing of is as usual.
    this.created = { ...this.created, course: undefined, elimination: undefined, ...data };
  }
  "rules.changed"(data) {
    this.created = { ...this.created, ...data };
  }
  "player.entered"(data) {
    const { player, club, first_round_bye, fixed_table, missed } = data;
    this.players.set(player, {
      player,
      club,
      bye: first_round_bye,
      fixed: fixed_table,
      left: null,
      here: false,
      removed: false,
      missed: new Map(),
    });
    this.miss(player, missed);
  }
  "player.amended"({ player, club, first_round_bye, fixed_table }) {
    Object.assign(this.players.get(player), { club, bye: first_round_bye, fixed: fixed_table });
  }
  "player.checked-in"({ player }) {
    this.players.get(player).here = true;
  }
  "player.dropped"({ player, after }) {
    this.players.get(player).left = after;
  }
  "player.disqualified"({ player, after }) {
    Object.assign(this.players.get(player), { left: after, removed: true });
  }
  "player.rejoined"({ player, missed }) {
    Object.assign(this.players.get(player), { left: null, here: true });
    this.miss(player, missed);
  }
  miss(player, missed) {
    for (const no of missed?.rounds ?? []) this.players.get(player).missed.set(no, missed.outcome);
  }
  "pair.forbidden"({ players }) {
    this.forbidden.add(pair(...players));
  }
  "pair.allowed"({ players }) {
    this.forbidden.delete(pair(...players));
  }
  "tables.set"(data) {
    this.tables = data;
  }
  "plan.announced"(data) {
    this.plan = data;
  }
  "stage.started"(data) {
    this.stages.push({ ...data, from: this.rounds.length + 1 });
  }
  "pods.drawn"(data, fact) {
    this.podsDraft = { ...data, line: fact.line };
  }
  "pods.swapped"({ pods }) {
    this.podsDraft = { ...this.podsDraft, pods };
  }
  "pods.published"({ pods, rounds = null }) {
    this.pods = pods;
    this.podsDraft = null;
    this.podsShown += 1;
    this.needing(rounds);
  }
  "pods.joined"({ player, pod }) {
    this.pods = this.pods.map((one, at) => (at + 1 === pod ? [...one, player] : one));
  }
  "building.drawn"(data, fact) {
    this.buildingDraft = { ...data, line: fact.line };
  }
  "building.swapped"({ tables }) {
    this.buildingDraft = { ...this.buildingDraft, tables };
  }
  "building.published"({ tables }) {
    this.building = tables;
    this.buildingDraft = null;
    this.podsShown += 1;
  }
  "building.joined"({ player, table }) {
    this.building = [...this.building, []]
      .map((one, at) => (at + 1 === table ? [...one, player] : one))
      .filter((one) => one.length);
  }
  "day.begun"({ players, part = 1, rounds = null }) {
    if (this.course().parts) {
      if (this.passed.length < part) this.podsBefore = this.pods;
      Object.assign(this, { pods: null, podsDraft: null, partSeed: null });
    }
    this.passed = [...this.passed.slice(0, part - 1), players];
    if (this.course().parts) this.needing(rounds);
  }
  "round.proposed"(data, fact) {
    this.proposal = { ...data, line: fact.line };
  }
  "seat.chosen"({ round_no, table, players }) {
    const { matches } = this.rounds[round_no - 1];
    const match = matches.get(table);
    matches.set(table, { ...match, pairing: { ...match.pairing, players } });
  }
  "proposal.swapped"({ sheet }) {
    this.proposal.sheet = sheet;
  }
  "cards.recorded"({ round_no, cards }) {
    this.recorded.set(round_no, cards);
    const { proposal, rounds } = this;
    const stale = proposal && round_no < proposal.round_no && !this.recorded.has(proposal.round_no);
    if (stale) this.proposal = null;
    if (proposal?.round_no === round_no) this.proposal = { ...proposal, sheet: { ...proposal.sheet, cards } };
    const round = rounds[round_no - 1];
    if (round) round.sheet = { ...round.sheet, cards };
  }
  "round.published"({ round_no, sheet }) {
    const matches = new Map(
      sheet.pairings.map((pairing) => [pairing.table, { pairing, outcome: null, report: null, status: "open" }]),
    );
    const byes = new Map(sheet.byes.map((one) => [one.player, one]));
    const { seed } = this.proposal ?? { seed: null };
    this.rounds.push({
      no: round_no,
      format: this.stage()?.format ?? "swiss",
      sheet,
      matches,
      byes,
      seed,
      started: false,
    });
    if (round_no === 1) this.key = seed;
    if (this.passed.length) this.partSeed ??= seed;
  }
  "round.started"({ round_no }) {
    this.rounds[round_no - 1].started = true;
  }
  "round.voided"({ round_no }) {
    if (round_no === this.partStart() + 1) this.partSeed = null;
    this.rounds.length = round_no - 1;
    if (round_no === 1) this.key = null;
    for (const one of this.players.values()) one.missed.delete(round_no);
  }
  "result.reported"({ round_no, table, report, outcome, by = null }) {
    Object.assign(this.rounds[round_no - 1].matches.get(table), {
      report,
      outcome,
      by,
      agreed: [],
      status: by === null ? "confirmed" : "reported",
    });
  }
  /** Who came to a table and has yet to confirm what somebody reported. */
  asked({ pairing, report, by, agreed }) {
    const absent = report?.absent ?? [];
    return pairing.players.filter((one, seat) => !absent.includes(seat) && one !== by && !agreed.includes(one));
  }
  "result.confirmed"({ round_no, table, by = null }) {
    const match = this.rounds[round_no - 1].matches.get(table);
    match.agreed = [...match.agreed, by];
    match.status = by === null || !this.asked(match).length ? "confirmed" : "reported";
  }
  "result.disputed"({ round_no, table, by }) {
    const match = this.rounds[round_no - 1].matches.get(table);
    Object.assign(match, { status: "disputed", agreed: match.agreed.filter((one) => one !== by) });
  }
  "result.corrected"(data) {
    this["result.reported"](data);
  }
  "match.awarded"({ round_no, table, outcome }) {
    Object.assign(this.rounds[round_no - 1].matches.get(table), { report: null, outcome, status: "confirmed" });
  }
  "bye.awarded"({ round_no, bye }) {
    this.rounds[round_no - 1].byes.set(bye.player, bye);
    this.players.get(bye.player).missed.delete(round_no);
  }
  "loss.awarded"({ player, missed }) {
    for (const no of missed.rounds) this.rounds[no - 1]?.byes.delete(player);
    this.miss(player, missed);
  }
  "tie.played"({ after, players }) {
    const other = (one) => one.after !== after || !one.players.some((player) => players.includes(player));
    this.playOffs = [...this.playOffs.filter(other), { after, players }];
  }
  "cut.made"({ seeds }) {
    this.seeds = seeds;
    this.stages = this.stages.slice(0, 1); // a cut made anew takes an elimination back of which no round is out
  }
  "cut.replaced"({ left, seeds }) {
    this.declined.add(left);
    this.seeds = seeds;
    if (this.stage()?.format === "elimination") this.stage().players = seeds;
  }
  "tournament.finished"({ places }) {
    this.finished = places;
  }
  "tournament.reopened"() {
    this.finished = null;
  }
}

Object.assign(Day.prototype, planned);
