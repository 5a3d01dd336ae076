/* Results: what each is worth, who may tell, confirm and dispute it, and what a correction means (docs/results.md). */
import * as chain from "./chain.js";
import * as scores from "./scores.js";
import { told } from "./words.js";

/** What a walk through a journal does at each fact about a result. */
export const results = {
  match({ round_no, table }) {
    const found = this.day.rounds[round_no - 1]?.matches.get(table);
    if (!found)
      this.say(
        "match",
        "a pairing that is published",
        told("round {round}, table {table}", { round: round_no, table }),
      );
    return found;
  },

  result(data) {
    const { day } = this;
    const found = this.match(data);
    if (!found) return;
    const { format } = day.rounds[data.round_no - 1];
    const { regulations: rules, variants } = day.created;
    let expected = null;
    try {
      const players = found.pairing.players.length;
      expected = scores.score({ report: data.report, rules, variants, format, bestOf: day.bestOf(format), players });
    } catch (error) {
      this.say("report", "one of this game", error.words ?? error.message);
      return;
    }
    this.same("what the result is worth", expected, data.outcome);
    this.count("results scored again");
  },

  "result.reported"(data) {
    this.result(data);
    const found = this.day.rounds[data.round_no - 1]?.matches.get(data.table);
    if (!found) return;
    this.same("round of the result", this.day.rounds.length, data.round_no);
    if (found.status === "confirmed" || (found.status === "disputed" && data.by !== null))
      this.say("result", "the first of this table, or the staff's word", found.status);
    this.by(data.by, found);
  },

  "result.confirmed"(data) {
    this.answered(data, ["reported", "disputed"]);
    const agreed = this.day.rounds[data.round_no - 1]?.matches.get(data.table)?.agreed;
    if (data.by !== null && agreed?.includes(data.by))
      this.say("answered by", "somebody who has yet to confirm", data.by);
  },

  "result.disputed"(data) {
    this.answered(data, ["reported"]);
  },

  /** A report is confirmed or disputed by the opponent, or by the staff. */
  answered(data, which) {
    const found = this.match(data);
    if (!found) return;
    if (!which.includes(found.status)) this.say("report", "one that waits for an answer", found.status);
    this.by(data.by, found);
    if (data.by !== null && data.by === found.by) this.say("answered by", "the opponent, or the staff", data.by);
  },

  by(player, { pairing }) {
    if (player !== null && !pairing.players.includes(player))
      this.say("told by", told("one of {players}", { players: pairing.players.join(", ") }), player);
  },

  "result.corrected"(data) {
    this.result(data);
    const found = this.day.rounds[data.round_no - 1]?.matches.get(data.table);
    if (found && (!found.outcome || chain.same(found.report, data.report)))
      this.say("corrected result", "another than the one on record", found.status);
    if (this.day.rounds[data.round_no - 1] && !this.day.proposal)
      this.same("consequence", this.consequence(data.round_no), data.consequence);
    this.count("corrections");
  },

  /** What a correction does to pairings: those of the round after it may rest on it until that round has begun. */
  consequence(no) {
    const { rounds: all, seeds } = this.day;
    const last = all.at(-1);
    const begun = this.day.begun(last);
    const knockout = this.day.roundsOf("elimination").length;
    if (seeds !== null && all[no - 1].format === "swiss")
      return !knockout || (knockout === 1 && !begun) ? "re-pair-affected" : "pairings-stand";
    if (last.no === no) return "none";
    return last.no === no + 1 && !begun ? "re-pair-affected" : "pairings-stand";
  },

  "match.awarded"(data) {
    const found = this.match(data);
    if (!found) return;
    const { winner } = data.outcome;
    const gone = found.pairing.players.map((player) => this.day.players.get(player).left !== null);
    if (winner === null ? !gone[0] || !gone[1] : !gone[1 - winner])
      this.say("awarded match", "won by the player who stayed", winner);
    this.count("matches awarded");
  },
};
