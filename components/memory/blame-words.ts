import type { LineChange } from "@/lib/contracts/revisions";
import { sentence, type Sentence } from "@/lib/core/i18n/say";

/** Over which door, in words. */
export const DOORS: Record<LineChange["source"], Sentence> = {
  ui: sentence("in the dashboard"),
  api: sentence("over the API"),
  mcp: sentence("over MCP"),
  cli: sentence("on the command line"),
  disk: sentence("in the file"),
};
