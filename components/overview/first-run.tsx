"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useId, useState, type ReactNode } from "react";
import { ProjectsBelow } from "@/components/shell/projects-below";
import { Term } from "@/components/terms/term";
import { Button, buttonClass } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { pages } from "@/lib/client/paths";
import { storageQuery } from "@/lib/client/server";
import type { Session } from "@/lib/contracts/sessions";
import { Join } from "./join";
import { SessionForm } from "./session-form";

interface FirstRunProps {
  workspace: string;
  /** Told once there is a session; the page stays until the reader leaves it. */
  onCreated: () => void;
  onDone: () => void;
}

/** From nothing to a session with its first agent, in three steps on one page. */
export function FirstRun({ workspace, onCreated, onDone }: FirstRunProps) {
  const form = useId();
  const [busy, setBusy] = useState(false);
  const [created, setCreated] = useState<Session>();
  const { data: storage } = useQuery(storageQuery(workspace));
  return (
    <div className="mx-auto flex w-full max-w-[640px] flex-col gap-6 px-4 py-10 max-sm:py-6">
      <div>
        <h2 className="text-xl font-semibold">Put a team of agents on the same page</h2>
        <p className="text-fg-2 mt-1">
          A session gives a team one memory: a Markdown file in your project, with a section for each role. Wardroom
          keeps it whole while all of them write, and remembers who changed what.
        </p>
      </div>
      {storage !== undefined && storage.subprojects.length > 0 && (
        <section aria-label="Projects below" className="bg-panel rounded-md p-3 text-xs">
          <ProjectsBelow {...storage} />
        </section>
      )}
      <ol className="flex flex-col gap-6">
        <Step number={1} title="Create a session" done={created !== undefined}>
          {created ? (
            <p className="text-fg-2">
              <b className="text-fg font-semibold">{created.id}</b> is in{" "}
              <code className="font-mono text-xs">.agent/teams/{created.id}/TEAM-MEMORY.md</code>.
            </p>
          ) : (
            <div className="flex flex-col gap-4">
              <SessionForm
                id={form}
                workspace={workspace}
                taken={[]}
                onBusy={setBusy}
                onCreated={(session) => {
                  setCreated(session);
                  onCreated();
                }}
              />
              <Button look="primary" type="submit" form={form} busy={busy} className="self-start">
                Create the session
              </Button>
            </div>
          )}
        </Step>
        <Step number={2} title="Let the agents join" waiting={!created}>
          {created ? (
            <Join workspace={workspace} session={created} />
          ) : (
            <p className="text-fg-3">
              Each <Term id="role">role</Term> gets a token, and two commands: one to read, one to write.
            </p>
          )}
        </Step>
        <Step number={3} title="Watch" waiting={!created}>
          {created ? (
            <div className="flex flex-wrap gap-2">
              <Link href={pages.memory(workspace, created.id)} className={buttonClass({ look: "primary" })}>
                Open the session
              </Link>
              <Button look="ghost" onClick={onDone}>
                Go to overview
              </Button>
            </div>
          ) : (
            <p className="text-fg-3">What they write appears at once; what needs you is on this page.</p>
          )}
        </Step>
      </ol>
    </div>
  );
}

interface StepProps {
  number: number;
  title: string;
  done?: boolean;
  waiting?: boolean;
  children: ReactNode;
}

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
      <section className="min-w-0 flex-1">
        <h3 className={cx("mb-2 leading-6 font-semibold", waiting && "text-fg-3")}>
          {title}
          {done && <span className="sr-only"> (done)</span>}
        </h3>
        {children}
      </section>
    </li>
  );
}
