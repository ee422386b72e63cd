import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Database } from "@/lib/db/database";
import { migrationsFolder, openDatabase } from "@/lib/db/open";
import { makeDatabase, runOnPostgresql, type TestDatabase } from "@/lib/db/testing/make-database.fixture";
import { runSql } from "@/lib/db/testing/run-sql.fixture";
import { openRuntime, type Runtime } from "@/lib/runtime";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { opened } from "@/lib/services/testing/opened.fixture";
import { openWorkingCopy, type WorkingCopy } from "@/lib/services/testing/working-copy.fixture";
import type { Services } from "@/lib/services/services";

/** The folder of package.json. */
export const PROJECT = resolve(import.meta.dirname, "../../..");

/** The owner's token of every test's own data folder. */
export const OWNER_TOKEN = "owner-token-of-the-test";

/**
 * A Wardroom on folders of its own: the workspace `demo`, empty, and a data folder. It is closed and swept when the file's
 * tests are over.
 */
export class TestWardroom {
  readonly folder: string;
  #database: TestDatabase | undefined;
  #copy: WorkingCopy | undefined;
  readonly #runtimes = new Set<Runtime>();
  #runtime: Runtime | undefined;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async open(): Promise<TestWardroom> {
    const wardroom = new TestWardroom(await mkdtemp(join(tmpdir(), "wardroom-")));
    opened.add(wardroom);
    wardroom.#database = await makeDatabase(join(wardroom.data, "wardroom.db"));
    const served = () => wardroom.#runtime ?? null;
    wardroom.#copy = await openWorkingCopy({ folder: wardroom.folder, served });
    await wardroom.reopen();
    return wardroom;
  }

  /** The workspace's files, as a person at a checkout has them. */
  get copy(): WorkingCopy {
    if (this.#copy === undefined) throw new Error("this Wardroom was never opened");
    return this.#copy;
  }

  /** Where they lie. */
  get files(): string {
    return this.copy.root;
  }

  get data(): string {
    return join(this.folder, "data");
  }

  /** What a process has to be told to open the same. */
  get environment(): Record<string, string> {
    return {
      WARDROOM_DATA: this.data,
      WARDROOM_TOKEN: OWNER_TOKEN,
      ...this.copy.environment,
      ...this.#database?.environment,
    };
  }

  get runtime(): Runtime {
    if (this.#runtime === undefined) throw new Error("this Wardroom is closed");
    return this.#runtime;
  }

  get services(): Services {
    return this.copy.servicesOf(this.runtime);
  }

  /** Closes what is open and opens it anew, as a restart does, perhaps with more in its environment. */
  async reopen(more: Record<string, string> = {}): Promise<void> {
    await this.close();
    this.#runtime = await this.another(more);
  }

  /** Runs one statement on the database beside Wardroom, as a person does. */
  sql(statement: string): Promise<Record<string, unknown>[]> {
    const { DATABASE_URL } = this.environment;
    if (DATABASE_URL !== undefined) return runOnPostgresql(DATABASE_URL, statement);
    return runSql(join(this.data, "wardroom.db"), statement);
  }

  /** The database past the services, as another process may have it open. The caller closes it. */
  openDatabase(): Promise<Database> {
    const { DATABASE_URL, WARDROOM_DATA = "" } = this.environment;
    return openDatabase(DATABASE_URL ?? join(WARDROOM_DATA, "wardroom.db"), migrationsFolder(PROJECT));
  }

  /** Goes on with another database at an address, as a restart with another DATABASE_URL does. The caller drops it. */
  async useDatabase(address: string): Promise<void> {
    await this.close();
    await this.#database?.drop();
    this.#database = { environment: { DATABASE_URL: address }, drop: () => Promise.resolve() };
    await this.reopen();
  }

  /** A second runtime on the same folders, as another process has. */
  async another(more: Record<string, string> = {}): Promise<Runtime> {
    const runtime = await openRuntime({ ...this.environment, ...more }, PROJECT);
    this.#runtimes.add(runtime);
    return runtime;
  }

  async close(): Promise<void> {
    for (const runtime of this.#runtimes) await runtime.close();
    this.#runtimes.clear();
    this.#runtime = undefined;
  }

  async dispose(): Promise<void> {
    opened.delete(this);
    await this.close();
    this.#copy?.close();
    await this.#database?.drop();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Makes a session with these roles, and one with exactly this team memory when a text is given. */
  async session(id: string, roles: string[] = [], text?: string | Buffer): Promise<TestSession> {
    await this.services.sessions.create(
      OWNER,
      { workspace: "demo" },
      { id, feature: id, roles: roles.map((role) => ({ id: role })) },
      PLAIN_REQUEST,
    );
    const session = new TestSession(this, id);
    if (text !== undefined) {
      await session.put(text);
      await this.services.events.verify(OWNER, { workspace: "demo" });
    }
    return session;
  }
}

/** A session of a test: its parameters, its file and its history. */
export class TestSession {
  readonly params: { workspace: string; session: string };

  constructor(
    readonly wardroom: TestWardroom,
    readonly id: string,
  ) {
    this.params = { workspace: "demo", session: id };
  }

  get folder(): string {
    return join(this.wardroom.files, ".agent/teams", this.id);
  }

  get path(): string {
    return join(this.wardroom.files, this.#file);
  }

  get #file(): string {
    return `.agent/teams/${this.id}/TEAM-MEMORY.md`;
  }

  /** The file as it is on the disk. */
  text(): Promise<string> {
    return this.wardroom.copy.text(this.#file);
  }

  /** The sha256 of the file, as `If-Match` names it. */
  hash(): Promise<string> {
    return this.wardroom.copy.hash(this.#file);
  }

  /** Writes the file as any program does. */
  put(text: string | Buffer): Promise<void> {
    return this.wardroom.copy.put(this.#file, text);
  }

  /** The revisions, oldest first. */
  async revisions() {
    const { revisions } = this.wardroom.services;
    const pages = [await revisions.list(OWNER, this.params, { limit: 500 })];
    for (let cursor = pages[0]?.nextCursor; cursor; cursor = pages.at(-1)?.nextCursor)
      pages.push(await revisions.list(OWNER, this.params, { limit: 500, cursor }));
    return pages.flatMap(({ items }) => items).reverse();
  }

  /** The newest revision. */
  async last() {
    const revision = (await this.revisions()).at(-1);
    if (revision === undefined) throw new Error(`${this.id} has no revision`);
    return revision;
  }

  /** The session's events, oldest first, as `action target`. */
  async story(): Promise<string[]> {
    const filter = { session: this.id, limit: 500, format: "json" } as const;
    const { items } = await this.wardroom.services.events.list(OWNER, { workspace: "demo" }, filter);
    return items.reverse().map((event) => `${event.actor}: ${event.action} ${event.target}`);
  }

  /** The items of the memory as they are now. */
  async items() {
    const { sections } = await this.wardroom.services.memory.read(OWNER, this.params);
    return sections.flatMap((section) => section.items.map((item) => ({ ...item, role: section.role })));
  }

  /** The id of the item with that text. */
  async item(text: string): Promise<string> {
    const found = (await this.items()).find((item) => item.text === text);
    if (found === undefined) throw new Error(`${this.id} has no item ${text}`);
    return found.id;
  }
}
