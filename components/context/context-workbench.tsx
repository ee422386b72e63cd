import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@/components/ui/link";
import { useState } from "react";
import { Term } from "@/components/terms/term";
import { Changes } from "@/components/ui/changes";
import { lazyDialog, lazyPart } from "@/components/ui/lazy-part";
import { ActionButton } from "@/components/ui/action-button";
import { buttonClass } from "@/components/ui/button";
import { SectionHead } from "@/components/ui/section-head";
import { useKeptScroll } from "@/components/ui/use-kept-place";
import { contextVersionQuery } from "@/lib/client/context";
import { pages, type SessionScope } from "@/lib/client/paths";
import type { AckMatrix as Matrix, Context, Savings, Version } from "@/lib/contracts/context";
import type { Run } from "@/lib/contracts/runs";
import type { Gate } from "@/lib/contracts/gates";
import { AckMatrix } from "./ack-matrix";
import { CellPeek } from "./cell-peek";
import { actsOf, type CellAct, actCalledFor } from "./cell-acts";
import { CitedItems } from "./cited-items";
import type { ContextQuestion } from "./context-dialog";
import { FileProblems } from "@/components/faults/file-problems";
import { contextPath } from "@/lib/core/memory/session-paths";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/i18n/say";
import { currentCell } from "./foresee-matrix";
import { SavingsPanel } from "./savings-panel";
import { useComparison } from "./use-comparison";
import { useContextActions } from "./use-context-actions";
import { useContextPlace } from "./use-context-place";
import { useDeliveries } from "./use-deliveries";
import { usePublish } from "./use-publish";
import { VersionComparison, VersionTimeline } from "./version-comparison";
import { versionName, versionNumberOf } from "./version-name";
import { doerOf } from "@/lib/core/history/signed-by";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import { NO_VERSION } from "@/lib/core/context/version-number";
import { cx } from "@/components/ui/cx";

const ContextDialog = lazyDialog(() => import("./context-dialog").then((module) => module.ContextDialog));
const DraftPanel = lazyPart(() => import("./draft-panel").then((module) => module.DraftPanel));

interface ContextWorkbenchProps {
  scope: SessionScope;
  context: Context;
  versions: readonly Version[];
  matrix: Matrix;
  runs: readonly Run[] | undefined;
  savings: Savings | undefined;
  gate: Gate | undefined;
  frozen: string | undefined;
  onEdit: () => void;
}

export function ContextWorkbench(props: ContextWorkbenchProps) {
  const { scope, context, versions, matrix, runs, savings, gate, frozen, onEdit } = props;
  const client = useQueryClient();
  const scroller = useKeptScroll<HTMLDivElement>();
  const [question, setQuestion] = useState<ContextQuestion>();
  const [place, setPlace] = useContextPlace();
  const comparison = useComparison(versions);
  const deliveries = useDeliveries(scope);
  const { busy, publish } = usePublish(scope);
  const { cursor, setCursor, move } = useMatrixCursor(matrix);

  const number = versionNumberOf(context.version);
  const latest = versions[0];
  const row = matrix.roles.find((each) => each.role === place.role);
  const looked = place.version === null ? matrix.version : versionName(place.version);
  const cell = row?.cells.find((each) => each.version === looked);
  const subject = row?.role ?? cursor;
  const subjectCell = subject === undefined ? undefined : currentCell(matrix, subject);

  function act(role: string, wanted: CellAct): void {
    const target = currentCell(matrix, role);
    if (target === undefined || target.delivery === null || !actsOf(target).includes(wanted)) return;
    const { delivery } = target;
    if (wanted === "ack") setQuestion({ kind: "ack", role, total: itemsOf(target, latest) });
    else if (wanted === "guide") setQuestion({ kind: "guide", role, delivery });
    else void deliveries[wanted](delivery, role);
  }

  const open = (role: string, version: string) => {
    setCursor(role);
    void setPlace({ role, version: version === matrix.version ? null : versionNumberOf(version) });
  };
  const close = () => void setPlace({ role: null, version: null });

  async function discard() {
    const { text } = await client.query(contextVersionQuery(scope, number));
    await publish({ text }, context.etag, crypto.randomUUID());
  }

  useContextActions({
    role: subject,
    cell: subjectCell,
    comparison,
    draft: context.draft,
    frozen,
    nextVersion: context.next,
    peekOpen: row !== undefined,
    on: {
      act: (wanted) => subject !== undefined && act(subject, wanted),
      move: (step) => {
        close();
        move(step);
      },
      open: () => subject !== undefined && open(subject, matrix.version),
      close,
      edit: onEdit,
      publishDraft: () => {
        if (!busy) void publish({ text: context.text }, context.etag, crypto.randomUUID());
      },
      deadline: () => setQuestion({ kind: "deadline" }),
    },
  });

  return (
    <div className="flex min-h-0 flex-1">
      {/* Positioned, so that what only screen readers see inside does not make the page itself scroll. */}
      <div ref={scroller} className="relative min-w-0 flex-1 overflow-y-auto">
        <ContextBar context={context} latest={latest} savings={savings} />
        <FileProblems
          workspace={scope.workspace}
          path={contextPath(scope.session)}
          text={context.text}
          diagnostics={context.diagnostics}
          keys
          className="border-line border-b px-4 py-2"
        />
        {gate && <GateBar scope={scope} gate={gate} />}
        {context.draft && (
          <DraftPanel
            scope={scope}
            context={context}
            busy={busy}
            frozen={frozen}
            onDiscard={() => setQuestion({ kind: "discard" })}
          />
        )}
        {number > 0 && (
          <>
            <section aria-labelledby="matrix">
              <SectionHead
                id="matrix"
                title={
                  <>
                    {sayParts("Confirmed <term>versions</term>", {
                      term: (inside) => <Term id="version">{inside}</Term>,
                    })}
                  </>
                }
                note={
                  <>{sayParts("based on <term>ACKs</term>", { term: (inside) => <Term id="ack">{inside}</Term> })}</>
                }
              >
                <Changes>
                  <ActionButton action="context.deadline" label={say("Set the ACK deadline")} size="small" look="ghost">
                    {say("ACK deadline {deadlineMinutes} min", { deadlineMinutes: matrix.deadlineMinutes })}
                  </ActionButton>
                </Changes>
              </SectionHead>
              {matrix.roles.length === 0 ? (
                <p className="text-fg-2 px-4 pb-3">
                  {say("No active teammates. New ones are sent {version} in full.", {
                    version: context.version,
                  })}
                </p>
              ) : (
                <AckMatrix
                  matrix={matrix}
                  runs={runs}
                  cursor={cursor}
                  onCursor={setCursor}
                  onAct={act}
                  onOpen={open}
                  onRun={(kind, run) => setQuestion({ kind, run })}
                />
              )}
              <PlanSays workspace={scope.workspace} matrix={matrix} />
            </section>
            {context.cited.length > 0 && <CitedItems scope={scope} cited={context.cited} />}
            {/* Of a version just published the list may not tell yet. */}
            {comparison.to > 0 && <VersionComparison scope={scope} comparison={comparison} />}
            {savings && <SavingsPanel scope={scope} savings={savings} />}
            <div className="border-line border-t py-3 lg:hidden">
              <VersionTimeline
                versions={versions}
                from={comparison.from}
                to={comparison.to}
                onChoose={comparison.choose}
              />
            </div>
          </>
        )}
      </div>
      {row && cell ? (
        <CellPeek
          scope={scope}
          row={row}
          cell={cell}
          current={looked === matrix.version}
          deadline={matrix.deadlineMinutes}
          onAct={act}
          onClose={close}
        />
      ) : (
        <aside
          aria-label={say("Versions")}
          className="border-line w-[300px] shrink-0 overflow-y-auto border-s py-3 max-lg:hidden"
        >
          <VersionTimeline versions={versions} from={comparison.from} to={comparison.to} onChoose={comparison.choose} />
        </aside>
      )}
      {question && (
        <ContextDialog
          scope={scope}
          question={question}
          context={context}
          matrix={matrix}
          deliveries={deliveries}
          onDiscard={() => void discard()}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </div>
  );
}

/** How many items an acknowledgement of this cell counts: a full text is one. */
function itemsOf(cell: Matrix["roles"][number]["cells"][number], latest: Version | undefined): number {
  return cell.mode === "delta" ? (latest?.operations ?? 1) : 1;
}

function GateBar({ scope, gate }: { scope: SessionScope; gate: Gate }) {
  return (
    <div role="status" className="border-line bg-warn-soft flex flex-wrap items-center gap-2 border-b px-4 py-1.5">
      <span className="min-w-0 flex-1">
        {say("Phase {phase} gate open: context frozen at {gcVersion}.", {
          phase: gate.phase,
          gcVersion: gate.gcVersion,
        })}
      </span>
      <Link href={pages.gates(scope.workspace, scope.session)} className={buttonClass({ size: "small" })}>
        {say("Go to the gate")}
      </Link>
    </div>
  );
}

interface ContextBarProps {
  context: Context;
  latest: Version | undefined;
  savings: Savings | undefined;
}

/** A version may stand in a file that nobody published here. */
function sayUnpublished(version: string): string {
  return version === NO_VERSION ? say("never published") : say("found in its file; not sent to anyone");
}

/** Which version counts, who published it and when, what it costs, and what deltas have saved. */
function ContextBar({ context, latest, savings }: ContextBarProps) {
  const { version, published, tokens } = context;
  const share = savings && savings.total.deliveries > 0 ? savings.total.savedShare : undefined;
  return (
    <div className="border-line flex min-h-10 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-1.5">
      <b className="font-semibold">{version}</b>
      <span className="text-fg-2 min-w-0 text-xs">
        {published === null ? (
          sayUnpublished(version)
        ) : (
          <>
            {sayParts("published {when} by {actor}", {
              when: <RelativeTime at={published.at} ago />,
              actor: doerOf(published),
            })}
          </>
        )}
        {" · "}
        <span title={say("Estimate")}>
          {say("{tokens, plural, one {# token} other {# tokens}}", { tokens: latest?.tokens ?? tokens })}
        </span>
        {typeof latest?.operations === "number" && (
          <>
            {" · "}
            {say("{operations, plural, one {# operation} other {# operations}}", {
              operations: latest.operations,
            })}
            , {say("{deltaTokens, plural, one {# token} other {# tokens}}", { deltaTokens: latest.deltaTokens ?? 0 })}
          </>
        )}
      </span>
      <span className="flex-1" />
      {share !== undefined && (
        <Badge tone={share > 0 ? "ok" : "neutral"}>
          {share < 0
            ? say("{percent}% more than full texts", { percent: Math.round(-share * 100) })
            : say("saved {percent}% this session", { percent: Math.round(share * 100) })}
        </Badge>
      )}
    </div>
  );
}

/**
 * What the session's plan says of versions in its own words, beside what was confirmed, and what is wrong with the plan. Whoever
 * keeps such a table by hand sees here where it is no longer true; it is never rewritten.
 */
function PlanSays({ workspace, matrix: { plan, roles } }: { workspace: string; matrix: Matrix }) {
  if (!plan) return null;
  const confirmed = new Map(roles.map((each) => [each.role, each.confirmed]));
  return (
    <>
      <FileProblems
        workspace={workspace}
        path={plan.path}
        diagnostics={plan.diagnostics}
        className="mx-4 mb-3 rounded-md px-3 py-2"
      />
      {plan.mentions.length > 0 && (
        <p className="text-fg-3 px-4 pb-3 text-xs">
          {sayParts("orchestration-plan.md says: {list}", {
            list: plan.mentions.map(({ role, version, line }, index) => (
              <span key={index}>
                {index > 0 && ", "}
                {role} {version}{" "}
                <span className={cx(confirmed.get(role) !== version && "text-warn")}>
                  {say("(line {line}{sayOtherwise})", {
                    line,
                    sayOtherwise: sayOtherwise(confirmed.get(role), version),
                  })}
                </span>
              </span>
            )),
          })}
        </p>
      )}
    </>
  );
}

function sayOtherwise(confirmed: string | null | undefined, version: string): string {
  if (confirmed === undefined) return say("; nobody by that name is active");
  if (confirmed === null) return say("; it has confirmed nothing");
  return confirmed === version ? "" : say("; it has confirmed {confirmed}", { confirmed });
}

/** Which role the keys act on: the first that needed something when the page was opened, until the reader moves. */
function useMatrixCursor(matrix: Matrix) {
  const roles = matrix.roles.map((each) => each.role);
  // What becomes overdue meanwhile does not draw the keys away from the row the reader looks at.
  const [chosen, setChosen] = useState(() =>
    roles.find((role) => actCalledFor(currentCell(matrix, role)) !== undefined),
  );
  const cursor = chosen !== undefined && roles.includes(chosen) ? chosen : roles[0];

  function move(step: 1 | -1): void {
    const at = cursor === undefined ? -1 : roles.indexOf(cursor);
    const next = roles[Math.min(roles.length - 1, Math.max(0, at + step))];
    if (next === undefined) return;
    setChosen(next);
    // The row scrolls into view only when the reader moves to it.
    document.querySelector(`[data-role="${CSS.escape(next)}"]`)?.scrollIntoView({ block: "nearest" });
  }

  return { cursor, setCursor: setChosen, move };
}
