import { useQuery } from "@tanstack/react-query";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Changes } from "@/components/ui/changes";
import { Mark } from "@/components/ui/mark";
import { RelativeTime } from "@/components/ui/relative-time";
import { SectionHead } from "@/components/ui/section-head";
import { useFirst } from "@/components/ui/show-more";
import { agentSessionsQuery } from "@/lib/client/agents";
import type { AgentScope } from "@/lib/client/paths";
import type { AgentLogLine, AgentMemory, AgentSession } from "@/lib/contracts/agents";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/words/say";

interface SessionLogProps {
  scope: AgentScope;
  memory: AgentMemory | null;
  onClose: (session: AgentSession) => void;
}

/** Which sessions an agent had: those still open, and the lines the others left in its log, the newest first. */
export function SessionLog({ scope, memory, onClose }: SessionLogProps) {
  const { data } = useQuery(agentSessionsQuery(scope));
  const open = data?.items.filter((session) => session.state === "open") ?? [];
  const lines = memory?.log.toReversed() ?? [];
  const shown = useFirst(lines, say("lines"));
  return (
    <>
      {open.length > 0 && (
        <section aria-label={say("Open sessions")} className="pb-2">
          <SectionHead
            title={say("Open")}
            note={say("started and not closed; what they learned is not recorded yet")}
          />
          <ul>
            {open.map((session) => (
              <li
                key={session.id}
                className="border-line flex flex-wrap items-center gap-x-3 gap-y-1 border-t px-4 py-2"
              >
                <Mark tone="accent" shape="ring" />
                <span className="min-w-0 flex-1">
                  {sayParts("Started {when} by {actor}{revision}", {
                    when: <RelativeTime at={session.startedAt} ago />,
                    actor: <bdi>{session.startedBy}</bdi>,
                    revision: (
                      <span className="text-fg-3 ms-2 text-xs">
                        {session.revision === 0
                          ? say("without a memory")
                          : say("with revision {revision}", { revision: session.revision })}
                      </span>
                    ),
                  })}
                </span>
                <Changes>
                  <Button size="small" onClick={() => onClose(session)}>
                    {say("Close…")}
                  </Button>
                </Changes>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-label={say("Session log")} className="border-line border-t pb-4 first:border-t-0">
        <SectionHead title={say("Session log")} note={say("one line for each closed session")} />
        {lines.length === 0 ? (
          <p className="text-fg-3 px-4 text-xs">{say("No closed sessions yet.")}</p>
        ) : (
          <ol className="ms-[19px]">
            {shown.first.map((line) => (
              <LogLine key={line.line} line={line} />
            ))}
          </ol>
        )}
        {shown.more}
      </section>
    </>
  );
}

function LogLine({ line }: { line: AgentLogLine }) {
  return (
    <li className="border-line relative flex flex-wrap items-baseline gap-x-3 gap-y-0.5 border-s py-2 ps-4 pe-4">
      <Mark shape="dot" tone={line.date === null ? "warn" : "neutral"} className="absolute -start-1 top-[15px]" />
      <span className="text-fg-3 w-[76px] shrink-0 text-xs tabular-nums">{line.date ?? say("no date")}</span>
      <span className="written max-w-[96ch] min-w-0 max-sm:basis-full">{line.summary}</span>
      {line.outcome !== null && <Badge className="h-auto! min-h-5 py-0.5 whitespace-normal!">{line.outcome}</Badge>}
    </li>
  );
}
