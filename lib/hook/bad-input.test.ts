import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { HookedTeam } from "@/lib/hook/hooked-team.fixture";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { CONTEXT } from "@/lib/services/testing/context-session.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";

let team: HookedTeam;
beforeEach(async () => {
  team = await HookedTeam.open();
});
afterEach(() => team.close());

/** What a client may send in a year. */
const NEWER = {
  schema_version: 7,
  agent: { id: "a", lineage: ["b"] },
  permission_mode: "ask-a-committee",
  budget: null,
  tool_metrics: [{ ms: 1 }],
};

test("what a newer client says besides changes no answer, and an event that is not known is left alone", async () => {
  await team.session.publish(CONTEXT);
  const edit = {
    file_path: team.memory,
    old_string: "## Lead\n",
    new_string: "## Lead\n- [Decision] mine\n",
    edit_intent: { kind: "append" },
  };
  const denied = await team.hook("pre-tool-use-edit", { ...NEWER, tool_input: edit });
  expect(denied.said.permissionDecision).toBe("deny");
  expect(await team.told("post-tool-batch", { ...NEWER, tool_calls: { "0": "none" } })).toContain("GC-v1");
  for (const name of ["PreThought", "SubagentPaused", "__proto__", ""]) {
    const run = await team.hook("post-tool-batch", { ...NEWER, hook_event_name: name });
    expect(run).toMatchObject({ code: 0, stdout: "", stderr: "" });
  }
  for (const name of await readdir(join(import.meta.dirname, "recorded"))) {
    const run = await team.hook(name.replace(/\.json$/, ""), NEWER);
    expect([0, 2], name).toContain(run.code);
  }
});

test("a server that was started again on another port is found at the next event", async () => {
  await team.hook("subagent-start");
  await team.restart();
  await team.session.publish(CONTEXT);
  expect(await team.told("post-tool-batch")).toContain("[CONTEXT-UPDATE] GC-v1");
});

test("a role that was replaced while it works is told so once, and its section is closed to it", async () => {
  await team.session.publish(CONTEXT);
  expect(await team.told("subagent-start")).toContain("[CONTEXT-UPDATE] GC-v1");
  const replacement = { role: "implementer-1", by: "implementer-3" };
  await team.wardroom.services.curation.replaceRole(OWNER, team.session.params, replacement, PLAIN_REQUEST);
  expect(await team.told("post-tool-batch")).toBe(
    "Wardroom: implementer-1 is no longer an active role of checkout. Stop, and put what is not written down yet into your answer to the Lead.",
  );
  expect(await team.told("post-tool-batch")).toBe("");
  const heading = /^## .*implementer-1.*$/m.exec(await readFile(team.memory, "utf8"))?.[0] ?? "";
  const edit = { file_path: team.memory, old_string: heading, new_string: `${heading}\n- [Finding] mine` };
  const { said } = await team.hook("pre-tool-use-edit", { tool_input: edit });
  expect(said.permissionDecisionReason).toBe(
    "implementer-1 was replaced; its section is kept as it was. Write to the successor's section, or let the Lead add the role again.",
  );
});
