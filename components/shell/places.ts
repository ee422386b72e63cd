import { pages } from "@/lib/client/paths";

/** A page of a workspace, in the sidebar and the palette. */
export interface Place {
  id: string;
  label: string;
  keys: string;
  href: (workspace: string) => string;
}

/** The pages of a workspace, in the order of the sidebar. A page that does not exist yet is not in this list. */
export const PLACES: readonly Place[] = [
  { id: "overview", label: "Overview", keys: "g o", href: pages.overview },
  { id: "agents", label: "Agents", keys: "g a", href: pages.agents },
  { id: "knowledge", label: "Knowledge", keys: "g k", href: pages.knowledge },
  { id: "files", label: "Files", keys: "g f", href: pages.files },
  { id: "history", label: "History", keys: "g h", href: pages.history },
  { id: "settings", label: "Settings", keys: "g ,", href: pages.settings },
];

/** A page of a session: a tab in the header. */
export interface SessionPlace {
  id: string;
  label: string;
  href: (workspace: string, session: string) => string;
}

/** The pages of a session, in the order of the header's tabs. */
export const SESSION_PLACES: readonly SessionPlace[] = [
  { id: "memory", label: "Memory", href: pages.memory },
  { id: "context", label: "Context", href: pages.context },
  { id: "gates", label: "Gates", href: pages.gates },
  { id: "history", label: "History", href: pages.sessionHistory },
];
