"use client";
import { useState, type SubmitEvent } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, TextArea, TextInput } from "@/components/ui/field";
import type { TeamSessionScope } from "@/lib/client/paths";
import { endTeamSession } from "@/lib/client/team-sessions";
import { say } from "@/lib/core/words/say";
import { useKnowledgeChange } from "./use-knowledge-change";

/** Ends a session: its outcome for the list of sessions, and what was learnt. */
export function EndDialog({ scope, onClose }: { scope: TeamSessionScope; onClose: () => void }) {
  const [outcome, setOutcome] = useState("");
  const [learnt, setLearnt] = useState("");
  const { busy, run } = useKnowledgeChange(scope.workspace);

  async function send(event: SubmitEvent) {
    event.preventDefault();
    const learnings = learnt
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
    const body = { learnings, ...(outcome.trim() !== "" && { outcome: outcome.trim() }) };
    const done = await run({
      send: () => endTeamSession(scope, body),
      done: ({ message }) => ({ title: say("Session ended"), detail: message }),
      failed: say("The session was not ended"),
    });
    if (done) onClose();
  }

  return (
    <Dialog
      title={say("End the session")}
      description={say("It is written to sessions.yaml, and what was learnt to learnings.md.")}
      onClose={onClose}
      footer={
        <>
          <Button look="ghost" onClick={onClose}>
            {say("Cancel")}
          </Button>
          <Button look="primary" type="submit" form="end-session" busy={busy}>
            {say("End the session")}
          </Button>
        </>
      }
    >
      <form id="end-session" onSubmit={(event) => void send(event)} className="flex flex-col gap-3">
        <Field label={say("Outcome")}>
          <TextInput value={outcome} maxLength={2000} dir="auto" onChange={(event) => setOutcome(event.target.value)} />
        </Field>
        <Field label={say("Learned")} hint={say("one line each")}>
          <TextArea rows={3} value={learnt} onChange={(event) => setLearnt(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  );
}
