import type { Changed } from "@/lib/contracts/memory";
import type { RevertMemory } from "@/lib/contracts/revisions";
import { isLead } from "@/lib/core/access/decide-access";
import { AppError } from "@/lib/core/errors";
import { type BlamedLine, saidAt } from "@/lib/core/history/blame";
import { identifyItems, type PlacedItem } from "@/lib/core/memory/identity";
import type { MemoryDocument } from "@/lib/core/memory/model";
import type { OperationOf } from "@/lib/core/memory/operation";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { sourceOf } from "@/lib/core/memory/edit-item";
import { memoryOf, type DocumentState } from "@/lib/services/commit/document-states";
import { editMemory } from "@/lib/services/commit/edit-memory";
import { readTextAt } from "@/lib/services/commit/revision-texts";
import { type Blames, shownLines } from "@/lib/services/memory/blames";
import { changeMemory, standingIn } from "@/lib/services/memory/change-memory";
import { actorOf, allow, type Caller, type ChangeRequest } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";

/**
 * Brings one item, or one section, of a team memory back as it was after a revision, and leaves all else. Who may edit the
 * text may do this too: a role in its own section, the Lead everywhere. A section needs the ETag of the text it is brought
 * back into. `known` is the document with its row's id.
 */
export async function restorePart(
  context: ServiceContext,
  blames: Blames,
  known: DocumentState,
  caller: Caller,
  params: SessionParams,
  { revision: to, item, was, section }: RevertMemory,
  request: ChangeRequest,
): Promise<Changed> {
  const scope = isLead(caller) ? null : actorOf(caller);
  if (section !== undefined && request.ifMatch === null) throw needsEtag("a section");
  const { queries } = context.database;
  // Read before the transaction, which holds the only connection; what is recorded never changes.
  const former = await readTextAt(queries, known.id, to);
  const operation: OperationOf<"restore-item"> | OperationOf<"restore-section"> =
    section === undefined
      ? {
          ...{ type: "restore-item", scope, former },
          ...findItem(known, (await blames.of(queries, known)).lines, { former, to, id: item ?? "" }, request),
          ...(was !== undefined && { says: was }),
        }
      : { type: "restore-section", scope, role: section, former };
  return changeMemory(context, caller, params, request, async (change) => {
    allow(caller, "edit the team memory", await standingIn(change, actorOf(caller)));
    const detail = { to, part: section === undefined ? "item" : "section" };
    const recorded = { operation: "revert", action: "memory.reverted", session: change.session, detail } as const;
    const { revision, items } = await editMemory(change.draft, change.state, operation, recorded);
    return { revision, items };
  });
}

/** The error for what would write over text that the caller may not have seen. */
export function needsEtag(what: string): AppError {
  return new AppError("invalid_input", `Bringing ${what} back needs the ETag of the text it replaces.`, {
    hint: "Read it again, look at what changed since, and repeat with the ETag that it has now.",
  });
}

/** Which item is meant: by the id it has now or by the one it had then, over all changes of its lines in between. */
function findItem(
  state: DocumentState,
  lines: readonly BlamedLine[],
  wanted: { former: string; to: number; id: string },
  request: ChangeRequest,
): Pick<OperationOf<"restore-item">, "item" | "was"> {
  const { to, id } = wanted;
  const former = parseMemory(wanted.former);
  const then = identifyItems(former, {});
  const now = identifyItems(memoryOf(state), state.identity);
  const shown = shownLines(lines);
  /** What the lines of an item said after the revision; those are left out that were written later. */
  const formerly = ({ line, item }: PlacedItem) =>
    shown.slice(line - 1, line - 1 + item.lines).flatMap(({ blamed }) => saidAt(blamed, to)?.trim() || []);

  const placed = now.find((each) => each.id === id);
  const same = then.find((each) => each.id === id);
  if (placed !== undefined) {
    if (same !== undefined) return { item: id, was: id };
    for (const words of formerly(placed)) {
      const [was, other] = then.filter((each) => linesOf(former, each).includes(words));
      if (was !== undefined && other === undefined) return { item: id, was: was.id };
    }
  } else if (same !== undefined) {
    const opening = linesOf(former, same)[0] ?? "";
    const successors = now.filter(
      (each) => formerly(each)[0] === opening && !then.some(({ id: old }) => old === each.id),
    );
    const [successor] = successors;
    if (successor === undefined) return { item: null, was: id };
    if (successors.length === 1 && request.ifMatch !== null) return { item: successor.id, was: id };
    const current = { item: successor.id, role: successor.role, line: successor.line, text: successor.item.text };
    throw new AppError("conflict", `The item ${id} has other words now, and the id ${successor.id}.`, {
      hint: "Look at what it says now, and repeat with the id that it has, or with the ETag of the memory.",
      current,
    });
  }
  throw new AppError("not_found", `There was no item ${id} in revision ${to}, as far as the history can tell.`, {
    hint: "Read its life with {item.read}, and choose a revision in which it was there.",
  });
}

function linesOf(document: MemoryDocument, placed: PlacedItem): string[] {
  return sourceOf(document, placed)
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim());
}
