import { call } from "@/lib/client/call";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { TextField } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Select } from "@/components/ui/select";
import type { TeamScope } from "@/lib/client/paths";
import type { KnowledgePriority, TeamEntry } from "@/lib/contracts/knowledge";
import { say } from "@/lib/core/words/say";
import { namesOf } from "./names-of";
import { useKnowledgeChange } from "./use-knowledge-change";

interface TeamEntryDialogProps {
  scope: TeamScope;
  /** The entry that is looked at; null to add one. */
  entry: TeamEntry | null;
  etag: string;
  onClose: () => void;
}

const PRIORITIES = ["high", "medium", "low"] as const satisfies readonly KnowledgePriority[];

/** An entry of a team's index: how early it is loaded, and what loads it. */
export function TeamEntryDialog({ scope, entry, etag, onClose }: TeamEntryDialogProps) {
  const [id, setId] = useState(entry?.id ?? "");
  const [path, setPath] = useState("");
  const [priority, setPriority] = useState<KnowledgePriority>(entry?.priority ?? "medium");
  const [core, setCore] = useState(entry?.core ?? false);
  const [modes, setModes] = useState(entry?.modes.join(", ") ?? "");
  const [keywords, setKeywords] = useState(entry?.keywords.join(", ") ?? "");
  const { busy, change } = useKnowledgeChange(scope.workspace);
  const ready = id.trim() !== "";

  async function send() {
    const words = { priority, core, modes: namesOf(modes), keywords: namesOf(keywords) };
    const done = await change(
      entry ? say("Changed {id}", { id: entry.id }) : say("Added {text}", { text: id.trim() }),
      () =>
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
    if (done) onClose();
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
      onSubmit={() => void send()}
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
