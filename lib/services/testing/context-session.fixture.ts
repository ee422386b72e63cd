import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { AckAction, AckGiven, MatrixCell, Published, PublishContext, Update } from "@/lib/contracts/context";
import { PLAIN_REQUEST, type ChangeRequest } from "@/lib/services/workspace/caller";
import { actingAs, ifMatch, OWNER } from "@/lib/services/testing/callers.fixture";
import type { TestSession, TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { sha256 } from "@/lib/store/read-file";

/** A context as teams write them: long enough that one changed line is a small part of it. */
export const CONTEXT = `---
created: 2026-02-09
feature: retry-queue
---
# Global Context — retry-queue

## Scope
**Goal:** Every failed import is tried again without a person, and no import is tried twice at once.
**In Scope:**
- the queue and its leases
- the page that shows what waits

## Decisions Log
| # | Decision | Rationale | Phase |
|---|----------|-----------|-------|
| D-1 | Leases last thirty seconds | longer than any import seen in October | P1 |
| D-2 | One table, no broker | nobody here runs a broker at night | P1 |

## Constraints
- Retries end after six hours, and the reason is kept with the import for the people who look at it
- The old importer keeps running beside it until two month-ends have passed without a difference
- Nothing is deleted: an import that was given up stays in the table with its last error

## Phase Pipeline Status
- Phase 1: COMPLETE
- Phase 2: IN PROGRESS
- Phase 3: PENDING

## Interface Contracts
- **lease(worker, seconds):** takes the oldest import that nobody holds, or answers nothing when there is none
- **renew(lease, seconds):** fails where the lease has run out, and the worker then stops without writing anything
- **finish(lease, outcome):** ends the import for good or puts it back with a time before which it is not taken again
- **counts():** how many wait, run and were given up, by supplier, for the page; never older than ten seconds

## Risks
- **R-1:** the clock of the second machine is off by up to two seconds, so leases are compared in the database alone
- **R-2:** a supplier that sends the same file hourly fills the table; the hash of the file is looked up before it is taken
- **R-3:** the page is opened by everybody on the first of the month and must not slow down the workers beside it
`;

/** What an ACK says beside its role and version; all items applied and CONTINUE when left out. */
interface Said {
  applied?: number;
  total?: number;
  action?: AckAction;
  unclear?: string[];
}

/** A session of a test, seen from its context: what is published, delivered and answered, and its files. */
export class ContextSession {
  readonly params: { workspace: string; session: string };

  constructor(
    private readonly wardroom: TestWardroom,
    readonly session: TestSession,
  ) {
    this.params = session.params;
  }

  static async open(wardroom: TestWardroom, id: string, roles: string[]): Promise<ContextSession> {
    return new ContextSession(wardroom, await wardroom.session(id, roles));
  }

  get service() {
    return this.wardroom.services.context;
  }

  /** Publishes as the Lead. */
  publish(
    text: string,
    more: Partial<PublishContext> = {},
    request: ChangeRequest = PLAIN_REQUEST,
    dryRun = false,
  ): Promise<Published> {
    return this.service.publish(OWNER, this.params, { text, overQuestions: true, ...more }, { dryRun }, request);
  }

  /** The same, naming the file as it is now. */
  async publishOver(text: string): Promise<Published> {
    return this.publish(text, {}, ifMatch(sha256(await readFile(join(this.session.folder, "global-context.md")))));
  }

  /** Answers as that role; counts what was delivered unless it says otherwise. */
  async ack(role: string, version: number, said: Said = {}): Promise<AckGiven> {
    const delivered = (await this.pending(role)).findLast((each) => each.version === `GC-v${version}`);
    const total = said.total ?? delivered?.total ?? 1;
    const { applied = total, action = "CONTINUE", unclear = [] } = said;
    const body = { role, version: `GC-v${version}`, applied, total, impact: "NONE", action, unclear };
    return this.service.give(actingAs(role), this.params, body, PLAIN_REQUEST);
  }

  /** Sends a role in full once more what it was sent last; answers to which run, null where it was sent nothing. */
  async sendAgain(role: string): Promise<string | null> {
    const { roles } = await this.service.matrix(OWNER, this.params);
    const delivery = roles.find((each) => each.role === role)?.cells.at(-1)?.delivery ?? null;
    if (delivery === null) return null;
    return (await this.service.full(OWNER, { ...this.params, delivery }, PLAIN_REQUEST)).run;
  }

  /** What waits for that role. */
  async pending(role: string): Promise<Update[]> {
    const never = new AbortController().signal;
    return (await this.service.updates(OWNER, this.params, { role, wait: 0 }, never)).items;
  }

  /** The one update that waits for that role. */
  async update(role: string): Promise<Update> {
    const [update, ...others] = await this.pending(role);
    if (update === undefined || others.length > 0) throw new Error(`${others.length + 1} updates wait for ${role}`);
    return update;
  }

  async cell(role: string, version: number): Promise<MatrixCell> {
    const { roles } = await this.service.matrix(OWNER, this.params);
    const cell = roles.find((each) => each.role === role)?.cells.find((each) => each.version === `GC-v${version}`);
    if (cell === undefined) throw new Error(`there is no GC-v${version} for ${role}`);
    return cell;
  }

  /** The version a role has confirmed. */
  async confirmed(role: string): Promise<string | null | undefined> {
    const { roles } = await this.service.matrix(OWNER, this.params);
    return roles.find((each) => each.role === role)?.confirmed;
  }

  /** How the newest version went to each role, as `role mode reason`. */
  static modesOf(published: Published): string[] {
    return published.deliveries.map(({ role, mode, reason }) => `${role} ${mode} ${reason ?? "-"}`);
  }

  /** A file of the session as it is on the disk; null when there is none. */
  async file(name: string): Promise<string | null> {
    return readFile(join(this.session.folder, name), "utf8").catch(() => null);
  }

  /** Writes a file as any program does. */
  put(name: string, text: string | Buffer): Promise<void> {
    return this.wardroom.copy.put(`.agent/teams/${this.session.id}/${name}`, text);
  }
}
