import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { call, serve, type Said } from "@/lib/api/testing/api.fixture";
import { openRuntime, type Runtime } from "@/lib/runtime";
import { OWNER_TOKEN, PROJECT, TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

/** Everybody who can call, in the order of the matrix. */
export const CALLERS = [
  "owner",
  "owner as implementer-1",
  "owner as tester-1",
  "Lead's token",
  "implementer-1",
  "tester-1",
  "ada-1",
  "team's token",
  "viewer",
  "person: owner",
  "person: lead",
  "person: curator",
  "person: viewer",
  "revoked token",
  "no credential",
] as const;
export type CallerName = (typeof CALLERS)[number];

/** Whether a caller's credential is for a whole workspace, not for one session of it. */
export function reachesAllSessions(caller: CallerName): boolean {
  return caller.startsWith("owner") || caller.startsWith("person: ") || caller === "viewer";
}

/** Whose things a call is about. */
export interface Place {
  workspace: string;
  session: string;
  role: string;
  agent: string;
}

/** The own things of a caller; `ada-1` was added with the type `reviewer`, which is an agent's name. */
export function ownPlace(caller: CallerName): Place {
  const role = caller.replace("owner as ", "");
  const isRole = role.endsWith("-1"); // implementer-1
  const agents: Record<string, string> = { "tester-1": "tester", "ada-1": "reviewer" };
  const agent = agents[role] ?? "implementer";
  return { workspace: "demo", session: "alpha", role: isRole ? role : "implementer-1", agent };
}

/** Two workspaces, each with two sessions of the same roles, agents, a team, and a credential of each kind for the first session. */
export class MatrixWorld {
  #count = 0;

  private constructor(
    private readonly tokens: Record<CallerName, string | null>,
    private runtime: Runtime,
    private readonly environment: Record<string, string>,
    /** Where the two workspaces lie. */
    private readonly folder: string,
  ) {}

  /** Does something to the database while the server is down, and starts it again. */
  async restart(work: (database: string) => Promise<void>): Promise<void> {
    const { databasePath } = this.runtime.configuration;
    await this.runtime.close();
    await work(databasePath);
    this.runtime = await openRuntime(this.environment, PROJECT);
    serve({ runtime: this.runtime });
  }

  /** A file of the first workspace. */
  file(path: string): string {
    return join(this.folder, "demo", path);
  }

  static async open(more: Record<string, string> = {}): Promise<MatrixWorld> {
    const wardroom = await TestWardroom.open();
    await wardroom.close();
    const folders = ["demo", "other"].map((name) => [name, join(wardroom.folder, name)] as const);
    for (const [, folder] of folders) {
      await mkdir(folder);
      await cp(join(PROJECT, "example/workspace/.microai"), join(folder, ".microai"), { recursive: true });
    }
    const workspaces = folders.map(([name, folder]) => `${name}=${folder}`).join(",");
    const environment = { ...wardroom.environment, ...more, WARDROOM_WORKSPACES: workspaces };
    const runtime = await openRuntime(environment, PROJECT);
    serve({ runtime });
    const tokens = Object.fromEntries(CALLERS.map((name) => [name, OWNER_TOKEN])) as Record<CallerName, string | null>;
    const world = new MatrixWorld(tokens, runtime, environment, wardroom.folder);
    for (const [workspace] of folders) await world.#fill(workspace);
    for (const caller of CALLERS) await world.renew(caller);
    return world;
  }

  close(): Promise<void> {
    return this.runtime.close();
  }

  /** Gives a caller a new credential of its kind; the owner keeps the one there is. */
  async renew(caller: CallerName): Promise<void> {
    const session = "/api/v1/workspaces/demo/sessions/alpha";
    const role = caller === "Lead's token" || caller === "revoked token" ? "Lead" : caller;
    if (caller === "team's token") {
      this.tokens[caller] = (await this.owner<Minted>("POST", `${session}/team-tokens`)).token;
    } else if (caller === "viewer") {
      const viewers = "/api/v1/workspaces/demo/viewers";
      this.tokens[caller] = (await this.owner<Minted>("POST", viewers, { label: "guest" })).token;
    } else if (caller.startsWith("person: ")) {
      const said = { name: this.fresh("Person"), role: caller.replace("person: ", "") };
      this.tokens[caller] = (await this.owner<Minted>("POST", "/api/v1/workspaces/demo/people", said)).token;
    } else if (caller === "no credential") {
      this.tokens[caller] = null;
    } else if (!caller.startsWith("owner")) {
      const { token, tokenId } = await this.owner<Minted>("POST", `${session}/roles/${role}/tokens`);
      this.tokens[caller] = token;
      if (caller === "revoked token") await this.owner("DELETE", `${session}/roles/Lead/tokens/${tokenId}`);
    }
  }

  /** A name nobody used before. */
  fresh(stem: string): string {
    return `${stem}-${++this.#count}`;
  }

  /** A session that may go. */
  async spareSession(workspace: string): Promise<string> {
    const id = this.fresh("spare");
    await this.owner("POST", `/api/v1/workspaces/${workspace}/sessions`, { id, feature: id, roles: [] });
    return id;
  }

  /** What a caller says of itself with each request. */
  credential(caller: CallerName): Said {
    const role = /^owner as (.+)$/.exec(caller)?.[1]; // owner as tester-1
    return { token: this.tokens[caller], headers: role === undefined ? {} : { "x-wardroom-role": role } };
  }

  /** Has the owner do something first, which must succeed, and answers what it was told. */
  async owner<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<T> {
    const answer = await call(method, path, { ...(body !== undefined && { body }), headers });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text === "" ? {} : JSON.parse(text)) as T;
  }

  async #fill(workspace: string): Promise<void> {
    const below = `/api/v1/workspaces/${workspace}`;
    const roles = [{ id: "implementer-1" }, { id: "tester-1" }, { id: "ada-1", type: "reviewer" }];
    for (const id of ["alpha", "beta"]) {
      await this.owner("POST", `${below}/sessions`, { id, feature: id, roles });
      for (const { id: role } of [{ id: "Lead" }, ...roles])
        await this.owner("POST", `${below}/sessions/${id}/memory/items`, { tag: "Finding", text: `of ${role}`, role });
      await this.owner("PUT", `${below}/sessions/${id}/context`, { text: "# First\n\n## Scope\n- goal: one\n" });
    }
    for (const agent of ["implementer", "tester", "reviewer", "scribe"])
      await this.owner("POST", `${below}/agents/${agent}/memory`, {});
  }
}

interface Minted {
  token: string;
  tokenId: string;
}
