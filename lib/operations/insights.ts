import { Insights, InsightsQuery } from "@/lib/contracts/insights";
import { operationsOf } from "@/lib/operations/define-operation";
import { AT } from "@/lib/operations/example-values";

const define = operationsOf("History");

export const insightOperations = [
  define({
    id: "insight.read",
    http: "GET /sessions/{session}/insights",
    commands: ["session insights <session>"],
    ownCommand: true,
    summary: "What a session comes to in numbers: activity, length, tags, ACK times, gates, tokens, reads, files",
    query: InsightsQuery,
    response: Insights,
    examples: [
      {
        query: { show: "tokens", days: 7 },
        answer: {
          since: "2026-11-13T00:00:00.000Z",
          until: AT,
          ...{ activity: null, memory: null, tags: null, acks: null, gates: null, reads: null, files: null },
          tokens: {
            days: [{ day: "2026-11-19", role: "implementer-2", sent: 210, ack: 20, saved: 570, full: 800 }],
            total: { sent: 210, ack: 20, saved: 570, full: 800 },
            tokenMethod: "ai-tokenizer, claude encoding × 1.43 (estimate)",
          },
        },
      },
    ],
    run: ({ services, caller, params, query }) => services.insights.read(caller, params, query),
  }),
];
