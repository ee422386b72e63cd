import { expect, it } from "vitest";
import { deltaSteps } from "@/lib/core/context/compute-delta";
import { withDeltas } from "@/lib/services/context/with-deltas";

const count = (text: string): number => text.length;
const text = (value: string) => Array.from({ length: 300 }, (_, i) => `## S${i}\n\n- key: ${value} ${i}\n`).join("");

it("computes a delta before the act that wants it is decided again, for the texts it then meets", async () => {
  let decisions = 0;
  // Somebody else published between the first decision and the second.
  const delta = await withDeltas(count, (deltaOf) =>
    Promise.resolve().then(() => deltaOf(decisions++ === 0 ? "a\n" : "b\n", "c\n", {})),
  );
  expect(decisions).toBe(3);
  expect(delta.text).toContain("c");
});

it("tells what the act was refused for", async () => {
  await expect(withDeltas(count, () => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
});

it("gives up where the texts are others each time", async () => {
  let published = 0;
  const late = withDeltas(count, (deltaOf) => Promise.resolve().then(() => deltaOf(`${published++}\n`, "c\n", {})));
  await expect(late).rejects.toMatchObject({ code: "busy" });
});

it("can be put down at each place where the texts differ", () => {
  const steps = deltaSteps(text("old"), text("new"), count);
  let times = 0;
  while (steps.next().done !== true) times += 1;
  expect(times).toBeGreaterThanOrEqual(600);
});

it("says as a whole what takes too much effort to say in single operations", () => {
  const steps = deltaSteps(text("old"), text("new"), count, { mostEffort: 100 });
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  expect(step.value.operations).toMatchObject([{ kind: "REPLACED" }]);
  expect(step.value.fallback?.code).toBe("FC-4");
});
