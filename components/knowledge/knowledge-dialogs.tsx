import { partsOf } from "@/lib/core/text/lines";
import { call } from "@/lib/client/call";
import { readQuery } from "@/lib/client/read-query";
import { useQuery, keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Changes } from "@/components/ui/changes";
import { TextField, AreaField } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { FormDialog, type FormDialogProps } from "@/components/ui/form-dialog";
import { PlainText } from "@/components/ui/plain-text";
import type { Knowledge, KnowledgePriority, TeamEntry } from "@/lib/contracts/knowledge";
import { say } from "@/lib/core/i18n/say";
import { useKnowledgeChange } from "./use-knowledge-change";
import { Checkbox } from "@/components/ui/checkbox";
import type { TeamScope, TeamSessionScope } from "@/lib/client/paths";
import { sharePreviewQuery, shareKnowledge } from "@/lib/client/knowledge";
import { Badge } from "@/components/ui/badge";
import { LineDiff } from "@/components/ui/line-diff";
import { useDraft } from "@/components/ui/use-draft";
import { wordsOf } from "@/lib/client/request-error";

/** The right to change what teams load. */
const DEED = "change the knowledge of the workspace";

interface EntryFormProps extends Pick<FormDialogProps, "title" | "description" | "width" | "children" | "onClose"> {
  /** The id of the entry that is changed; null where one is added. */
  id: string | null;
  busy: boolean;
  ready: boolean;
  onSubmit: () => Promise<boolean>;
  /** What the button says that takes the entry out, and what does; told whether it was done. */
  removal: string;
  onRemove: (id: string) => Promise<boolean>;
}

/** Changes an entry of a registry or of an index, adds one, or takes it out. */
function EntryForm({ id, removal, onRemove, ...form }: EntryFormProps) {
  const remove = (known: string) => onRemove(known).then((done) => done && form.onClose());
  return (
    <FormDialog
      {...form}
      submit={id === null ? say("Add") : say("Save")}
      deed={DEED}
      beside={
        id !== null && (
          <Button look="danger" className="me-auto" busy={form.busy} onClick={() => void remove(id)}>
            {removal}
          </Button>
        )
      }
    />
  );
}

function sayEntered(known: string | null, id: string): string {
  return known === null ? say("Added {text}", { text: id.trim() }) : say("Changed {id}", { id: known });
}

interface EntryDialogProps {
  workspace: string;
  /** The entry that is looked at; null to add one. */
  entry: Knowledge | null;
  etag: string;
  onClose: () => void;
}

export function EntryDialog({ workspace, entry, etag, onClose }: EntryDialogProps) {
  const [id, setId] = useState(entry?.id ?? "");
  const [path, setPath] = useState(entry?.reference ?? "");
  const [tags, setTags] = useState(entry?.tags.join(", ") ?? "");
  const [teams, setTeams] = useState(entry?.applicableTeams.join(", ") ?? "");
  const [description, setDescription] = useState(entry?.description ?? "");
  const { busy, change } = useKnowledgeChange(workspace);

  function send() {
    const words = { tags: namesOf(tags), applicableTeams: namesOf(teams) };
    const said = description.trim();
    return change(sayEntered(entry?.id ?? null, id), () =>
      entry
        ? call("PATCH /knowledge/{knowledge}", {
            params: { workspace, knowledge: entry.id },
            body: {
              ...words,
              description: said === "" ? null : said,
              ...(path.trim() !== entry.reference && { path: path.trim() }),
            },
            ifMatch: etag,
          })
        : call("POST /knowledge", {
            params: { workspace },
            body: { id: id.trim(), path: path.trim(), ...words, ...(said !== "" && { description: said }) },
            ifMatch: etag,
          }),
    );
  }

  return (
    <EntryForm
      id={entry?.id ?? null}
      title={entry ? entry.id : say("Add shared knowledge")}
      description={entry?.path ?? say("A file that several teams load. It stays where it is.")}
      width="wide"
      onClose={onClose}
      busy={busy}
      ready={id.trim() !== "" && path.trim() !== ""}
      onSubmit={send}
      removal={say("Remove from the registry")}
      onRemove={(known) =>
        change(say("{id} is not shared any more", { id: known }), () =>
          call("DELETE /knowledge/{knowledge}", { params: { workspace, knowledge: known }, ifMatch: etag }),
        )
      }
    >
      <Changes deed={DEED}>
        <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
          <TextField label={say("Id")} value={id} disabled={entry !== null} spellCheck={false} onValue={setId} />
          <TextField
            label={say("File")}
            hint={say("path in the project, or ./ relative to the registry")}
            value={path}
            spellCheck={false}
            onValue={setPath}
          />
          <TextField label={say("Tags")} hint={say("separated by commas")} value={tags} dir="auto" onValue={setTags} />
          <TextField
            label={say("Teams that load it automatically")}
            hint={say("empty for all")}
            value={teams}
            onValue={setTeams}
          />
          <TextField
            label={say("Description")}
            className="col-span-full"
            value={description}
            dir="auto"
            onValue={setDescription}
          />
        </div>
      </Changes>
      {entry && <EntryText workspace={workspace} id={entry.id} />}
    </EntryForm>
  );
}

function EntryText({ workspace, id }: { workspace: string; id: string }) {
  const { data } = useQuery(readQuery("GET /knowledge/{knowledge}", { params: { workspace, knowledge: id } }));
  if (data === undefined || data.text === null) return null;
  return (
    <div tabIndex={0} role="group" aria-label={say("File of {id}", { id })} className="max-h-[40vh] overflow-auto">
      <PlainText text={data.text} label={say("Text of {id}", { id })} />
      {data.truncated && <p className="text-fg-3 text-xs">{say("The file goes on.")}</p>}
    </div>
  );
}

interface TeamEntryDialogProps {
  scope: TeamScope;
  /** The entry that is looked at; null to add one. */
  entry: TeamEntry | null;
  etag: string;
  onClose: () => void;
}

const PRIORITIES = ["high", "medium", "low"] as const satisfies readonly KnowledgePriority[];

export function TeamEntryDialog({ scope, entry, etag, onClose }: TeamEntryDialogProps) {
  const [id, setId] = useState(entry?.id ?? "");
  const [path, setPath] = useState("");
  const [priority, setPriority] = useState<KnowledgePriority>(entry?.priority ?? "medium");
  const [core, setCore] = useState(entry?.core ?? false);
  const [modes, setModes] = useState(entry?.modes.join(", ") ?? "");
  const [keywords, setKeywords] = useState(entry?.keywords.join(", ") ?? "");
  const { busy, change } = useKnowledgeChange(scope.workspace);

  function send() {
    const words = { priority, core, modes: namesOf(modes), keywords: namesOf(keywords) };
    return change(sayEntered(entry?.id ?? null, id), () =>
      entry
        ? call("PATCH /teams/{team}/knowledge/{knowledge}", {
            params: { ...scope, knowledge: entry.id },
            body: words,
            ifMatch: etag,
          })
        : call("POST /teams/{team}/knowledge", {
            params: scope,
            body: { id: id.trim(), ...words, ...(path.trim() !== "" && { path: path.trim() }) },
            ifMatch: etag,
          }),
    );
  }

  return (
    <EntryForm
      id={entry?.id ?? null}
      title={entry ? entry.id : say("Add to the index")}
      description={entry ? (entry.path ?? entry.problem ?? "") : say("What {team} may load.", { team: scope.team })}
      onClose={onClose}
      busy={busy}
      ready={id.trim() !== ""}
      onSubmit={send}
      removal={say("Remove")}
      onRemove={(known) =>
        change(say("{id} is out of the index", { id: known }), () =>
          call("DELETE /teams/{team}/knowledge/{knowledge}", { params: { ...scope, knowledge: known }, ifMatch: etag }),
        )
      }
    >
      {!entry && (
        <>
          <TextField label={say("Id")} value={id} spellCheck={false} onValue={setId} />
          <TextField
            label={say("File")}
            hint={say("empty for one of the shared registry")}
            value={path}
            spellCheck={false}
            onValue={setPath}
          />
        </>
      )}
      <Select
        label={say("Priority")}
        value={priority}
        onChange={setPriority}
        options={PRIORITIES.map((value) => ({ value, label: value }))}
      />
      <TextField label={say("Modes that load it")} hint={say("separated by commas")} value={modes} onValue={setModes} />
      <TextField
        label={say("Topic keywords that load it")}
        hint={say("comma-separated; whole words, case-insensitive")}
        value={keywords}
        dir="auto"
        onValue={setKeywords}
      />
      <label htmlFor="always-loaded" className="flex items-center gap-2">
        <Checkbox id="always-loaded" checked={core} onChange={(event) => setCore(event.target.checked)} />
        {say("Always loaded")}
      </label>
    </EntryForm>
  );
}

/** Names written in one line, separated by commas: "security, web" are two. */
const namesOf = (text: string) => [...new Set(partsOf(text, ","))];

export interface ShareQuestion {
  files: string[];
  id: string;
}

interface ShareDialogProps {
  workspace: string;
  question: ShareQuestion;
  onClose: () => void;
}

export function ShareDialog({ workspace, question, onClose }: ShareDialogProps) {
  const [id, setId] = useState(question.id);
  const { busy, run } = useKnowledgeChange(workspace);
  const wanted = { ...question, id: id.trim() === "" ? undefined : id.trim() };
  const { data, error } = useQuery({
    ...sharePreviewQuery(workspace, wanted),
    placeholderData: keepPreviousData,
    // Once it is done there is nothing left to show before.
    enabled: !busy,
  });

  function share() {
    if (!data) return false;
    return run({
      send: () => shareKnowledge(workspace, { ...wanted, dryRun: false }, data.etag),
      done: ({ path, tokensSaved }) => ({
        title: say("{id} is shared", { id: data.id }),
        detail: say("{path}; {tokensSaved, plural, one {# token} other {# tokens}} of copies are gone.", {
          path,
          tokensSaved,
        }),
      }),
      failed: say("Nothing was shared"),
    });
  }

  return (
    <FormDialog
      title={say("Merge into one shared file")}
      description={say("Team indexes then refer to it. All of it can be undone.")}
      width="wide"
      onClose={onClose}
      submit={say("Merge")}
      busy={busy}
      ready={data !== undefined && error === null}
      onSubmit={share}
      beside={
        data && (
          <span className="text-fg-2 me-auto text-xs tabular-nums">
            {say("{tokensSaved, plural, one {# token} other {# tokens}} of copies go", {
              tokensSaved: data.tokensSaved,
            })}
          </span>
        )
      }
    >
      <TextField
        label={say("Id in the registry")}
        error={error ? wordsOf(error).message : undefined}
        value={id}
        spellCheck={false}
        placeholder={data?.id}
        onValue={setId}
      />
      {data && (
        <ul aria-label={say("What changes")} className="flex flex-col gap-3">
          {data.changes.map((change) => (
            <li key={change.path} className="flex flex-col gap-1.5">
              <p className="flex flex-wrap items-center gap-2">
                <Badge tone={change.kind === "removed" ? "bad" : change.kind === "created" ? "ok" : "neutral"}>
                  {change.kind}
                </Badge>
                <code className="font-mono text-xs wrap-anywhere">{change.path}</code>
              </p>
              <LineDiff diff={change} label={say("What changes in {path}", { path: change.path })} />
            </li>
          ))}
        </ul>
      )}
    </FormDialog>
  );
}

export function EndDialog({ scope, onClose }: { scope: TeamSessionScope; onClose: () => void }) {
  const of = `end ${scope.workspace}/${scope.team}/${scope.session}`;
  const [outcome, setOutcome] = useDraft(`${of} outcome`);
  const [learnt, setLearnt] = useDraft(`${of} learnt`);
  const { busy, run } = useKnowledgeChange(scope.workspace);

  function send() {
    const body = { learnings: partsOf(learnt, "\n"), ...(outcome.trim() !== "" && { outcome: outcome.trim() }) };
    return run({
      send: () => call("POST /teams/{team}/sessions/{session}/end", { params: scope, body }),
      done: ({ message }) => {
        setOutcome("");
        setLearnt("");
        return { title: say("Session ended"), detail: message };
      },
      failed: say("The session was not ended"),
    });
  }

  return (
    <FormDialog
      title={say("End the session")}
      description={say("It is written to sessions.yaml, and what was learnt to learnings.md.")}
      onClose={onClose}
      submit={say("End the session")}
      busy={busy}
      onSubmit={send}
    >
      <TextField label={say("Outcome")} value={outcome} maxLength={2000} dir="auto" onValue={setOutcome} />
      <AreaField label={say("Learned")} hint={say("one line each")} rows={3} value={learnt} onValue={setLearnt} />
    </FormDialog>
  );
}
