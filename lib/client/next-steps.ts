import { decodeSegment, pages } from "./paths";
import type { PageStep } from "@/lib/client/request-error";
import type { Problem } from "@/lib/contracts/primitives";
import { say, sentence, type Sentence } from "@/lib/core/i18n/say";

/** What a step is about, by the names in addresses: `session`, `team`, `agent`. */
type About = Readonly<Partial<Record<string, string>>>;

interface Page {
  name: Sentence;
  /** Undefined where it is not known whose page it is. */
  href: (workspace: string, about: About) => string | undefined;
}

const ofSession = (name: Sentence, href: (workspace: string, session: string) => string): Page => ({
  name,
  // What a team's session is about has a session too, which is another.
  href: (workspace, { session, team }) =>
    session === undefined || team !== undefined ? undefined : href(workspace, session),
});

const MEMORY = ofSession(sentence("Memory"), pages.memory);
const CONTEXT = ofSession(sentence("Context"), pages.context);
const OVERVIEW: Page = { name: sentence("Overview"), href: pages.overview };
const AGENTS: Page = {
  name: sentence("Agents"),
  href: (workspace, { agent }) => (agent === undefined ? pages.agents(workspace) : pages.agent(workspace, agent)),
};
const KNOWLEDGE: Page = {
  name: sentence("Knowledge"),
  href: (workspace, { team, session }) =>
    team === undefined
      ? pages.knowledge(workspace)
      : session === undefined
        ? pages.team(workspace, team)
        : pages.teamSession(workspace, team, session),
};

/** Where roles, their tokens, and who may look are set. */
const SETTINGS: Page = {
  name: sentence("Settings"),
  href: (workspace, { session }) =>
    session === undefined ? pages.settings(workspace) : pages.tokens(workspace, session),
};

/** The page on which the operations of a thing are done, by the first word of their ids; the settings for all others. */
const PAGES: Readonly<Record<string, Page>> = {
  item: MEMORY,
  memory: MEMORY,
  relay: MEMORY,
  context: CONTEXT,
  ack: CONTEXT,
  delivery: CONTEXT,
  gate: ofSession(sentence("Gates"), pages.gates),
  agent: AGENTS,
  brief: AGENTS,
  knowledge: KNOWLEDGE,
  team: KNOWLEDGE,
  "team-session": KNOWLEDGE,
  checkpoint: KNOWLEDGE,
  learning: KNOWLEDGE,
  history: { name: sentence("History"), href: pages.history },
  repair: OVERVIEW,
  session: OVERVIEW,
};

/** The hint of a problem for a person at the dashboard: each next step is named by the page on which it is taken. */
export function hintForPage({ hint, next = [] }: Pick<Problem, "hint" | "next">): string | undefined {
  return next.reduce(
    (text, { operation, call }) => text?.replace(call, say("the {name} page", { name: say(pageOf(operation).name) })),
    hint,
  );
}

/** The next steps of a problem, each with the page on which it is taken, as far as that is known. */
export function stepsForPage({ next = [], instance }: Pick<Problem, "next" | "instance">): PageStep[] {
  const { workspaces: workspace, sessions: session, teams: team, agents: agent } = namesIn(instance);
  if (workspace === undefined) return [];
  return next.flatMap(({ operation, arguments: given }) => {
    const { name, href } = pageOf(operation);
    const address = href(workspace, { session, team, agent, ...given });
    return address === undefined ? [] : [{ operation, label: say("Open {name}", { name: say(name) }), href: address }];
  });
}

function pageOf(operation: string): Page {
  const [thing = ""] = operation.split(".");
  return PAGES[thing] ?? SETTINGS;
}

/** What an address of the API names: `{ workspaces: "demo", sessions: "checkout" }`. */
function namesIn(address: string): About {
  const names = address.matchAll(/\/(workspaces|sessions|teams|agents)\/([^/]+)/g);
  const found: Record<string, string | undefined> = {};
  for (const [, kind = "", name = ""] of names) found[kind] = decodeSegment(name) ?? undefined;
  return found;
}
