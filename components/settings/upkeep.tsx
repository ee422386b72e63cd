import { call } from "@/lib/client/call";
import { useQuery } from "@tanstack/react-query";
import { foreseen, useChange } from "@/components/shell/use-change";
import { proposedRepairsQuery, repairsKey, unfinishedQuery } from "@/lib/client/files";
import type { RepairSettings, UnfinishedChange } from "@/lib/contracts/repairs";
import { say, sentence, type Sentence } from "@/lib/core/i18n/say";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import { sayParts } from "@/components/ui/say-parts";
import { replicasQuery } from "@/lib/client/server";
import type { Replica } from "@/lib/contracts/replicas";

type Mode = RepairSettings["mode"];

const MODES: readonly { mode: Mode; label: Sentence; about: Sentence }[] = [
  { mode: "observe", label: sentence("Observe"), about: sentence("Files stay as saved; missing lines are listed.") },
  {
    mode: "propose",
    label: sentence("Propose"),
    about: sentence("Accidentally dropped lines are put back; you decide the rest."),
  },
  {
    mode: "repair",
    label: sentence("Repair"),
    about: sentence("Lines are put back automatically unless both sides changed them."),
  },
];

/** What is done about a save of an old copy over newer lines. */
export function RepairMode({ workspace }: { workspace: string }) {
  const { data } = useQuery(proposedRepairsQuery(workspace));
  const { run } = useChange([repairsKey(workspace)]);
  if (!data) return null;

  const choose = (mode: Mode, label: Sentence) =>
    run({
      foresee: [foreseen(proposedRepairsQuery(workspace), (list) => ({ ...list, mode }))],
      send: () => call("PUT /repairs", { params: { workspace }, body: { mode } }),
      done: () => ({ title: say("Overwritten lines: {label}", { label: say(label) }) }),
      failed: say("Not changed"),
    });

  return (
    <fieldset className="border-line overflow-hidden rounded-lg border">
      <legend className="sr-only">{say("When a save leaves out newer lines")}</legend>
      {MODES.map(({ mode, label, about }) => (
        <label
          key={mode}
          className="border-line hover:bg-hover flex min-h-9 cursor-pointer items-start gap-2.5 border-t px-3 py-1.5 first-of-type:border-t-0"
        >
          <input
            type="radio"
            name="repair-mode"
            className="accent-accent mt-1"
            aria-label={`${say(label)}: ${say(about)}`}
            checked={data.mode === mode}
            onChange={() => void choose(mode, label)}
          />
          <span>
            <span className="font-semibold">{say(label)}</span>
            <span className="text-fg-2 block text-xs">{say(about)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface UnfinishedProps {
  workspace: string;
  /** Puts the list below its heading; nothing is shown while it is empty. */
  frame: (list: ReactNode) => ReactNode;
}

export function Unfinished({ workspace, frame }: UnfinishedProps) {
  const { data } = useQuery(unfinishedQuery(workspace));
  const { run } = useChange([unfinishedQuery(workspace).queryKey]);
  if (!data || data.items.length === 0) return null;

  const act = (send: () => Promise<unknown>, title: string, failed: string) =>
    void run({ send, done: () => ({ title }), failed });

  return frame(
    <ul className="border-line overflow-hidden rounded-lg border">
      {data.items.map((change) => (
        <UnfinishedRow
          key={change.id}
          change={change}
          onRetry={() =>
            act(
              () => call("POST /unfinished/{id}/retry", { params: { workspace, id: change.id } }),
              say("Change finished"),
              say("Not finished"),
            )
          }
          onDiscard={() =>
            act(
              () => call("DELETE /unfinished/{id}", { params: { workspace, id: change.id } }),
              say("Change discarded"),
              say("Not discarded"),
            )
          }
        />
      ))}
    </ul>,
  );
}

interface UnfinishedRowProps {
  change: UnfinishedChange;
  onRetry: () => void;
  onDiscard: () => void;
}

function UnfinishedRow({ change, onRetry, onDiscard }: UnfinishedRowProps) {
  return (
    <li className="border-line flex flex-col gap-1 border-t px-3 py-2 text-xs first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 flex-1 font-semibold [overflow-wrap:anywhere]">{change.reason}</span>
        <Button size="small" aria-label={say("Retry change {id}", { id: change.id })} onClick={onRetry}>
          {say("Retry")}
        </Button>
        <Button
          look="danger"
          size="small"
          aria-label={say("Discard change {id}", { id: change.id })}
          onClick={onDiscard}
        >
          {say("Discard")}
        </Button>
      </div>
      <p className="text-fg-2">
        {sayParts("Change {id}, {when}. {hint}", {
          id: change.id,
          when: <RelativeTime at={change.createdAt} ago />,
          hint: change.hint,
        })}
      </p>
      {change.changes.map(({ actor, operation, path, text }) => (
        <div key={`${operation} ${path}`} className="[overflow-wrap:anywhere]">
          <span className="text-fg-2">
            {actor}: {operation}
          </span>{" "}
          <code>{path}</code>
          {text !== "" && (
            <pre dir="auto" className="text-fg-2 whitespace-pre-wrap">
              {text}
            </pre>
          )}
        </div>
      ))}
    </li>
  );
}

export function Replicas({ workspace, origin }: { workspace: string; origin: string }) {
  const { data } = useQuery(replicasQuery(workspace));
  if (!data) return null;
  if (data.items.length === 0) {
    return (
      <p className="text-fg-2 text-xs">
        {sayParts("None yet. In a checkout: {command}", {
          command: (
            <code dir="ltr" className="[overflow-wrap:anywhere]">
              wardroom replica --url {origin} --workspace {workspace}
            </code>
          ),
        })}
      </p>
    );
  }
  return (
    <ul aria-label={say("Checkouts elsewhere")} className="border-line overflow-hidden rounded-lg border">
      {data.items.map((replica) => (
        <li
          key={`${replica.id} ${replica.person} ${replica.since}`}
          className="border-line flex flex-col gap-1 border-t px-3 py-1.5 text-xs first:border-t-0"
        >
          <span className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
            <bdi className="font-semibold [overflow-wrap:anywhere]">{replica.machine}</bdi>
            <bdi className="text-fg-2 min-w-0 flex-1 [overflow-wrap:anywhere]">{replica.person}</bdi>
            <span className="text-fg-2">{standingOf(replica)}</span>
            <span className="text-fg-3">
              {replica.pushedAt === null
                ? say("never pushed")
                : sayParts("last push {when}", { when: <RelativeTime at={replica.pushedAt} ago /> })}
            </span>
          </span>
          {replica.conflicts.map((path) => (
            <span key={path} className="text-warn [overflow-wrap:anywhere]">
              {sayParts("Not in step: {path}. To decide, there: {command}", {
                path: <bdi>{path}</bdi>,
                command: <code dir="ltr">wardroom replica status</code>,
              })}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

function standingOf({ state, behind, waiting, conflicts, seenAt }: Replica) {
  if (state === "away") return sayParts("last heard of {when}", { when: <RelativeTime at={seenAt} ago /> });
  if (waiting > 0) return say("{count, plural, one {# file} other {# files}} to push", { count: waiting });
  if (behind > 0) return say("{count, plural, one {# event} other {# events}} behind", { count: behind });
  if (conflicts.length > 0) {
    return say("{count, plural, one {# file} other {# files}} to decide", { count: conflicts.length });
  }
  return say("in step");
}
