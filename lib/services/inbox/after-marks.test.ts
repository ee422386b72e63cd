import { afterAll, expect, it } from "vitest";
import { call, serve } from "@/lib/api/testing/api.fixture";
import { connect, use } from "@/lib/mcp/testing/client.fixture";
import { afterMarks } from "@/lib/services/inbox/after-marks";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";

const API = "/api/v1/workspaces/demo/sessions/one";

/** Lets the marks that are on their way be kept. */
let release: () => void;
/** Resolves once a mark is on its way. */
let begun: Promise<void>;

const wardroom = await TestWardroom.open();
const session = await wardroom.session("one", ["implementer-1"]);
const { token } = await wardroom.services.tokens.mint(
  OWNER,
  { ...session.params, role: "implementer-1" },
  PLAIN_REQUEST,
);

/** Has every mark wait for `release` before it is kept, as on a disk that is busy. */
function holdMarks(): void {
  const { inbox } = wardroom.services;
  let tell: () => void;
  begun = new Promise((resolve) => (tell = resolve));
  const held = new Promise<void>((resolve) => (release = resolve));
  const slow = afterMarks({
    ...inbox,
    seen: async (...given) => {
      tell();
      await held;
      return inbox.seen(...given);
    },
  });
  serve({ runtime: { ...wardroom.runtime, services: { ...wardroom.services, inbox: slow } } });
}
afterAll(() => serve(wardroom));

it.each<[string, () => Promise<unknown>]>([
  ["writes over REST", () => say()],
  ["reads over REST", () => call("GET", `${API}/memory`, { token })],
  ["asks for something that no session is needed for", () => call("GET", "/api/v1/workspaces", { token })],
  ["is refused over MCP", async () => use(await connect(token, "modern"), "say", {}).catch(() => undefined)],
])("answers a reader that %s once the marks of its answers over MCP are kept, and others at once", async (_, act) => {
  holdMarks();
  await wardroom.services.memory.add(OWNER, session.params, { tag: "Warning", text: "Rows pile up" }, PLAIN_REQUEST);
  const reader = await connect(token, "modern");
  expect(await use<string>(reader, "inbox", {})).toContain("Rows pile up");
  await begun;

  let isAnswered = false;
  const answered = act().then(() => {
    isAnswered = true;
  });
  expect((await call("GET", `${API}/memory`)).status).toBe(200);
  expect(isAnswered).toBe(false);
  release();
  await answered;
  const inbox = await call("GET", `${API}/inbox`, { token });
  expect(await inbox.json()).toMatchObject({ entries: [] });
});

const say = () => call("POST", `${API}/memory/items`, { token, body: { tag: "Finding", text: "Noted" } });
