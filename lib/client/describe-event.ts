import { doerOf } from "@/lib/core/history/signed-by";
import { sayRun } from "@/lib/client/runs";
import type { Event } from "@/lib/contracts/events";
import { say, sentence, type Sentence } from "@/lib/core/i18n/say";

/** An event in words: what was done, and the text it was done to or with, where the event repeats it. */
export interface EventWords {
  /** Continues the actor's name: "archived 3 items". */
  did: string;
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
const figure = (value: unknown): number | string => number(value) ?? "?";
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === "string") : [];

/** Words that an event keeps, behind what was done. */
function after(words: unknown): string {
  return text(words) === null ? "" : `: ${text(words)?.replace(/\.$/, "")}`;
}

function countItems(event: Event): string {
  const count = number(event.payload["count"]) ?? texts(event.payload["items"]).length;
  return count === 1 ? say("an item") : say("{count} items", { count });
}

/** "implementer-1", "implementer-1 and Lead", "implementer-1, Lead and 2 more" */
function list(names: string[]): string {
  if (names.length <= 2)
    return names.length < 2 ? names.join() : say("{one} and {other}", { one: names[0] ?? "", other: names[1] ?? "" });
  return say("{names} and {more} more", { names: names.slice(0, 2).join(", "), more: names.length - 2 });
}

/** Who did it, as a reader is told: nobody knows who edited a file on disk. */
export function sayActor({ actor, actorKind, person }: Pick<Event, "actor" | "actorKind" | "person">): string {
  if (actorKind === "disk") return say("Somebody");
  return doerOf({ actor, person });
}

/** The run that an event is about, or in which it was done, by its id; null for none. */
export function runOf({ payload }: Pick<Event, "payload">): string | null {
  return text(payload["ofRun"]) ?? text(payload["run"]);
}

/** From where it was done, and in which run: "over the API · as implementer-1 · claude 7f0c8d9e". */
export function sayWay(event: Event): string {
  const run = text(event.payload["run"]);
  if (run === null) return saySource(event.source);
  const seat = event.person === undefined ? [] : [say("as {role}", { role: event.actor })];
  return [saySource(event.source), ...seat, sayRun(run)].join(" · ");
}

function editedOutside({ payload }: Event): string {
  if (payload["operation"] === "found") return say("found the file");
  const roles = texts(payload["roles"]);
  const lost = number(payload["lost"]) ?? 0;
  const what =
    roles.length === 0
      ? say("the file")
      : say("the {count, plural, one {section} other {sections}} of {roles}", {
          count: roles.length,
          roles: list(roles),
        });
  const gone = lost === 0 ? "" : say(", {lost, plural, one {# item is} other {# items are}} gone", { lost });
  return say("edited {what} outside Wardroom{gone}", { what, gone });
}

/** Of whose section it was, unless that is the actor's own. */
function ofRole({ actor, target }: Event): string {
  return target === actor || target.includes("/") ? "" : say(" in {target}", { target });
}

/** The agent whose memory it was about: .kaizen/agents/tester/memory.md */
function agentOf({ target }: Pick<Event, "target">): string {
  return target.split("/").at(-2) ?? target;
}

/** What a run had missed, by itself; else what was unclear, where no reason is said; else in full, as the Lead or the role asked. */
function resent({ actor, target, payload }: Event): string {
  const version = text(payload["version"]) ?? say("the context");
  if (payload["caughtUp"] === true) return say("was sent {version}", { version });
  if (text(payload["reason"]) === null)
    return say("sent {target} again what was unclear of {version}", { target, version });
  return actor === target
    ? say("asked for {version} in full", { version })
    : say("sent {version} to {target} in full", { version, target });
}

/** What every action is called; the compiler sees to it that none is missing. */
const DID: Record<Event["action"], (event: Event) => string> = {
  "history.restored": ({ target }) => say("restored the history of {target}", { target }),
  "session.created": () => say("created the session"),
  "session.deleted": () => say("moved the session to the trash"),
  "session.restored": () => say("restored the session from the trash"),
  "session.found": () => say("found the session’s folder"),
  "session.finished": () => say("finished the session"),
  "session.reopened": () => say("reopened the session"),
  "role.added": ({ target }) => say("added {target}", { target }),
  "role.replaced": ({ payload, target }) =>
    say("replaced {role} by {successor}", {
      role: text(payload["role"]) ?? target,
      successor: text(payload["by"]) ?? say("another"),
    }),
  "run.began": () => say("began a run"),
  "run.resumed": () => say("resumed its run"),
  "run.ended": ({ actor, target, payload }) =>
    actor === target
      ? say("ended its run")
      : say("ended a run of {target}", { target }) + after(sayRun(runOf({ payload }) ?? "")),
  "run.moved": ({ payload, target }) =>
    payload["to"] === target
      ? say("made it a run of {target}", { target })
      : say("moved a run of {target} to {to}", { target, to: text(payload["to"]) ?? "" }),
  "token.minted": ({ target }) => say("made a token for {target}", { target }),
  "token.revoked": ({ target }) => say("revoked a token of {target}", { target }),
  "item.added": (event) => say("added an item{where}", { where: ofRole(event) }),
  "item.resolved": (event) => say("resolved an item{where}", { where: ofRole(event) }),
  "item.withdrawn": (event) => say("withdrew an item{where}", { where: ofRole(event) }),
  "item.confirmed": ({ target }) => say("saw the same as an item of {target} says", { target }),
  "item.outdated": (event) => say("changed code that a line{where} names", { where: ofRole(event) }),
  "item.replaced": (event) => say("replaced an item{where}", { where: ofRole(event) }),
  "pair.judged": (event) => say("judged a line against another{where}", { where: ofRole(event) }),
  "pair.settled": (event) => say("settled a pair of lines{where}", { where: ofRole(event) }),
  "items.archived": (event) => say("archived {items}{where}", { items: countItems(event), where: ofRole(event) }),
  "items.unarchived": (event) => say("unarchived {items}{where}", { items: countItems(event), where: ofRole(event) }),
  "section.archived": ({ target }) => say("archived the section of {target}", { target }),
  "section.unarchived": ({ target }) => say("unarchived the section of {target}", { target }),
  "memory.edited": (event) => say("edited text{where}", { where: ofRole(event) }),
  "memory.pruned": (event) => say("pruned {items}", { items: countItems(event) }),
  "memory.reverted": ({ payload, target }) => {
    const revision = say("revision {number}", { number: figure(payload["to"]) });
    if (payload["part"] === "section")
      return say("restored the section of {target} from {revision}", { target, revision });
    return payload["part"] === "item"
      ? say("restored an item of {target} from {revision}", { target, revision })
      : say("restored {revision}", { revision });
  },
  "memory.undone": ({ payload }) => say("undid revision {number}", { number: figure(payload["undone"]) }),
  "memory.attributed": ({ payload }) => {
    const sections = texts(payload["sections"]);
    const where = sections.length === 0 ? "" : say(" in {sections}", { sections: list(sections) });
    const number = figure(payload["revision"]);
    return say("made the edit of revision {number}{where} with a file tool", { number, where });
  },
  "document.edited_outside": editedOutside,
  "document.removed_outside": () => say("found the file gone"),
  "document.overwritten": () => say("saved an older copy over newer lines"),
  "document.repaired": () => say("put back lines that a save had left out"),
  "repair.dismissed": () => say("left the file as it was saved"),
  "repair.undone": ({ payload }) =>
    payload["of"] === "dismissal"
      ? say("proposed a dismissed repair again")
      : say("took out the lines that a repair had put back"),
  "fault.fixed": ({ payload }) =>
    say("fixed a fault of the file: {text}", { text: text(payload["did"]) ?? say("as proposed") }),
  "fault.dismissed": () => say("dismissed a warning about the file"),
  "fault.undone": ({ payload }) =>
    payload["of"] === "dismissal" ? say("listed a dismissed warning again") : say("undid the fix of a file"),
  "workspace.moved": ({ payload }) =>
    payload["confirmed"] === true
      ? say("continued the history in another folder, as the owner confirmed")
      : say("moved the history to another folder ({found} of {documents} documents recognized)", {
          found: String(payload["found"]),
          documents: String(payload["documents"]),
        }),
  "workspace.configured": ({ payload }) => {
    if ("setup" in payload)
      return say("set up the project: {count, plural, one {# file} other {# files}}", {
        count: texts(payload["setup"]).length,
      });
    if ("setupUndone" in payload)
      return say("undid a set-up: {count, plural, one {# file} other {# files}}", {
        count: texts(payload["setupUndone"]).length,
      });
    if ("content" in payload)
      return payload["content"] === "history"
        ? say("moved the content from the folder to the history")
        : say("moved the content from the history to a folder");
    if ("webhook" in payload) {
      const host = text(payload["webhook"]);
      return host === null ? say("removed the webhook") : say("set the webhook to {host}", { host });
    }
    return say("set overwritten files to {text}", { text: text(payload["overwrites"]) ?? say("propose") });
  },
  "relay.created": ({ actor, target }) =>
    actor === target ? say("sent an item to the Lead") : say("left an item of {target} for the Lead", { target }),
  "relay.approved": ({ payload, target }) =>
    say("approved a relay of {text}", { text: text(payload["from"]) ?? target }),
  "relay.settled": ({ target }) => say("settled a relay of {target}", { target }),
  "relay.rejected": ({ target }) => say("rejected a relay of {target}", { target }),
  "relay.reworded": ({ actor, target }) =>
    actor === target ? say("reworded a relay") : say("reworded a relay of {target}", { target }),
  "relay.reopened": ({ target }) => say("undid the decision about a relay of {target}", { target }),
  "relay.withdrawn": ({ actor, target }) =>
    actor === target ? say("withdrew a relay") : say("withdrew a relay of {target}", { target }),
  "context.found": ({ target }) => say("found {target} in the file, sent to nobody", { target }),
  "context.published": ({ target }) => say("published {target}", { target }),
  "context.discarded": ({ target }) => say("discarded the draft of {target}", { target }),
  "context.acknowledged": ({ payload }) => {
    const version = text(payload["version"]) ?? say("the context");
    // Events of the first release do not say whether the answer confirmed it.
    if (payload["confirmed"] !== false) return say("confirmed {version}", { version });
    const [applied, total] = [figure(payload["applied"]), figure(payload["total"])];
    return say("answered {version}: {applied} of {total} applied", { version, applied, total });
  },
  "context.lost": () => say("lost its context"),
  "context.resent": resent,
  "context.unpinged": ({ target }) => say("took back a reminder to {target}", { target }),
  "context.pinged": ({ target }) => say("reminded {target} of the context", { target }),
  "context.guided": ({ target }) => say("explained the context to {target}", { target }),
  "gate.prepared": ({ target }) => say("prepared the conclusion of {target}", { target }),
  "gate.opened": ({ target, payload }) =>
    say("opened the gate of {target}{after}", { target, after: after(payload["said"]) }),
  "gate.concluded": ({ target, payload }) =>
    say("concluded the gate of {target}{after}", { target, after: after(payload["said"] ?? payload["result"]) }),
  "gate.abandoned": ({ target }) => say("abandoned the gate of {target}", { target }),
  "knowledge.added": ({ payload, target }) =>
    say("added {target} to {knowledgeOf}", { target, knowledgeOf: knowledgeOf(payload["team"]) }),
  "knowledge.changed": ({ payload, target }) =>
    target === text(payload["team"])
      ? say("changed the token budget of {target}", { target })
      : say("changed {target} in {knowledgeOf}", { target, knowledgeOf: knowledgeOf(payload["team"]) }),
  "knowledge.removed": ({ payload, target }) =>
    say("took {target} out of {knowledgeOf}", { target, knowledgeOf: knowledgeOf(payload["team"]) }),
  "knowledge.reverted": ({ payload, target }) =>
    say("brought revision {number} of {target} back", { number: figure(payload["to"]), target }),
  "knowledge.undone": ({ payload, target }) =>
    say("took revision {number} of {target} back", { number: figure(payload["undone"]), target }),
  "knowledge.shared": ({ payload, target }) =>
    say("merged {target} into one shared file from {number} copies", {
      target,
      number: number(payload["copies"]) ?? "several",
    }),
  "knowledge.unshared": ({ target }) => say("returned {target} to its teams", { target }),
  "knowledge.laid_out": ({ payload }) =>
    say("created the knowledge in {number} files", { number: number(payload["files"]) ?? "several" }),
  "state.set": ({ payload }) => say("is at “{text}”", { text: text(payload["text"]) ?? "" }),
  "claim.made": ({ payload }) => `claimed “${text(payload["what"]) ?? ""}”`,
  "claims.taken": ({ payload, target }) =>
    say("gave the claims of {target} to {to}", { target, to: text(payload["to"]) ?? say("another") }),
  "claim.ended": ({ payload }) => say("is done with “{text}”", { text: text(payload["what"]) ?? "" }),
  "nudge.sent": ({ target, payload }) =>
    say("nudged {target}: “{text}”", { target, text: text(payload["text"]) ?? "" }),
  "question.asked": ({ target }) => say("asked {target} a question", { target }),
  "question.answered": ({ target, payload }) =>
    say("answered {target}: “{text}”", { target, text: text(payload["answer"]) ?? "" }),
  "result.reported": ({ payload }) => {
    const version = text(payload["version"]);
    return say("reported {text}{isFor, select, true { for {version}} other {}}", {
      text: text(payload["outcome"]) ?? say("a result"),
      isFor: String(version !== null),
      version: version ?? "",
    });
  },
  "session.configured": () => say("changed the session’s settings"),
  "team_session.started": ({ target }) => say("started {target}", { target }),
  "team_session.continued": ({ target, payload }) =>
    say("continued {target} to turn {number}", { target, number: figure(payload["turns"]) }),
  "team_session.configured": ({ target }) => say("changed the settings of {target}", { target }),
  "team_session.resumed": ({ target, payload }) =>
    say("resumed {target} from {text}", { target, text: text(payload["checkpoint"]) ?? say("what was kept here") }),
  "team_session.ended": ({ target }) => say("ended {target}", { target }),
  "knowledge.loaded": ({ target, payload }) =>
    say("loaded {list} in {target}", { list: list(texts(payload["ids"])), target }),
  "knowledge.unloaded": ({ target, payload }) =>
    say("unloaded {list} in {target}", { list: list(texts(payload["ids"])), target }),
  "knowledge.reloaded": ({ target, payload }) => {
    const changed = texts(payload["ids"]).length;
    return say("rechecked the knowledge of {target}{changed, plural, =0 {} other {: # changed}}", { target, changed });
  },
  "checkpoint.saved": ({ target }) => say("saved a checkpoint of {target}", { target }),
  "learning.added": ({ target }) => say("recorded what {target} learned", { target }),
  "agent.created": (event) => say("began the memory of {agent}", { agent: agentOf(event) }),
  "agent.started": (event) => say("started a session of {agent}", { agent: agentOf(event) }),
  "agent.closed": (event) => say("closed a session of {agent}", { agent: agentOf(event) }),
  "agent.edited": ({ payload, ...event }) => {
    const section = text(payload["section"]);
    return say("edited {isPart, select, true {{section} in } other {}}the memory of {agent}", {
      isPart: String(section !== null),
      section: section ?? "",
      agent: agentOf(event),
    });
  },
  "agent.cleared": (event) => say("cleared the memory of {agent}", { agent: agentOf(event) }),
  "agent.reverted": ({ payload, ...event }) =>
    say("restored revision {number} of the memory of {agent}", {
      number: figure(payload["to"]),
      agent: agentOf(event),
    }),
  "agent.undone": ({ payload, ...event }) =>
    say("undid revision {number} of the memory of {agent}", {
      number: figure(payload["undone"]),
      agent: agentOf(event),
    }),
  "change.discarded": ({ target }) => say("discarded unfinished change {target}", { target }),
  "comment.added": ({ target }) => say("commented on an item of {target}", { target }),
  "comment.deleted": ({ target }) => say("deleted a comment on an item of {target}", { target }),
  "item.assigned": ({ payload }) =>
    say("assigned {what} to {who}", {
      what: text(payload["what"]) ?? say("something"),
      who: text(payload["to"]) ?? say("somebody"),
    }),
  "item.unassigned": ({ payload }) =>
    say("took {what} from {who}", {
      what: text(payload["what"]) ?? say("something"),
      who: text(payload["from"]) ?? say("somebody"),
    }),
  "person.added": ({ target, payload }) =>
    say("invited {target} as {role}", { target, role: text(payload["role"]) ?? say("a viewer") }),
  "person.changed": ({ target, payload }) => {
    const [name, role] = [text(payload["name"]), text(payload["role"])];
    const renamed = name === null ? [] : [say("renamed {target} to {name}", { target, name })];
    const moved = role === null ? [] : [say("made {target} {role}", { target: name ?? target, role })];
    return list([...renamed, ...moved]);
  },
  "person.invited": ({ target }) => say("made {target} a new link to sign in", { target }),
  "person.linked": ({ payload }) =>
    say("linked an account at {provider}", { provider: text(payload["provider"]) ?? say("a provider") }),
  "person.unlinked": ({ target, payload }) =>
    say("unlinked the account of {target} at {provider}", {
      target,
      provider: text(payload["provider"]) ?? say("a provider"),
    }),
  "person.ended": ({ target }) => say("ended the access of {target}", { target }),
  "viewer.added": ({ target }) => say("gave {target} read access", { target }),
  "history.broken": ({ payload }) =>
    say("found the history incomplete: {text}", { text: text(payload["detail"]) ?? say("no reason given") }),
  "history.accepted": ({ payload }) =>
    say("accepted {count, plural, one {# problem} other {# problems}} of the history", {
      count: texts(payload["problems"]).length,
    }),
  "history.redacted": ({ payload }) =>
    say("redacted a text: {text}", { text: text(payload["reason"]) ?? say("no reason given") }),
  "document.redacted": ({ target }) => say("redacted a text in {target}", { target }),
  "viewer.revoked": ({ target }) => say("revoked the link of {target}", { target }),
  "login.locked": ({ target }) => say("failed to sign in too often, from {target}", { target }),
};

/** Where an entry of knowledge stands: in the index of a team, or in the registry of all. */
function knowledgeOf(team: unknown): string {
  const name = text(team);
  return name === null ? say("the shared registry") : say("the index of {name}", { name });
}

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

const SOURCES: Record<Event["source"], Sentence> = {
  ui: sentence("in the browser"),
  api: sentence("over the API"),
  mcp: sentence("over MCP"),
  cli: sentence("with the CLI"),
  disk: sentence("on disk"),
};

export function saySource(source: Event["source"]): string {
  return say(SOURCES[source]);
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

export function itemsOf(event: Event): string[] {
  return texts(event.payload["items"]);
}
