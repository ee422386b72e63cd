import { stringOf } from "@/lib/core/text/parse-json";
import { createHash } from "node:crypto";
import { LONGEST_SECTION, MOST_SECTIONS } from "@/lib/core/history/outside-parts";
import { changedRoles, textByRole } from "@/lib/core/memory/changed-roles";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { sayOrOwe } from "@/lib/hook/debts";
import type { Moment } from "@/lib/hook/moment";

export interface Texts {
  before: string;
  after: string;
}

/**
 * Tells the server that the agent of this moment has made a change of a team memory; one that is unknown stays unknown. The sections
 * that the server knows to be its change now: of those that were not its to change it tells the Lead.
 */
export async function attribute(
  { server, ledger, identity, input, speaker }: Moment,
  session: string,
  texts: Texts,
): Promise<string[]> {
  const { role } = identity;
  if (role === null) return [];
  const body = {
    role,
    before: texts.before === "" ? "" : sha256(texts.before),
    after: sha256(texts.after),
    sections: sectionEdits(texts),
    ...(input.toolUseId !== "" && { toolUseId: input.toolUseId }),
  };
  const answer = await sayOrOwe(server, ledger, {
    ...speaker,
    path: `sessions/${encodeURIComponent(session)}/memory/attributions`,
    body,
  });
  const sections = answer?.body["sections"];
  return Array.isArray(sections) ? sections.map(stringOf) : [];
}

/** What became of each section that an edit changed, so that it is known among other edits of the file. */
function sectionEdits({ before, after }: Texts) {
  const [old, now] = [parseMemory(before), parseMemory(after)];
  const [was, is] = [textByRole(old), textByRole(now)];
  const hash = (text: string | undefined) => (text === undefined ? "" : sha256(text));
  return changedRoles(old, now)
    .filter((section) => section !== "" && section.length <= LONGEST_SECTION)
    .slice(0, MOST_SECTIONS)
    .map((section) => ({ section, before: hash(was.get(section)), after: hash(is.get(section)) }));
}

/** The digest under which files and sections are compared, hex. */
export function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}
