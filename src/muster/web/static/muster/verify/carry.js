/* What the points of earlier parts count in a later one (docs/formats.md, F29). */

/** Half of some points: of an odd number half is rounded up. */
const half = (points) => Math.floor((points + 1) / 2);

/** Parts up to that of round `upto` in which not all counts that was won before: after which round, what, who came. */
export const breaks = (day, upto) => {
  if (!day.course().parts) return [];
  const begun = day.passed.map((came, at) => {
    const { carry = "whole" } = day.parts()[at + 1];
    return { after: day.roundsBefore(at + 1), carry, came };
  });
  return begun.filter((one) => one.carry !== "whole" && one.after < upto);
};

/** How many rounds count nothing, for all began anew after them. */
export const forgotten = (found) => Math.max(0, ...found.filter((one) => one.carry === "none").map((one) => one.after));

/** The records that count. */
export const counting = (records, found) => {
  const last = forgotten(found);
  return new Map([...records].map(([player, own]) => [player, own.filter((one) => one.number > last)]));
};

/** What the rounds of somebody come to, round by round: where a part begins, half of it is left, or nothing. */
const total = (records, found, worth) => {
  const steps = [
    ...records.map((one) => ({ at: one.number, does: (sum) => sum + worth(one.side) })),
    ...found.map((one) => ({ at: one.after + 0.5, does: one.carry === "half" ? half : () => 0 })),
  ];
  return steps.sort((a, b) => a.at - b.at).reduce((sum, one) => one.does(sum), 0);
};

/** How points and wins are counted after such parts. */
export const counts = (found = []) => ({
  points: (records) => total(records, found, (side) => side.points),
  wins: (records) => total(records, found, (side) => Number(side.verdict === "win")),
});
