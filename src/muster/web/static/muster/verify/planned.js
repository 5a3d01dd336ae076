/* What a plan says of where a day stands: its parts, the rounds of each, and what comes next (docs/formats.md). */

/** Swiss rounds that everybody plays: what is meant where a plan says nothing else. */
const ONE_SWISS = { paired: "swiss", day_one: 0, points: 0 };

const sumOf = (parts) => parts.reduce((all, one) => all + one.rounds, 0);

/** Questions to a day with a plan. */
export const planned = {
  /** How the rounds before a cut go. */
  course() {
    return this.plan?.plan.course ?? ONE_SWISS;
  },

  /** The parts that follow one another; all of one kind is one part. */
  parts() {
    const { paired, parts } = this.course();
    return parts ?? [{ paired, rounds: this.plan?.plan.rounds ?? 0, deal: "drawn" }];
  },

  partIndex() {
    return this.course().parts ? this.passed.length : 0;
  },

  part() {
    return this.parts()[this.partIndex()];
  },

  /** How many rounds come before the running part, and after how many it is over. */
  partStart() {
    return this.roundsBefore(this.partIndex());
  },
  roundsBefore(index) {
    return sumOf(this.parts().slice(0, index));
  },
  partEnd() {
    return this.partStart() + this.part().rounds;
  },

  partRounds() {
    return this.roundsOf("swiss").slice(this.partStart());
  },

  /** Whether the running part is played inside pods or groups. */
  closed() {
    return ["pods", "groups"].includes(this.part().paired);
  },

  /** The index of the part that can begin now, or anew while nothing of it is shown; null where none can. */
  partToBegin() {
    const played = this.roundsOf("swiss").length;
    const index = this.partIndex();
    if (!this.course().parts || this.seeds || !played || this.rounds.some((one) => this.waiting(one).length))
      return null;
    if (index && played === this.partStart()) return this.pods ? null : index;
    return played === this.partEnd() && index + 1 < this.parts().length ? index + 1 : null;
  },

  /** Rounds of the running part, where they follow from who plays in it. */
  needing(rounds) {
    if (rounds === null) return;
    const { plan } = this.plan;
    const parts = plan.course.parts.map((one, at) => (at === this.partIndex() ? { ...one, rounds } : one));
    this.plan = { ...this.plan, plan: { ...plan, rounds: sumOf(parts), course: { ...plan.course, parts } } };
  },

  /** How an elimination goes: single, double, or double with one final. */
  elimination() {
    return this.plan?.plan.elimination ?? "single";
  },

  /** Whether a bracket follows: a cut of some number, or of whoever has the points or few enough losses. */
  hasCut() {
    const { cut, cut_kind: kind } = this.plan.plan;
    return cut > 0 || kind !== "top";
  },
};
