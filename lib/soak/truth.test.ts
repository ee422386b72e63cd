import { afterEach, expect, it } from "vitest";
import { answer } from "@/app/api/answer";
import { serve } from "@/lib/api/testing/api.fixture";
import { wardroomCli } from "@/lib/cli/testing/cli.fixture";
import { OWNER_TOKEN, TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { Random } from "@/lib/soak/random.fixture";
import { sendTo } from "@/lib/soak/send.fixture";
import { Truth } from "@/lib/soak/truth.fixture";

afterEach(() => {
  globalThis.wardroomRuntime = undefined;
});

it("every door gives the same number for the same state, whatever was done", async () => {
  const wardroom = await TestWardroom.open();
  serve(wardroom);
  const command = async (words: string[]) => (await wardroomCli(wardroom, words)).out;
  const truth = new Truth({ send: sendTo(answer, OWNER_TOKEN), command }, new Random(11), wardroom.files);
  await truth.prepare();
  const faults: string[] = [];
  for (let act = 1; act <= 240; act++) {
    await truth.act();
    if (act % 8 === 0) faults.push(...(await truth.compare()).map((each) => `after ${act}: ${each}`));
  }
  faults.push(...(await truth.compareHistory()));
  expect(faults).toEqual([]);
  expect(truth.curated).toBeGreaterThan(300);
});
