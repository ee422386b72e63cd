import { sayRelated } from "@/lib/core/search/related";
import { Claimed } from "@/lib/contracts/presence";
import { Inbox } from "@/lib/contracts/inbox";
import { Question } from "@/lib/contracts/questions";
import { textOf } from "@/lib/mcp/tools";
import { questionOf, refused, shown, type Step, type ToolCall } from "@/lib/parity/step.fixture";

const S = "/sessions/checkout";

const inbox = (args: Record<string, unknown> = {}): ToolCall => shown("inbox", () => args, Inbox, textOf);

const tell = (args: Record<string, unknown>): ToolCall => ({
  tool: "tell",
  args: () => args,
  shows: () => ({ done: true }),
});

const put = (args: Record<string, unknown> | ToolCall["args"]): ToolCall =>
  shown("tell", typeof args === "function" ? args : () => args, Question, ({ id, state }) => ({
    done: true,
    question: { id, state },
  }));

/** What is new for each, and what teammates tell and ask each other. */
export const INBOX_STEPS: readonly Step[] = [
  {
    name: "say that the beginning was read",
    as: "mina",
    rest: ({ begin }) => ["POST", `${S}/inbox/seen`, { mark: begin }],
    mcp: "comes with `inbox`",
    cli: "comes with `inbox`",
  },
  {
    name: "read one's inbox",
    as: "mina",
    rest: () => ["GET", `${S}/inbox`],
    mcp: inbox(),
    cli: () => ["inbox", "mina"],
  },
  {
    name: "say how far one is",
    as: "implementer-1",
    rest: () => ["POST", `${S}/state`, { text: "The card form, 3 min" }],
    mcp: tell({ state: "The card form, 3 min" }),
    cli: () => ["state", "implementer-1", "The card form, 3 min"],
  },
  {
    name: "claim what one works on",
    as: "implementer-1",
    rest: () => ["POST", `${S}/claims`, { what: "the card form", minutes: 10 }],
    mcp: shown(
      "tell",
      () => ({ claim: "the card form" }),
      Claimed,
      ({ related = [] }) => ({
        ...{ done: true, others: [] },
        ...(related.length > 0 && { related: related.map((each) => sayRelated(each, each.at?.slice(11, 16) ?? "")) }),
      }),
    ),
    cli: () => ["claim", "implementer-1", "the card form"],
  },
  {
    name: "nudge a role",
    rest: () => ["POST", `${S}/nudges`, { role: "implementer-1", text: "GC-v1 waits" }],
    mcp: tell({ to: "implementer-1", nudge: "GC-v1 waits" }),
    cli: () => ["nudge", "implementer-1", "GC-v1 waits"],
  },
  {
    name: "nudge a role that there is not",
    rest: () => ["POST", `${S}/nudges`, { role: "nobody-1", text: "Hello" }],
    mcp: refused("tell", () => ({ to: "nobody-1", nudge: "Hello" })),
    cli: () => ["nudge", "nobody-1", "Hello"],
    code: "not_found",
  },
  {
    name: "nudge with more than a line",
    rest: () => ["POST", `${S}/nudges`, { role: "implementer-1", text: "x".repeat(5000) }],
    mcp: "says `nudge` of the text",
    cli: () => ["nudge", "implementer-1", "x".repeat(5000)],
    code: "invalid_input",
  },
  {
    name: "report how a run went",
    rest: () => ["POST", `${S}/results`, { outcome: "pass", text: "npm test, 72 of 72" }],
    mcp: tell({ result: "pass: npm test, 72 of 72" }),
    cli: () => ["result", "pass", "npm test, 72 of 72"],
  },
  {
    name: "report a run for a version that there is not",
    rest: () => ["POST", `${S}/results`, { outcome: "fail", text: "npm test", version: "GC-v99" }],
    mcp: refused("tell", () => ({ result: "fail: npm test", version: "GC-v99" })),
    cli: () => ["result", "fail", "npm test", "--version", "GC-v99"],
    code: "not_found",
  },
  {
    name: "ask a role that there is not",
    rest: () => ["POST", `${S}/questions`, { role: "nobody-1", text: "Which cards?" }],
    mcp: refused("tell", () => ({ to: "nobody-1", ask: "Which cards?" })),
    cli: () => ["ask", "nobody-1", "Which cards?"],
    code: "not_found",
  },
  {
    name: "put a question to a role",
    rest: () => ["POST", `${S}/questions`, { role: "implementer-1", text: "Which cards?" }],
    mcp: put({ to: "implementer-1", ask: "Which cards?" }),
    cli: () => ["ask", "implementer-1", "Which cards?"],
    keep: (answer) => ({ question: questionOf(answer) }),
  },
  {
    name: "answer a question",
    as: "implementer-1",
    rest: ({ question }) => ["POST", `${S}/questions/${question}/answer`, { text: "All of them" }],
    mcp: put(({ question }) => ({ to: question, answer: "All of them" })),
    cli: ({ question }) => ["answer", question ?? "", "All of them", "--as", "implementer-1"],
  },
  {
    name: "close a question by the Lead's answer",
    rest: ({ question }) => ["POST", `${S}/questions/${question}/answer`, { text: "Visa" }],
    mcp: put(({ question }) => ({ to: question, answer: "Visa" })),
    cli: ({ question }) => ["answer", question ?? "", "Visa"],
  },
  {
    name: "answer a question that is closed",
    as: "implementer-1",
    rest: ({ question }) => ["POST", `${S}/questions/${question}/answer`, { text: "None" }],
    mcp: refused("tell", ({ question }) => ({ to: question, answer: "None" })),
    cli: ({ question }) => ["answer", question ?? "", "None", "--as", "implementer-1"],
    code: "conflict",
  },
  {
    name: "look at the inbox of another role",
    as: "mina",
    rest: () => ["GET", `${S}/inbox?role=implementer-1`],
    mcp: refused("inbox", () => ({ role: "implementer-1" })),
    cli: () => ["inbox", "implementer-1", "--as", "mina"],
    code: "forbidden",
  },
  {
    name: "read the Lead's inbox",
    rest: () => ["GET", `${S}/inbox`],
    mcp: inbox(),
    cli: () => ["inbox"],
  },
];
