/* Tables to build decks at in sealed play: how they are drawn, changed and joined (docs/draws.md). */
import { order } from "./draws.js";

const MOST = 3; // players of a building table

/** Two at each table; of an odd number three at the last. */
const sizesOf = (players) => {
  const sizes = Array.from({ length: Math.floor(players / 2) }, () => 2);
  if (players % 2) sizes[sizes.length - 1] += 1;
  return sizes;
};

/** What a walk through a journal does at each fact about building tables; `this` is the walk. */
export const building = {
  "building.drawn"(data, { before }) {
    const { day } = this;
    const number = day.rounds.length + day.podsShown + 1;
    this.same("draw", number, data.draw_no);
    this.draw(data, number, before);
    const pools = day.created.regulations.roster?.constructions?.some((one) => one.pool);
    const now = pools && day.stages.length && day.parts()[0].paired !== "pods" && !day.building && !day.rounds.length;
    if (!now || day.atTables()) this.say("building tables", "those of sealed play, drawn before round 1", "others");
    const here = day.active();
    this.same("building tables drawn from the seed", order(data.seed, "building", here), data.tables.flat());
    this.same(
      "sizes of the building tables",
      sizesOf(here.length),
      data.tables.map((table) => table.length),
    );
    this.count("building tables drawn again from the seed");
  },

  "building.swapped"({ players: [a, b], tables }) {
    const draft = this.day.buildingDraft;
    const seated = draft?.tables.flat() ?? [];
    if (a === b || !seated.includes(a) || !seated.includes(b)) return this.say("swap", "two in a draft", `${a}, ${b}`);
    const other = (one) => (one === a ? b : one === b ? a : one);
    this.same(
      "building tables after the swap",
      draft.tables.map((table) => table.map(other)),
      tables,
    );
    return this.count("swaps by hand");
  },

  "building.published"({ tables }) {
    const { buildingDraft: draft, rounds } = this.day;
    if (!draft || rounds.length) return this.say("published", "drawn building tables", "none");
    return this.same("published building tables", draft.tables, tables);
  },

  "building.joined"({ player, table }) {
    const { day } = this;
    if (!day.building || day.rounds.length)
      return this.say("seat at a building table", "one before round 1", "one after it");
    if (!day.active().includes(player) || day.building.flat().includes(player))
      this.say("seat at a building table", "for somebody who is here and has none", player);
    const seated = (day.building[table - 1] ?? []).filter((one) => day.players.get(one).left === null);
    const free = table >= 1 && table <= day.building.length + 1 && seated.length < MOST;
    return free || this.say("building table", "one with room, or the next new one", table);
  },
};
