"use client";
import { CopyText } from "@/components/ui/copy-text";
import { forPrograms } from "@/lib/contracts/own-host";
import { agentBrief, agentCommands } from "@/lib/client/agent-commands";
import type { SessionScope } from "@/lib/client/paths";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/words/say";

interface TokenCommandsProps {
  scope: SessionScope;
  role: string;
  token: string;
}

/** A token just made, and every command an agent needs to take part with it. It is drawn in the browser alone. */
export function TokenCommands({ scope, role, token }: TokenCommandsProps) {
  const origin = forPrograms(window.location.origin);
  return (
    <div className="flex flex-col gap-3">
      <p className="bg-warn-soft rounded-md px-2.5 py-1.5">
        {sayParts(
          "This is the only time the token of {b} is shown. Anyone with this token can act as {role} in this session until you revoke it.",
          { b: <b className="font-semibold">{role}</b>, role },
        )}
      </p>
      <ol className="flex flex-col gap-3">
        {agentCommands(origin, scope, token).map(({ title, command }) => (
          <li key={title} className="flex flex-col gap-1">
            <span className="text-fg-2 text-xs font-semibold">{title}</span>
            <CopyText text={command} label={`Copy: ${title}`} />
          </li>
        ))}
      </ol>
      <details>
        <summary className="text-fg-2 hover:text-fg py-1 text-xs select-none">
          {say("All of it as instructions for the agent")}
        </summary>
        <CopyText text={agentBrief(origin, scope, role, token)} label={say("Copy the instructions")} />
      </details>
    </div>
  );
}
