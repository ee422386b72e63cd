import { createHmac } from "node:crypto";
import { AppError } from "@/lib/core/errors";
import type { Database } from "@/lib/db/database";
import { findRecorded, putRecorded } from "@/lib/db/recorded";

/** What of a configuration says where the content of workspaces is. */
interface Places {
  workspaces: readonly { name: string }[];
  recorded: readonly string[];
  /** The secret that servers share. */
  secret: string;
}

/**
 * Begins the workspaces whose content is in the history where they are new. Throws `conflict` where the history says otherwise: a folder
 * beside it would be a second truth, and a server with another secret would refuse everybody's token.
 */
export async function settleRecorded(database: Database, { workspaces, recorded, secret }: Places): Promise<void> {
  const { queries } = database;
  const mark = markOf(secret);
  for (const name of recorded) {
    const known = await findRecorded(queries, name);
    if (known === mark) continue;
    if (known === undefined) await database.transaction((inside) => putRecorded(inside, name, mark));
    else if (known === null) {
      throw new AppError("conflict", `The content of workspace ${name} is in a folder, and not in the history.`, {
        hint: `Name its folder, ${name}=/path, or take its content into the history: wardroom import ${name} FOLDER`,
      });
    } else {
      throw new AppError("conflict", `The servers of workspace ${name} have another WARDROOM_SECRET.`, {
        hint: "Give this server the same: otherwise each would refuse the tokens of the others.",
      });
    }
  }
  for (const { name } of workspaces) {
    if (typeof (await findRecorded(queries, name)) !== "string") continue;
    throw new AppError("conflict", `The content of workspace ${name} is in the history, and not in a folder.`, {
      hint: `Name it without a folder in WARDROOM_WORKSPACES, or take its content out: wardroom export ${name} FOLDER`,
    });
  }
}

/** Tells one secret from another, and says nothing of it. */
export function markOf(secret: string): string {
  return createHmac("sha256", secret).update("recorded workspace").digest("hex").slice(0, 16);
}
