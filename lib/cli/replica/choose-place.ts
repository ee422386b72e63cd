import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { RequestError } from "@/lib/client/request-error";
import type { KnownReplica } from "@/lib/contracts/known-replica";
import { AppError } from "@/lib/core/errors";
import type { Cli } from "@/lib/cli/cli";
import type { KeptFiles } from "@/lib/cli/replica/kept-files";
import { noPlace, unknownPlace } from "@/lib/cli/replica/no-place";
import { otherHistory } from "@/lib/cli/replica/other-history";
import { ReplicaServer } from "@/lib/cli/replica/replica-server";

/** What the server is told of the machine that a checkout lies on. */
export function machine(): string {
  return hostname().slice(0, 100) || "unknown";
}

/**
 * The server and the workspace this checkout belongs to: the ones that were given, else those that this machine remembers. A new one is
 * asked for its history before anything is remembered of it. Throws `conflict` where it has another history than the checkout, and
 * `invalid_input` where none was given and none is known.
 */
export async function choosePlace(cli: Cli, kept: KeptFiles): Promise<Omit<KnownReplica, "folder">> {
  const { flags, surroundings } = cli;
  const url = flags.url ?? (surroundings.env["WARDROOM_URL"] || undefined);
  // What holds nothing of any server yet may begin with whichever.
  const before = kept.isNew && url !== undefined ? null : await kept.place();
  if (url === undefined && before === null) throw kept.isNew ? noPlace() : unknownPlace(kept.root);
  const asked = flags.workspace ?? before?.workspace;
  cli.flags = { ...flags, url: url ?? before?.origin ?? "", ...(asked !== undefined && { workspace: asked }) };
  const { origin, workspace } = await cli.connection();
  const isKnown = before !== null && before.origin === origin && before.workspace === workspace;
  const id = before?.id ?? randomBytes(8).toString("hex");
  const history = isKnown ? before.history : await historyAt(cli, id, before !== null);
  if (before !== null && before.history !== history) throw keptElsewhere(before, kept.folder);
  if (history === null || (!kept.isNew && kept.history !== history))
    throw otherHistory({ workspace, origin }, kept.folder);
  const place = { id, origin, workspace, history };
  if (!isKnown || kept.history !== history) await kept.keepPlace(place);
  return place;
}

/** The history of the workspace at the server; null where it may be missing and is. */
async function historyAt(cli: Cli, id: string, mayMiss: boolean): Promise<string | null> {
  try {
    const server = new ReplicaServer(cli, { id, machine: machine() });
    return (await server.changes(null, 0, new AbortController().signal)).history;
  } catch (error) {
    if (mayMiss && error instanceof RequestError && error.code === "not_found") return null;
    throw error;
  }
}

function keptElsewhere({ workspace, origin }: KnownReplica, folder: string): AppError {
  return new AppError("conflict", `This checkout is kept in step with ${workspace} at ${origin}.`, {
    hint: `To keep it in step with another one, move ${folder} away first: every file is compared then.`,
  });
}
