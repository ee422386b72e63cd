import { expect, it } from "vitest";
import { inSlices, whenQuiet } from "@/lib/services/workspace/in-slices";

it("serves whoever waits between slices of long work", async () => {
  let served = 0;
  let isDone = false;
  const serve = () => {
    served += 1;
    if (!isDone) setImmediate(serve);
  };
  setImmediate(serve);
  const steps = 10;
  function* work(): Generator<void, string> {
    for (let step = 0; step < steps; step++) {
      const began = performance.now();
      while (performance.now() - began < 9) continue;
      yield;
    }
    return "done";
  }
  expect(await inSlices(work())).toBe("done");
  isDone = true;
  expect(served).toBeGreaterThanOrEqual(steps - 1);
});

it("lets work that nobody waits for go on although the process is never quiet", async () => {
  let isDone = false;
  const serve = () => {
    if (!isDone) setImmediate(serve);
  };
  setImmediate(serve);
  await whenQuiet();
  isDone = true;
});
