/* What a result is worth (docs/scoring.md). */
import { ratio, written } from "./exact.js";
import { told } from "./words.js";

const side = (verdict, points, more = {}) => ({
  averaged: false,
  games: [0, 0, 0],
  margin: 0,
  points,
  share: null,
  verdict,
  ...more,
});
const seated = (winner, won, lost) => ({ sides: winner === 0 ? [won, lost] : [lost, won], winner });
const ahead = (a, b) => (a === b ? null : a > b ? 0 : 1);

/** Wins that decide a match. */
const need = (bestOf) => Math.floor(bestOf / 2) + 1;

export const bye = (rules, bestOf) => {
  const model = rules.scoring.model;
  const kept = rules.scoring.scores === "kept" ? [rules.bye.score ?? 0, 0, 0] : [0, 0, 0];
  const games = ["games", "placing"].includes(model) ? [need(bestOf), 0, 0] : kept;
  return side("win", rules.bye.points, { averaged: model === "share", games, margin: rules.bye.margin });
};
export const missed = (rules) => side("loss", rules.unpaired_loss.points, { margin: rules.unpaired_loss.margin });

const row = (scoring, margin) => scoring.table.rows.filter((one) => one.margin <= margin).at(-1);

const given = (scoring, margin, winner) => {
  const { win, loss } = row(scoring, margin);
  const both = scoring.margin.even ?? null;
  const [up, down] = both === null ? [margin, 0] : [both + margin, both - margin];
  return seated(winner, side("win", win, { margin: up }), side("loss", loss, { margin: down }));
};

const marginOf = (scoring, totals, winner) =>
  Math.min(scoring.margin.cap, Math.max(scoring.margin.floor, totals[winner] - totals[1 - winner]));

/** The same with what both scored, where that counts; whoever was given up to has at least the score of a bye. */
const withScores = ({ sides, winner }, { report, rules }) => {
  if (rules.scoring.scores !== "kept") return { sides, winner };
  const own = report.scores.map((one) => one.destroyed + one.objective);
  const gaveUp = ["concession", "match-loss", "no-show"].includes(report.end);
  if (gaveUp) own[winner] = Math.max(own[winner], rules.bye.score ?? 0);
  return { sides: sides.map((one, seat) => ({ ...one, games: [own[seat], own[1 - seat], 0] })), winner };
};

const byMargin = ({ report, rules, variants, format }) => {
  const { scoring } = rules;
  const both = scoring.margin.even ?? 0;
  const { end } = report;
  const wiped = (points) =>
    scoring.wiped_out.counts === "exactly" ? scoring.wiped_out.points : Math.max(points, scoring.wiped_out.points);
  const total = (seat, gone) => {
    const { destroyed, objective } = report.scores[seat];
    return (gone ? wiped(destroyed) : destroyed) + objective;
  };
  const equal = scoring.equal_score.winner === "role" ? report.deciding : report.winner;
  if (["concession", "match-loss", "no-show"].includes(end)) {
    const winner = 1 - report.by;
    let worth = { points: scoring.concession.points, margin: scoring.concession.margin };
    if (end === "no-show") {
      if (variants.no_show === "bye") worth = rules.bye;
      if (variants.no_show === "bare-win") worth = { points: row(scoring, 0).win, margin: both };
    } else {
      const margin = marginOf(scoring, [total(0), total(1)], winner);
      if (margin >= scoring.concession.keep_from) worth = { points: row(scoring, margin).win, margin: both + margin };
    }
    return seated(winner, side("win", worth.points, { margin: worth.margin }), side("loss", 0));
  }
  if (end === "defeated") {
    const winner = report.winner;
    return given(scoring, marginOf(scoring, [total(0, winner === 0), total(1, winner === 1)], winner), winner);
  }
  if (end === "mutual-destruction") {
    const more =
      scoring.mutual_destruction.winner === "role" ? report.deciding : (ahead(total(0, true), total(1, true)) ?? equal);
    return given(scoring, Math.min(scoring.margin.cap, Math.max(scoring.margin.floor, 0)), more);
  }
  const totals = [total(0), total(1)];
  if (scoring.equal_score.winner === "nobody" && format === "swiss" && totals[0] === totals[1]) {
    const draw = () => side("draw", scoring.equal_score.points, { margin: both });
    return { sides: [draw(), draw()], winner: null };
  }
  const winner = ahead(...totals) ?? equal;
  return given(scoring, marginOf(scoring, totals, winner), winner);
};

const byShare = ({ report, rules }) => {
  const { scoring } = rules;
  const { win, loss } = scoring.points;
  const [one, two] = report.tokens;
  const share = (seat) => (one === two ? scoring.share.tie : written(ratio(report.tokens[seat], one + two)));
  const shared = (winner) =>
    seated(winner, side("win", win, { share: share(winner) }), side("loss", loss, { share: share(1 - winner) }));
  if (report.end === "defeated")
    return seated(report.winner, side("win", win, { share: "1" }), side("loss", loss, { share: "0" }));
  if (["concession", "match-loss", "no-show"].includes(report.end)) {
    if (report.end === "concession" && report.agreed_to_score) return shared(1 - report.by);
    return seated(1 - report.by, side("win", win, { averaged: true }), side("loss", loss, { share: "0" }));
  }
  const by = (report.end === "mutual-destruction" ? scoring.mutual_destruction : scoring.at_the_end).by;
  const looks = { tokens: ahead(one, two), score: ahead(...report.scores), role: report.deciding };
  return shared(by.map((look) => looks[look]).find((seat) => seat !== null) ?? report.winner);
};

const byGames = ({ report, rules, variants, format, bestOf }) => {
  const { points } = rules.scoring;
  const wins = [0, 1].map((seat) => report.games.filter((one) => one === seat).length);
  const drawn = report.games.filter((one) => one === null).length + Number(report.unfinished);
  const worth = (winner, [w0, w1] = wins, drew = drawn) => {
    const verdict = (seat) => (winner === null ? "draw" : winner === seat ? "win" : "loss");
    const of = (seat, games) => side(verdict(seat), points[verdict(seat)], { games });
    return { sides: [of(0, [w0, w1, drew]), of(1, [w1, w0, drew])], winner };
  };
  const { end } = report;
  if (end === "intentional-draw") return worth(null, [0, 0], bestOf === 1 ? 1 : 3);
  if (["concession", "match-loss", "no-show"].includes(end)) {
    const winner = 1 - report.by;
    const filled = (with_) =>
      wins.map((one, seat) => (seat === winner ? need(bestOf) : with_ ? Math.min(one, need(bestOf) - 1) : 0));
    if (end !== "no-show" || variants.no_show === "concession") return worth(winner, filled(true));
    const found = worth(winner, variants.no_show === "bye" ? filled(false) : [0, 0], 0);
    if (variants.no_show === "bye") found.sides[winner].points = rules.bye.points;
    return found;
  }
  if (end === "time" && wins[0] === wins[1]) {
    if (format === "swiss") return worth(null);
    const looks = { "base-hp": report.base_hp && ahead(...report.base_hp), initiative: report.deciding };
    const found = rules.scoring.elimination_tie.by.map((look) => looks[look]).find((seat) => seat !== null);
    return worth(found ?? report.winner);
  }
  return worth(ahead(...wins));
};

const refuse = (key, args = {}) => {
  throw Object.assign(new Error(key), { words: told(key, args) });
};

const MOST = 1_000_000; // what is left at a table is no more

/** What no report of a table may hold. */
const soundTable = ({ end, left, conceded, absent, lost, places }, rules, players) => {
  const out = [...conceded, ...absent, ...lost];
  if (!["decided", "time"].includes(end) || !rules.ends.some((one) => one.id === end)) refuse("an end of another game");
  if (left.length !== players) refuse("what is left for {count}", { count: left.length });
  if (left.some((one) => !Number.isInteger(one) || one < 0 || one > MOST)) refuse("no whole number");
  if (new Set(out).size < out.length || out.some((seat) => !(seat in left))) refuse("a seat named twice, or none");
  if (out.some((seat) => left[seat] !== 0)) refuse("something left for somebody who is out");
  if (places === null) return;
  const skipped = places.some((place) => place !== 1 + places.filter((one) => one < place).length);
  if (skipped || places.length !== players) refuse("places that leave one out");
  const last = [...absent, ...lost];
  const others = places.filter((_, seat) => !last.includes(seat));
  if (last.some((seat) => others.some((place) => place > places[seat]))) refuse("a place before somebody who came");
};

/** How two seats stand to each other: below 0 where the first came before the second. */
const between = ({ left, conceded, absent, lost, places }, one, two) => {
  if (places !== null) return places[one] - places[two];
  const stage = (seat) => {
    if (absent.includes(seat) || lost.includes(seat)) return 2;
    return conceded.includes(seat) ? 1 : 0;
  };
  if (stage(one) !== stage(two)) return stage(one) - stage(two);
  return [left[two] - left[one], conceded.indexOf(two) - conceded.indexOf(one), 0][stage(one)];
};

const byPlaces = ({ report, rules, variants, players }) => {
  soundTable(report, rules, players);
  const { usual, at_threes: threes } = rules.scoring.points;
  const came = players - report.absent.length;
  const worth = came === 3 && threes.length ? threes : usual;
  const seats = report.left.map((_, seat) => seat);
  const sides = seats.map((seat) => {
    const before = seats.filter((other) => between(report, other, seat) < 0).length;
    const sharing = seats.filter((other) => between(report, other, seat) === 0).length;
    const nothing = report.absent.includes(seat) || report.lost.includes(seat);
    const from = variants.tied_places === "higher" ? before + 1 : before + sharing;
    const points = nothing ? 0 : worth[Math.min(from, worth.length) - 1];
    const verdict = before || nothing ? "loss" : sharing > 1 ? "draw" : "win";
    const games = ["win", "loss", "draw"].map((one) => Number(one === verdict));
    return side(verdict, points, { games, place: before + 1 });
  });
  const winner = sides.findIndex((one) => one.verdict === "win");
  return { sides, winner: winner < 0 ? null : winner };
};

const MODELS = { margin: byMargin, share: byShare, games: byGames };

/** The outcome a report is worth: `given` holds `report`, `rules`, `variants`, `format`, `bestOf` and `players`. */
export const score = (given_) => {
  const { report, rules } = given_;
  const { model } = rules.scoring;
  if (report.model !== model) refuse("a report of the kind {kind}", { kind: model });
  if (model === "placing") return byPlaces(given_);
  if (report.end !== "double-loss") return withScores(MODELS[model](given_), given_);
  const games = (seat) => {
    if (model !== "games") return [0, 0, 0];
    const won = (one) => report.games.filter((winner) => winner === one).length;
    return [won(seat), won(1 - seat), report.games.filter((one) => one === null).length + Number(report.unfinished)];
  };
  const share = model === "share" ? "0" : null;
  return { sides: [0, 1].map((seat) => side("loss", 0, { share, games: games(seat) })), winner: null };
};
