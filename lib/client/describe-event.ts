import { sayCount } from "@/lib/core/text/say-count";
import type { Event } from "@/lib/contracts/events";

/** An event in words: what was done, and the text it was done to or with, where the event repeats it. */
export interface EventWords {
  /** Continues the actor's name: "archived 3 items". */
  did: string;
  /** Tag of the item it was about. */
  tag: string | null;
  /** What somebody wrote: an item's beginning, a reason. */
  quote: string | null;
}

/** One command of git that changed files, and so events: which one it was, and what was typed. */
export interface Act {
  id: string;
  command: string;
}

/** The command of git that an event is a part of, or null. */
export function actOf({ payload }: Pick<Event, "payload">): Act | null {
  const [id, command] = [text(payload["act"]), text(payload["command"])];
  return id === null || command === null ? null : { id, command };
}

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
const number = (value: unknown): number | null => (typeof value === "number" ? value : null);
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === "string") : [];

/** Words that an event keeps, behind what was done. */
function after(words: unknown): string {
  return text(words) === null ? "" : `: ${text(words)}`;
}

function countItems(event: Event): string {
  const count = number(event.payload["count"]) ?? texts(event.payload["items"]).length;
  return count === 1 ? "an item" : `${count} items`;
}

/** "implementer-1", "implementer-1 and Lead", "implementer-1, Lead and 2 more" */
function list(names: string[]): string {
  if (names.length <= 2) return names.join(" and ");
  return `${names.slice(0, 2).join(", ")} and ${names.length - 2} more`;
}

/** Who did it, as a reader is told: nobody knows who edited a file on disk. */
export function sayActor({ actor, actorKind, person }: Pick<Event, "actor" | "actorKind" | "person">): string {
  if (actorKind === "disk") return "Somebody";
  return person?.name ?? actor;
}

function editedOutside({ payload }: Event): string {
  if (payload["operation"] === "found") return "found the file";
  const roles = texts(payload["roles"]);
  const lost = number(payload["lost"]) ?? 0;
  const what = roles.length === 0 ? "the file" : `the ${roles.length === 1 ? "section" : "sections"} of ${list(roles)}`;
  const gone = lost === 0 ? "" : `, ${sayCount(lost, "item is", "items are")} gone`;
  return `edited ${what} outside Wardroom${gone}`;
}

/** Of whose section it was, unless that is the actor's own. */
function ofRole({ actor, target }: Event): string {
  return target === actor || target.includes("/") ? "" : ` in ${target}`;
}

/** The agent whose memory it was about: .kaizen/agents/tester/memory.md */
function agentOf({ target }: Pick<Event, "target">): string {
  return target.split("/").at(-2) ?? target;
}

/** Without a reason only what was unclear was sent; in full because the Lead, or the role itself, asked for it. */
function resent({ actor, target, payload }: Event): string {
  const version = text(payload["version"]) ?? "the context";
  if (text(payload["reason"]) === null) return `sent ${target} again what was unclear of ${version}`;
  return actor === target ? `asked for ${version} in full` : `sent ${version} to ${target} in full`;
}

/** What every action is called; the compiler sees to it that none is missing. */
const DID: Record<Event["action"], (event: Event) => string> = {
  "history.restored": ({ target }) => `restored the history of ${target}`,
  "session.created": () => "created the session",
  "session.deleted": () => "moved the session to the trash",
  "session.restored": () => "restored the session from the trash",
  "session.found": () => "found the session’s folder",
  "session.finished": () => "finished the session",
  "session.reopened": () => "reopened the session",
  "role.added": ({ target }) => `added ${target}`,
  "role.replaced": ({ payload, target }) =>
    `replaced ${text(payload["role"]) ?? target} by ${text(payload["by"]) ?? "another"}`,
  "token.minted": ({ target }) => `made a token for ${target}`,
  "token.revoked": ({ target }) => `revoked a token of ${target}`,
  "item.added": (event) => `added an item${ofRole(event)}`,
  "item.resolved": (event) => `resolved an item${ofRole(event)}`,
  "item.withdrawn": (event) => `withdrew an item${ofRole(event)}`,
  "item.confirmed": ({ target }) => `saw the same as an item of ${target} says`,
  "items.archived": (event) => `archived ${countItems(event)}${ofRole(event)}`,
  "items.unarchived": (event) => `unarchived ${countItems(event)}${ofRole(event)}`,
  "section.archived": ({ target }) => `archived the section of ${target}`,
  "section.unarchived": ({ target }) => `unarchived the section of ${target}`,
  "memory.edited": (event) => `edited text${ofRole(event)}`,
  "memory.pruned": (event) => `pruned ${countItems(event)}`,
  "memory.reverted": ({ payload, target }) => {
    const revision = `revision ${number(payload["to"]) ?? "?"}`;
    if (payload["part"] === "section") return `restored the section of ${target} from ${revision}`;
    return payload["part"] === "item" ? `restored an item of ${target} from ${revision}` : `restored ${revision}`;
  },
  "memory.undone": ({ payload }) => `undid revision ${number(payload["undone"]) ?? "?"}`,
  "memory.attributed": ({ payload }) => {
    const sections = texts(payload["sections"]);
    const where = sections.length === 0 ? "" : ` in ${list(sections)}`;
    return `made the edit of revision ${number(payload["revision"]) ?? "?"}${where} with a file tool`;
  },
  "document.edited_outside": editedOutside,
  "document.removed_outside": () => "found the file gone",
  "document.overwritten": () => "saved an older copy over newer lines",
  "document.repaired": () => "put back lines that a save had left out",
  "repair.dismissed": () => "left the file as it was saved",
  "repair.undone": ({ payload }) =>
    payload["of"] === "dismissal"
      ? "proposed a dismissed repair again"
      : "took out the lines that a repair had put back",
  "fault.fixed": ({ payload }) => `fixed a fault of the file: ${text(payload["did"]) ?? "as proposed"}`,
  "fault.dismissed": () => "dismissed a warning about the file",
  "fault.undone": ({ payload }) =>
    payload["of"] === "dismissal" ? "listed a dismissed warning again" : "undid the fix of a file",
  "workspace.moved": ({ payload }) =>
    payload["confirmed"] === true
      ? "continued the history in another folder, as the owner confirmed"
      : `continued the history in another folder, with ${String(payload["found"])} of ${String(payload["documents"])} documents recognized`,
  "workspace.configured": ({ payload }) => {
    if ("setup" in payload) return `set up the project: ${sayCount(texts(payload["setup"]).length, "file")}`;
    if ("setupUndone" in payload) return `undid a set-up: ${sayCount(texts(payload["setupUndone"]).length, "file")}`;
    if ("webhook" in payload) {
      const host = text(payload["webhook"]);
      return host === null ? "removed the webhook" : `set the webhook to ${host}`;
    }
    return `set overwritten files to ${text(payload["overwrites"]) ?? "propose"}`;
  },
  "relay.created": ({ actor, target }) =>
    actor === target ? "sent an item to the Lead" : `left an item of ${target} for the Lead`,
  "relay.approved": ({ payload, target }) => `approved a relay of ${text(payload["from"]) ?? target}`,
  "relay.rejected": ({ target }) => `rejected a relay of ${target}`,
  "relay.reworded": ({ actor, target }) => (actor === target ? "reworded a relay" : `reworded a relay of ${target}`),
  "relay.reopened": ({ target }) => `undid the decision about a relay of ${target}`,
  "relay.withdrawn": ({ actor, target }) => (actor === target ? "withdrew a relay" : `withdrew a relay of ${target}`),
  "context.found": ({ target }) => `found ${target} in the file, sent to nobody`,
  "context.published": ({ target }) => `published ${target}`,
  "context.discarded": ({ target }) => `discarded the draft of ${target}`,
  "context.acknowledged": ({ payload }) => {
    const version = text(payload["version"]) ?? "the context";
    // Events of the first release do not say whether the answer confirmed it.
    if (payload["confirmed"] !== false) return `confirmed ${version}`;
    return `answered ${version}: ${number(payload["applied"]) ?? "?"} of ${number(payload["total"]) ?? "?"} applied`;
  },
  "context.lost": () => "lost its context",
  "context.resent": resent,
  "context.unpinged": ({ target }) => `took back a reminder to ${target}`,
  "context.pinged": ({ target }) => `reminded ${target} of the context`,
  "context.guided": ({ target }) => `explained the context to ${target}`,
  "gate.prepared": ({ target }) => `prepared the conclusion of ${target}`,
  "gate.opened": ({ target, payload }) => `opened the gate of ${target}${after(payload["said"])}`,
  "gate.concluded": ({ target, payload }) =>
    `concluded the gate of ${target}${after(payload["said"] ?? payload["result"])}`,
  "gate.abandoned": ({ target }) => `abandoned the gate of ${target}`,
  "knowledge.added": ({ payload, target }) => `added ${target} to ${knowledgeOf(payload["team"])}`,
  "knowledge.changed": ({ payload, target }) =>
    target === text(payload["team"])
      ? `changed the token budget of ${target}`
      : `changed ${target} in ${knowledgeOf(payload["team"])}`,
  "knowledge.removed": ({ payload, target }) => `took ${target} out of ${knowledgeOf(payload["team"])}`,
  "knowledge.reverted": ({ payload, target }) => `brought revision ${number(payload["to"]) ?? "?"} of ${target} back`,
  "knowledge.undone": ({ payload, target }) => `took revision ${number(payload["undone"]) ?? "?"} of ${target} back`,
  "knowledge.shared": ({ payload, target }) =>
    `merged ${target} into one shared file from ${number(payload["copies"]) ?? "several"} copies`,
  "knowledge.unshared": ({ target }) => `returned ${target} to its teams`,
  "knowledge.laid_out": ({ payload }) => `created the knowledge in ${number(payload["files"]) ?? "several"} files`,
  "state.set": ({ payload }) => `is at “${text(payload["text"]) ?? ""}”`,
  "claim.made": ({ payload }) => `claimed “${text(payload["what"]) ?? ""}”`,
  "claim.ended": ({ payload }) => `is done with “${text(payload["what"]) ?? ""}”`,
  "nudge.sent": ({ target, payload }) => `nudged ${target}: “${text(payload["text"]) ?? ""}”`,
  "question.asked": ({ target }) => `asked ${target} a question`,
  "question.answered": ({ target, payload }) => `answered ${target}: “${text(payload["answer"]) ?? ""}”`,
  "result.reported": ({ payload }) => {
    const version = text(payload["version"]);
    return `reported ${text(payload["outcome"]) ?? "a result"}${version === null ? "" : ` for ${version}`}`;
  },
  "session.configured": () => "changed the session’s settings",
  "team_session.started": ({ target }) => `started ${target}`,
  "team_session.continued": ({ target, payload }) => `continued ${target} to turn ${number(payload["turns"]) ?? "?"}`,
  "team_session.configured": ({ target }) => `changed the settings of ${target}`,
  "team_session.resumed": ({ target, payload }) =>
    `resumed ${target} from ${text(payload["checkpoint"]) ?? "what was kept here"}`,
  "team_session.ended": ({ target }) => `ended ${target}`,
  "knowledge.loaded": ({ target, payload }) => `loaded ${list(texts(payload["ids"]))} in ${target}`,
  "knowledge.unloaded": ({ target, payload }) => `unloaded ${list(texts(payload["ids"]))} in ${target}`,
  "knowledge.reloaded": ({ target, payload }) => {
    const changed = texts(payload["ids"]).length;
    return `rechecked the knowledge of ${target}${changed === 0 ? "" : `: ${changed} changed`}`;
  },
  "checkpoint.saved": ({ target }) => `saved a checkpoint of ${target}`,
  "learning.added": ({ target }) => `recorded what ${target} learned`,
  "agent.created": (event) => `began the memory of ${agentOf(event)}`,
  "agent.started": (event) => `started a session of ${agentOf(event)}`,
  "agent.closed": (event) => `closed a session of ${agentOf(event)}`,
  "agent.edited": ({ payload, ...event }) => {
    const section = text(payload["section"]);
    return `edited ${section === null ? "" : `${section} in `}the memory of ${agentOf(event)}`;
  },
  "agent.cleared": (event) => `cleared the memory of ${agentOf(event)}`,
  "agent.reverted": ({ payload, ...event }) =>
    `restored revision ${number(payload["to"]) ?? "?"} of the memory of ${agentOf(event)}`,
  "agent.undone": ({ payload, ...event }) =>
    `undid revision ${number(payload["undone"]) ?? "?"} of the memory of ${agentOf(event)}`,
  "change.discarded": ({ target }) => `discarded unfinished change ${target}`,
  "comment.added": ({ target }) => `commented on an item of ${target}`,
  "comment.deleted": ({ target }) => `deleted a comment on an item of ${target}`,
  "item.assigned": ({ payload }) =>
    `assigned ${text(payload["what"]) ?? "something"} to ${text(payload["to"]) ?? "somebody"}`,
  "item.unassigned": ({ payload }) =>
    `took ${text(payload["what"]) ?? "something"} from ${text(payload["from"]) ?? "somebody"}`,
  "person.added": ({ target, payload }) => `invited ${target} as ${text(payload["role"]) ?? "a viewer"}`,
  "person.changed": ({ target, payload }) => {
    const [name, role] = [text(payload["name"]), text(payload["role"])];
    const renamed = name === null ? [] : [`renamed ${target} to ${name}`];
    const moved = role === null ? [] : [`made ${name ?? target} ${role}`];
    return [...renamed, ...moved].join(" and ");
  },
  "person.invited": ({ target }) => `made ${target} a new link to sign in`,
  "person.ended": ({ target }) => `ended the access of ${target}`,
  "viewer.added": ({ target }) => `gave ${target} read access`,
  "history.broken": ({ payload }) => `found the history incomplete: ${text(payload["detail"]) ?? "no reason given"}`,
  "history.accepted": ({ payload }) =>
    `accepted ${sayCount(texts(payload["problems"]).length, "problem")} of the history`,
  "history.redacted": ({ payload }) => `redacted a text: ${text(payload["reason"]) ?? "no reason given"}`,
  "document.redacted": ({ target }) => `redacted a text in ${target}`,
  "viewer.revoked": ({ target }) => `revoked the link of ${target}`,
  "login.locked": ({ target }) => `tried too many wrong codes or tokens to sign in, from ${target}`,
};

/** Where an entry of knowledge stands: in the index of a team, or in the registry of all. */
function knowledgeOf(team: unknown): string {
  const name = text(team);
  return name === null ? "the shared registry" : `the index of ${name}`;
}

/** Says what an event was. */
export function describeEvent(event: Event): EventWords {
  const { action, payload } = event;
  // Why a text was sent in full is a code, and its sentence says it.
  const reason = action === "context.resent" ? null : text(payload["reason"]);
  return {
    did: DID[event.action](event),
    tag: text(payload["tag"]),
    quote: text(payload["text"]) ?? reason ?? text(payload["feature"]),
  };
}

const SOURCES: Record<Event["source"], string> = {
  ui: "in the browser",
  api: "over the API",
  mcp: "over MCP",
  cli: "with the CLI",
  disk: "on disk",
};

/** From where it was done. */
export function saySource(source: Event["source"]): string {
  return SOURCES[source];
}

/** The revision of the team memory an event made, or null when it made none. */
export function revisionOf(event: Event): number | null {
  const { action, target, payload } = event;
  // Creating a session writes the first text of its memory.
  if (action === "session.created") return number(payload["revision"]) ?? 1;
  // The context has revisions of its own, and so has every other file.
  if (action.startsWith("context.") || action.startsWith("agent.")) return null;
  if (action.startsWith("document.") && !target.endsWith("/TEAM-MEMORY.md")) return null;
  return number(payload["revision"]);
}

/** The ids of the items an event names. */
export function itemsOf(event: Event): string[] {
  return texts(event.payload["items"]);
}
