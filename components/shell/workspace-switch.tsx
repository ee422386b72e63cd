import { useQuery } from "@tanstack/react-query";
import { ChevronsUpDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { useActions } from "@/components/ui/action-registry";
import { Button } from "@/components/ui/button";
import { needCountQuery } from "@/lib/client/needs";
import { pages } from "@/lib/client/paths";
import { workspacesQuery } from "@/lib/client/server";
import { say, sayNumber } from "@/lib/core/words/say";
import { NavLink } from "./nav-link";
import { useGo } from "./use-go";

/** The name of the open workspace beside `children`; where the server has others, a button that lists them with what waits in each. */
export function WorkspaceSwitch({ workspace, children }: { workspace: string; children?: ReactNode }) {
  const { data } = useQuery(workspacesQuery());
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  const go = useGo();
  const others = (data?.items ?? []).map(({ name }) => name).filter((name) => name !== workspace);

  useActions(
    others.map((name) => ({
      id: `go.workspace.${name}`,
      label: say("Switch to workspace {name}", { name }),
      group: "Go to" as const,
      run: () => go(pages.overview(name)),
    })),
  );

  const name = (
    <span className="truncate" dir="auto" title={workspace}>
      {workspace}
    </span>
  );
  return (
    <div>
      <div className="flex h-7 items-center gap-2">
        {children}
        {others.length === 0 ? (
          <span className="text-fg-3 ms-auto min-w-0 truncate px-2 text-xs">{name}</span>
        ) : (
          <Button
            look="ghost"
            size="small"
            className="ms-auto min-w-0 shrink!"
            aria-expanded={isOpen}
            aria-controls={list}
            aria-label={say("Workspace {workspace}: switch", { workspace })}
            onClick={() => setOpen(!isOpen)}
          >
            {name}
            <ChevronsUpDown size={12} aria-hidden className="shrink-0" />
          </Button>
        )}
      </div>
      {others.length > 0 && (
        <ul
          id={list}
          hidden={!isOpen}
          aria-label={say("Other workspaces")}
          className="border-line bg-raised mt-1 max-h-56 overflow-y-auto rounded-md border p-1"
        >
          {isOpen && others.map((other) => <OtherWorkspace key={other} name={other} />)}
        </ul>
      )}
    </div>
  );
}

function OtherWorkspace({ name }: { name: string }) {
  const { data } = useQuery(needCountQuery(name));
  const waiting = data?.waiting ?? 0;
  return (
    <li>
      <NavLink
        href={pages.overview(name)}
        current={false}
        {...(waiting > 0 && { count: sayNumber(waiting), hot: true, countLabel: say("waiting for you") })}
      >
        <span className="truncate" dir="auto" title={name}>
          {name}
        </span>
      </NavLink>
    </li>
  );
}
