import { expect, test } from "vitest";
import { RequestError } from "@/lib/client/request-error";
import { doEach } from "./do-each";

test("what is refused stops none of the others, and all that was done is undone, the last first", async () => {
  const told: string[] = [];
  const act = (thing: string) => {
    if (thing === "b") return Promise.reject(new Error("no"));
    told.push(thing);
    return Promise.resolve(
      thing === "c"
        ? null
        : () => {
            told.push(`undo ${thing}`);
            return Promise.resolve();
          },
    );
  };
  const { done, left, refused, undo } = await doEach(["a", "b", "c", "d"], act);
  expect([done, left, String(refused)]).toEqual([["a", "c", "d"], 1, "Error: no"]);
  await undo?.();
  expect(told).toEqual(["a", "c", "d", "undo d", "undo a"]);
  await expect(doEach(["b"], act)).rejects.toThrow("no");
});

test("it ends where the server is gone, and where it is stopped, with what was done until then", async () => {
  const gone = (thing: string) =>
    thing === "c" ? Promise.reject(new RequestError("unreachable", "Gone.", 0)) : Promise.resolve(null);
  const tried = await doEach(["a", "b", "c", "d", "e"], gone);
  expect([tried.done, tried.left, String(tried.refused)]).toEqual([["a", "b"], 3, "RequestError: Gone."]);

  const stop = new AbortController();
  const steps: number[] = [];
  const stopped = await doEach(["a", "b", "c"], () => Promise.resolve(null), {
    signal: stop.signal,
    onStep: (done) => {
      steps.push(done);
      if (done === 2) stop.abort();
    },
  });
  expect([stopped.done, stopped.left, stopped.refused, steps]).toEqual([["a", "b"], 1, undefined, [1, 2]]);
});
