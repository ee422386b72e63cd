import type { ServerNotifier } from "@modelcontextprotocol/server";
import type { Event } from "@/lib/contracts/events";
import { changesBy } from "@/lib/mcp/resources";
import type { Runtime } from "@/lib/runtime";
import type { Caller } from "@/lib/services/workspace/caller";
import type { Services } from "@/lib/services/services";

/** Changes of so many milliseconds are told at once: whoever reads anew reads all of them. */
const TOGETHER_MS = 100;

/** Hears everything; what is told of it goes to those alone who asked for an address they may read. */
const LISTENER: Caller = {
  kind: "owner",
  role: null,
  sessionKey: null,
  workspace: null,
  credentialId: "owner",
  source: "mcp",
};

/** Calls back for each event of every workspace from now on, until the returned function is called. */
export async function watchEvents(
  { services, workspaces }: Runtime,
  heard: (event: Event, workspace: string) => void,
): Promise<() => void> {
  const stops = await Promise.all(
    workspaces.map((workspace) =>
      services.events.subscribe(LISTENER, { workspace }, (event) => heard(event, workspace)),
    ),
  );
  return () => {
    for (const stop of stops) stop();
  };
}

/** Collects what events change, and tells each change once, shortly after the first of them. */
export class ChangeAnnouncer {
  readonly #updated = new Set<string>();
  #isListChanged = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly services: Services,
    private readonly notify: ServerNotifier,
  ) {}

  /** Takes in what an event changed. */
  async hear(event: Event, workspace: string): Promise<void> {
    const { updated, isListChanged } = await changesBy(event, { workspace, services: this.services, caller: LISTENER });
    for (const address of updated) this.#updated.add(address);
    this.#isListChanged ||= isListChanged;
    if (this.#updated.size > 0 || this.#isListChanged) this.#timer ??= setTimeout(() => this.tell(), TOGETHER_MS);
  }

  /** Tells what was collected. */
  tell(): void {
    this.stop();
    if (this.#isListChanged) this.notify.resourcesChanged();
    for (const address of this.#updated) this.notify.resourceUpdated(address);
    this.#updated.clear();
    this.#isListChanged = false;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
