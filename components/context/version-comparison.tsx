import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { TextDiff, useRaw } from "@/components/history/text-diff";
import { Button } from "@/components/ui/button";
import { CopyText } from "@/components/ui/copy-text";
import { SectionHead } from "@/components/ui/section-head";
import { Select } from "@/components/ui/select";
import { contextDeltaQuery, contextDiffQuery, contextVersionQuery } from "@/lib/client/context";
import type { SessionScope } from "@/lib/client/paths";
import { DeltaText } from "./delta-text";
import { LazyMarkdown } from "@/components/ui/lazy-markdown";
import { PlainText } from "@/components/ui/plain-text";
import { ViewSwitch } from "@/components/ui/view-switch";
import { sayParts } from "@/components/ui/say-parts";
import { say, sentence, type Sentence } from "@/lib/core/i18n/say";
import type { ComparisonPlace } from "./use-comparison";
import { COMPARISONS, type Comparison } from "./use-context-place";
import { versionName, versionNumberOf } from "./version-name";
import { sayDoer } from "@/lib/core/history/signed-by";
import { cx } from "@/components/ui/cx";
import { Kbd } from "@/components/ui/kbd";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Version } from "@/lib/contracts/context";
import { Unread } from "@/components/shell/read-failure";

const VIEW_WORDS: Record<Comparison, Sentence> = {
  delta: sentence("Delta"),
  lines: sentence("Lines"),
  split: sentence("Split"),
  text: sentence("Text"),
};

export function VersionComparison({ scope, comparison }: { scope: SessionScope; comparison: ComparisonPlace }) {
  const { numbers, from, to, view, line } = comparison;
  return (
    <section aria-labelledby="comparison">
      <SectionHead
        id="comparison"
        title={view === "text" ? versionName(to) : `${versionName(from)} → ${versionName(to)}`}
        note={view === "delta" ? <Proof scope={scope} from={from} to={to} /> : undefined}
      >
        <div className="flex flex-wrap items-center gap-1.5">
          <Select
            label={say("From")}
            labelHidden
            value={String(from)}
            onChange={(value) => comparison.setFrom(Number(value))}
            options={[...numbers.filter((each) => each !== to), 0].map((each) => ({
              value: String(each),
              label: each === 0 ? say("nothing") : versionName(each),
            }))}
            className="w-28"
          />
          <span aria-hidden className="text-fg-3">
            →
          </span>
          <Select
            label={say("To")}
            labelHidden
            value={String(to)}
            onChange={(value) => comparison.setTo(Number(value))}
            options={numbers
              .filter((each) => each !== from)
              .map((each) => ({ value: String(each), label: versionName(each) }))}
            className="w-28"
          />
          <ViewSwitch
            label={say("How it is shown")}
            views={COMPARISONS.filter((each) => each !== "delta" || from !== 0)}
            value={view}
            onChange={comparison.setView}
            name={(each) => say(VIEW_WORDS[each])}
            wide="split"
          />
        </div>
      </SectionHead>
      <div className="px-4 pb-5">
        {view === "delta" ? (
          <Delta scope={scope} from={from} to={to} />
        ) : view === "text" ? (
          <VersionText scope={scope} version={to} line={line} />
        ) : (
          <Lines scope={scope} from={from} to={to} split={view === "split"} />
        )}
      </div>
    </section>
  );
}

interface Between {
  scope: SessionScope;
  from: number;
  to: number;
}

function Proof({ scope, from, to }: Between) {
  const { data } = useQuery(contextDeltaQuery(scope, from, to));
  if (!data) return null;
  if (data.operations.length === 0) return say("the same text");
  const saved = data.fullTokens === 0 ? 0 : Math.round((1 - data.tokens / data.fullTokens) * 100);
  return (
    <>
      {sayParts(
        "<span>✓ verified</span>: {from} + delta = {to}, byte for byte · {tokens, number} instead of {fullTokens, plural, one {# token} other {# tokens}}",
        {
          span: (inside) => <span className="text-ok">{inside}</span>,
          from: versionName(from),
          to: versionName(to),
          tokens: data.tokens,
          fullTokens: data.fullTokens,
        },
      )}
      {saved > 0 && say(", about {saved}% fewer tokens", { saved })}
    </>
  );
}

function Delta({ scope, from, to }: Between) {
  const { data, error, refetch } = useQuery(contextDeltaQuery(scope, from, to));
  const [raw, setRaw] = useState(false);
  if (!data) return <Unread {...{ error, refetch }} />;
  if (data.operations.length === 0) return <p className="text-fg-2">{say("Both versions have the same text.")}</p>;
  return (
    <div className="flex flex-col items-start gap-2">
      {data.fallback !== null && (
        <p className="bg-warn-soft w-full rounded-md px-2.5 py-1.5 text-xs">
          {say("Sent in full instead: the delta is over half the text.")}
        </p>
      )}
      {raw ? (
        <CopyText text={data.text} label={say("Copy the delta")} />
      ) : (
        <div className="w-full">
          <DeltaText delta={data} />
        </div>
      )}
      <Button size="small" look="ghost" className="-ms-2" aria-pressed={raw} onClick={() => setRaw(!raw)}>
        {raw ? say("Show the operations") : say("Show the exact text")}
      </Button>
    </div>
  );
}

function Lines({ scope, from, to, split }: Between & { split: boolean }) {
  const { data, error, refetch } = useQuery(contextDiffQuery(scope, from, to));
  if (!data) return <Unread {...{ error, refetch }} />;
  return (
    <TextDiff
      diff={data}
      split={split}
      label={say("Changes from {from} to {to}", { from: versionName(from), to: versionName(to) })}
    />
  );
}

function VersionText({ scope, version, line }: { scope: SessionScope; version: number; line: number | null }) {
  const { data, error, refetch } = useQuery(contextVersionQuery(scope, version));
  const [isRaw, choice] = useRaw();
  if (!data) return <Unread {...{ error, refetch }} />;
  return (
    <div className="flex flex-col gap-2">
      {choice}
      {isRaw ? (
        <PlainText
          label={say("The text of {version}", { version: versionName(version) })}
          text={data.text}
          line={line}
        />
      ) : (
        <article
          aria-label={say("The text of {version}", { version: versionName(version) })}
          className="border-line rounded-lg border p-4"
        >
          <LazyMarkdown text={data.text} />
        </article>
      )}
    </div>
  );
}

interface VersionTimelineProps {
  versions: readonly Version[];
  from: number;
  to: number;
  onChoose: (version: number) => void;
}

export function VersionTimeline({ versions, from, to, onChoose }: VersionTimelineProps) {
  return (
    <section aria-labelledby="versions" className="flex flex-col gap-1.5">
      <header className="flex items-center gap-2 px-4">
        <h2 id="versions" className="flex-1 font-semibold">
          {say("Versions")}
        </h2>
        <Kbd keys="[" className="text-fg-3 max-sm:hidden" />
        <Kbd keys="]" className="text-fg-3 max-sm:hidden" />
      </header>
      {versions.length === 0 && <p className="text-fg-3 px-4 text-xs">{say("Nothing published yet.")}</p>}
      <ol>
        {versions.map((version) => {
          const number = versionNumberOf(version.version);
          const chosen = number === to;
          return (
            <li key={version.version}>
              <button
                type="button"
                aria-current={chosen || undefined}
                onClick={() => onChoose(number)}
                className={cx(
                  "relative flex w-full items-start gap-3 px-4 py-1.5 text-start outline-offset-[-2px]",
                  "before:bg-line before:absolute before:inset-y-0 before:start-[19.5px] before:w-px",
                  chosen ? "bg-accent-soft shadow-[inset_2px_0_var(--accent)]" : "hover:bg-hover",
                )}
              >
                <Dot version={version} />
                <span className="min-w-0 flex-1">
                  <b className="font-semibold">{version.version}</b>{" "}
                  <span className="text-fg-2 text-xs">
                    {version.actor === "disk" ? say("found on disk") : sayDoer(version)} · {sayChange(version)}
                  </span>
                  <span className="text-fg-3 block text-xs">
                    <RelativeTime at={version.at} ago /> · {sayConfirmed(version)}
                    {number === from && <span className="text-accent"> {say("· compared with")}</span>}
                  </span>
                  {version.requiredActions !== "NONE" && (
                    <span className="written text-fg-2 block text-xs">{version.requiredActions}</span>
                  )}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Dot({ version: { actor } }: { version: Version }) {
  const disk = actor === "disk";
  return (
    <i
      aria-hidden
      className={cx(
        "relative z-10 mt-1.5 block size-2 shrink-0",
        disk ? "border-warn bg-bg rounded-full border-2" : "bg-accent rounded-full",
      )}
    />
  );
}

function sayChange({ operations, tokens }: Version): string {
  if (operations === null) return say("{tokens, plural, one {# token} other {# tokens}}", { tokens });
  return say("{operations, plural, one {# operation} other {# operations}}", { operations });
}

export function sayConfirmed({ sentTo, confirmedBy }: Version): string {
  if (sentTo.length === 0) return say("no recipients");
  return confirmedBy.length === sentTo.length
    ? say("confirmed by all {sentTo}", { sentTo: sentTo.length })
    : say("{confirmedBy} of {sentTo} confirmed", { confirmedBy: confirmedBy.length, sentTo: sentTo.length });
}
