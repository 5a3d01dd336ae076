/* Checks a journal beside the page, so that the page stays alive. */
import { verify } from "./verify.js";

addEventListener("message", ({ data }) => {
  const answer = verify(data, (done, all) => postMessage({ done, all }));
  postMessage({ answer });
});
