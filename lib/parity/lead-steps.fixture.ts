import { etagIn, memory } from "@/lib/parity/memory-steps.fixture";
import { OF_LEAD, type Step } from "@/lib/parity/step.fixture";

const S = "/sessions/checkout";
const CRITERIA = [
  { name: "All tests pass", met: true },
  { name: "Under a second", met: false },
];
const NO_GATE = "0d6c1f7a92be43d8";

/** Whether a phase may pass. */
const GATE_STEPS: readonly Step[] = [
  {
    name: "write what is over with the phase",
    rest: () => ["POST", `${S}/memory/items`, { tag: "Decision", text: "One currency until May" }],
    mcp: "is written like any item",
    cli: () => ["say", "Lead", "decision", "One currency until May"],
    keep: ({ item }) => ({ over: item?.id }),
  },
  {
    name: "open a gate",
    rest: () => ["POST", `${S}/gates`, { phase: 2 }],
    mcp: OF_LEAD,
    cli: () => ["gate", "open", "2"],
    keep: ({ id }) => ({ gate: id }),
  },
  {
    name: "open another gate meanwhile",
    rest: () => ["POST", `${S}/gates`, { phase: 3 }],
    mcp: OF_LEAD,
    cli: () => ["gate", "open", "3"],
    code: "gate_open",
  },
  {
    name: "open the gate of a phase that there cannot be",
    rest: () => ["POST", `${S}/gates`, { phase: 1000 }],
    mcp: OF_LEAD,
    cli: () => ["gate", "open", "1000"],
    code: "invalid_input",
  },
  {
    name: "read a gate that there is not",
    rest: () => ["GET", `${S}/gates/${NO_GATE}`],
    mcp: OF_LEAD,
    cli: () => ["gate", "show", NO_GATE],
    code: "not_found",
  },
  {
    name: "waive what does not block the gate",
    rest: ({ gate }) => ["POST", `${S}/gates/${gate}/waive`, { blockers: ["role:nobody"], reason: "late" }],
    mcp: "it is waived with the conclusion",
    cli: ({ gate = "" }) => ["gate", "waive", gate, "role:nobody", "--reason", "late"],
    code: "invalid_input",
  },
  {
    name: "prepare the conclusion of a gate",
    rest: ({ gate }) => ["POST", `${S}/gates/${gate}/prepare`, { result: "REJECTED" }],
    mcp: "it is concluded in one call",
    cli: ({ gate = "" }) => ["gate", "prepare", gate, "--result", "rejected"],
  },
  {
    name: "conclude a gate as another than the Lead",
    as: "implementer-1",
    rest: ({ gate }) => ["POST", `${S}/gates/${gate}/conclude`, { result: "REJECTED" }],
    mcp: OF_LEAD,
    cli: ({ gate = "" }) => ["gate", "conclude", gate, "rejected", "--as", "implementer-1"],
    code: "forbidden",
  },
  {
    name: "conclude a gate that is blocked",
    rest: ({ gate }) => ["POST", `${S}/gates/${gate}/conclude`, { result: "APPROVED" }],
    mcp: OF_LEAD,
    cli: ({ gate = "" }) => ["gate", "conclude", gate, "approved"],
    code: "gate_blocked",
  },
  {
    name: "conclude a gate with a waiver of nothing",
    rest: ({ gate }) => [
      "POST",
      `${S}/gates/${gate}/conclude`,
      { result: "APPROVED", waivers: [{ id: "role:nobody-1", reason: "Left" }] },
    ],
    mcp: OF_LEAD,
    cli: ({ gate = "" }) => ["gate", "conclude", gate, "approved", "--waive", "role:nobody-1=Left"],
    code: "invalid_input",
  },
  {
    name: "conclude a gate with a result that there is not",
    rest: ({ gate }) => ["POST", `${S}/gates/${gate}/conclude`, { result: "PASSED" }],
    mcp: OF_LEAD,
    cli: ({ gate = "" }) => ["gate", "conclude", gate, "passed"],
    code: "invalid_input",
  },
  {
    name: "conclude a gate",
    rest: ({ gate, over }) => [
      "POST",
      `${S}/gates/${gate}/conclude`,
      {
        result: "CONDITIONAL_PASS",
        criteria: CRITERIA,
        waivers: [{ id: "role:mina", reason: "Left = gone" }],
        archive: [over],
      },
    ],
    mcp: OF_LEAD,
    cli: ({ gate = "", over = "" }) => [
      ...["gate", "conclude", gate, "conditional-pass", "--met", "All tests pass", "--not-met", "Under a second"],
      ...["--waive", "role:mina=Left = gone", "--archive", over],
    ],
  },
  {
    name: "conclude it again",
    rest: ({ gate }) => ["POST", `${S}/gates/${gate}/conclude`, { result: "REJECTED" }],
    mcp: OF_LEAD,
    cli: ({ gate = "" }) => ["gate", "conclude", gate, "rejected"],
    code: "conflict",
  },
  {
    name: "open the next gate",
    rest: () => ["POST", `${S}/gates`, { phase: 3 }],
    mcp: OF_LEAD,
    cli: () => ["gate", "open", "3"],
    // Written before the gate before: there are some.
    keep: ({ id, stale }) => ({ next: id, stale: stale?.[0] === undefined ? undefined : stale.join(" ") }),
  },
  {
    name: "conclude it with all that is proposed to be archived",
    rest: ({ next, stale = "" }) => [
      "POST",
      `${S}/gates/${next}/conclude`,
      { result: "REJECTED", archive: stale.split(" ") },
    ],
    mcp: OF_LEAD,
    cli: ({ next = "" }) => ["gate", "conclude", next, "rejected", "--archive-stale"],
  },
  {
    name: "read what was archived with it",
    rest: () => ["GET", `${S}/memory?state=archived`],
    mcp: "is shown by `memory`",
    cli: () => ["session", "show", "checkout", "--state", "archived"],
  },
  {
    name: "open one more gate",
    rest: () => ["POST", `${S}/gates`, { phase: 4 }],
    mcp: OF_LEAD,
    cli: () => ["gate", "open", "4"],
    keep: ({ id }) => ({ abandoned: id }),
  },
  {
    name: "abandon a gate",
    rest: ({ abandoned }) => ["POST", `${S}/gates/${abandoned}/abandon`, {}],
    mcp: OF_LEAD,
    cli: ({ abandoned = "" }) => ["gate", "abandon", abandoned],
  },
  {
    name: "abandon it again",
    rest: ({ abandoned }) => ["POST", `${S}/gates/${abandoned}/abandon`, {}],
    mcp: OF_LEAD,
    cli: ({ abandoned = "" }) => ["gate", "abandon", abandoned],
    code: "conflict",
  },
];

/** What lets an agent act as a role, and who takes its place. */
const ROLE_STEPS: readonly Step[] = [
  {
    name: "mint a token",
    rest: () => ["POST", `${S}/roles/mina/tokens`, {}],
    mcp: OF_LEAD,
    cli: () => ["token", "mint", "mina"],
    keep: ({ token, tokenId }) => ({ minted: token, tokenId }),
  },
  {
    name: "mint a token for a role that there is not",
    rest: () => ["POST", `${S}/roles/nobody-1/tokens`, {}],
    mcp: OF_LEAD,
    cli: () => ["token", "mint", "nobody-1"],
    code: "not_found",
  },
  {
    name: "revoke a token",
    rest: ({ tokenId }) => ["DELETE", `${S}/roles/mina/tokens/${tokenId}`],
    mcp: OF_LEAD,
    cli: ({ tokenId = "" }) => ["token", "revoke", tokenId, "--yes"],
  },
  {
    name: "revoke a token that there is not",
    rest: "an address names the role of the token too",
    mcp: OF_LEAD,
    cli: () => ["token", "revoke", "5b0f7c2d9e14a683", "--yes"],
    code: "not_found",
  },
  {
    name: "list tokens as another than the Lead",
    as: "implementer-1",
    rest: () => ["GET", `${S}/tokens`],
    mcp: OF_LEAD,
    cli: () => ["token", "list", "--as", "implementer-1"],
    code: "forbidden",
  },
  {
    name: "replace a role",
    rest: () => ["POST", `${S}/memory/replace-role`, { role: "mina", by: "mina-2" }],
    mcp: OF_LEAD,
    cli: () => ["session", "replace-role", "checkout", "mina", "mina-2", "--yes"],
  },
  {
    name: "replace a role by the Lead",
    rest: () => ["POST", `${S}/memory/replace-role`, { role: "implementer-1", by: "Lead" }],
    mcp: OF_LEAD,
    cli: () => ["session", "replace-role", "checkout", "implementer-1", "Lead", "--yes"],
    code: "invalid_input",
  },
];

/** The revisions of the team memory, and the way back to them. */
const REVISION_STEPS: readonly Step[] = [
  {
    name: "read a revision that there is not",
    rest: () => ["GET", `${S}/memory/revisions/9999`],
    mcp: OF_LEAD,
    cli: () => ["history", "show", "9999"],
    code: "not_found",
  },
  {
    name: "write what was not meant",
    rest: () => ["POST", `${S}/memory/items`, { tag: "Decision", text: "Cash too" }],
    mcp: "is written like any item",
    cli: () => ["say", "Lead", "decision", "Cash too"],
    keep: ({ revision }) => ({ slip: String(revision) }),
  },
  {
    name: "undo a revision as another than the Lead",
    as: "implementer-1",
    rest: ({ slip }) => ["POST", `${S}/memory/undo`, { revision: Number(slip) }],
    mcp: OF_LEAD,
    cli: ({ slip = "" }) => ["history", "undo", slip, "--as", "implementer-1"],
    code: "forbidden",
  },
  {
    name: "undo a revision",
    rest: ({ slip }) => ["POST", `${S}/memory/undo`, { revision: Number(slip) }],
    mcp: OF_LEAD,
    cli: ({ slip = "" }) => ["history", "undo", slip],
  },
  {
    name: "read what an undo left",
    rest: () => ["GET", `${S}/memory?state=active`],
    mcp: memory(),
    cli: () => ["session", "show", "checkout"],
    keep: (answer) => ({ undone: etagIn(answer) }),
  },
  {
    name: "undo it again",
    rest: ({ slip }) => ["POST", `${S}/memory/undo`, { revision: Number(slip) }],
    mcp: OF_LEAD,
    cli: ({ slip = "" }) => ["history", "undo", slip],
    code: "conflict",
  },
  {
    name: "revert to a revision",
    rest: ({ slip, undone = "" }) => [
      ...(["POST", `${S}/memory/revert`, { revision: Number(slip) }] as const),
      { "if-match": undone },
    ],
    mcp: OF_LEAD,
    cli: ({ slip = "" }) => ["history", "revert", slip, "--yes"],
    keep: (answer) => ({ reverted: etagIn(answer) }),
  },
  {
    name: "revert one section",
    rest: ({ slip, reverted = "" }) => [
      ...(["POST", `${S}/memory/revert`, { revision: Number(slip) - 1, section: "Lead" }] as const),
      { "if-match": reverted },
    ],
    mcp: OF_LEAD,
    cli: ({ slip = "" }) => ["history", "revert", String(Number(slip) - 1), "--section", "Lead", "--yes"],
  },
  {
    name: "revert an item that there was not",
    rest: ({ slip }) => ["POST", `${S}/memory/revert`, { revision: Number(slip), item: "0123456789ab" }],
    mcp: OF_LEAD,
    cli: ({ slip = "" }) => ["history", "revert", slip, "--item", "0123456789ab"],
    code: "not_found",
  },
  {
    name: "revert to a revision that there is not",
    rest: ({ undone = "" }) => ["POST", `${S}/memory/revert`, { revision: 9999 }, { "if-match": undone }],
    mcp: OF_LEAD,
    cli: "shows first what would change",
    code: "not_found",
  },
];

/** What only the Lead does about a session. */
export const LEAD_STEPS: readonly Step[] = [...GATE_STEPS, ...ROLE_STEPS, ...REVISION_STEPS];

/** The trash, after the session was deleted; it ends as it was before. */
export const TRASH_STEPS: readonly Step[] = [
  {
    name: "restore a session that was not deleted",
    rest: () => ["POST", "/sessions/nowhere/restore", {}],
    mcp: OF_LEAD,
    cli: () => ["session", "restore", "nowhere"],
    code: "not_found",
  },
  {
    name: "restore a session",
    rest: () => ["POST", "/sessions/checkout/restore", {}],
    mcp: OF_LEAD,
    cli: () => ["session", "restore", "checkout"],
  },
  {
    name: "restore it again",
    rest: () => ["POST", "/sessions/checkout/restore", {}],
    mcp: OF_LEAD,
    cli: () => ["session", "restore", "checkout"],
    code: "conflict",
  },
];
