import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test as base, type BrowserContext, type Locator, type Page } from "@playwright/test";
import type { RoleWithToken } from "@/lib/contracts/sessions";
import { awake, open } from "./awake";
import { CHECKOUT } from "./checkout";
import { makeDatabase } from "./databases";
import { signedInCookie } from "./sign-in.mjs";
import { serverInTurn, type ServerInTurn } from "../scripts/start-server.mjs";
import { restClient, type Rest } from "./rest";
import { asShared, startRestartable, type RestartableServer } from "./server";

/** The files a test begins with, by their path in the workspace; or the bundled example. */
type Files = Record<string, string> | "example";

interface MemoryFile {
  path: string;
  read(): Promise<string>;
  /** Writes over it in place, as an editor or a shell does. */
  rewrite(bytes: string | Uint8Array): Promise<void>;
  /** Writes a new file and renames it over the old one, as careful editors do. */
  exchange(text: string): Promise<void>;
}

interface Shared {
  /** The process that serves the tests of a worker, one after the other. */
  serverInTurn: ServerInTurn;
}

interface Fixtures {
  files: Files;
  /** Whether the test ends or restarts its server, or breaks what that has open: it gets a process of its own. */
  ownServer: boolean;
  /** Whether it is about a database that is a file, whatever the run is about. */
  onFile: boolean;
  /** Whether `page` has a cookie already. */
  signedIn: boolean;
  /** A folder of this test's own, gone afterwards. */
  folder: string;
  server: RestartableServer;
  /** The owner, over REST. */
  owner: Rest;
  /** An agent that acts as a role of the session `checkout`, with a new token. */
  agent: (role: string) => Promise<Rest>;
  /** TEAM-MEMORY.md of the session `checkout`. */
  memory: MemoryFile;
  /** The browser of somebody else, signed in as well. */
  somebodyElse: () => Promise<Page>;
  /** Says which message on the console belongs to the test; any other one fails it. */
  expectMessage: (message: RegExp) => void;
  complaints: Complaints;
}

interface Complaints {
  found: string[];
  expected: RegExp[];
  watch(context: BrowserContext): void;
}

/** The browser's words when a server dies: how a request ends depends on how far it had come. */
export const CONNECTION_LOST =
  /ERR_(CONNECTION_REFUSED|CONNECTION_RESET|CONNECTION_CLOSED|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH)/;

/** A test with data, a workspace and a browser of its own, which fails when the browser complains of anything. */
/** What receives messages in a test listens on this machine. */
const LOCAL_HOOKS = { WARDROOM_WEBHOOK_ADDRESSES: "127.0.0.1" };

export const test = base.extend<Fixtures, Shared>({
  files: [{ ".agent/teams/checkout/TEAM-MEMORY.md": CHECKOUT }, { option: true }],
  ownServer: [false, { option: true }],
  onFile: [false, { option: true }],
  signedIn: [true, { option: true }],

  serverInTurn: [
    async ({}, use) => {
      const server = serverInTurn();
      await use(server);
      await server.end();
    },
    { scope: "worker" },
  ],

  folder: async ({}, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), "wardroom-"));
    await use(folder);
    // A request that its browser gave up may still write there for a moment.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  },

  server: async ({ folder, files, ownServer, onFile, serverInTurn }, use) => {
    const workspace = path.join(folder, "workspace");
    await mkdir(workspace);
    if (files !== "example") {
      for (const [name, text] of Object.entries(files)) {
        const file = path.join(workspace, name);
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(file, text);
      }
    }
    const database = onFile ? null : await makeDatabase();
    const workspaces: Record<string, string> = files === "example" ? {} : { team: workspace };
    const served = { data: path.join(folder, "data"), workspaces, env: { ...LOCAL_HOOKS, ...database?.env } };
    if (ownServer) {
      const server = await startRestartable(served);
      await use(server);
      await server.kill();
    } else {
      await use(asShared(await serverInTurn.open(served)));
      await serverInTurn.close();
    }
    await database?.drop();
  },

  baseURL: ({ server }, use) => use(server.origin),

  owner: ({ server, files }, use) =>
    use(restClient(`${server.url}/api/v1/workspaces/${files === "example" ? "example" : "team"}`, server.token)),

  agent: ({ server, owner }, use) =>
    use(async (role) => {
      const { token } = await owner.post<RoleWithToken>(`/sessions/checkout/roles/${role}/tokens`, {});
      return restClient(`${server.url}/api/v1/workspaces/team`, token);
    }),

  memory: ({ folder }, use) => {
    const file = path.join(folder, "workspace/.agent/teams/checkout/TEAM-MEMORY.md");
    return use({
      path: file,
      read: () => readFile(file, "utf8"),
      rewrite: (bytes) => writeFile(file, bytes),
      exchange: async (text) => {
        await writeFile(`${file}.new`, text);
        await rename(`${file}.new`, file);
      },
    });
  },

  complaints: [
    async ({ server }, use) => {
      const found: string[] = [];
      const expected: RegExp[] = [];
      await use({
        found,
        expected,
        watch(context) {
          // What the policy of a page forbids is written to its console as well.
          context.on("console", (message) => {
            if (message.type() === "error") found.push(`${message.text()} ${message.location().url}`);
          });
          context.on("weberror", (error) => found.push(String(error.error())));
          context.on("request", (request) => {
            const { protocol, origin } = new URL(request.url());
            const stays = origin === server.origin || protocol === "data:" || protocol === "blob:";
            if (!stays) found.push(`A request left for ${request.url()}`);
          });
        },
      });
      expect(found.filter((message) => !expected.some((pattern) => pattern.test(message)))).toEqual([]);
    },
    { auto: true },
  ],

  expectMessage: ({ complaints }, use) => use((message) => void complaints.expected.push(message)),

  context: async ({ context, complaints, server, signedIn }, use) => {
    complaints.watch(context);
    if (signedIn) await signIn(context, server);
    await use(context);
  },

  somebodyElse: async ({ browser, complaints, server }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext();
      contexts.push(context);
      complaints.watch(context);
      await signIn(context, server);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

export { awake, open, expect };

async function signIn(context: BrowserContext, server: RestartableServer): Promise<void> {
  await context.addCookies([await signedInCookie(server)]);
}

export const MEMORY = "/team/sessions/checkout/memory";
export const HISTORY = "/team/sessions/checkout/history";

/** The row of an item or a relay in the list, by words of its text. */
export function row(page: Page, text: string): Locator {
  return page.getByRole("row").filter({ hasText: text });
}
