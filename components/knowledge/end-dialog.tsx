import { call } from "@/lib/client/call";
import { AreaField, TextField } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { useDraft } from "@/components/ui/use-draft";
import type { TeamSessionScope } from "@/lib/client/paths";
import { say } from "@/lib/core/words/say";
import { useKnowledgeChange } from "./use-knowledge-change";

export function EndDialog({ scope, onClose }: { scope: TeamSessionScope; onClose: () => void }) {
  const of = `end ${scope.workspace}/${scope.team}/${scope.session}`;
  const [outcome, setOutcome] = useDraft(`${of} outcome`);
  const [learnt, setLearnt] = useDraft(`${of} learnt`);
  const { busy, run } = useKnowledgeChange(scope.workspace);

  function send() {
    const learnings = learnt
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
    const body = { learnings, ...(outcome.trim() !== "" && { outcome: outcome.trim() }) };
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
