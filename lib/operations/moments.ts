import { ITEM, AT } from "@/lib/operations/example-values";
import { operationsOf } from "@/lib/operations/define-operation";
import { MomentQuery, SessionChanges, SessionMoment } from "@/lib/contracts/moments";

const define = operationsOf("History");

export const momentOperations = [
  define({
    id: "moment.read",
    http: "GET /sessions/{session}/moment",
    commands: ["session at <session>"],
    ownCommand: {
      says: "the session as it was at a time: who knew what, and what had changed by then",
      options: {
        at: ["--at <time>", "a date or time (UTC) such as 2026-11-24T14:32Z; now when left out"],
        since: ["--since <time>", "mark what changed after it; when left out, after you last looked"],
      },
      examples: ["session at checkout --at 2026-11-24T14:32:00Z", "session at checkout --since 2026-11-24"],
      print: ({ at, since, memory, context, roles }, { paint, line, time, table }) => {
        const changes = memory.sections.flatMap(({ role, items }) =>
          items.flatMap(({ change, text }) =>
            change === null ? [] : [`${change === "added" ? "+" : "~"} ${paint.name(role)} ${line(text)}\n`],
          ),
        );
        const gone = memory.gone.map(({ role, text }) => `- ${paint.name(role)} ${line(text)}\n`);
        const all = [...changes, ...gone].join("") || "Nothing.\n";
        const head = `${time(at)}: memory revision ${memory.revision}, context ${context.version ?? "not published"}\n`;
        const known = table(roles, [
          { title: "ROLE", value: ({ role }) => line(role), style: paint.name },
          { title: "KNEW", value: ({ version }) => version ?? "-" },
          { title: "BEHIND", value: ({ behind }) => String(behind), align: "right" },
          { title: "CONFIRMED", value: ({ confirmedAt }) => time(confirmedAt), style: paint.faint },
          { title: "WAITING FOR", value: ({ waiting }) => waiting ?? "-" },
        ]);
        const news = since === null ? "" : `\nChanged since ${time(since)}:\n${all}`;
        return `${head}\n${roles.length === 0 ? "No roles yet.\n" : known}${news}`;
      },
    },
    summary: "The session as it was at a time, and what changed by then",
    query: MomentQuery,
    response: SessionMoment,
    examples: [
      {
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
      },
    ],
    run: ({ services, caller, params, query }) => services.moments.read(caller, params, query),
  }),
  define({
    id: "moment.list",
    http: "GET /sessions/{session}/moments",
    commands: ["session times <session>"],
    ownCommand: true,
    summary: "When the memory, the context and what roles know changed",
    response: SessionChanges,
    examples: [{ answer: { items: [{ at: AT, kind: "memory", actor: "implementer-2", what: "42" }], total: 1 } }],
    run: ({ services, caller, params }) => services.moments.list(caller, params),
  }),
];
