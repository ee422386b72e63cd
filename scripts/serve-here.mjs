/** `npm start` in this process: for a script that can require, and not import. */
export function serve() {
  return import("./start.mjs");
}
