import { call } from "@/lib/client/call";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Term } from "@/components/terms/term";
import { ActionButton } from "@/components/ui/action-button";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Changes } from "@/components/ui/changes";
import { RelativeTime } from "@/components/ui/relative-time";
import { SectionHead } from "@/components/ui/section-head";
import type { TeamSessionScope } from "@/lib/client/paths";
import { checkpointsQuery } from "@/lib/client/knowledge";
import type { Checkpoint, Resumed } from "@/lib/contracts/team-sessions";
import { say } from "@/lib/core/i18n/say";
import { Reading } from "@/components/shell/reading";
import { useKnowledgeChange } from "./use-knowledge-change";

/** The checkpoints of a session: which of them can be gone on from, and what is wrong with the others. */
export function Checkpoints({ scope, active }: { scope: TeamSessionScope; active: boolean }) {
  const { data, error, refetch } = useQuery(checkpointsQuery(scope));
  const [resumed, setResumed] = useState<Resumed>();
  const { busy, run } = useKnowledgeChange(scope.workspace);

  const resume = (checkpoint: string) =>
    void run({
      send: () =>
        call("POST /teams/{team}/sessions/{session}/resume", {
          params: scope,
          body: { checkpoint },
        }),
      done: ({ resumed: found, message }) => {
        setResumed(found);
        return { title: say("Resumed"), detail: message };
      },
      failed: say("Not resumed"),
    });

  return (
    <section aria-label={say("Checkpoints")} className="border-line border-t pb-5">
      <SectionHead
        title={<Term id="checkpoint">{say("Checkpoints")}</Term>}
        note={<span className="max-sm:hidden">{say("falls back to the latest valid checkpoint")}</span>}
      >
        <Changes deed="take part in the session of a team">
          {active && <ActionButton action="checkpoint.save" label={say("Save a checkpoint")} keys="s" size="small" />}
        </Changes>
      </SectionHead>
      {resumed && <ResumedFrom resumed={resumed} />}
      {data === undefined ? (
        <Reading what={say("The checkpoints")} error={error} onRetry={() => void refetch()} />
      ) : data.items.length === 0 ? (
        <p className="text-fg-3 px-4 text-xs">{say("No checkpoints yet.")}</p>
      ) : (
        <ul>
          {data.items.map((checkpoint) => (
            <Row key={checkpoint.file} checkpoint={checkpoint} busy={busy} onResume={resume} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface RowProps {
  checkpoint: Checkpoint;
  busy: boolean;
  onResume: (file: string) => void;
}

function Row({ checkpoint, busy, onResume }: RowProps) {
  const { file, valid, newestGood, fault, created, state, nextAction, loaded } = checkpoint;
  return (
    <li className="border-line flex flex-wrap items-center gap-x-3 gap-y-0.5 border-t px-4 py-1.5">
      <code className="font-mono text-xs">{file}</code>
      {newestGood && <Badge tone="ok">{say("newest good one")}</Badge>}
      {fault !== null && <Badge tone="bad">{fault.kind.replaceAll("_", " ")}</Badge>}
      <span className="text-fg-2 min-w-[min(200px,100%)] flex-1 text-xs">
        {fault?.message ??
          nextAction ??
          say("{loaded, plural, one {# file} other {# files}} loaded", { loaded: loaded.length })}
      </span>
      <span className="text-fg-3 text-xs tabular-nums">
        {state !== null && say("turn {turnCount} · ", { turnCount: state.turnCount })}
        {created !== null && <RelativeTime at={created} ago />}
      </span>
      {valid && (
        <Changes deed="take part in the session of a team">
          <Button
            size="small"
            look={newestGood ? "secondary" : "ghost"}
            busy={busy}
            aria-label={say("Resume from {file}", { file })}
            onClick={() => onResume(file)}
          >
            {say("Resume")}
          </Button>
        </Changes>
      )}
    </li>
  );
}

function ResumedFrom({ resumed }: { resumed: Resumed }) {
  const { checkpoint, restored, skipped, changes, faults } = resumed;
  return (
    <div role="status" className="bg-ok-soft mx-4 mb-2 rounded-md px-3 py-2 text-xs">
      <p>
        {say("Resumed from {checkpoint}; loaded again: {list}.", {
          checkpoint: checkpoint ?? say("the state kept here"),
          list: restored.join(", ") || "nothing",
        })}
      </p>
      {[...faults, ...changes].map((each, index) => (
        <p key={index}>{each.message}</p>
      ))}
      {skipped.map(({ id, why }) => (
        <p key={id}>{say("Not loaded: {id}, {why}", { id, why })}</p>
      ))}
    </div>
  );
}
