import { isMap, isSeq, type Node, type YAMLMap, type YAMLSeq } from "yaml";
import type { Diagnostic } from "@/lib/core/diagnostics";
import { rangeOf, YamlSource, type Field } from "@/lib/core/yaml/yaml-source";

/** A session in a team's `sessions.yaml`. Source: formats "sessions.yaml". */
export interface SessionEntry {
  sessionId: string;
  /** `YYYY-MM-DD`, as written. */
  date: string | null;
  mode: string | null;
  topic: string | null;
  turns: number;
  status: string | null;
  /** Ids of knowledge. */
  loaded: string[];
  outcome: string | null;
}

/** A session as read, with its place. */
export interface ReadSession extends SessionEntry {
  /** From 1. */
  line: number;
}

/** What a `sessions.yaml` says, the oldest first as it stands there. */
export interface SessionsReading {
  sessions: ReadSession[];
  diagnostics: Diagnostic[];
}

/** The file as taken apart for reading and for edits; `list` is null where it holds none. */
export interface SessionsSource {
  source: YamlSource;
  list: YAMLSeq<Node> | null;
  /** The key the list, or the place for one, stands behind; null where it is the whole file. */
  key: Field | null;
  items: { map: YAMLMap<Node, Node | null>; fields: Field[]; session: ReadSession }[];
}

/** Reads a team's `sessions.yaml`, a list or one behind `sessions:`; never fails. Source: knowledge §3, formats "sessions.yaml". */
export function readSessionsFile(text: string): SessionsReading {
  const { source, items } = openSessionsFile(text.replace(/^\uFEFF/, "")); // matches the byte order mark
  return { sessions: items.map(({ session }) => session), diagnostics: source.diagnostics };
}

/** Takes the file, without a byte order mark, apart; what cannot be read of it is in the source's diagnostics. */
export function openSessionsFile(text: string): SessionsSource {
  const source = new YamlSource(text, "sessions.yaml");
  const contents = source.document?.contents ?? null;
  let list = source.follow(contents);
  let key: Field | null = null;
  if (isMap(list)) {
    key = source.fields(list, "sessions.yaml").find((field) => field.key === "sessions") ?? null;
    list = key?.value ?? null;
    if (key === null) source.say("no_sessions", "error", rangeOf(contents), "sessions.yaml holds no list of sessions.");
  }
  if (!isSeq(list)) {
    if (list !== null && source.string(list) !== null) {
      source.say("no_sessions", "error", rangeOf(list), "sessions.yaml holds no list of sessions.");
    }
    return { source, list: null, key, items: [] };
  }
  const items: SessionsSource["items"] = [];
  for (const each of list.items as (Node | null)[]) {
    const map = source.follow(each);
    if (!isMap(map)) {
      source.say("bad_session", "warning", rangeOf(map), "An entry of sessions.yaml has no keys and is not read.");
      continue;
    }
    const fields = source.fields(map, "a session");
    const session = sessionOf(source, fields);
    if (session === null)
      source.say("bad_session", "warning", rangeOf(map), "A session without session_id is not read.");
    else items.push({ map: map as YAMLMap<Node, Node | null>, fields, session });
  }
  return { source, list: list as YAMLSeq<Node>, key, items };
}

function sessionOf(source: YamlSource, fields: Field[]): ReadSession | null {
  const find = (name: string) => fields.find((field) => field.key === name);
  const text = (name: string) => source.string(find(name)?.value ?? null);
  const id = find("session_id") ?? find("id");
  const sessionId = source.string(id?.value ?? null);
  if (id === undefined || sessionId === null) return null;
  const turns = Number(text("turns") ?? 0);
  return {
    sessionId,
    date: text("date"),
    mode: text("mode"),
    topic: text("topic"),
    turns: Number.isSafeInteger(turns) && turns >= 0 ? turns : 0,
    status: text("status"),
    loaded: source.strings(find("loaded")?.value ?? null, "loaded"),
    outcome: text("outcome"),
    line: id.line,
  };
}
