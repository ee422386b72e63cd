"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { SectionHead } from "@/components/ui/section-head";
import { useFirst } from "@/components/ui/show-more";
import type { SessionScope } from "@/lib/client/paths";
import type { MomentItem, SessionMoment } from "@/lib/contracts/moments";
import { sayCount, sayNumber } from "@/lib/core/text/say-count";
import { ChangeRow, MomentItemText, type ChangeKind } from "./moment-item";
import { SinceBar } from "./since-bar";

interface ChangedSinceProps {
  scope: SessionScope;
  moment: SessionMoment;
  since: string | null;
  onSince: (since: string | null) => void;
}

/** So many changes leave room for who knew what below them. */
const FEW = 12;

interface Row {
  key: string;
  kind: ChangeKind;
  who: string;
  said: string | MomentItem;
}

/** What changed up to the moment, the context and what roles know first, then every item, tinted by what happened to it. */
export function ChangedSince({ scope, moment, since, onSince }: ChangedSinceProps) {
  const rows = rowsOf(moment);
  const [showAll, setShowAll] = useState(false);
  const shown = showAll ? rows : rows.slice(0, FEW);
  const { first, more } = useFirst(shown, "changes");
  return (
    <section aria-labelledby="changed-since">
      <SectionHead
        id="changed-since"
        title="Changed since"
        note={moment.since === null ? undefined : rows.length === 0 ? "Nothing" : sayCount(rows.length, "change")}
      >
        <SinceBar scope={scope} moment={moment} since={since} onSince={onSince} />
      </SectionHead>
      {moment.since === null ? (
        <p className="text-fg-3 px-4 pb-3">
          You have not looked at this session before. Choose a time to compare with.
        </p>
      ) : rows.length === 0 ? (
        <p className="text-fg-3 px-4 pb-3">Nothing changed between the two times.</p>
      ) : (
        <ul aria-label="Changes">
          {first.map(({ key, kind, who, said }) => (
            <ChangeRow key={key} kind={kind} who={who}>
              {typeof said === "string" ? <span dir="auto">{said}</span> : <MomentItemText scope={scope} item={said} />}
            </ChangeRow>
          ))}
        </ul>
      )}
      {more}
      {shown.length < rows.length && (
        <Button look="ghost" onClick={() => setShowAll(true)} className="mx-2 my-1">
          Show all {sayNumber(rows.length)} changes
        </Button>
      )}
    </section>
  );
}

function rowsOf({ since, memory, context, roles }: SessionMoment): Row[] {
  if (since === null) return [];
  const rows: Row[] = [];
  if (context.version !== context.before) {
    const from = context.before === null ? "" : `, before ${context.before}`;
    const kind = context.before === null ? "added" : "changed";
    rows.push({ key: "context", kind, who: context.by ?? "", said: `Context ${context.version ?? "removed"}${from}` });
  }
  for (const { role, version, before } of roles) {
    if (version === before) continue;
    const said =
      version === null
        ? `Lost ${before ?? "its context"}`
        : `Confirmed ${version}${before === null ? "" : `, before ${before}`}`;
    rows.push({ key: `role ${role}`, kind: before === null ? "added" : "changed", who: role, said });
  }
  for (const { role, items } of memory.sections) {
    for (const item of items)
      if (item.change !== null) rows.push({ key: item.id, kind: item.change, who: role, said: item });
  }
  for (const { id, role, text } of memory.gone) rows.push({ key: `gone ${id}`, kind: "gone", who: role, said: text });
  return rows;
}
