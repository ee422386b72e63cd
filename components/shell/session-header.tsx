"use client";
import { Link } from "@/components/ui/link";
import type { ReactNode } from "react";
import { FaultMark } from "@/components/shell/fault-mark";
import { cx } from "@/components/ui/cx";
import { sessionOfPath } from "@/lib/core/memory/session-paths";
import { pages } from "@/lib/client/paths";
import { say } from "@/lib/core/i18n/say";
import { Header } from "./header";
import { SESSION_PLACES } from "./places";
import { UnderWay } from "./under-way";

interface SessionHeaderProps {
  workspace: string;
  session: string;
  current: string;
  children?: ReactNode;
}

export function SessionHeader({ workspace, session, current, children }: SessionHeaderProps) {
  return (
    <Header
      crumbs={[{ label: say("Sessions"), href: pages.overview(workspace) }, { label: session }]}
      tabs={
        <nav aria-label={say("Session")} className="flex gap-0.5">
          {SESSION_PLACES.map((place) => (
            <Link
              key={place.id}
              href={place.href(workspace, session)}
              aria-current={place.id === current ? "page" : undefined}
              className={cx(
                "flex h-7 items-center gap-1.5 rounded-md px-2.5",
                place.id === current ? "bg-hover text-fg font-semibold" : "text-fg-2 hover:bg-hover hover:text-fg",
              )}
            >
              {say(place.label)}
              <FaultMark
                workspace={workspace}
                within={(path) => sessionOfPath(path) === session && place.holds(path.slice(path.lastIndexOf("/") + 1))}
              />
              <UnderWay />
            </Link>
          ))}
        </nav>
      }
    >
      {children}
    </Header>
  );
}
