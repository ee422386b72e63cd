import { afterAll, expect, it } from "vitest";
import { serve } from "@/lib/api/testing/api.fixture";
import { wardroomCli } from "@/lib/cli/testing/cli.fixture";
import { connect, use } from "@/lib/mcp/testing/client.fixture";
import { ContextSession } from "@/lib/services/testing/context-session.fixture";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";

const LINES = Array.from(
  { length: 400 },
  (_, n) => `- D-${n}: the ledger refuses a batch of ${n} currencies, 계약서 ${n}`,
);
const TEXT = [
  "# Long",
  ...LINES.flatMap((line, n) => (n % 60 === 0 ? ["", `## Part of ${n}`, line] : [line])),
  "",
].join("\n");

const wardroom = await TestWardroom.open();
serve(wardroom);
const demo = await ContextSession.open(wardroom, "long", ["implementer-1", "tester-1"]);
await demo.publish(TEXT);
afterAll(() => {
  globalThis.wardroomRuntime = undefined;
});

/** Each part says which one it is and below which heading, and each line stands in one of them. */
function expectAll(parts: string[]) {
  expect(parts.length).toBeGreaterThan(2);
  for (const [index, part] of parts.entries()) {
    expect(part.length).toBeLessThan(11_000);
    expect(part).toContain(`(part ${index + 1} of ${parts.length}`);
    expect(part).toContain("[CONTEXT-UPDATE] GC-v1");
  }
  const all = parts.flatMap((part) => part.split("\n"));
  for (const line of LINES) expect(all.filter((each) => each === line)).toHaveLength(1);
}

it("comes in parts that each stand alone over the command, each with the command for the next", async () => {
  const parts: string[] = [];
  for (let command = "inbox tester-1"; command !== "";) {
    const { out, err, code } = await wardroomCli(wardroom, ["--no-color", ...command.split(" ")]);
    expect({ err, code }).toEqual({ err: "", code: 0 });
    parts.push(out);
    command = /go on: wardroom (.*)\)$/m.exec(out)?.[1] ?? "";
  }
  expectAll(parts);
  const { code, err } = await wardroomCli(wardroom, ["context", "updates", "tester-1", "--part", "40"]);
  expect(code).toBe(2);
  expect(err).toBe(
    `error: --part: There is no part 40: the update has ${parts.length} parts.\nhint: Ask for one from 1 to ${parts.length}.\n`,
  );
});

it("comes in parts that each stand alone over MCP, each with the call for the next", async () => {
  const { token } = await wardroom.services.tokens.mint(
    OWNER,
    { ...demo.params, role: "implementer-1" },
    PLAIN_REQUEST,
  );
  const client = await connect(token, "legacy");
  const parts = [await use<string>(client, "inbox")];
  for (;;) {
    const next = /goes on: updates \{update: "(\w+)", part: (\d+)\}/.exec(parts.at(-1) ?? "");
    if (next === null) break;
    const { items } = await use<{ items: { text: string }[] }>(client, "updates", {
      update: next[1],
      part: Number(next[2]),
    });
    parts.push(items[0]?.text ?? "");
  }
  expectAll(parts);
});
