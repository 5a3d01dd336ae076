/* Keeps a page true while it is open: docs/live.md. */
export const now = () => Date.now();
