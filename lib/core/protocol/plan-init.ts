import { AGENT_DEFINITIONS } from "@/lib/core/protocol/agent-definitions";
import { putIgnoreLines } from "@/lib/core/protocol/ignore-line";
import { hasMark, putMarkedSection } from "@/lib/core/protocol/marked-section";
import { PROTOCOL_SECTION } from "@/lib/core/protocol/protocol-section";

/** A file as it is and as it would be. `before` null is one that is not there; equal texts are one that stays. */
export interface PlannedFile {
  path: string;
  before: string | null;
  after: string;
}

/** What of the project matters: the text of a file by its path, null where there is none. */
export interface Present {
  read: (path: string) => string | null;
  /** Whether git keeps this project. */
  isRepository: boolean;
}

/** What a person chose. */
export interface InitChoice {
  /** The file for the protocol, where it is to be another than we would take. */
  file?: string;
  agents: boolean;
  gitignore: boolean;
}

/** A line that takes another file in. Example: `@AGENTS.md`, `See @./AGENTS.md for rules`. */
const TAKES_AGENTS_IN = /(^|\s)@(\.\/)?AGENTS\.md\b/;

/**
 * Every file that `wardroom init` is about, in the order it is shown. A definition that is there is the project's own and
 * stays as it is.
 */
export function planInit(present: Present, choice: InitChoice): PlannedFile[] {
  const place = choice.file ?? chooseFile(present);
  const plan: PlannedFile[] = [change(present, place, (text) => putMarkedSection(text, PROTOCOL_SECTION, place))];
  if (choice.agents) {
    for (const { path, text } of AGENT_DEFINITIONS)
      plan.push(change(present, path, (own) => (own === "" ? text : own)));
  }
  const keeps = present.isRepository || present.read(".gitignore") !== null;
  if (choice.gitignore && keeps) plan.push(change(present, ".gitignore", putIgnoreLines));
  return plan;
}

/** Where agents read the protocol: what they read already, without reading it twice. */
function chooseFile({ read }: Present): string {
  const [claude, agents] = [read("CLAUDE.md"), read("AGENTS.md")];
  // Where it was put before, although another file has come since.
  if (agents !== null && hasMark(agents) && !(claude !== null && hasMark(claude))) return "AGENTS.md";
  if (claude !== null && agents !== null) return TAKES_AGENTS_IN.test(claude) ? "AGENTS.md" : "CLAUDE.md";
  return claude === null ? "AGENTS.md" : "CLAUDE.md";
}

function change({ read }: Present, path: string, edit: (text: string) => string): PlannedFile {
  const before = read(path);
  return { path, before, after: edit(before ?? "") };
}
