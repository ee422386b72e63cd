import { call } from "@/lib/client/call";
import { readQuery } from "@/lib/client/read-query";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Changes } from "@/components/ui/changes";
import { TextField } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { FormDialog } from "@/components/ui/form-dialog";
import { PlainText } from "@/components/ui/plain-text";
import type { Knowledge, KnowledgePriority, TeamEntry } from "@/lib/contracts/knowledge";
import { say } from "@/lib/core/words/say";
import { useKnowledgeChange } from "./use-knowledge-change";
import { Checkbox } from "@/components/ui/checkbox";
import type { TeamScope } from "@/lib/client/paths";

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
  const ready = id.trim() !== "" && path.trim() !== "";

  function send() {
    const words = { tags: namesOf(tags), applicableTeams: namesOf(teams) };
    const said = description.trim();
    return change(entry ? say("Changed {id}", { id: entry.id }) : say("Added {text}", { text: id.trim() }), () =>
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

  async function remove() {
    if (
      entry &&
      (await change(say("{id} is not shared any more", { id: entry.id }), () =>
        call("DELETE /knowledge/{knowledge}", { params: { workspace, knowledge: entry.id }, ifMatch: etag }),
      ))
    ) {
      onClose();
    }
  }

  return (
    <FormDialog
      title={entry ? entry.id : say("Add shared knowledge")}
      description={entry?.path ?? say("A file that several teams load. It stays where it is.")}
      width="wide"
      onClose={onClose}
      submit={entry ? say("Save") : say("Add")}
      busy={busy}
      ready={ready}
      deed="change the knowledge of the workspace"
      beside={
        entry && (
          <Button look="danger" className="me-auto" busy={busy} onClick={() => void remove()}>
            {say("Remove from the registry")}
          </Button>
        )
      }
      onSubmit={send}
    >
      <Changes deed="change the knowledge of the workspace">
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
    </FormDialog>
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
  const ready = id.trim() !== "";

  function send() {
    const words = { priority, core, modes: namesOf(modes), keywords: namesOf(keywords) };
    return change(entry ? say("Changed {id}", { id: entry.id }) : say("Added {text}", { text: id.trim() }), () =>
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

  async function remove() {
    if (
      entry &&
      (await change(say("{id} is out of the index", { id: entry.id }), () =>
        call("DELETE /teams/{team}/knowledge/{knowledge}", {
          params: { ...scope, knowledge: entry.id },
          ifMatch: etag,
        }),
      ))
    ) {
      onClose();
    }
  }

  return (
    <FormDialog
      title={entry ? entry.id : say("Add to the index")}
      description={entry ? (entry.path ?? entry.problem ?? "") : say("What {team} may load.", { team: scope.team })}
      onClose={onClose}
      submit={entry ? say("Save") : say("Add")}
      busy={busy}
      ready={ready}
      deed="change the knowledge of the workspace"
      beside={
        entry && (
          <Button look="danger" className="me-auto" busy={busy} onClick={() => void remove()}>
            {say("Remove")}
          </Button>
        )
      }
      onSubmit={send}
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
    </FormDialog>
  );
}

/** Names written in one line, separated by commas: "security, web" are two. */
function namesOf(text: string): string[] {
  return [
    ...new Set(
      text
        .split(",")
        .map((name) => name.trim())
        .filter((name) => name !== ""),
    ),
  ];
}
