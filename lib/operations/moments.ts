import { ITEM, AT } from "@/lib/operations/example-values";
import { defineOperation } from "@/lib/operations/define-operation";
import { SessionParams } from "@/lib/contracts/params";
import { MomentQuery, SessionChanges, SessionMoment } from "@/lib/contracts/moments";

export const momentOperations = [
  defineOperation({
    id: "moment.read",
    http: "GET /sessions/{session}/moment",
    commands: ["session at <session>"],
    summary: "The session as it was at a time, and what changed by then",
    tag: "History",
    params: SessionParams,
    query: MomentQuery,
    response: SessionMoment,
    examples: [
      {
        params: { session: "invoice-import" },
        query: { at: AT, since: "2026-11-19" },
        answer: {
          at: AT,
          since: "2026-11-19T00:00:00.000Z",
          looked: AT,
          memory: {
            revision: 42,
            before: 41,
            lines: 131,
            sections: [
              {
                role: "implementer-2",
                items: [
                  {
                    ...{ id: ITEM.id, tag: ITEM.tag, text: ITEM.text, body: "", state: "active", line: 48 },
                    change: "added",
                    was: null,
                  },
                ],
              },
            ],
            gone: [],
          },
          context: { version: "GC-v5", publishedAt: AT, by: "Lead", before: "GC-v4", text: "## Goal\n- Import\n" },
          roles: [
            {
              role: "implementer-2",
              version: "GC-v4",
              confirmedAt: AT,
              behind: 1,
              waiting: "GC-v5",
              sentAt: AT,
              read: { revision: 42, at: AT },
              before: "GC-v4",
            },
          ],
        },
        command: ["session", "at", "invoice-import", "--at", AT, "--since", "2026-11-19"],
      },
    ],
    run: ({ services, caller, params, query }) => services.moments.read(caller, params, query),
  }),
  defineOperation({
    id: "moment.list",
    http: "GET /sessions/{session}/moments",
    commands: ["session times <session>"],
    ownCommand: true,
    summary: "When the memory, the context and what roles know changed",
    tag: "History",
    params: SessionParams,
    response: SessionChanges,
    examples: [
      {
        params: { session: "invoice-import" },
        answer: { items: [{ at: AT, kind: "memory", actor: "implementer-2", what: "42" }], total: 1 },
      },
    ],
    run: ({ services, caller, params }) => services.moments.list(caller, params),
  }),
];
