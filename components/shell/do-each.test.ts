import { expect, test } from "vitest";
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
