import { sayCount } from "@/lib/core/text/say-count";
import { Question } from "@/lib/contracts/questions";
import { AckGiven, StatusReported, UpdateList } from "@/lib/contracts/context";
import { OF_LEAD, questionOf, refused, shown, type Step, type ToolCall } from "@/lib/parity/step.fixture";

const S = "/sessions/checkout";
const CONTEXT = "# Checkout\n\n## Constraints\n- Cards only\n";
const NEXT = "# Checkout\n\n## Constraints\n- Cards only\n- No cookies\n";
const GC_1 = ["--gc", "GC-v1", "--total", "1", "--applied", "1"];
const MESSAGE = "[ACK-UPDATE] GC-v1 received. Items: 0/1. Impact: NONE. Action: NEED_CLARIFICATION";

const updates = (args: Record<string, unknown> = {}): ToolCall =>
  shown(
    "updates",
    () => args,
    UpdateList,
    ({ items }) => ({
      items: items.map(({ id, version, kind, mode, reason, fromVersion, author, total, text }) => ({
        ...{ id, version, kind, mode, reason, fromVersion, author, total, text },
        next: null,
      })),
      more: 0,
    }),
  );

const ack = (args: Record<string, unknown>): ToolCall =>
  shown(
    "ack",
    () => args,
    AckGiven,
    ({ ack: { version, confirmed }, leadAction, question }) => ({
      version,
      confirmed,
      next: leadAction,
      ...(question !== undefined && { question }),
    }),
  );

const fields = { version: "GC-v1", applied: 1, total: 1, action: "CONTINUE" };
const UNCLEAR = {
  ...{ version: "GC-v1", applied: 0, total: 1, impact: "The form", action: "NEED_CLARIFICATION" },
  unclear: ["§Constraints"],
};

const ASKS = {
  ...{ version: "GC-v1", applied: 0, total: 1, action: "NEED_CLARIFICATION", unclear: ["§Scope"] },
  question: "Does it cover refunds?",
};

/** The context, and who has confirmed which version of it. */
export const CONTEXT_STEPS: readonly Step[] = [
  {
    name: "preview a context",
    rest: () => ["PUT", `${S}/context?dryRun=true`, { text: CONTEXT }],
    mcp: OF_LEAD,
    cli: () => ["context", "publish", "-", "--dry-run"],
    stdin: CONTEXT,
  },
  {
    name: "read what waits before there is any",
    as: "mina",
    rest: () => ["GET", `${S}/context/updates?role=mina`],
    mcp: updates(),
    cli: () => ["context", "updates", "mina"],
  },
  {
    name: "publish a context",
    rest: () => ["PUT", `${S}/context`, { text: CONTEXT, requiredActions: "Read it", affected: ["mina"] }],
    mcp: OF_LEAD,
    cli: () => ["context", "publish", "-", "--required-actions", "Read it", "--affected", "mina"],
    stdin: CONTEXT,
  },
  {
    name: "publish from a version that is over",
    rest: () => ["PUT", `${S}/context`, { text: NEXT }, { "if-match": '"old"' }],
    mcp: OF_LEAD,
    cli: () => ["context", "publish", "-", "--if-match", '"old"'],
    stdin: NEXT,
    code: "stale",
  },
  {
    name: "publish as another than the Lead",
    as: "implementer-1",
    rest: () => ["PUT", `${S}/context`, { text: NEXT }],
    mcp: OF_LEAD,
    cli: () => ["context", "publish", "-", "--as", "implementer-1"],
    stdin: NEXT,
    code: "forbidden",
  },
  {
    name: "read what waits",
    as: "mina",
    rest: () => ["GET", `${S}/context/updates?role=mina`],
    mcp: updates(),
    cli: () => ["context", "updates", "mina"],
  },
  {
    name: "read what waits for another, as the Lead",
    rest: () => ["GET", `${S}/context/updates?role=implementer-1`],
    mcp: updates({ role: "implementer-1" }),
    cli: () => ["context", "updates", "implementer-1", "--as", "Lead"],
  },
  {
    name: "read what waits for another",
    as: "implementer-1",
    rest: () => ["GET", `${S}/context/updates?role=mina`],
    mcp: refused("updates", () => ({ role: "mina" })),
    cli: () => ["context", "updates", "mina", "--as", "implementer-1"],
    code: "forbidden",
  },
  {
    name: "read what waits, without saying for whom",
    rest: () => ["GET", `${S}/context/updates`],
    mcp: refused("updates"),
    cli: "takes a role",
    code: "invalid_input",
  },
  {
    name: "read what waits for a role that there is not",
    rest: () => ["GET", `${S}/context/updates?role=nobody-1`],
    mcp: refused("updates", () => ({ role: "nobody-1" })),
    cli: () => ["context", "updates", "nobody-1", "--as", "Lead"],
    code: "not_found",
  },
  {
    name: "wait less than not at all",
    as: "mina",
    rest: () => ["GET", `${S}/context/updates?role=mina&wait=-1`],
    mcp: refused("updates", () => ({ wait: -1 })),
    cli: "reads its numbers itself",
    code: "invalid_input",
  },
  {
    name: "confirm it",
    as: "mina",
    rest: () => ["POST", `${S}/context/acks`, { role: "mina", ...fields }],
    mcp: ack(fields),
    cli: () => ["context", "ack", "mina", "--applied", "1"],
  },
  {
    name: "confirm it again",
    as: "mina",
    rest: () => ["POST", `${S}/context/acks`, { role: "mina", ...fields }],
    mcp: ack(fields),
    cli: () => ["context", "ack", "mina", ...GC_1],
  },
  {
    name: "confirm a version that was never sent",
    as: "mina",
    rest: () => ["POST", `${S}/context/acks`, { role: "mina", ...fields, version: "GC-v7" }],
    mcp: refused("ack", () => ({ ...fields, version: "GC-v7" })),
    cli: () => ["context", "ack", "mina", "--gc", "GC-v7", "--total", "1", "--applied", "1"],
    code: "conflict",
  },
  {
    name: "confirm more than there was",
    as: "mina",
    rest: () => ["POST", `${S}/context/acks`, { role: "mina", ...fields, applied: 2 }],
    mcp: refused("ack", () => ({ ...fields, applied: 2 })),
    cli: () => ["context", "ack", "mina", "--gc", "GC-v1", "--total", "1", "--applied", "2"],
    code: "invalid_input",
  },
  {
    name: "confirm with an action that is none",
    as: "mina",
    rest: () => ["POST", `${S}/context/acks`, { role: "mina", ...fields, action: "CHEER" }],
    mcp: refused("ack", () => ({ ...fields, action: "CHEER" })),
    cli: () => ["context", "ack", "mina", ...GC_1, "--action", "cheer"],
    code: "invalid_input",
  },
  {
    name: "confirm more items than were sent",
    as: "implementer-1",
    rest: () => ["POST", `${S}/context/acks`, { role: "implementer-1", ...fields, applied: 9, total: 9 }],
    mcp: refused("ack", () => ({ ...fields, applied: 9, total: 9 })),
    cli: () => ["context", "ack", "implementer-1", "--gc", "GC-v1", "--total", "9", "--applied", "9"],
    code: "invalid_input",
  },
  {
    name: "confirm without saying what was understood",
    as: "implementer-1",
    rest: () => ["POST", `${S}/context/acks`, { role: "implementer-1", version: "GC-v1", action: "CONTINUE" }],
    mcp: "takes all of the one that waits",
    cli: "takes all of the one that waits",
    code: "invalid_input",
  },
  {
    name: "confirm without saying which version",
    as: "mina",
    rest: () => ["POST", `${S}/context/acks`, { role: "mina", applied: 1, total: 1, action: "CONTINUE" }],
    mcp: refused("ack", () => ({ applied: 1, total: 1, action: "CONTINUE" })),
    cli: "takes the one that waits",
    code: "invalid_input",
  },
  {
    name: "confirm for another",
    as: "implementer-1",
    rest: () => ["POST", `${S}/context/acks`, { role: "mina", text: MESSAGE }],
    mcp: refused("ack", () => ({ role: "mina", text: MESSAGE })),
    cli: () => ["context", "ack", "mina", MESSAGE, "--as", "implementer-1"],
    code: "forbidden",
  },
  {
    name: "ask what a part of it means",
    as: "implementer-1",
    rest: () => ["POST", `${S}/context/acks`, { role: "implementer-1", ...UNCLEAR }],
    mcp: ack(UNCLEAR),
    cli: () => [
      ...["context", "ack", "implementer-1", "--gc", "GC-v1", "--applied", "0", "--total", "1"],
      ...["--impact", "The form", "--action", "need_clarification", "--unclear", "§Constraints"],
    ],
  },
  {
    name: "ask with the acknowledgement, giving no count",
    as: "implementer-1",
    rest: () => ["POST", `${S}/context/acks`, { role: "implementer-1", ...ASKS }],
    mcp: ack({ version: "GC-v1", total: 1, unclear: ASKS.unclear, question: ASKS.question }),
    cli: () => [
      "context",
      "ack",
      "implementer-1",
      "--gc",
      "GC-v1",
      "--total",
      "1",
      "--unclear",
      "§Scope",
      ASKS.question,
    ],
    keep: (answer) => ({ asked: questionOf(answer) }),
  },
  {
    name: "answer what was asked with the acknowledgement",
    rest: ({ asked }) => ["POST", `${S}/questions/${asked}/answer`, { text: "It does" }],
    mcp: shown(
      "tell",
      ({ asked }) => ({ to: asked, answer: "It does" }),
      Question,
      ({ id, state }) => ({ done: true, question: { id, state } }),
    ),
    cli: ({ asked }) => ["answer", asked ?? "", "It does"],
  },
  {
    name: "confirm as the Lead itself",
    rest: () => ["POST", `${S}/context/acks`, { role: "Lead", ...fields }],
    mcp: refused("ack", () => fields),
    cli: () => ["context", "ack", "Lead", ...GC_1],
    code: "not_found",
  },
  {
    name: "confirm with a message",
    as: "implementer-1",
    rest: () => ["POST", `${S}/context/acks`, { role: "implementer-1", text: MESSAGE }],
    mcp: ack({ text: MESSAGE }),
    cli: () => ["context", "ack", "implementer-1", "-"],
    stdin: `${MESSAGE}\n`,
  },
  {
    name: "confirm with a message that is none",
    as: "implementer-1",
    rest: () => ["POST", `${S}/context/acks`, { role: "implementer-1", text: "fine by me" }],
    mcp: refused("ack", () => ({ text: "fine by me" })),
    cli: () => ["context", "ack", "implementer-1", "fine", "by", "me"],
    code: "invalid_input",
  },
  {
    name: "report a lost context",
    as: "mina",
    rest: () => ["POST", `${S}/context/status`, { role: "mina", status: "CONTEXT_LOST" }],
    mcp: shown(
      "lost",
      () => ({}),
      StatusReported,
      ({ deliveries }) => ({ waits: deliveries.map(({ why, tokens }) => `${why}, ${sayCount(tokens, "token")}`) }),
    ),
    cli: () => ["context", "lost", "mina"],
  },
  {
    name: "report another's context as lost",
    as: "implementer-1",
    rest: () => ["POST", `${S}/context/status`, { role: "mina", status: "CONTEXT_LOST" }],
    mcp: refused("lost", () => ({ role: "mina" })),
    cli: () => ["context", "lost", "mina", "--as", "implementer-1"],
    code: "forbidden",
  },
  {
    name: "report the context of a role that there is not",
    rest: () => ["POST", `${S}/context/status`, { role: "nobody-1", status: "CONTEXT_LOST" }],
    mcp: refused("lost", () => ({ role: "nobody-1" })),
    cli: () => ["context", "lost", "nobody-1"],
    code: "not_found",
  },
  {
    name: "read it all again",
    as: "mina",
    rest: () => ["GET", `${S}/context/updates?role=mina`],
    mcp: updates(),
    cli: () => ["context", "updates", "mina"],
  },
  {
    name: "compare versions that are none",
    rest: () => ["GET", `${S}/context/delta?from=GC-v3&to=GC-v9`],
    mcp: "comes with `updates`",
    cli: () => ["context", "delta", "GC-v3", "GC-v9"],
    code: "not_found",
  },
  {
    name: "read who is where",
    rest: () => ["GET", `${S}/context/acks`],
    mcp: OF_LEAD,
    cli: () => ["context", "status"],
  },
];
