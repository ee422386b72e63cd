import { useQuery } from "@tanstack/react-query";
import { useId, useState, type SubmitEvent } from "react";
import { Button } from "@/components/ui/button";
import { Changes } from "@/components/ui/changes";
import { CONTROL } from "@/components/ui/control";
import { cx } from "@/components/ui/cx";
import { teamKnowledgeQuery } from "@/lib/client/knowledge";
import type { TeamSessionScope } from "@/lib/client/paths";
import type { TeamSession } from "@/lib/contracts/team-sessions";
import { say } from "@/lib/core/words/say";
import type { TeamCommands } from "./use-team-command";

interface CommandLineProps {
  scope: TeamSessionScope;
  session: TeamSession;
  commands: TeamCommands;
}

/** Where an observer's commands are typed: `*load:`, `*unload:`, `*knowledge`, `*reload`, `*resume`; with what they answered. */
export function CommandLine({ scope, session, commands }: CommandLineProps) {
  const [text, setText] = useState("");
  const list = useId();
  const { answers, command } = commands;
  const { data: knowledge } = useQuery(teamKnowledgeQuery(scope));
  const loaded = new Set(session.loaded.map(({ id }) => id));
  const suggestions = [
    "*knowledge",
    "*reload",
    "*resume",
    ...(knowledge?.entries ?? []).filter(({ id }) => !loaded.has(id)).map(({ id }) => `*load: ${id}`),
    ...session.loaded.map(({ id }) => `*unload: ${id}`),
  ];

  function send(event: SubmitEvent) {
    event.preventDefault();
    if (text.trim() === "") return;
    command(text.trim());
    setText("");
  }

  if (session.status !== "active") return null;
  return (
    <Changes deed="take part in the session of a team">
      <section aria-label={say("Commands")} className="border-line flex flex-col gap-1.5 border-t px-4 py-3">
        {answers.length > 0 && (
          <div role="log" aria-label={say("Answers")}>
            <ol className="flex flex-col gap-1 font-mono text-xs">
              {answers.map((answer, index) => (
                <li key={index}>
                  <span className="text-fg-3">{answer.command}</span>
                  {answer.lines.map((line) => (
                    <p key={line} className={cx("written ps-3", answer.bad && "text-bad")}>
                      {line}
                    </p>
                  ))}
                  {answer.mayForce && index === answers.length - 1 && (
                    <Button size="small" className="ms-3 mt-1" onClick={() => command(answer.command, true)}>
                      {say("Load it beyond the budget")}
                    </Button>
                  )}
                </li>
              ))}
            </ol>
          </div>
        )}
        <form onSubmit={send} className="flex gap-2">
          <input
            aria-label={say("Command")}
            list={list}
            value={text}
            spellCheck={false}
            autoComplete="off"
            placeholder="*load: owasp-top-10"
            onChange={(event) => setText(event.target.value)}
            className={cx(CONTROL, "h-8 flex-1 font-mono text-xs")}
          />
          <datalist id={list}>
            {suggestions.map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
          <Button type="submit" className="h-8" disabled={text.trim() === ""}>
            {say("Send")}
          </Button>
        </form>
      </section>
    </Changes>
  );
}
