/* Has parts of the desk that wait for `floor-changed` ask anew as soon as players or others of the staff have acted.
   Without it they ask every few seconds. */
import { follow } from "./live.js";

const { code, topics } = document.querySelector("meta[name=live]").dataset;
follow(code, topics, () => document.body.dispatchEvent(new Event("floor-changed")));
