// `node scripts/serve-in-turn.mjs`: like serve.mjs, for tests that come one after the other. When it is told to close, it closes
// all that is served; when it is given another environment, it opens what that names, as a start does. Only the
// application, which took its time to load, stays as it was.
import { apiBundle } from "./prepare.mjs";

process.on("message", (/** @type {"close" | Record<string, string>} */ order) => {
  void (order === "close" ? close() : open(order));
});
await import("./serve.mjs");

async function close() {
  await (await globalThis.wardroomRuntime)?.close();
  process.send?.("closed");
}

/** @param {Record<string, string>} environment */
async function open(environment) {
  globalThis.wardroomRuntime = undefined;
  Object.assign(process.env, environment);
  /** @type {typeof import("../app/api/answer.ts")} */
  const { startServer } = await import(apiBundle);
  await startServer();
}
