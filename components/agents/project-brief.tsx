import { readQuery } from "@/lib/client/read-query";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { ReadFailure } from "@/components/shell/read-failure";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { LazyMarkdown } from "@/components/ui/lazy-markdown";
import { SectionHead } from "@/components/ui/section-head";
import type { BriefCitation, ProjectBrief as Brief } from "@/lib/contracts/briefs";
import { say } from "@/lib/core/words/say";
import { Citations } from "./citation-link";

/** Rows of a list that are shown before it is unfolded. */
const SHOWN = 6;

interface Row {
  key: string;
  /** What it is about, before the sentence. */
  label: ReactNode;
  text: string;
  citations: readonly BriefCitation[];
}

/** What all memories of the workspace come to: what several agents write about, and what needs somebody's decision. */
export function ProjectBrief({ workspace }: { workspace: string }) {
  const { data, error, refetch } = useQuery(readQuery("GET /agents/brief", { params: { workspace } }));
  if (data === undefined) {
    return error && <ReadFailure error={error} onRetry={() => void refetch()} className="px-4 py-3" />;
  }
  return (
    <>
      <Part
        workspace={workspace}
        title={say("Cross-agent risks")}
        note={say("watch points and warnings about what other agents work on")}
        rows={risks(data)}
      />
      <Part workspace={workspace} title={say("Open threads")} note={say("oldest first")} rows={threads(data)} />
      <Part
        workspace={workspace}
        title={say("Themes")}
        note={say("what several agents write about")}
        rows={themes(data)}
      />
      {data.unread.length > 0 && (
        <p role="note" className="text-warn px-4 py-2 text-xs">
          {say("Not read: {list}", { list: data.unread.map(({ path, reason }) => `${path} (${reason})`).join(", ") })}
        </p>
      )}
    </>
  );
}

function risks({ risks: found }: Brief): Row[] {
  return found.map(({ subject, text, citations }, index) => ({
    key: `${subject} ${index}`,
    label: <Subject tone="warn" subject={subject} />,
    text,
    citations,
  }));
}

function threads({ threads: found }: Brief): Row[] {
  return found.map(({ agent, text, citations, days }, index) => ({
    key: `${agent} ${index}`,
    label: (
      <Badge tone={days !== null && days > 30 ? "warn" : "neutral"}>
        {days === null ? say("no date") : say("{days, plural, one {# day} other {# days}}", { days })}
      </Badge>
    ),
    text,
    citations,
  }));
}

function themes({ themes: found }: Brief): Row[] {
  return found.map(({ subject, agents, text, citations }) => ({
    key: subject,
    label: (
      <>
        <Subject subject={subject} />{" "}
        <span className="text-fg-3 text-xs">{say("{agents} agents", { agents: agents.length })}</span>
      </>
    ),
    text,
    citations,
  }));
}

/** What it is about: a name in code is shown without its quotes. */
function Subject({ subject, tone = "neutral" }: { subject: string; tone?: Tone }) {
  const name = /^`(.+)`$/.exec(subject)?.[1]; // `src/queue`
  return (
    <Badge tone={tone} className="h-auto! min-h-5 max-w-full">
      <bdi className={cx("truncate", name !== undefined && "font-mono")} title={name ?? subject}>
        {name ?? subject}
      </bdi>
    </Badge>
  );
}

interface PartProps {
  workspace: string;
  title: string;
  note: string;
  rows: readonly Row[];
}

function Part({ workspace, title, note, rows }: PartProps) {
  const [all, setAll] = useState(false);
  if (rows.length === 0) return null;
  const shown = all ? rows : rows.slice(0, SHOWN);
  return (
    <section aria-label={title} className="border-line border-t pb-2">
      <SectionHead title={title} note={note}>
        <span className="text-fg-3 text-xs tabular-nums">{rows.length}</span>
      </SectionHead>
      <ul>
        {shown.map((row) => (
          <li
            key={row.key}
            className="grid grid-cols-[190px_minmax(0,1fr)] items-baseline gap-x-3 gap-y-0.5 px-4 py-1.5 max-md:grid-cols-1"
          >
            <span className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">{row.label}</span>
            <span className="max-w-[96ch] min-w-0">
              <LazyMarkdown text={row.text} />
              <Citations workspace={workspace} citations={row.citations} />
            </span>
          </li>
        ))}
      </ul>
      {rows.length > shown.length && (
        <Button look="ghost" size="small" className="ms-2.5" onClick={() => setAll(true)}>
          {say("Show {rows} more", { rows: rows.length - shown.length })}
        </Button>
      )}
    </section>
  );
}
