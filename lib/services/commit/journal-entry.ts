import { AppError } from "@/lib/core/errors";
import type { JournalRow } from "@/lib/db/journal";
import { MAC_LENGTH, type Seals } from "@/lib/db/seals";
import type { Act } from "@/lib/services/commit/act";

/** The form of the acts in a journal entry; another one is written when a reader of this one would get them wrong. */
export const JOURNAL_VERSION = 2;
/** That of the first release: the same, unsigned. */
const UNSIGNED = 1;

/** The acts of a batch as they are journaled, signed. */
export function writeActs(seals: Seals, acts: readonly Act[]): string {
  return seals.signed(JSON.stringify(acts));
}

/** Whether a server with a secret of ours wrote the entry: what anybody else put into the database is not carried out by itself. */
export function isOurs(seals: Seals, { version, acts }: Pick<JournalRow, "version" | "acts">): boolean {
  return version !== JOURNAL_VERSION ? !seals.isOn : seals.readSigned(acts) !== null;
}

/** The acts of a journal entry, whoever wrote it. Throws `unparseable` if its version is unknown or its content is not a list of acts. */
export function readActs({ version, acts }: Pick<JournalRow, "version" | "acts">): Act[] {
  if (version !== JOURNAL_VERSION && version !== UNSIGNED) {
    const message = `It was written by another version of Wardroom: its format is ${version}, and this one reads ${JOURNAL_VERSION}.`;
    throw new AppError("unparseable", message, { hint: "Start the version that wrote it." });
  }
  const parsed = parse(version === UNSIGNED ? acts : acts.slice(MAC_LENGTH));
  if (Array.isArray(parsed) && parsed.every(isAct)) return parsed;
  throw damaged();
}

/** The workspaces an entry is about; none for one that cannot be read. */
export function workspacesOf(entry: Pick<JournalRow, "version" | "acts">): string[] {
  try {
    const places = readActs(entry).flatMap((act) => [...act.edits, ...(act.move === null ? [] : [act.move])]);
    return [...new Set(places.map(({ workspace }) => workspace))];
  } catch {
    return [];
  }
}

/** What an effect was called in entries of the first release; one may still be unfinished after an upgrade. */
const FORMER = { name: "put-knowledge", now: "put-acknowledged" } as const;

function parse(text: string): unknown {
  try {
    return JSON.parse(text, (name, value: unknown) => (name === "type" && value === FORMER.name ? FORMER.now : value));
  } catch {
    throw damaged();
  }
}

/** Only what everything else is reached through: what is wrong deeper down shows when it is carried out. */
function isAct(value: unknown): value is Act {
  if (typeof value !== "object" || value === null) return false;
  const { edits, effects, events, move } = value as Partial<Record<keyof Act, unknown>>;
  if (!Array.isArray(edits) || !Array.isArray(effects) || !Array.isArray(events)) return false;
  return edits.every(isPlaced) && (move === null || isPlaced(move));
}

function isPlaced(value: unknown): boolean {
  return typeof value === "object" && value !== null && "workspace" in value && typeof value.workspace === "string";
}

function damaged(): AppError {
  return new AppError("unparseable", "Its content is damaged.", { hint: "Discard it." });
}
