import type { z } from "zod";
import { AgentBrief, BriefRecorded, ProjectBrief, type BriefCitation } from "@/lib/contracts/briefs";

const WATCH: BriefCitation = {
  path: ".kaizen/agents/code-reviewer/memory.md",
  line: 28,
  quote: "Changes to `src/queue` look small and are never",
  agent: "code-reviewer",
  session: null,
  role: null,
};

const TEAM: BriefCitation = {
  path: ".agent/teams/invoice-import/TEAM-MEMORY.md",
  line: 49,
  quote: "Ledger sandbox has a new certificate from today",
  agent: null,
  session: "invoice-import",
  role: "Lead",
};

const CONTEXT: BriefCitation = {
  path: ".kaizen/agents/implementer/memory.md",
  line: 10,
  quote: "`src/` has one folder per stage and `src/queue` which everybody uses",
  agent: "implementer",
  session: null,
  role: null,
};

const THREAD: BriefCitation = {
  path: ".kaizen/agents/code-reviewer/memory.md",
  line: 34,
  quote: "Since 2026-10-21 nobody reads `ops/cutover`",
  agent: "code-reviewer",
  session: null,
  role: null,
};

const COSTS = { budget: 1500, tokenMethod: "ai-tokenizer, claude encoding × 1.43 (estimate)", unread: [] };

/** Briefs as the document shows them. */
export const BRIEF_EXAMPLES: [z.ZodType, unknown][] = [
  [
    AgentBrief,
    {
      agent: "implementer",
      sentences: [
        { kind: "risk", text: WATCH.quote, matched: ["src/queue"], citations: [WATCH] },
        { kind: "team", text: `[Dependency] ${TEAM.quote}`, matched: ["ledger"], citations: [TEAM] },
      ],
      sources: { agents: 4, sessions: 2, entries: 163 },
      text: `# Brief for implementer\n\n## Touches what you work on\n- ${WATCH.quote} [code-reviewer:28]\n…`,
      tokens: 894,
      leftOut: [{ kind: "finding", reason: "budget", count: 15 }],
      ...COSTS,
    },
  ],
  [
    ProjectBrief,
    {
      agents: [
        { agent: "code-reviewer", path: WATCH.path, entries: 17 },
        { agent: "implementer", path: CONTEXT.path, entries: 22 },
      ],
      themes: [
        {
          subject: "`src/queue`",
          kind: "named",
          agents: ["code-reviewer", "implementer"],
          entries: 5,
          text: "code-reviewer and implementer write about `src/queue`.",
          citations: [WATCH, CONTEXT],
        },
      ],
      risks: [
        {
          subject: "`src/queue`",
          agent: "code-reviewer",
          touches: ["implementer"],
          text: `code-reviewer warns of \`src/queue\`, which implementer works on: ${WATCH.quote}`,
          citations: [WATCH, CONTEXT],
        },
      ],
      threads: [
        {
          agent: "code-reviewer",
          since: "2026-10-21",
          days: 30,
          dated: "text",
          text: THREAD.quote,
          citations: [THREAD],
        },
      ],
      contradictions: [],
      text: "# Brief of the project\n\n## Risks across agents\n- …",
      tokens: 1409,
      leftOut: [],
      ...COSTS,
    },
  ],
  [
    BriefRecorded,
    {
      path: ".kaizen/agents/coach/memory.md",
      added: [{ section: "Watch Points", text: "code-reviewer warns of `src/queue`, on which implementer works" }],
      known: 11,
      revision: 4,
    },
  ],
];
