import { writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { call, HOST, serve } from "@/lib/api/testing/api.fixture";
import { AgentClient, type HookRun } from "@/lib/hook/agent-client.fixture";
import { ContextSession } from "@/lib/services/testing/context-session.fixture";
import { OWNER_TOKEN, TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

/** The environment of somebody whose server is elsewhere, where nothing answers. */
export const AWAY = { WARDROOM_URL: "http://127.0.0.1:1", WARDROOM_TOKEN: OWNER_TOKEN };

/** A team at work with the plugin: what its script does against files and a server, every request through the routes as Next would have them. */
export class HookedTeam {
  /** Requests the server has had, such as `GET /api/v1/…`. */
  readonly asked: string[] = [];
  /** The run that each of them named; undefined for none. */
  readonly runs: (string | undefined)[] = [];
  /** Whether the server takes requests and answers none. */
  isSilent = false;
  private readonly server: Server;

  private constructor(
    readonly wardroom: TestWardroom,
    readonly session: ContextSession,
    readonly client: AgentClient,
  ) {
    this.server = createServer((request, response) => {
      let body = "";
      request.setEncoding("utf8").on("data", (part: string) => (body += part));
      request.on("end", () => {
        this.asked.push(`${request.method ?? ""} ${request.url ?? ""}`);
        this.runs.push(request.headers["x-wardroom-run"]?.toString());
        if (this.isSilent) return;
        const headers = Object.fromEntries(
          Object.entries(request.headers).filter(([name]) => !["content-length", "connection"].includes(name)),
        ) as Record<string, string>;
        const said = { token: null, headers: { ...headers, host: HOST }, ...(body !== "" && { body }) };
        void call(request.method ?? "", request.url ?? "", said).then(async (answer) => {
          response.writeHead(answer.status, { "content-type": "application/json" });
          response.end(await answer.text());
        });
      });
    });
  }

  static async open(): Promise<HookedTeam> {
    const wardroom = await TestWardroom.open();
    serve(wardroom);
    const session = await ContextSession.open(wardroom, "checkout", ["implementer-1", "implementer-2", "researcher-1"]);
    const team = new HookedTeam(wardroom, session, await AgentClient.open(wardroom.files));
    await team.listen();
    await writeFile(join(wardroom.data, "token"), `${OWNER_TOKEN}\n`);
    return team;
  }

  /** The server ends and is started again, on another port. */
  async restart(): Promise<void> {
    await this.stop();
    await this.listen();
  }

  private async listen(): Promise<void> {
    await new Promise<void>((ready) => this.server.listen(0, "127.0.0.1", ready));
    await this.wardroom.runtime.announce(`http://127.0.0.1:${(this.server.address() as AddressInfo).port}`);
  }

  private async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  async close(): Promise<void> {
    await this.stop();
    await this.client.close();
    await this.wardroom.dispose();
  }

  /** The team memory's file. */
  get memory(): string {
    return join(this.wardroom.files, ".agent/teams/checkout/TEAM-MEMORY.md");
  }

  hook(name: string, other: Record<string, unknown> = {}, env: Record<string, string> = {}): Promise<HookRun> {
    return this.client.decide(name, other, { WARDROOM_DATA: this.wardroom.data, ...env });
  }

  /** What the agent is told at an event; "" for nothing. */
  async told(name: string, other: Record<string, unknown> = {}): Promise<string> {
    return (await this.hook(name, other)).said.additionalContext ?? "";
  }
}
