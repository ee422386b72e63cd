"use client";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useChange } from "@/components/shell/use-change";
import { lazyPart } from "@/components/ui/lazy-part";
import { Button } from "@/components/ui/button";
import { Mark } from "@/components/ui/mark";
import { Skeleton } from "@/components/ui/skeleton";
import { explain } from "@/lib/client/request-error";
import { mintToken, sessionKey, sessionsQuery } from "@/lib/client/sessions";
import type { Session } from "@/lib/contracts/sessions";

const TokenCommands = lazyPart(() =>
  import("@/components/settings/token-commands").then((module) => module.TokenCommands),
);

/** How the agents of a new session join: one token for each role, and the commands to use it. */
export function Join({ workspace, session }: { workspace: string; session: Session }) {
  const scope = { workspace, session: session.id };
  const [tokens, setTokens] = useState<ReadonlyMap<string, string>>(new Map());
  const [chosen, setChosen] = useState<string>();
  const [fault, setFault] = useState<string>();
  const { run } = useChange([sessionKey(scope)]);
  const roles = session.roles.filter((role) => role.access !== "lead");
  const token = chosen === undefined ? undefined : tokens.get(chosen);

  function choose(role: string) {
    setChosen(role);
    setFault(undefined);
    if (tokens.has(role)) return;
    void run({
      send: () => mintToken(scope, role),
      done: ({ token: made }) => {
        setTokens((before) => new Map([...before, [role, made]]));
        return undefined;
      },
      failed: (error) => setFault(explain(error)),
    });
  }

  if (roles.length === 0) {
    return <p className="text-fg-2">No role besides the Lead yet: add one in the settings, with its token.</p>;
  }
  return (
    <div className="flex flex-col gap-3">
      <p className="text-fg-2">Each agent acts with a token of its own. Choose a role to make one:</p>
      <div role="group" aria-label="Role" className="flex flex-wrap gap-1.5">
        {roles.map((role) => (
          <Button key={role.id} aria-pressed={role.id === chosen} onClick={() => choose(role.id)}>
            {tokens.has(role.id) && <Mark tone="ok" shape="dot" />}
            {role.id}
          </Button>
        ))}
      </div>
      {fault !== undefined && (
        <p role="alert" className="bg-bad-soft rounded-md px-2.5 py-1.5">
          {fault}
        </p>
      )}
      {chosen !== undefined && fault === undefined && (
        <Suspense fallback={<Skeleton className="h-40 w-full" />}>
          {token ? <TokenCommands scope={scope} role={chosen} token={token} /> : <Skeleton className="h-40 w-full" />}
        </Suspense>
      )}
      {tokens.size > 0 && <FirstWords workspace={workspace} session={session.id} />}
    </div>
  );
}

/** Says when the first item has arrived. */
function FirstWords({ workspace, session }: { workspace: string; session: string }) {
  const { data } = useQuery(sessionsQuery(workspace));
  const now = data?.items.find((each) => each.id === session);
  const wrote = now?.roles.filter((role) => role.items > 0) ?? [];
  const waiting = now?.counts.pendingRelays ?? 0;
  const arrived = wrote.length > 0 || waiting > 0;
  return (
    <p role="status" className="text-fg-2 flex items-center gap-2">
      <Mark tone={arrived ? "ok" : "neutral"} shape={arrived ? "dot" : "ring"} />
      {wrote.length > 0
        ? `${wrote.map((role) => role.id).join(", ")} wrote to the memory.`
        : waiting > 0
          ? "The first item needs your approval."
          : "Waiting for the first item; it shows here as it comes."}
    </p>
  );
}
