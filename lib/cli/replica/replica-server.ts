import { query } from "@/lib/client/paths";
import { RequestError } from "@/lib/client/request-error";
import { FileChanges, FileList, FileText, PushedFile } from "@/lib/contracts/files";
import { Done } from "@/lib/contracts/primitives";
import type { AnnounceReplica } from "@/lib/contracts/replicas";
import type { Cli } from "@/lib/cli/cli";
import type { Outgoing } from "@/lib/cli/replica/kept-files";
import { z } from "zod";

/** Who hears nothing for so long, beside what it waits for, takes the line for dead. Milliseconds. */
const PATIENCE = 30_000;
/** So long the server is asked to wait for a change. Seconds. */
export const WAIT = 25;

/** The server at the other end, in the words of the REST contract. */
export class ReplicaServer {
  constructor(
    private readonly cli: Cli,
    private readonly me: { id: string; machine: string },
  ) {}

  async changes(after: number | null, wait: number, signal: AbortSignal): Promise<FileChanges> {
    const given = query({ after: after ?? undefined, wait });
    return this.cli.ask(FileChanges, `/files/changes${given}`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE + wait * 1000)]),
    });
  }

  /** What each document holds, whoever it belongs to. */
  async list(): Promise<Map<string, string | null>> {
    const signal = AbortSignal.timeout(PATIENCE * 4);
    const { items } = await this.cli.askAll(FileList, "/files?hashes=true", { signal });
    return new Map(items.map(({ path, hash }) => [path, hash ?? null]));
  }

  /** A document; null where there is none. One that is no text answers its problem. */
  async read(path: string): Promise<FileText | null> {
    try {
      const signal = AbortSignal.timeout(PATIENCE);
      return await this.cli.ask(FileText, `/files/text${query({ path })}`, { signal });
    } catch (error) {
      if (error instanceof RequestError && error.code === "not_found" && error.message.includes(path)) return null;
      throw error;
    }
  }

  async push({ key, path, base, text }: Outgoing): Promise<PushedFile> {
    const { id: replica, machine } = this.me;
    return this.cli.ask(PushedFile, "/files/text", {
      method: "PUT",
      key,
      body: { path, text, base, replica, machine },
      signal: AbortSignal.timeout(PATIENCE),
    });
  }

  async announce(standing: Omit<AnnounceReplica, "machine">): Promise<void> {
    const { id, machine } = this.me;
    await this.cli.ask(Done, `/replicas/${id}`, {
      method: "PUT",
      key: null,
      body: { ...standing, machine },
      signal: AbortSignal.timeout(PATIENCE),
    });
  }
}

/** Why a file waits for somebody, and what both ends hold. */
export interface Held {
  local: string | null;
  /** What the server holds, where it said so. */
  remote?: string | null | undefined;
  reason: string;
  theirs?: string | null;
}

const Current = z.object({ hash: z.string().nullable(), text: z.string().nullable() });

/** What will not be taken however often it is sent: these are about one file. All others are about the way to the server, or about who asks. */
const ABOUT_ONE_FILE = new Set([
  "conflict",
  "forbidden",
  "too_large",
  "unparseable",
  "invalid_input",
  "idempotency_mismatch",
]);

/**
 * Why one file is held back, and whether it has changed at both ends; null where the error is about all of them, and it is to be sent
 * again.
 */
export function whyHeld(error: unknown): (Omit<Held, "local"> & { isChanged: boolean }) | null {
  if (!(error instanceof RequestError) || !ABOUT_ONE_FILE.has(error.code)) return null;
  const current = Current.safeParse(error.problem?.current).data;
  const isChanged = error.code === "conflict" && current !== undefined;
  const { message: reason } = error;
  return { reason, remote: current?.hash, theirs: current?.text ?? null, isChanged };
}
