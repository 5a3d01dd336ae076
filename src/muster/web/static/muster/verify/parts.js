/* Parts of the rounds that follow one another (docs/formats.md). */
const POD = 4;
const GROUP = 3;
const WHOLE = 11; // up to so many players sit in one pod

/** How many rounds everybody needs to meet everybody, or to meet them twice. */
export const robinRounds = (players, twice) => (players - 1 + (players % 2)) * (twice ? 2 : 1);

/** How many the smallest pod or group of a part has. */
export const smallestOf = (part) => (part.paired === "groups" ? GROUP : POD);

/** How many rounds groups of these sizes need for everybody in them to meet. */
export const roundsOfGroups = (sizes) => robinRounds(Math.max(...sizes), false);

const groupSizes = (players, size) => {
  const count = Math.max(1, Math.min(Math.ceil(players / size), Math.floor(players / GROUP)));
  return Array.from({ length: count }, (_, at) => Math.floor((players + count - 1 - at) / count));
};

/** Of all ways to cut players into pods of six to ten: fewest odd ones, then nearest to eight, then fewest. */
const podSizes = (players) => {
  if (players <= WHOLE) return [players];
  const best = [[0, 0, 0, []]];
  for (let all = 6; all <= players; all += 1) {
    const ways = [10, 9, 8, 7, 6]
      .filter((size) => best[all - size])
      .map((size) => {
        const [odd, far, count, sizes] = best[all - size];
        return [odd + (size % 2), far + (size - 8) ** 2, count + 1, [...sizes, size]];
      });
    best[all] = ways.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2])[0];
  }
  return best[players][3];
};

const sizesOf = (part, players) => (part.paired === "groups" ? groupSizes(players, part.size) : podSizes(players));

const needed = (part, players) => {
  if (part.paired === "groups")
    return roundsOfGroups(players !== null && players >= GROUP ? groupSizes(players, part.size) : [part.size]);
  const robin = part.paired.endsWith("round-robin");
  return robin ? robinRounds(Math.max(2, players ?? 2), part.paired === "double-round-robin") : part.rounds;
};

/** A course with the rounds that its round robins and groups need, if so many players are there. */
export const resolved = (course, attendance) => {
  let here = attendance; // null where it rests on results
  let sizes = null;
  const parts = course.parts.map((part) => {
    if (part.entry === "top") here = here === null ? part.number : Math.min(here, part.number);
    else if (part.entry === "best-of-groups")
      here = sizes && sizes.reduce((all, size) => all + Math.min(size, part.number), 0);
    else if (part.entry !== "everybody") here = null;
    const closed = ["pods", "groups"].includes(part.paired) && here !== null && here >= smallestOf(part);
    sizes = closed ? sizesOf(part, here) : null;
    return { ...part, rounds: needed(part, here) };
  });
  return { ...course, parts };
};
