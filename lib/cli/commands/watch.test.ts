import { expect, it, vi } from "vitest";
import { serve } from "@/lib/api/testing/api.fixture";
import { createProgram } from "@/lib/cli/run-cli";
import { Cli } from "@/lib/cli/cli";
import { surroundingsOf, wardroomCli } from "@/lib/cli/testing/cli.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

it("prints what happens in the session while it happens, until the server ends it", async () => {
  const wardroom = await TestWardroom.open();
  serve(wardroom);
  await wardroom.session("one", ["implementer-1"]);
  await wardroom.session("two", ["implementer-1"]);
  let out = "";
  const output = { write: (text: string) => void (out += text), isTTY: false, columns: undefined };
  const surroundings = surroundingsOf(wardroom, ["watch", "--session", "one", "--last", "1"], {}, output, output);
  const program = await createProgram(new Cli(surroundings), surroundings.argv);
  const ended = expect(program.parseAsync(surroundings.argv, { from: "user" })).rejects.toThrow("ended the stream");
  await vi.waitFor(() => expect(out).toContain("\n"));
  await wardroomCli(wardroom, ["say", "implementer-1", "finding", "Elsewhere", "--session", "two"]);
  await wardroomCli(wardroom, ["say", "implementer-1", "finding", "The card form", "--session", "one"]);
  await vi.waitFor(() => expect(out).toContain("implementer-1 added an item: [Finding] The card form"));
  expect(out).not.toContain("Elsewhere");
  wardroom.runtime.endConnections();
  await ended;
});
