"use client";
import { TextDialog } from "@/components/memory/text-dialog";
import type { AgentScope } from "@/lib/client/paths";
import type { AgentEntry, AgentMemory, AgentSection, AgentSession } from "@/lib/contracts/agents";
import { ClearDialog } from "./clear-dialog";
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
          title={`Add to ${question.section}`}
          label="Entry"
          submit="Add"
          maxLength={20_000}
          onClose={onClose}
          onSubmit={(add) => memory && void acts.edit({ section: question.section, add }, memory.etag, "Added")}
        />
      );
    case "edit":
      return (
        <TextDialog
          title={`Edit line ${question.entry.line}`}
          label="Entry"
          submit="Save"
          initial={[question.entry.text, question.entry.body].filter((each) => each !== "").join("\n")}
          maxLength={20_000}
          onClose={onClose}
          onSubmit={(text) => memory && void acts.edit({ entry: question.entry.id, text }, memory.etag, "Changed")}
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
