import { AGENTS_FOLDER, DEFINITION_FOLDERS } from "@/lib/core/agent-memory/model";
import { isGateFile } from "@/lib/core/context/gate-file";
import { pages } from "@/lib/client/paths";
import { sentence, type Sentence } from "@/lib/core/i18n/say";

/** A page of a workspace, in the sidebar and the palette. */
export interface Place {
  id: string;
  label: Sentence;
  keys: string;
  href: (workspace: string) => string;
  /** The files it shows, where these can have errors. */
  holds?: (path: string) => boolean;
}

/** The pages of a workspace, in the order of the sidebar. A page that does not exist yet is not in this list. */
export const PLACES: readonly Place[] = [
  { id: "overview", label: sentence("Overview"), keys: "g o", href: pages.overview },
  {
    id: "agents",
    label: sentence("Agents"),
    keys: "g a",
    href: pages.agents,
    holds: (path) => [AGENTS_FOLDER, ...DEFINITION_FOLDERS].some((folder) => path.startsWith(`${folder}/`)),
  },
  {
    id: "knowledge",
    label: sentence("Knowledge"),
    keys: "g k",
    href: pages.knowledge,
    holds: (path) => path.startsWith(".microai/"),
  },
  { id: "history", label: sentence("History"), keys: "g h", href: pages.history },
  { id: "settings", label: sentence("Settings"), keys: "g ,", href: pages.settings },
];

/** A page of a session: a tab in the header. */
export interface SessionPlace {
  id: string;
  label: Sentence;
  keys?: string;
  href: (workspace: string, session: string) => string;
  /** The files of the session that it shows. */
  holds: (name: string) => boolean;
}

/** The pages of a session, in the order of the header's tabs. */
export const SESSION_PLACES: readonly SessionPlace[] = [
  {
    id: "memory",
    label: sentence("Memory"),
    keys: "g m",
    href: pages.memory,
    holds: (name) => name === "TEAM-MEMORY.md",
  },
  {
    id: "context",
    label: sentence("Context"),
    keys: "g c",
    href: pages.context,
    holds: (name) => name === "global-context.md" || name === "orchestration-plan.md",
  },
  { id: "gates", label: sentence("Gates"), keys: "g g", href: pages.gates, holds: isGateFile },
  { id: "history", label: sentence("History"), href: pages.sessionHistory, holds: () => false },
  { id: "insights", label: sentence("Insights"), keys: "g i", href: pages.insights, holds: () => false },
];
