import { useState } from "react";
import { TextDialog } from "@/components/memory/text-dialog";
import { TextField } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import type { AgentScope } from "@/lib/client/paths";
import type { AgentEntry, AgentMemory, AgentSection, AgentSession } from "@/lib/contracts/agents";
import { say } from "@/lib/core/words/say";
import { CloseDialog } from "./close-dialog";
import type { AgentActs } from "./use-agent-acts";

/** The question that is open, with what it is about. */
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

/** Whatever question about an agent is open. */
export function AgentDialog({ scope, memory, question, acts, onClose }: AgentDialogProps) {
  switch (question.kind) {
    case "add":
      return (
        <TextDialog
          title={say("Add to {section}", { section: question.section })}
          label={say("Entry")}
          submit={say("Add")}
          maxLength={20_000}
          onClose={onClose}
          onSubmit={(add) => memory && void acts.edit({ section: question.section, add }, memory.etag, say("Added"))}
        />
      );
    case "edit":
      return (
        <TextDialog
          title={say("Edit line {line}", { line: question.entry.line })}
          label={say("Entry")}
          submit={say("Save")}
          initial={[question.entry.text, question.entry.body].filter((each) => each !== "").join("\n")}
          maxLength={20_000}
          onClose={onClose}
          onSubmit={(text) => memory && void acts.edit({ entry: question.entry.id, text }, memory.etag, say("Changed"))}
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
          onSend={(body) => void acts.close(question.session.id, body).then((done) => done && onClose())}
        />
      );
    case "clear":
      return memory ? (
        <ClearDialog
          agent={scope.agent}
          path={memory.path}
          busy={acts.busy}
          onClose={onClose}
          onClear={(confirm) => void acts.clear(confirm).then((done) => done && onClose())}
        />
      ) : null;
  }
}

interface ClearDialogProps {
  agent: string;
  path: string;
  busy: boolean;
  onClear: (confirm: string) => void;
  onClose: () => void;
}

/** Asks for the agent's name before its memory is deleted. */
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
