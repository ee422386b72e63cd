import { call } from "@/lib/client/call";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { Changes } from "@/components/ui/changes";
import { Dialog } from "@/components/ui/dialog";
import { wordsOf } from "@/lib/client/request-error";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/i18n/say";
import { Mark } from "@/components/ui/mark";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Integrity, IntegrityProblem } from "@/lib/contracts/events";

export function VerifyDialog({ workspace, onClose }: { workspace: string; onClose: () => void }) {
  const stop = useRef<AbortController>(undefined);
  const { data, error, isPending, isIdle, mutate } = useMutation({
    // Problems to let be first, by id; none to look only.
    mutationFn: (accepted: string[]) => {
      stop.current?.abort();
      stop.current = new AbortController();
      return accepted.length > 0
        ? call("POST /integrity", { params: { workspace }, body: { ids: accepted } })
        : call("GET /integrity", { params: { workspace }, signal: stop.current.signal });
    },
  });
  const open = data?.problems.filter(({ accepted }) => !accepted).map(({ id }) => id) ?? [];
  const close = () => {
    stop.current?.abort();
    onClose();
  };
  return (
    <Dialog
      title={say("Verify the history")}
      description={say("Checks events, revisions and files for changes and gaps.")}
      onClose={close}
      footer={
        <>
          <Button look="ghost" onClick={close}>
            {isPending ? say("Stop") : say("Close")}
          </Button>
          {!isPending && open.length > 0 && (
            <Changes>
              <Button look="ghost" onClick={() => mutate(open)}>
                {say("Accept {open, plural, one {this problem} other {these {open} problems}}", { open: open.length })}
              </Button>
            </Changes>
          )}
          <Button look="primary" busy={isPending} onClick={() => mutate([])}>
            {isIdle ? say("Verify") : say("Verify again")}
          </Button>
        </>
      }
    >
      <div role="status" className="min-h-12">
        {isPending && <p className="text-fg-2">{say("Verifying… A long history takes a while.")}</p>}
        {!isPending && data && <IntegrityAnswer integrity={data} />}
        {!isPending && error && (
          <p>
            {sayParts("The check failed. {message} {hint}", {
              message: wordsOf(error).message,
              hint: wordsOf(error).hint,
            })}
          </p>
        )}
        {isIdle && <p className="text-fg-2">{say("Read-only check.")}</p>}
      </div>
    </Dialog>
  );
}

/** What a verification found, in words: the sum first, then each problem. */
function IntegrityAnswer({ integrity }: { integrity: Integrity }) {
  const { ok, events, documents, revisions, rows, problems, problemsFound, unchecked } = integrity;
  const open = problems.filter((problem) => !problem.accepted);
  const accepted = problems.filter((problem) => problem.accepted);
  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-baseline gap-2">
        <Mark tone={ok ? "ok" : "bad"} shape={ok ? "dot" : "square"} />
        <span>
          <b className="font-semibold">{ok ? say("The history is complete.") : sayWrong(open.length)}</b>{" "}
          <span className="text-fg-2">
            {say(
              "{events, plural, one {# event} other {# events}}, {documents, plural, one {# document} other {# documents}}, {revisions, plural, one {# revision} other {# revisions}} and {rows, plural, one {# row} other {# rows}} were checked.{integrity}",
              { events, documents, revisions, rows, integrity: sayReach(integrity) },
            )}
          </span>
        </span>
      </p>
      {open.length > 0 && <Problems problems={open} />}
      {problemsFound > problems.length && (
        <p className="text-fg-2">
          {say("{problemsFound} more are not shown.", { problemsFound: problemsFound - problems.length })}
        </p>
      )}
      {open.length > 0 && (
        <p className="text-fg-2">{say("Nothing was changed. A backup of the data folder may hold what is missing.")}</p>
      )}
      {accepted.length > 0 && (
        <details>
          <summary className="text-fg-2">{say("Accepted before: {accepted}", { accepted: accepted.length })}</summary>
          <Problems problems={accepted} />
        </details>
      )}
      {unchecked.map(({ target, detail }) => (
        <p key={target} className="text-fg-2 wrap-anywhere">
          {say("{target} could not be checked. {detail}", { target, detail })}
        </p>
      ))}
    </div>
  );
}

function Problems({ problems }: { problems: IntegrityProblem[] }) {
  return (
    <ul
      className="flex max-h-72 flex-col gap-2 overflow-y-auto"
      tabIndex={0}
      aria-label={say("Problems of the history")}
    >
      {problems.map((problem) => (
        <li key={problem.id} className="border-line flex flex-col border-s-2 ps-2">
          <span className="font-semibold wrap-anywhere">
            {nameOf(problem)}
            {problem.since !== null && (
              <span className="text-fg-3 ms-2 text-xs font-normal">
                <RelativeTime at={problem.since} ago />
              </span>
            )}
          </span>
          <span className="text-fg-2 wrap-anywhere">{problem.detail}</span>
        </li>
      ))}
    </ul>
  );
}

function sayWrong(count: number): string {
  return count === 1 ? say("One thing does not agree.") : say("{count} things do not agree.", { count });
}

/** Such as "Event 12", "Revision 3 of .agent/teams/shop/TEAM-MEMORY.md". */
function nameOf({ kind, target, revision }: IntegrityProblem): string {
  switch (kind) {
    case "event":
      return say("Event {target}", { target });
    case "revision":
      return say("Revision {revision} of {target}", { revision: revision ?? "?", target });
    case "document":
      return target;
    case "record":
      return say("The signed record of the newest events");
    case "database":
      return say("The database");
    case "row":
      return say("Row {target}", { target });
  }
}

function sayReach({ coveredFrom, revisionsBefore, rowsBefore }: Integrity): string {
  const rows =
    rowsBefore === 0
      ? ""
      : say(" {rowsBefore, plural, one {# row was} other {# rows were}} sealed at an upgrade; not proven before it.", {
          rowsBefore,
        });
  if (revisionsBefore === 0) return rows;
  const since = coveredFrom === null ? "" : say(", before event {coveredFrom},", { coveredFrom });
  const older = say(
    " {revisionsBefore, plural, one {# older revision} other {# older revisions}}{since} can’t be checked: recorded without a hash.",
    { revisionsBefore, since },
  );
  return older + rows;
}
