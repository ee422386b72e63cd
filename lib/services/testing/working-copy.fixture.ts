import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Runtime } from "@/lib/runtime";
import type { Services } from "@/lib/services/services";
import { sha256 } from "@/lib/store/read-file";

/** What a working copy is told of the Wardroom that it belongs to. */
export interface CopiedWardroom {
  /** The test's own folder; the copy lies in `files` below it. */
  readonly folder: string;
  /** The runtime that serves the workspace now; null while it is closed. */
  readonly served: () => Runtime | null;
}

/**
 * The files of a test's workspace as a person at a checkout sees them. It has two forms: the workspace's own folder, and, where
 * `WARDROOM_TEST_COPY=replica`, a checkout that the product's replica keeps in step with a workspace whose content is in PostgreSQL.
 */
export abstract class WorkingCopy {
  constructor(readonly root: string) {}

  /** What a process has to be told to serve the workspace, beside its data folder and its database. */
  abstract get environment(): Record<string, string>;

  /** Brings what a person wrote to the server, and what the server has done to the files. */
  abstract settled(): Promise<void>;

  /** The services of that runtime, so that each call finds every edit of the files, and its effect is in them when it answers. */
  abstract servicesOf(runtime: Runtime): Services;

  abstract close(): void;

  /** Writes a file as any program does. */
  async put(path: string, content: string | Buffer): Promise<void> {
    const place = join(this.root, path);
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, content);
  }

  /** What a file holds now. */
  async text(path: string): Promise<string> {
    await this.settled();
    return readFile(join(this.root, path), "utf8");
  }

  /** The sha256 of a file, as `If-Match` names it. */
  async hash(path: string): Promise<string> {
    await this.settled();
    return sha256(await readFile(join(this.root, path)));
  }
}

/** What the other form's module gives. */
interface ReplicaForm {
  ReplicaCopy: { open(root: string, wardroom: CopiedWardroom): Promise<WorkingCopy> };
}

/** The form that this run is about. */
export async function openWorkingCopy(wardroom: CopiedWardroom): Promise<WorkingCopy> {
  const root = join(wardroom.folder, "files");
  await mkdir(root);
  if (process.env["WARDROOM_TEST_COPY"] !== "replica") return new FolderCopy(root);
  // Past the compiler: it stands on the command and the handlers, whose fixtures stand on this one.
  const form = (await import(/* @vite-ignore */ join(import.meta.dirname, "replica-copy.fixture.ts"))) as ReplicaForm;
  return form.ReplicaCopy.open(root, wardroom);
}

/** The workspace's folder itself: there is nothing to keep in step. */
class FolderCopy extends WorkingCopy {
  get environment(): Record<string, string> {
    return { WARDROOM_WORKSPACES: `demo=${this.root}` };
  }

  settled(): Promise<void> {
    return Promise.resolve();
  }

  servicesOf({ services }: Runtime): Services {
    return services;
  }

  close(): void {
    // The server has it open, and nobody else.
  }
}
