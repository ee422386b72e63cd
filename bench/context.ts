import { computeDelta } from "@/lib/core/context/at-once.fixture";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openRuntime } from "@/lib/runtime";
import { type Caller, PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { countTokens } from "@/lib/services/workspace/token-counter";
import { ms, percentile, printTable, timeEach } from "./report";

const LEAD: Caller = {
  kind: "owner",
  role: null,
  sessionKey: null,
  workspace: null,
  credentialId: "bench",
  source: "api",
};
const TEAMMATES = 50;
const PUBLICATIONS = 20;

/** A context of so many sections with twenty entries each, of about 60 bytes. */
function contextOf(sections: number): string {
  const body = Array.from({ length: sections }, (_, section) => {
    const entries = Array.from(
      { length: 20 },
      (_, entry) => `- **key ${section}.${entry}:** what the team decided about it on day ${entry}\n`,
    );
    return `\n## Section ${section}\n${entries.join("")}`;
  });
  return `---\nfeature: bench\n---\n# Global Context — bench\n${body.join("")}`;
}

/** What contexts cost: the delta of two large texts, and publishing to a large team, durable and with every file. */
export async function benchContexts(): Promise<void> {
  const rows: (string | number)[][] = [];
  const large = contextOf(173);
  const edited = large
    .replaceAll("on day 7\n", "on the seventh day\n")
    .replace(/\n## Section 70\n[^#]*/, "\n## Section 70\nAll of it is one sentence now.\n") // "\n## Section 70\n- …"
    .replace("## Section 100\n", "## Section one hundred\n");
  const deltas = await timeEach(10, () => computeDelta(large, edited, countTokens));
  rows.push([`delta of two contexts of ${Math.round(large.length / 1000)} KB, 175 changes`, ...times(deltas)]);
  rows.push([`publish to ${TEAMMATES} teammates, all by delta`, ...times(await publishToMany())]);
  printTable(
    "Contexts",
    ["what", "p50", "p95", "bound"],
    rows.map((row, index) => [...row, index === 0 ? "200 ms" : "300 ms"]),
  );
}

function times(taken: number[]): string[] {
  return [`${ms(percentile(taken, 0.5))} ms`, `${ms(percentile(taken, 0.95))} ms`];
}

/** Milliseconds of each publication, every teammate having confirmed the one before. */
async function publishToMany(): Promise<number[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "wardroom-bench-"));
  const workspace = path.join(folder, "workspace");
  await mkdir(workspace);
  const environment = { WARDROOM_DATA: path.join(folder, "data"), WARDROOM_WORKSPACES: `bench=${workspace}` };
  const { services, close } = await openRuntime(environment, path.resolve(import.meta.dirname, ".."));
  const params = { workspace: "bench", session: "large" };
  const ids = Array.from({ length: TEAMMATES }, (_, index) => `implementer-${index + 1}`);
  const session = { id: "large", feature: "large", roles: ids.map((id) => ({ id })) };
  await services.sessions.create(LEAD, { workspace: "bench" }, session, PLAIN_REQUEST);
  const text = contextOf(9);
  const taken: number[] = [];
  for (let count = 0; count <= PUBLICATIONS; count++) {
    const next = text.replace("on day 3\n", `on day ${count + 100}\n`);
    const began = performance.now();
    const published = await services.context.publish(LEAD, params, { text: next }, { dryRun: false }, PLAIN_REQUEST);
    const lasted = performance.now() - began;
    // The first goes in full.
    if (count > 0) {
      taken.push(lasted);
      if (published.deliveries.some(({ mode }) => mode !== "delta")) throw new Error("not all went by delta");
    }
    const { version } = published;
    const answer = { version, applied: 1, total: 1, impact: "NONE", action: "CONTINUE", unclear: [] } as const;
    await Promise.all(
      ids.map((role) => services.context.give(LEAD, params, { role, ...answer, unclear: [] }, PLAIN_REQUEST)),
    );
  }
  await close();
  await rm(folder, { recursive: true });
  return taken;
}
