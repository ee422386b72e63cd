import { useQuery } from "@tanstack/react-query";
import { findItem } from "@/components/memory/optimistic";
import { Preview } from "@/components/memory/preview";
import { TagLabel } from "@/components/memory/tag-label";
import { Term } from "@/components/terms/term";
import { Badge } from "@/components/ui/badge";
import { Button, IconButton } from "@/components/ui/button";
import { Changes } from "@/components/ui/changes";
import { Checkbox } from "@/components/ui/checkbox";
import { cx } from "@/components/ui/cx";
import { PROGRESS, CONTROL } from "@/components/ui/control";
import { RelativeTime } from "@/components/ui/relative-time";
import { SectionHead } from "@/components/ui/section-head";
import { memoryQuery } from "@/lib/client/memory";
import type { SessionScope } from "@/lib/client/paths";
import type { useChosen } from "@/components/shell/use-chosen";
import type { PrepareGate, Gate, GateBlocker, GateResult } from "@/lib/contracts/gates";
import { sayParts } from "@/components/ui/say-parts";
import { countShared, NO_RESULT } from "@/lib/core/context/gate";
import { say } from "@/lib/core/i18n/say";
import { BlockerBar, BlockerList, type Settling } from "./blocker-list";
import { type Conclusion, criteriaOf, refusalOf, standing } from "./gate-conclusion";
import { sayVerdict } from "./verdict";
import { Plus, X } from "@/components/ui/icons";
import { useState } from "react";

interface OpenGateProps {
  scope: SessionScope;
  gate: Gate;
  conclusion: Conclusion;
  onChange: (change: PrepareGate) => void;
  cursor: string | undefined;
  onCursor: (id: string) => void;
  selection: ReturnType<typeof useChosen<GateBlocker>>;
  settling: Settling;
}

const RESULTS = ["APPROVED", "CONDITIONAL_PASS", "REJECTED"] as const satisfies readonly GateResult[];

export function OpenGate(props: OpenGateProps) {
  const { scope, gate, conclusion, onChange, selection, settling } = props;
  const left = standing(gate).length;
  const total = gate.blockers.length;
  return (
    <section aria-labelledby="open-gate">
      <SectionHead
        id="open-gate"
        title={say("Phase {phase}", { phase: gate.phase })}
        note={
          <>
            {sayParts("open {when}, by {openedBy} · the context is frozen at {gcVersion}", {
              when: <RelativeTime at={gate.openedAt} ago />,
              openedBy: gate.openedBy,
              gcVersion: gate.gcVersion,
            })}
          </>
        }
      >
        <SharedWaivers gate={gate} />
        <Badge tone={left > 0 ? "warn" : total > left ? "neutral" : "ok"}>
          {left === 0 ? say("No blockers left") : say("{left, plural, one {# blocker} other {# blockers}}", { left })}
        </Badge>
      </SectionHead>
      <ul aria-label={say("Before it is concluded")} className="text-fg-2 px-4 pb-1 text-xs">
        {gate.notes.map((note) => (
          <li key={note} className="written">
            {note === NO_RESULT ? say("Nobody reported a result.") : note}
          </li>
        ))}
      </ul>
      <Changes>
        <SectionHead title={say("Criteria")} note={say("what was asked of the phase; written to its record")} />
        <CriteriaList
          criteria={criteriaOf(gate, conclusion)}
          asked={gate.criteria.length}
          onChange={(criteria) => onChange({ criteria })}
        />
        <SectionHead title={say("Result")} note={say("shared with everybody who looks at this gate")} />
        <ResultChoice
          value={conclusion.result ?? undefined}
          refusalOf={(result) => refusalOf(gate, conclusion, result)}
          onChange={(result) => onChange({ result })}
        />
      </Changes>
      <SectionHead
        title={<Term id="blocker">{say("Blockers")}</Term>}
        note={total === 0 ? undefined : say("{waived} of {total} waived", { waived: total - left, total })}
      >
        {total > 0 && (
          <progress
            aria-label={say("Blockers waived")}
            value={total - left}
            max={total}
            className={cx(PROGRESS, "w-40 max-sm:w-24")}
          />
        )}
      </SectionHead>
      {total === 0 ? (
        <p className="text-fg-2 px-4 pb-3">
          {say("Everybody has confirmed {gcVersion}, and no conflict or question is open.", {
            gcVersion: gate.gcVersion,
          })}
        </p>
      ) : (
        <BlockerList
          scope={scope}
          blockers={gate.blockers}
          cursor={props.cursor}
          chosen={selection.keys}
          onCursor={props.onCursor}
          onChoose={selection.toggle}
          onChooseAll={selection.toggleAll}
          settling={settling}
        />
      )}
      <Changes>
        {gate.stale.length > 0 && (
          <>
            <SectionHead
              title={say("Stale items")}
              note={say("written before the previous gate and not touched since")}
            />
            <StaleItems
              scope={scope}
              items={gate.stale}
              archived={new Set(conclusion.archive)}
              onArchive={(archive) => onChange({ archive })}
            />
          </>
        )}
        {selection.things.length > 0 && (
          <BlockerBar blockers={selection.things} settling={settling} onClear={selection.clear} />
        )}
      </Changes>
    </section>
  );
}

/** How many blockers one reason lets through together: nobody judged each of them. */
export function SharedWaivers({ gate }: { gate: Gate }) {
  const shared = countShared(gate.blockers);
  if (shared === 0) return null;
  return <Badge tone="bad">{say("{shared, number} waived with a shared reason", { shared })}</Badge>;
}

interface ResultChoiceProps {
  value: GateResult | undefined;
  /** Why a result cannot be chosen; none where it can. */
  refusalOf: (result: GateResult) => string[];
  onChange: (result: GateResult) => void;
}

function ResultChoice({ value, refusalOf: whyNot, onChange }: ResultChoiceProps) {
  return (
    <div className="flex flex-wrap items-center gap-1.5 px-4 pb-5">
      <div role="radiogroup" aria-label={say("Result")} className="flex flex-wrap gap-1.5">
        {RESULTS.map((result) => {
          const disabled = whyNot(result).length > 0;
          return (
            <label
              key={result}
              className={cx(
                "has-focus-visible:outline-accent inline-flex h-7 items-center rounded-md border px-2.5 text-xs select-none has-focus-visible:outline-2",
                result === value
                  ? "border-accent bg-accent-soft text-accent font-semibold"
                  : "border-line-strong text-fg-2 hover:bg-hover",
                disabled && "opacity-50",
              )}
            >
              <input
                type="radio"
                name="result"
                checked={result === value}
                disabled={disabled}
                onChange={() => onChange(result)}
                className="sr-only"
              />
              {sayVerdict(result)}
            </label>
          );
        })}
      </div>
      {RESULTS.map((result) => {
        const why = whyNot(result);
        return (
          why.length > 0 && (
            <span key={result} className="text-fg-2 basis-full text-xs">
              {say("Can’t {result, select, APPROVED {approve} other {pass}} yet: {list}", {
                result,
                list: why.join(", "),
              })}
            </span>
          )
        );
      })}
    </div>
  );
}

interface StaleItemsProps {
  scope: SessionScope;
  items: readonly string[];
  archived: ReadonlySet<string>;
  onArchive: (items: string[]) => void;
}

function StaleItems({ scope, items, archived, onArchive }: StaleItemsProps) {
  const { data: memory } = useQuery(memoryQuery(scope));
  const all = items.every((id) => archived.has(id));
  return (
    <>
      <p className="flex items-center gap-2 px-4 pb-1.5">
        <span className="text-fg-2 flex-1 text-xs">{say("Checked items are archived when you conclude.")}</span>
        <Button size="small" look="ghost" onClick={() => onArchive(all ? [] : [...items])}>
          {all ? say("Keep all") : say("Archive all")}
        </Button>
      </p>
      <ul aria-label={say("Stale items")} className="border-line border-b">
        {items.map((id) => {
          const found = memory && findItem(memory, id);
          return (
            <li
              key={id}
              className="border-line grid grid-cols-[24px_92px_minmax(0,1fr)_auto] items-start gap-2 border-t px-4 py-1 max-sm:grid-cols-[24px_minmax(0,1fr)]"
            >
              <Checkbox
                aria-label={found ? say("Archive: {text}", { text: found.item.text }) : say("Archive this item")}
                checked={archived.has(id)}
                onChange={(event) =>
                  onArchive(items.filter((each) => (each === id ? event.target.checked : archived.has(each))))
                }
              />
              <span className="flex min-h-6 items-center">{found && <TagLabel tag={found.item.tag} />}</span>
              <span className="min-h-6 py-0.5 max-sm:col-start-2">
                {found ? <Preview text={found.item.text} /> : <span className="text-fg-3">{id}</span>}
              </span>
              <span className="text-fg-3 min-h-6 py-1 text-xs max-sm:col-start-2">{found?.role}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}

interface CriteriaListProps {
  criteria: Conclusion["criteria"];
  /** So many of them, the first, were asked as the gate opened: they are judged, and not removed. */
  asked: number;
  onChange: (criteria: Conclusion["criteria"]) => void;
}

/** What was asked of the phase, each met or not, and none of them until somebody says so; Enter adds another. */
function CriteriaList({ criteria, asked, onChange }: CriteriaListProps) {
  const [name, setName] = useState("");

  function add() {
    const added = name.trim();
    if (added !== "" && criteria.every((each) => each.name !== added)) {
      onChange([...criteria, { name: added, met: false }]);
    }
    setName("");
  }

  return (
    <div className="flex flex-col gap-1 px-3 pb-3">
      {criteria.length > 0 && (
        <ul aria-label={say("Criteria")} className="flex w-full max-w-[720px] flex-col">
          {criteria.map((each, index) => (
            <li key={each.name} className="flex items-start gap-2">
              <Checkbox
                aria-label={say("Met: {name}", { name: each.name })}
                checked={each.met}
                onChange={(event) =>
                  onChange(criteria.map((other) => (other === each ? { ...each, met: event.target.checked } : other)))
                }
              />
              <span dir="auto" className="written min-w-0 flex-1 py-0.5">
                {each.name}
              </span>
              <span className="text-fg-3 w-14 py-1 text-xs max-sm:hidden">
                {each.met ? say("met") : say("not met")}
              </span>
              {index < asked ? (
                <span className="text-fg-3 w-7 py-1 text-xs max-sm:hidden">{say("asked")}</span>
              ) : (
                <IconButton
                  icon={X}
                  iconSize={14}
                  label={say("Remove: {name}", { name: each.name })}
                  onClick={() => onChange(criteria.filter((other) => other !== each))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <div className="flex w-full max-w-[720px] items-center gap-1.5 ps-1">
        <input
          type="text"
          aria-label={say("Another criterion")}
          value={name}
          maxLength={2000}
          dir="auto"
          placeholder={say("What else was asked of the phase")}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
            event.preventDefault();
            add();
          }}
          className={cx(CONTROL, "h-7 flex-1")}
        />
        <Button size="small" onClick={add} disabled={name.trim() === ""}>
          <Plus size={14} aria-hidden /> {say("Add")}
        </Button>
      </div>
    </div>
  );
}
