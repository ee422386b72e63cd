import { readFile, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { StartTeamSession, TeamCommandDone } from "@/lib/contracts/team-sessions";
import { PLAIN_REQUEST, type Caller } from "@/lib/services/workspace/caller";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import type { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

/** A text of about so many counted tokens. */
export function textOf(tokens: number): string {
  return "word ".repeat(Math.max(1, Math.round(tokens / 1.43)));
}

const REGISTRY = `# Shared by all teams.
knowledge:
  owasp-top-10:
    path: owasp-top-10.md
    tokens_estimate: 300
    tags: [security, vulnerabilities]
    applicable_teams: [dev-security, dev-qa]
  estimation:
    path: estimation-techniques.md
    tokens_estimate: 200
`;

const SECURITY_INDEX = `shared_refs:
  - id: owasp-top-10
    path: ../../../../knowledge/shared/owasp-top-10.md
    priority: high
files:
  - id: secure-code-review
    path: ./01-secure-code-review.md
    priority: medium
  - id: threat-modeling
    path: ./02-threat-modeling.md
    priority: high
auto_load:
  by_mode:
    review: [secure-code-review, owasp-top-10]
  by_keyword:
    injection: [owasp-top-10]
token_budget:
  max_auto_load: 1000
  strategy: priority_then_skip
`;

const QA_INDEX = `shared_refs:
  - id: owasp-top-10
    path: ../../../../knowledge/shared/owasp-top-10.md
    priority: low
auto_load:
  by_keyword:
    security: [owasp-top-10]
`;

/** The layout of the conventions' example: two teams that share a file, and one the registry keeps it from. */
export class TestTeams {
  private constructor(readonly wardroom: TestWardroom) {}

  static async make(wardroom: TestWardroom): Promise<TestTeams> {
    const teams = new TestTeams(wardroom);
    await teams.put("knowledge/shared/registry.yaml", REGISTRY);
    await teams.put("knowledge/shared/owasp-top-10.md", textOf(300));
    await teams.put("knowledge/shared/estimation-techniques.md", textOf(200));
    await teams.put("agents/teams/dev-security/knowledge/knowledge-index.yaml", SECURITY_INDEX);
    await teams.put("agents/teams/dev-security/knowledge/01-secure-code-review.md", textOf(250));
    await teams.put("agents/teams/dev-security/knowledge/02-threat-modeling.md", textOf(600));
    await teams.put("agents/teams/dev-qa/knowledge/knowledge-index.yaml", QA_INDEX);
    await teams.put("agents/teams/pm-dev/agents/pm.md", "# PM\n");
    return teams;
  }

  /** Writes a file below `.microai` as any program does. */
  async put(path: string, content: string | Buffer): Promise<void> {
    await this.wardroom.copy.put(`.microai/${path}`, content);
  }

  async remove(path: string): Promise<void> {
    await rm(join(this.wardroom.files, ".microai", path), { recursive: true });
  }

  /** A file below `.microai` as it is on the disk; null when there is none. */
  async file(path: string): Promise<string | null> {
    return readFile(join(this.wardroom.files, ".microai", path), "utf8").catch(() => null);
  }

  /** A file of a team's memory. */
  memory(team: string, name: string): Promise<string | null> {
    return this.file(`agents/teams/${team}/memory/${name}`);
  }

  /** Names in a team's folder of checkpoints. */
  async checkpoints(team: string): Promise<string[]> {
    const folder = join(this.wardroom.files, ".microai/agents/teams", team, "memory/checkpoints");
    return (await readdir(folder).catch(() => [])).sort();
  }

  /** Begins a session and answers its handle. */
  async start(team: string, body: Partial<StartTeamSession> = {}, caller: Caller = OWNER) {
    const given = { checkpointEvery: null, ...body };
    const started = await this.wardroom.services.teams.start(caller, { workspace: "demo", team }, given, PLAIN_REQUEST);
    return { started, session: new TestTeamSession(this.wardroom, team, started.id) };
  }

  session(team: string, id: string): TestTeamSession {
    return new TestTeamSession(this.wardroom, team, id);
  }
}

/** One session of a team, over the services. */
export class TestTeamSession {
  readonly params: { workspace: string; team: string; session: string };

  constructor(
    private readonly wardroom: TestWardroom,
    team: string,
    readonly id: string,
  ) {
    this.params = { workspace: "demo", team, session: id };
  }

  get service() {
    return this.wardroom.services.teams;
  }

  run(command: string, options: { force?: boolean; caller?: Caller } = {}): Promise<TeamCommandDone> {
    const { force = false, caller = OWNER } = options;
    return this.service.command(caller, this.params, { command, force }, PLAIN_REQUEST);
  }

  get() {
    return this.service.get(OWNER, this.params);
  }

  /** The ids that are loaded. */
  async loaded(): Promise<string[]> {
    return (await this.get()).loaded.map(({ id }) => id);
  }

  save(body: Parameters<typeof this.service.checkpoints.save>[2] = {}) {
    return this.service.checkpoints.save(OWNER, this.params, body, PLAIN_REQUEST);
  }

  async checkpoints() {
    return (await this.service.checkpoints.list(OWNER, this.params)).items;
  }

  resume(checkpoint?: string) {
    const body = checkpoint === undefined ? {} : { checkpoint };
    return this.service.checkpoints.resume(OWNER, this.params, body, PLAIN_REQUEST);
  }

  /** Reports turns; what is left out is nothing. */
  report(body: Partial<Parameters<typeof this.service.report>[2]> = {}) {
    const nothing = { turns: 1, agreements: [], openIssues: [], closedIssues: [] };
    return this.service.report(OWNER, this.params, { ...nothing, ...body }, PLAIN_REQUEST);
  }
}
