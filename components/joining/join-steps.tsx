import { useQuery } from "@tanstack/react-query";
import { useId, useState, type ReactNode } from "react";
import { RoleChoice } from "@/components/overview/role-choice";
import { SessionForm } from "@/components/overview/session-form";
import { Term } from "@/components/terms/term";
import { Button } from "@/components/ui/button";
import { useMay } from "@/components/ui/changes";
import { setupQuery } from "@/lib/client/setup";
import type { Session } from "@/lib/contracts/sessions";
import type { ClientName } from "@/lib/core/plugin-setup/client-names";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/words/say";
import { SetUpProject } from "./set-up-project";
import { StartAgents } from "./start-agents";
import { cx } from "@/components/ui/cx";

interface JoinStepsProps {
  workspace: string;
  /** The session the agents will join; the first step creates one if there is none. */
  session: Session | undefined;
  /** Above the roles: which session it is. */
  choice?: ReactNode;
  /** Ids of sessions that are taken. */
  taken: readonly string[];
  onCreated: (session: Session) => void;
  /** What can be done once the agents are started. */
  children: ReactNode;
}

/** From a folder to a team at work: who takes part, what changes in the project, and each agent as it arrives. */
export function JoinSteps({ workspace, session, choice, taken, onCreated, children }: JoinStepsProps) {
  const form = useId();
  const may = useMay();
  const [busy, setBusy] = useState(false);
  const [own, setOwn] = useState<{ session: string; roles: readonly string[] }>();
  const [chosen, setChosen] = useState<readonly ClientName[]>();
  const { data: setup } = useQuery({ ...setupQuery(workspace), enabled: may("set up a project") });
  // Until a client is chosen, those whose programs are there.
  const clients = chosen ?? (setup?.clients ?? []).filter(({ isHere }) => isHere).map(({ client }) => client);
  const isSetUp =
    clients.length > 0 &&
    clients.every((client) => setup?.clients.some((each) => each.client === client && each.isCurrent));
  const roles = session && own?.session === session.id ? own.roles : teammatesOf(session);

  return (
    <ol className="flex flex-col gap-6">
      <Step
        number={1}
        title={session ? say("Roles") : say("Create a session")}
        done={session !== undefined && roles.length > 0}
      >
        {session ? (
          <div className="flex flex-col gap-4">
            {choice ?? (
              <p className="text-fg-2">
                {sayParts("{b} is in <code>.agent/teams/{id}/TEAM-MEMORY.md</code>.", {
                  b: <b className="text-fg font-semibold">{session.id}</b>,
                  code: (inside) => <code className="font-mono text-xs wrap-anywhere">{inside}</code>,
                  id: session.id,
                })}
              </p>
            )}
            <RoleChoice roles={roles} onChange={(next) => setOwn({ session: session.id, roles: next })} />
          </div>
        ) : (
          <div className="flex flex-col gap-4">
            <SessionForm id={form} workspace={workspace} taken={taken} onBusy={setBusy} onCreated={onCreated} />
            <Button look="primary" type="submit" form={form} busy={busy} className="self-start">
              {say("Create the session")}
            </Button>
          </div>
        )}
      </Step>
      <Step number={2} title={say("Set up the project")} waiting={!session} done={session !== undefined && isSetUp}>
        {!session ? (
          <p className="text-fg-3">
            {say("Choose your agents’ clients, and see each file that changes before it does.")}
          </p>
        ) : may("set up a project") ? (
          <SetUpProject workspace={workspace} clients={clients} onChoose={setChosen} />
        ) : (
          <p className="text-fg-2">{say("An owner of the workspace sets up the project for its agents’ clients.")}</p>
        )}
      </Step>
      <Step number={3} title={say("Start the agents")} waiting={!session}>
        {session ? (
          <div className="flex flex-col gap-4">
            <StartAgents key={session.id} scope={{ workspace, session: session.id }} roles={roles} clients={clients} />
            <div className="flex flex-wrap gap-2">{children}</div>
          </div>
        ) : (
          <p className="text-fg-3">
            {sayParts("Each <term>role</term> gets a token and shows here as soon as its agent arrives.", {
              term: (inside) => <Term id="role">{inside}</Term>,
            })}
          </p>
        )}
      </Step>
    </ol>
  );
}

/** The roles at work in a session besides the Lead. */
function teammatesOf(session: Session | undefined): readonly string[] {
  return (session?.roles ?? [])
    .filter(({ access, state }) => access !== "lead" && state === "active")
    .map(({ id }) => id);
}

interface StepProps {
  number: number;
  title: string;
  done?: boolean;
  waiting?: boolean;
  children: ReactNode;
}

/** One of a few steps on a page: done, to do now, or not yet. */
function Step({ number, title, done = false, waiting = false, children }: StepProps) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden
        className={cx(
          "flex size-6 shrink-0 items-center justify-center rounded-full border text-xs font-semibold",
          done
            ? "border-ok bg-ok-soft text-ok"
            : waiting
              ? "border-line-strong text-fg-3"
              : "border-accent text-accent",
        )}
      >
        {done ? "✓" : number}
      </span>
      <section className="min-w-0 flex-1" aria-label={title}>
        <h2 className={cx("mb-2 leading-6 font-semibold", waiting && "text-fg-3")}>
          {title}
          {done && <span className="sr-only"> {say("(done)")}</span>}
        </h2>
        {children}
      </section>
    </li>
  );
}
