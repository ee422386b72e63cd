import { expect, test } from "vitest";
import { SharedRuns } from "@/lib/services/commit/shared-runs";

/** Work that ends when the test says so. */
function endedByHand() {
  const runs: { resolve: (value: string) => void; reject: (error: Error) => void }[] = [];
  const work = () => new Promise<string>((resolve, reject) => runs.push({ resolve, reject }));
  return { runs, work, end: (run: number, value: string) => runs[run]?.resolve(value) };
}

test("everybody who asks during a run shares the next one, which begins after they asked", async () => {
  const shared = new SharedRuns<string>();
  const { runs, work, end } = endedByHand();
  const first = shared.run("a", work);
  const others = [shared.run("a", work), shared.run("a", work), shared.run("a", work)];
  expect(runs).toHaveLength(1);
  end(0, "before they asked");
  expect(await first).toBe("before they asked");
  await expect.poll(() => runs.length).toBe(2);
  end(1, "after they asked");
  expect(await Promise.all(others)).toEqual(["after they asked", "after they asked", "after they asked"]);
  expect(runs).toHaveLength(2);
});

test("a run that fails fails for those who shared it, and for nobody after", async () => {
  const shared = new SharedRuns<string>();
  const { runs, work, end } = endedByHand();
  const first = shared.run("a", work);
  const second = shared.run("a", work);
  runs[0]?.reject(new Error("gone"));
  await expect(first).rejects.toThrow("gone");
  await expect.poll(() => runs.length).toBe(2);
  end(1, "there again");
  expect(await second).toBe("there again");
  const third = shared.run("a", work);
  expect(runs).toHaveLength(3);
  end(2, "later");
  expect(await third).toBe("later");
});

test("work of another key waits for nobody", async () => {
  const shared = new SharedRuns<string>();
  const { work, end } = endedByHand();
  void shared.run("a", work);
  const other = shared.run("b", work);
  end(1, "b");
  expect(await other).toBe("b");
});
