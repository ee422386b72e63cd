import { partsOf } from "@/lib/core/text/lines";
import { useState } from "react";
import { TextDialog } from "@/components/memory/text-dialog";
import { TextField, AreaField } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { parseJson } from "@/lib/core/text/parse-json";
import { useDraft } from "@/components/ui/use-draft";
import type { AgentScope } from "@/lib/client/paths";
import type {
  AgentEntry,
  AgentMemory,
  AgentSection,
  AgentSession,
  AgentSessionClosed,
  CloseAgentSession,
  Learnt,
} from "@/lib/contracts/agents";
import { say, sentence } from "@/lib/core/i18n/say";
import type { AgentActs } from "./use-agent-acts";
import type { z } from "zod";
import { LineDiff } from "@/components/ui/line-diff";
import { closeAgentSession } from "@/lib/client/agents";
import { explain } from "@/lib/client/request-error";

type CloseBody = z.input<typeof CloseAgentSession>;

interface CloseDialogProps {
  scope: AgentScope;
  session: AgentSession;
  openThreads: readonly AgentEntry[];
  busy: boolean;
  onSend: (body: CloseBody) => Promise<boolean>;
  onClose: () => void;
}

const LEARNT = [
  { key: "findings", label: sentence("Findings") },
  { key: "worked", label: sentence("What worked") },
  { key: "watchPoints", label: sentence("Watch points") },
  { key: "openThreads", label: sentence("Open threads") },
] as const;

type LearntKey = (typeof LEARNT)[number]["key"];

const NOTHING = JSON.stringify({ findings: "", worked: "", watchPoints: "", openThreads: "" });

/**
 * Closes a session: what was learnt, a line for the log, and threads that are done. Before anything is written it shows what
 * would change, and asks about what nearly is said already.
 */
function CloseDialog({ scope, session, openThreads, busy, onSend, onClose }: CloseDialogProps) {
  const of = `close ${scope.workspace}/${scope.agent} ${session.id}`;
  const [summary, setSummary] = useDraft(`${of} summary`);
  const [outcome, setOutcome] = useDraft(`${of} outcome`);
  const [written, setWritten] = useDraft(`${of} learnt`, NOTHING);
  const learnt = (parseJson(written) ?? JSON.parse(NOTHING)) as Record<LearntKey, string>;
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map());
  const [preview, setPreview] = useState<AgentSessionClosed>();
  const [fault, setFault] = useState<string>();
  const [looking, setLooking] = useState(false);
  const ready = summary.trim() !== "" && outcome.trim() !== "";

  const bodyOf = (chosen: ReadonlyMap<string, Choice>): CloseBody => ({
    summary: summary.trim(),
    outcome: outcome.trim(),
    ...Object.fromEntries(
      LEARNT.map(({ key }) => [key, partsOf(learnt[key], "\n").map((text) => withChoice(text, chosen))]),
    ),
    closedThreads: [...done],
  });

  async function send() {
    const isClosed = await onSend(bodyOf(choices));
    if (isClosed) for (const forget of [setSummary, setOutcome]) forget("");
    if (isClosed) setWritten(NOTHING);
    return isClosed;
  }

  async function look(chosen: ReadonlyMap<string, Choice>) {
    setLooking(true);
    setFault(undefined);
    try {
      setPreview(await closeAgentSession(scope, session.id, bodyOf(chosen), true));
    } catch (error) {
      setFault(explain(error));
    } finally {
      setLooking(false);
    }
  }

  function choose(text: string, choice: Choice | undefined) {
    const next = new Map(choices);
    if (choice === undefined) next.delete(text);
    else next.set(text, choice);
    setChoices(next);
    void look(next);
  }

  return (
    <FormDialog
      title={say("Close the session")}
      description={
        preview
          ? say("This is added to the memory.")
          : say("What is worth knowing next time? One per line; duplicates are dropped.")
      }
      width="wide"
      onClose={onClose}
      submit={preview ? say("Close the session") : say("Preview")}
      keys="mod+enter"
      busy={busy || looking}
      ready={ready}
      fault={fault}
      back={preview && { label: say("Back"), onClick: () => setPreview(undefined) }}
      onSubmit={() => (preview ? send() : look(choices))}
    >
      {preview ? (
        <Preview preview={preview} choices={choices} onChoose={choose} />
      ) : (
        <>
          <TextField
            label={say("Summary")}
            value={summary}
            maxLength={2000}
            dir="auto"
            onValue={setSummary}
            placeholder={say("What was done")}
          />
          <TextField
            label={say("Outcome")}
            value={outcome}
            maxLength={2000}
            dir="auto"
            onValue={setOutcome}
            placeholder={say("merged, handed over, blocked …")}
          />
          {LEARNT.map(({ key, label }) => (
            <AreaField
              key={key}
              label={say(label)}
              rows={2}
              value={learnt[key]}
              onValue={(value) => setWritten(JSON.stringify({ ...learnt, [key]: value }))}
            />
          ))}
          {openThreads.length > 0 && <DoneThreads threads={openThreads} done={done} onChange={setDone} />}
        </>
      )}
    </FormDialog>
  );
}

function withChoice(text: string, choices: ReadonlyMap<string, Choice>): Learnt {
  const choice = choices.get(text);
  return choice === undefined ? text : { text, ...choice };
}

interface DoneThreadsProps {
  threads: readonly AgentEntry[];
  done: ReadonlySet<string>;
  onChange: (done: ReadonlySet<string>) => void;
}

function DoneThreads({ threads, done, onChange }: DoneThreadsProps) {
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="text-fg-2 mb-1 text-xs font-semibold">{say("Threads that are done")}</legend>
      {threads.map((thread) => (
        <label key={thread.id} className="flex items-start gap-2">
          <input
            type="checkbox"
            className="mt-1"
            checked={done.has(thread.id)}
            onChange={(event) => {
              const next = new Set(done);
              if (event.target.checked) next.add(thread.id);
              else next.delete(thread.id);
              onChange(next);
            }}
          />
          <span className="written">{thread.text}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface PreviewProps {
  preview: AgentSessionClosed;
  choices: ReadonlyMap<string, Choice>;
  onChoose: (text: string, choice: Choice | undefined) => void;
}

function Preview({ preview, choices, onChoose }: PreviewProps) {
  return (
    <div ref={focus} tabIndex={0} role="group" aria-label={say("Preview")} className="flex flex-col gap-3 outline-none">
      <NearDuplicates preview={preview} choices={choices} onChoose={onChoose} />
      {preview.repeated.length > 0 && (
        <p className="text-fg-2 text-xs">
          {say("Already recorded, so not added: {list}", {
            list: preview.repeated.map(({ text }) => `“${text}”`).join(", "),
          })}
        </p>
      )}
      {preview.unknownThreads.length > 0 && (
        <p className="text-warn text-xs">
          {say("No open thread matches {list}; nothing is done about it.", {
            list: preview.unknownThreads.map(({ text }) => `“${text}”`).join(", "),
          })}
        </p>
      )}
      <LineDiff diff={preview.diff} label={say("Changes to the memory")} />
    </div>
  );
}

/** The field that was written in is gone: the keys go on to what takes its place. */
function focus(preview: HTMLElement | null): void {
  preview?.focus({ preventScroll: true });
}

/** What is done about a text that nearly says what an entry says. */
interface Choice {
  entry: string;
  choice: "replace" | "keep";
}

const WAYS = [
  { value: "both", label: sentence("Keep both") },
  { value: "replace", label: sentence("Replace it with the new one") },
  { value: "keep", label: sentence("Keep the old one only") },
] as const;

/** New texts that resemble entries of the memory, each with that entry; for each pair the reader keeps both, the old or the new. */
function NearDuplicates({ preview, choices, onChoose }: PreviewProps) {
  const pairs: { text: string; entry: AgentEntry }[] = [...preview.nearDuplicates, ...preview.merged];
  if (pairs.length === 0) return null;
  return (
    <section
      aria-label={say("Similar entries")}
      className="border-line-strong flex flex-col gap-2 rounded-md border p-2.5"
    >
      <h3 className="text-xs font-semibold">{say("Similar entries")}</h3>
      {pairs.map(({ text, entry }) => (
        <div key={text} role="radiogroup" aria-label={text} className="flex flex-col gap-1">
          <p className="written">
            <span className="text-ok">{say("new")}</span> {text}
          </p>
          <p className="written text-fg-2">
            <span className="text-fg-3">{say("line {line}", { line: entry.line })}</span> {entry.text}
          </p>
          <span className="flex flex-wrap gap-x-4 gap-y-1">
            {WAYS.map(({ value, label }) => (
              <label key={value} className="inline-flex items-center gap-1.5 text-xs">
                <input
                  type="radio"
                  name={`near ${text}`}
                  checked={(choices.get(text)?.choice ?? "both") === value}
                  onChange={() => onChoose(text, value === "both" ? undefined : { entry: entry.id, choice: value })}
                />
                {say(label)}
              </label>
            ))}
          </span>
        </div>
      ))}
    </section>
  );
}

export type AgentQuestion =
  | { kind: "add"; section: AgentSection }
  | { kind: "edit"; entry: AgentEntry }
  | { kind: "close"; session: AgentSession }
  | { kind: "clear" };

interface AgentDialogProps {
  scope: AgentScope;
  memory: AgentMemory | undefined;
  question: AgentQuestion;
  acts: AgentActs;
  onClose: () => void;
}

export function AgentDialog({ scope, memory, question, acts, onClose }: AgentDialogProps) {
  switch (question.kind) {
    case "add":
      return (
        <TextDialog
          draft={`add ${scope.workspace}/${scope.agent} ${question.section}`}
          title={say("Add to {section}", { section: question.section })}
          label={say("Entry")}
          submit={say("Add")}
          maxLength={20_000}
          onClose={onClose}
          onSubmit={(add) => acts.edit({ section: question.section, add }, memory?.etag ?? "", say("Added"))}
        />
      );
    case "edit":
      return (
        <TextDialog
          draft={`edit ${scope.workspace}/${scope.agent} ${question.entry.id}`}
          title={say("Edit line {line}", { line: question.entry.line })}
          label={say("Entry")}
          submit={say("Save")}
          initial={[question.entry.text, question.entry.body].filter((each) => each !== "").join("\n")}
          maxLength={20_000}
          onClose={onClose}
          onSubmit={(text) => acts.edit({ entry: question.entry.id, text }, memory?.etag ?? "", say("Changed"))}
        />
      );
    case "close":
      return (
        <CloseDialog
          scope={scope}
          session={question.session}
          openThreads={memory?.sections.find((section) => section.name === "Open Threads")?.entries ?? []}
          busy={acts.busy}
          onClose={onClose}
          onSend={(body) => acts.close(question.session.id, body)}
        />
      );
    case "clear":
      return memory ? (
        <ClearDialog agent={scope.agent} path={memory.path} busy={acts.busy} onClose={onClose} onClear={acts.clear} />
      ) : null;
  }
}

interface ClearDialogProps {
  agent: string;
  path: string;
  busy: boolean;
  onClear: (confirm: string) => Promise<boolean>;
  onClose: () => void;
}

function ClearDialog({ agent, path, busy, onClear, onClose }: ClearDialogProps) {
  const [typed, setTyped] = useState("");

  return (
    <FormDialog
      title={say("Clear the memory of {agent}", { agent })}
      description={say("{path} is deleted. Its history stays, and undoing brings it back.", { path })}
      onClose={onClose}
      submit={say("Clear the memory")}
      danger
      busy={busy}
      ready={typed === agent}
      onSubmit={() => onClear(typed)}
    >
      <TextField
        label={say("Type {agent} to confirm", { agent })}
        value={typed}
        spellCheck={false}
        autoComplete="off"
        onValue={setTyped}
      />
    </FormDialog>
  );
}
