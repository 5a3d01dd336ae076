/* Exact fractions: [numerator, denominator] as BigInt, the denominator above 0. */
const divisor = (a, b) => (b ? divisor(b, a % b) : a < 0n ? -a : a);

/** A fraction in lowest terms. */
export const ratio = (top, below = 1n) => {
  const [n, d] = [BigInt(top), BigInt(below)];
  const by = divisor(n, d) || 1n;
  return [n / by, d / by];
};
export const NONE = ratio(0);
export const plus = (a, b) => ratio(a[0] * b[1] + b[0] * a[1], a[1] * b[1]);
export const over = (a, b) => ratio(a[0] * b[1], a[1] * b[0]);
export const times = (a, b) => ratio(a[0] * b[0], a[1] * b[1]);
export const compare = (a, b) => Number(a[0] * b[1] > b[0] * a[1]) - Number(a[0] * b[1] < b[0] * a[1]);
export const greater = (a, b) => (compare(a, b) < 0 ? b : a);
/** The text of a fact, such as "2/3" or "1". */
export const read = (text) => ratio(...text.split("/").map(BigInt));
export const written = ([n, d]) => (d === 1n ? `${n}` : `${n}/${d}`);
export const sum = (all) => all.reduce(plus, NONE);
/** The mean, or what is given for nothing. */
export const mean = (all, without) => (all.length ? over(sum(all), ratio(all.length)) : without);
