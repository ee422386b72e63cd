import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { makePostgresql } from "@/lib/db/testing/make-database.fixture";
import { importContent } from "@/lib/move-content";
import { readConfiguration } from "@/lib/services/workspace/configuration";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { reopenRuntime } from "@/lib/reopen-runtime";
import { openRuntime, type Runtime } from "@/lib/runtime";
import { opened } from "@/lib/services/testing/opened.fixture";
import { OWNER_TOKEN, PROJECT } from "@/lib/services/testing/test-wardroom.fixture";

/** Servers of one team: a database that they share, the recorded workspace `demo`, and no file that two of them see. */
export class TeamServers {
  readonly #runtimes = new Set<Runtime>();
  readonly #secret = randomBytes(32).toString("base64url");

  private constructor(
    readonly folder: string,
    private readonly database: Awaited<ReturnType<typeof makePostgresql>>,
  ) {}

  /** On a database of the run's PostgreSQL, or on another one. */
  static async open(database?: Awaited<ReturnType<typeof makePostgresql>>): Promise<TeamServers> {
    const folder = await mkdtemp(join(tmpdir(), "servers-"));
    const servers = new TeamServers(folder, database ?? (await makePostgresql()));
    opened.add(servers);
    return servers;
  }

  /** The address of the database. */
  get address(): string {
    return this.database.environment.DATABASE_URL;
  }

  /** What the process of the server with that name is told. */
  environmentOf(name: string): Record<string, string> {
    return {
      WARDROOM_DATA: this.dataOf(name),
      WARDROOM_WORKSPACES: "demo",
      WARDROOM_TOKEN: OWNER_TOKEN,
      WARDROOM_SECRET: this.#secret,
      DATABASE_URL: this.address,
    };
  }

  dataOf(name: string): string {
    return join(this.folder, name);
  }

  /** The files of a workspace as that server keeps them. */
  copyOf(name: string, workspace = "demo"): string {
    return join(this.dataOf(name), "copies/1", workspace);
  }

  /** Starts the server with that name, on a data folder of its own. */
  async start(name: string, more: Record<string, string> = {}): Promise<Runtime> {
    const runtime = await openRuntime({ ...this.environmentOf(name), ...more }, PROJECT);
    this.#runtimes.add(runtime);
    return runtime;
  }

  /** The server once it has closed everything and opened it anew, as by itself where its database was replaced. */
  async reopen(old: Runtime): Promise<Runtime> {
    this.#runtimes.delete(old);
    const next = await reopenRuntime(
      old,
      () => Promise.resolve(),
      () => Promise.resolve(),
    );
    this.#runtimes.add(next);
    return next;
  }

  /** Begins the workspace with the content of a folder. */
  takeIn(folder: string) {
    const configuration = readConfiguration(this.environmentOf("a"), PROJECT);
    return importContent({ configuration, caller: OWNER, project: PROJECT }, { name: "demo", folder });
  }

  /** As a request does: whoever is let in finds what was acknowledged before at any server. */
  static enter(at: Runtime) {
    return at.services.authentication.authenticate({ token: OWNER_TOKEN, source: "api", role: null });
  }

  /** Expects every acknowledged append exactly once in a session's memory as a server tells it, and a history that adds up. */
  static async expectAllOnce(
    at: Runtime,
    params: { workspace: string; session: string },
    acknowledged: readonly string[],
  ): Promise<void> {
    await TeamServers.enter(at);
    const { sections } = await at.services.memory.read(OWNER, params);
    const found = sections.flatMap(({ items }) => items.map(({ text }) => text));
    expect(acknowledged.filter((text) => !found.includes(text))).toEqual([]);
    expect(new Set(found).size).toBe(found.length);
    expect(await at.services.events.verify(OWNER, params)).toMatchObject({ ok: true, problems: [] });
  }

  async stop(runtime: Runtime): Promise<void> {
    this.#runtimes.delete(runtime);
    await runtime.close();
  }

  async dispose(): Promise<void> {
    opened.delete(this);
    for (const runtime of this.#runtimes) await runtime.close();
    await this.database.drop();
    await rm(this.folder, { recursive: true, force: true });
  }
}
