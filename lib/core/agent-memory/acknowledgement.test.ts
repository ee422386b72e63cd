import { expect, test } from "vitest";
import { acknowledgementOf, parseAgentMemory } from "@/lib/core/agent-memory/parse-agent-memory";
import { scaffoldAgentMemory } from "@/lib/core/agent-memory/scaffold";

test("says in one line what was read", () => {
  expect(acknowledgementOf("a", null, 0)).toBe(
    "a has no memory of this project yet: nothing was carried over, and closing this session begins it.",
  );
  const empty = parseAgentMemory(scaffoldAgentMemory({ agent: "a", project: "p", date: "2026-11-20" }));
  expect(acknowledgementOf("a", empty, 1)).toBe(
    "Memory of a read (revision 1): 0 sessions; 0 findings, 0 that worked, 0 watch points, 0 open threads.",
  );
  const some =
    "---\nlast_updated: 2026-11-20\nsession_count: 1\n---\n## Watch Points\n- x\n- y\n## Open Threads\n- z\n";
  expect(acknowledgementOf("a", parseAgentMemory(some), 7)).toBe(
    "Memory of a read (revision 7): 1 session, the last on 2026-11-20; 0 findings, 0 that worked, 2 watch points, 1 open thread.",
  );
});
