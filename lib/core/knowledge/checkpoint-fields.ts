import type { CheckpointContent, CheckpointKnowledge, CheckpointTurn } from "@/lib/core/knowledge/checkpoint";

/** What a file of keys holds. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * The content of a checkpoint whose keys are all there, read leniently: numbers where texts belong, ids where entries of the loaded
 * set do, empty keys, and the names that other programs give a phase, a step and an agent are taken for what they mean. What cannot be taken so is the problem, as a sentence.
 */
export function readCheckpointFields(
  fields: Fields,
): { content: CheckpointContent; problem: null } | { content: null; problem: string } {
  const state = mapOf(fields["state"]);
  if (state === null) return wrong("state has no keys such as mode and turn_count");
  const turnCount = numberOf(state["turn_count"] ?? state["current_step"] ?? state["iteration_count"]);
  if (turnCount === null) return wrong("state.turn_count is no number of turns");
  const sessionId = textOf(fields["session_id"]);
  const created = textOf(fields["created"] ?? fields["created_at"]);
  if (sessionId === null) return wrong("session_id is empty");
  if (created === null || Number.isNaN(Date.parse(created))) return wrong("created is not a date");
  const lists = LISTS.map((key) => ({ key, value: listOf(fields[key]) }));
  const bad = lists.find(({ value }) => value === null);
  if (bad !== undefined) return wrong(`${bad.key} is no list`);
  const [dialogue, agreements, openIssues, loaded] = lists.map(({ value }) => value ?? []);
  const content: CheckpointContent = {
    sessionId,
    team: textOf(fields["team"]),
    created,
    mode: textOf(state["mode"] ?? state["phase"]),
    turnCount,
    currentSpeaker: textOf(state["current_speaker"] ?? state["current_agent"]),
    dialogueSummary: (dialogue ?? []).flatMap(turnOf),
    agreements: textsOf(agreements),
    openIssues: textsOf(openIssues),
    nextAction: textOf(mapOf(fields["resume_hints"])?.["next_action"]),
    loaded: (loaded ?? []).flatMap(knowledgeOf),
  };
  return { content, problem: null };
}

const LISTS = ["dialogue_summary", "agreements", "open_issues", "loaded"] as const;

function wrong(problem: string): { content: null; problem: string } {
  return { content: null, problem: `The file cannot be used: ${problem}.` };
}

function turnOf(value: unknown, index: number): CheckpointTurn[] {
  const said = textOf(value);
  if (said !== null) return [{ turn: index + 1, speaker: "unknown", summary: said }];
  const map = mapOf(value);
  const summary = textOf(map?.["summary"]);
  if (map === null || summary === null) return [];
  return [{ turn: numberOf(map["turn"]) ?? index + 1, speaker: textOf(map["speaker"]) ?? "unknown", summary }];
}

function knowledgeOf(value: unknown): CheckpointKnowledge[] {
  const named = textOf(value);
  if (named !== null) return [{ id: named, path: null, hash: null, tokens: null, summary: false, forced: false }];
  const map = mapOf(value);
  const id = textOf(map?.["id"]);
  if (map === null || id === null) return [];
  return [
    {
      id,
      // A checkpoint saved on Windows names `knowledge\shared\a.md`.
      path: textOf(map["path"])?.replaceAll("\\", "/") ?? null,
      hash: textOf(map["hash"]),
      tokens: numberOf(map["tokens"]),
      summary: map["summary"] === true,
      forced: map["forced"] === true,
    },
  ];
}

function mapOf(value: unknown): Fields | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

function listOf(value: unknown): unknown[] | null {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : null;
}

function textsOf(values: unknown[] | undefined): string[] {
  return (values ?? []).flatMap((value) => textOf(value) ?? []);
}

function textOf(value: unknown): string | null {
  if (typeof value === "string") return value.trim() === "" ? null : value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}

function numberOf(value: unknown): number | null {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) && number >= 0 && number <= MOST ? number : null;
}

/** Turns and tokens beyond this are a mistake, and more than the database holds. */
const MOST = 1_000_000_000;
