"use client";
import { useState } from "react";
import { Preview } from "@/components/memory/preview";
import { Button } from "@/components/ui/button";
import { SectionHead } from "@/components/ui/section-head";
import { useFirst } from "@/components/ui/show-more";
import type { SessionScope } from "@/lib/client/paths";
import type { MomentItem, SessionMoment } from "@/lib/contracts/moments";
import { say } from "@/lib/core/words/say";
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
  const { first, more } = useFirst(shown, say("changes"));
  return (
    <section aria-labelledby="changed-since">
      <SectionHead
        id="changed-since"
        title={say("Changed since")}
        note={
          moment.since === null
            ? undefined
            : rows.length === 0
              ? say("Nothing")
              : say("{rows, plural, one {# change} other {# changes}}", { rows: rows.length })
        }
      >
        <SinceBar scope={scope} moment={moment} since={since} onSince={onSince} />
      </SectionHead>
      {moment.since === null ? (
        <p className="text-fg-3 px-4 pb-3">
          {say("You have not looked at this session before. Choose a time to compare with.")}
        </p>
      ) : rows.length === 0 ? (
        <p className="text-fg-3 px-4 pb-3">{say("Nothing changed between the two times.")}</p>
      ) : (
        <ul aria-label={say("Changes")}>
          {first.map(({ key, kind, who, said }) => (
            <ChangeRow key={key} kind={kind} who={who}>
              {typeof said === "string" ? <Preview text={said} whole /> : <MomentItemText scope={scope} item={said} />}
            </ChangeRow>
          ))}
        </ul>
      )}
      {more}
      {shown.length < rows.length && (
        <Button look="ghost" onClick={() => setShowAll(true)} className="mx-2 my-1">
          {say("Show all {rows, number} changes", { rows: rows.length })}
        </Button>
      )}
    </section>
  );
}

function rowsOf({ since, memory, context, roles }: SessionMoment): Row[] {
  if (since === null) return [];
  const rows: Row[] = [];
  if (context.version !== context.before) {
    const kind = context.before === null ? "added" : "changed";
    rows.push({
      key: "context",
      kind,
      who: context.by ?? "",
      said: say("Context {version}{isFirst, select, true {} other {, before {before}}}", {
        version: context.version ?? say("removed"),
        isFirst: String(context.before === null),
        before: context.before ?? "",
      }),
    });
  }
  for (const { role, version, before } of roles) {
    if (version === before) continue;
    const said =
      version === null
        ? say("Lost {before}", { before: before ?? say("its context") })
        : say("Confirmed {version}{isFirst, select, true {} other {, before {before}}}", {
            version,
            isFirst: String(before === null),
            before: before ?? "",
          });
    rows.push({ key: `role ${role}`, kind: before === null ? "added" : "changed", who: role, said });
  }
  for (const { role, items } of memory.sections) {
    for (const item of items)
      if (item.change !== null) rows.push({ key: item.id, kind: item.change, who: role, said: item });
  }
  for (const { id, role, text } of memory.gone) rows.push({ key: `gone ${id}`, kind: "gone", who: role, said: text });
  return rows;
}
