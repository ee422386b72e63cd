"use client";
import { useQuery } from "@tanstack/react-query";
import { FileProblems } from "@/components/faults/file-problems";
import { LazyMarkdown } from "@/components/ui/lazy-markdown";
import { PlainText } from "@/components/ui/plain-text";
import { SectionHead } from "@/components/ui/section-head";
import type { TeamScope } from "@/lib/client/paths";
import { teamMemoryQuery } from "@/lib/client/team-sessions";
import { say } from "@/lib/core/words/say";
import { Reading } from "./reading";

/** What a team remembers between its sessions: where it stands, what it learned month by month, and its list of sessions. */
export function TeamMemoryPanel({ scope }: { scope: TeamScope }) {
  const { data, error, refetch } = useQuery(teamMemoryQuery(scope));
  if (data === undefined) return <Reading what={say("The memory")} error={error} onRetry={() => void refetch()} />;
  const { context, learnings, sessions, olderSessions } = data;
  return (
    <div className="pb-6">
      {data.warnings.map((warning) => (
        <p key={warning} role="alert" className="text-warn px-4 py-1 text-xs">
          {warning}
        </p>
      ))}
      <SectionHead title={say("State")} note={<code className="font-mono">{context.path}</code>} />
      {context.sections.length === 0 && <p className="text-fg-3 px-4 text-xs">{say("No session was started yet.")}</p>}
      {context.sections.map((section) => (
        <section key={section.name} aria-label={section.name} className="px-4 py-1">
          <h3 className="text-fg-2 text-xs font-semibold">{section.name}</h3>
          <div className="max-w-[96ch]">
            <LazyMarkdown text={section.text} />
          </div>
        </section>
      ))}
      <SectionHead title={say("Learned")} note={<code className="font-mono">{learnings.path}</code>} />
      {learnings.months.length === 0 && <p className="text-fg-3 px-4 text-xs">{say("Nothing yet.")}</p>}
      {learnings.months.map(({ month, items }) => (
        <section key={month} aria-label={month} className="px-4 py-1">
          <h3 className="text-fg-2 text-xs font-semibold">{month}</h3>
          <ul className="max-w-[96ch] list-disc ps-5">
            {items.map((item, index) => (
              <li key={index} className="written">
                {item}
              </li>
            ))}
          </ul>
        </section>
      ))}
      <FileProblems
        workspace={scope.workspace}
        path={sessions.path}
        text={sessions.text ?? ""}
        diagnostics={sessions.diagnostics}
        className="px-4 py-1.5"
      />
      {olderSessions !== null && (
        <details className="px-4 py-2">
          <summary className="text-fg-2 select-none">{say("An older sessions.md, kept as it is")}</summary>
          <div className="mt-1.5">
            <PlainText text={olderSessions} label={say("sessions.md")} />
          </div>
        </details>
      )}
    </div>
  );
}
