import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { JoinSteps } from "@/components/joining/join-steps";
import { ProjectsBelow } from "@/components/shell/projects-below";
import { Button, buttonClass } from "@/components/ui/button";
import { pages } from "@/lib/client/paths";
import { storageQuery } from "@/lib/client/server";
import type { Session } from "@/lib/contracts/sessions";
import { say } from "@/lib/core/words/say";

interface FirstRunProps {
  workspace: string;
  /** Told once there is a session; the page stays until the reader leaves it. */
  onCreated: () => void;
  onDone: () => void;
}

/** From nothing to a session with its agents, in three steps on one page. */
export function FirstRun({ workspace, onCreated, onDone }: FirstRunProps) {
  const [created, setCreated] = useState<Session>();
  const { data: storage } = useQuery(storageQuery(workspace));
  return (
    <div className="mx-auto flex w-full max-w-[640px] flex-col gap-6 px-4 py-10 max-sm:py-6">
      <div>
        <h2 className="text-xl font-semibold">{say("Put a team of agents on the same page")}</h2>
        <p className="text-fg-2 mt-1">
          {say(
            "A session gives a team one memory: a Markdown file in your project, with a section for each role. Wardroom keeps it whole while all of them write, and remembers who changed what.",
          )}
        </p>
      </div>
      {storage !== undefined && storage.subprojects.length > 0 && (
        <section aria-label={say("Projects below")} className="bg-panel rounded-md p-3 text-xs">
          <ProjectsBelow {...storage} />
        </section>
      )}
      <JoinSteps
        workspace={workspace}
        session={created}
        taken={[]}
        onCreated={(session) => {
          setCreated(session);
          onCreated();
        }}
      >
        {created && (
          <Link href={pages.memory(workspace, created.id)} className={buttonClass({ look: "primary" })}>
            {say("Open the session")}
          </Link>
        )}
        <Button look="ghost" onClick={onDone}>
          {say("Go to overview")}
        </Button>
      </JoinSteps>
    </div>
  );
}
