import { QueryObserver } from "@tanstack/react-query";
import { call, signIn } from "@/lib/api/testing/api.fixture";
import { memoryQuery, relaysQuery } from "@/lib/client/memory";
import { needCountQuery } from "@/lib/client/needs";
import { createQueryClient } from "@/lib/client/query-client";
import { createRefresher } from "@/lib/client/refresh";
import { sessionsQuery } from "@/lib/client/sessions";
import type { Changed } from "@/lib/contracts/changed";
import type { Event } from "@/lib/contracts/events";
import type { Memory } from "@/lib/contracts/memory";
import type { SessionList } from "@/lib/contracts/sessions";
import type { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

/** The memory page of a session as a browser has it open, without what it draws: its reads, its stream and what it keeps. */
export class OpenPage {
  /** What it asked the server, as addresses below the workspace. */
  readonly asked: string[] = [];
  /** The frames that came, by their name. */
  readonly frames: { name: string; data: string }[] = [];
  readonly client = createQueryClient();
  #last = 0;
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  readonly #refresher;
  readonly #stops: (() => void)[] = [];

  private constructor(
    private readonly cookie: string,
    private readonly scope: { workspace: string; session: string },
  ) {
    this.#refresher = createRefresher(this.client, scope.workspace);
  }

  /** Opens the page, and resolves once it has read what it shows and listens. Answers for all pages of the process come by `fetch`. */
  static async open(wardroom: TestWardroom, session: string): Promise<OpenPage> {
    const page = new OpenPage(await signIn(wardroom), { workspace: "demo", session });
    globalThis.fetch = async (input, { method = "GET", headers = {} } = {}) => {
      const address = input instanceof Request ? input.url : String(input);
      page.asked.push(address.replace("/api/v1/workspaces/demo/", ""));
      const said = { token: null, headers: { ...(headers as Record<string, string>), cookie: page.cookie } };
      return call(method, address, said);
    };
    await page.listen();
    const queries = [
      memoryQuery(page.scope),
      relaysQuery(page.scope),
      sessionsQuery("demo"),
      needCountQuery("demo"),
    ] as const;
    for (const query of queries) {
      const observer = new QueryObserver(page.client, query as never);
      page.#stops.push(observer.subscribe(() => undefined));
    }
    await page.rest();
    return page;
  }

  /** Opens its stream where it stopped, as after a cut. */
  async listen(isAgain = false): Promise<void> {
    const headers = { cookie: this.cookie, ...(isAgain && { "last-event-id": String(this.#last) }) };
    const { body } = await call("GET", "/api/v1/workspaces/demo/events/stream", { token: null, headers });
    this.#reader = body?.getReader();
    if (isAgain) this.#refresher.onChanged(null);
    void this.#hear(this.#reader as ReadableStreamDefaultReader<Uint8Array>);
  }

  /** Cuts its stream, wherever it is. */
  async cut(): Promise<void> {
    await this.#reader?.cancel();
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) stop();
    await this.cut();
    this.client.clear();
  }

  /** Resolves once nothing that it asked for is under way. */
  async rest(): Promise<void> {
    do await new Promise((resolve) => setTimeout(resolve, 20));
    while (this.client.isFetching() > 0);
  }

  /** What it keeps of the memory, without what stands for it. */
  get memory(): Omit<Memory, "view"> | undefined {
    const { view: _, ...memory } = this.client.getQueryData(memoryQuery(this.scope).queryKey) ?? ({} as Memory);
    return memory;
  }

  get sessions(): SessionList | undefined {
    return this.client.getQueryData(sessionsQuery("demo").queryKey);
  }

  async #hear(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += new TextDecoder().decode(value);
      const messages = rest.split("\n\n");
      rest = messages.pop() ?? "";
      for (const message of messages) this.#take(message);
    }
  }

  #take(message: string): void {
    const name = /^event: (.*)$/m.exec(message)?.[1] ?? ""; // event: item.added
    const data = /^data: (.*)$/m.exec(message)?.[1] ?? "{}"; // data: {"id":7}
    if (name === "" || name === "beat" || name === "lookers") return;
    this.frames.push({ name, data });
    if (name === "reset") this.#refresher.onReset();
    else if (name === "changed") this.#refresher.onChanged(JSON.parse(data) as Changed);
    else {
      const event = JSON.parse(data) as Event;
      this.#last = event.id;
      this.#refresher.onEvent(event);
    }
  }
}
