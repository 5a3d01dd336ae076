/* What the check says: English with named arguments, `{round}`, which a page says in its reader's language by the
 * English as the key. Names, numbers and whatever stands in the journal are the same in every language. */

/** Words with arguments. */
export const told = (key, args) => ({ key, args });

/** Words in this language: `say` gives the translation of a key. */
export const said = ({ key, args }, say = (words) => words) =>
  args ? say(key).replaceAll(/\{(\w+)\}/g, (_, name) => args[name]) : say(key);

/** Anything that is said, as words; what is no text as it stands in the journal. */
export const words = (value) =>
  typeof value === "string" ? { key: value } : value?.args ? value : { key: JSON.stringify(value) ?? "undefined" };
