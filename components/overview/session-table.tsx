import { Ellipsis } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import { useRouter } from "next/navigation";
import { useState, type ReactNode } from "react";
import { waitingIn } from "@/components/shell/waiting";
import { sayKinds } from "@/lib/client/say-kinds";
import { useQuery } from "@tanstack/react-query";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { needCountQuery } from "@/lib/client/needs";
import { isFolderName } from "@/lib/core/text/visible";
import { Badge } from "@/components/ui/badge";
import { IconButton } from "@/components/ui/button";
import { usePins } from "@/components/shell/use-pins";
import { useMay } from "@/components/ui/changes";
import { lazyDialog } from "@/components/ui/lazy-part";
import { Mark } from "@/components/ui/mark";
import { Menu } from "@/components/ui/menu";
import { RelativeTime } from "@/components/ui/relative-time";
import { pages } from "@/lib/client/paths";
import { tagMark } from "@/lib/client/tag-marks";
import type { NeedCount } from "@/lib/contracts/needs";
import type { Session } from "@/lib/contracts/sessions";
import { sayParts } from "@/components/ui/say-parts";
import { STATE_WORDS } from "@/components/memory/state-words";
import { say, sayNumber } from "@/lib/core/i18n/say";

/** What the list can be in the order of, the most first; otherwise the newest session is the first. */
const SORTS = ["waiting", "items", "behind", "tokens", "sign", "change"] as const;
type Sort = (typeof SORTS)[number];

const FinishDialog = lazyDialog(() => import("./session-dialogs").then((module) => module.FinishDialog));
const DeleteDialog = lazyDialog(() => import("./session-dialogs").then((module) => module.DeleteDialog));

export function SessionTable({ workspace, sessions }: { workspace: string; sessions: readonly Session[] }) {
  const [deleting, setDeleting] = useState<Session>();
  const [finishing, setFinishing] = useState<Session>();
  const [sort, setSort] = useQueryState("sort", parseAsStringLiteral(SORTS));
  const { data: needs } = useQuery(needCountQuery(workspace));
  const weighs: Record<Sort, (session: Session) => number> = {
    waiting: ({ id }) => waitingIn(needs, id).waiting,
    items: ({ counts }) => counts.active,
    behind: ({ id }) => behindIn(needs, id),
    tokens: ({ tokens }) => tokens,
    sign: ({ lastSign }) => Date.parse(lastSign ?? "") || 0,
    change: ({ lastChange }) => Date.parse(lastChange?.at ?? "") || 0,
  };
  const shown = sort === null ? sessions : sessions.toSorted((a, b) => weighs[sort](b) - weighs[sort](a));
  const by = (of: Sort) => ({ isSorted: sort === of, onSort: () => void setSort(sort === of ? null : of) });
  return (
    <>
      <table className="w-full table-fixed border-collapse max-md:block">
        <thead className="max-md:sr-only">
          <tr className="text-2xs text-fg-3 text-start">
            <Head className="ps-4" {...by("waiting")}>
              {say("Session")}
            </Head>
            <Head className="w-[20%] max-lg:hidden">{say("Roles")}</Head>
            <Head className="w-[22%]" {...by("items")}>
              {say("Items")}
            </Head>
            <Head className="w-[92px] max-lg:hidden" {...by("behind")}>
              {say("Behind")}
            </Head>
            <Head className="w-[80px] max-xl:hidden" {...by("tokens")}>
              {say("Tokens")}
            </Head>
            <Head className="w-[92px] max-xl:hidden" {...by("sign")}>
              {say("Last sign")}
            </Head>
            <Head className="w-[132px]" {...by("change")}>
              {say("Last change")}
            </Head>
            <th scope="col" className="w-11">
              <span className="sr-only">{say("More")}</span>
            </th>
          </tr>
        </thead>
        <tbody className="max-md:block">
          {shown.map((session) => (
            <Row
              key={session.id}
              workspace={workspace}
              session={session}
              onFinish={() => setFinishing(session)}
              onDelete={() => setDeleting(session)}
            />
          ))}
        </tbody>
      </table>
      {finishing && (
        <FinishDialog workspace={workspace} session={finishing.id} onClose={() => setFinishing(undefined)} />
      )}
      {deleting && <DeleteDialog workspace={workspace} session={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  );
}

interface HeadProps {
  className: string;
  children: string;
  isSorted?: boolean;
  onSort?: () => void;
}

function Head({ className, children, isSorted = false, onSort }: HeadProps) {
  return (
    <th
      scope="col"
      aria-sort={isSorted ? "descending" : undefined}
      className={`h-7 pe-3 text-start font-semibold ${className}`}
    >
      {onSort === undefined ? (
        children
      ) : (
        <button type="button" className="hover:text-fg h-7 font-semibold" onClick={onSort}>
          {children} <span aria-hidden>{isSorted ? "↓" : ""}</span>
        </button>
      )}
    </th>
  );
}

/** How many of a session's teammates are behind and wait for somebody. */
function behindIn(needs: NeedCount | undefined, session: string): number {
  return waitingIn(needs, session).kinds.ack ?? 0;
}

interface RowProps {
  workspace: string;
  session: Session;
  onFinish: () => void;
  onDelete: () => void;
}

const CELL = "border-line border-t py-2 pe-3 align-top max-md:border-0 max-md:py-0";

function Row({ workspace, session, onFinish, onDelete }: RowProps) {
  const { data: needs } = useQuery(needCountQuery(workspace));
  const { waiting, kinds } = waitingIn(needs, session.id);
  const hasMemory = session.warnings.every(({ code }) => code !== "no_memory");
  const notOpened = session.warnings.find(({ code }) => code === "not_a_session");
  const active = session.roles.filter((role) => role.state === "active");
  return (
    <tr className="hover:bg-hover group max-md:border-line relative max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:gap-y-1 max-md:border-t max-md:py-2 max-md:ps-4 max-md:pe-12">
      <td className={`${CELL} ps-4 max-md:col-span-full max-md:ps-0`}>
        <Name workspace={workspace} id={session.id}>
          <span className="flex min-w-0 flex-wrap items-center gap-x-2">
            <b dir="auto" className="font-semibold [overflow-wrap:anywhere]">
              {session.id}
            </b>
            {waiting > 0 && (
              <Badge tone="warn">
                <span title={sayKinds(kinds)}>{say("{waiting} waiting", { waiting })}</span>
              </Badge>
            )}
          </span>
          <span dir="auto" className="text-fg-3 max-w-full self-start truncate text-xs">
            {[session.feature !== session.id && session.feature, session.gcVersion].filter(Boolean).join(" · ")}
          </span>
        </Name>
      </td>
      <td className={`${CELL} max-lg:hidden`}>
        <span
          className="block"
          title={session.roles.map((role) => `${role.id}, ${say(STATE_WORDS[role.state])}`).join("\n")}
        >
          {say("{active, plural, one {# role} other {# roles}}", { active: active.length })}
        </span>
        <span className="text-fg-3 block truncate text-xs">{active.map((role) => role.id).join(", ")}</span>
      </td>
      <td className={`${CELL} max-md:text-fg-2 max-md:text-xs`}>
        <span className="block">
          {notOpened !== undefined ? (
            <span className="text-fg-3">{notOpened.message}</span>
          ) : hasMemory ? (
            <>
              {sayParts("{active} open <all>of {items}</all>{lines}", {
                active: session.counts.active,
                all: (inside) => <span className="text-fg-3 whitespace-nowrap">{inside}</span>,
                items: session.counts.items,
                lines: (
                  <span className="text-fg-3 ms-2 whitespace-nowrap">
                    {say("{lines, plural, one {# line} other {# lines}}", { lines: session.lines })}
                  </span>
                ),
              })}
            </>
          ) : (
            <span className="text-fg-3">{say("No team memory yet")}</span>
          )}
        </span>
        <Tags byTag={session.counts.byTag} />
      </td>
      <td className={`${CELL} max-lg:hidden`}>{behindIn(needs, session.id) || ""}</td>
      <td className={`${CELL} max-xl:hidden`}>{session.tokens > 0 && sayNumber(session.tokens)}</td>
      <td className={`${CELL} max-xl:hidden`}>
        {session.lastSign !== null && <RelativeTime at={session.lastSign} ago />}
      </td>
      <td className={`${CELL} max-md:text-end max-md:text-xs`}>
        {session.lastChange && (
          <>
            <RelativeTime at={session.lastChange.at} ago className="block" />
            <span className="text-fg-3 block truncate text-xs">{session.lastChange.actor}</span>
          </>
        )}
      </td>
      <td className={`${CELL} max-md:absolute max-md:end-1 max-md:top-2`}>
        {notOpened === undefined && (
          <MoreButton workspace={workspace} session={session.id} onFinish={onFinish} onDelete={onDelete} />
        )}
      </td>
    </tr>
  );
}

/** The name of a session leads to it; that of a folder which cannot be one leads to no page. */
function Name({ workspace, id, children }: { workspace: string; id: string; children: ReactNode }) {
  const className = "flex min-w-0 flex-col";
  if (!isFolderName(id)) return <span className={className}>{children}</span>;
  return (
    <Link prefetch={false} href={pages.memory(workspace, id)} className={className}>
      {children}
    </Link>
  );
}

/** The commonest tags with their counts, as many as fit; all of them on hover. */
function Tags({ byTag }: { byTag: Record<string, number> }) {
  const tags = Object.entries(byTag).sort(([, a], [, b]) => b - a);
  const nameOf = (tag: string) => (tag === "untagged" ? say("untagged") : tag);
  return (
    <span
      title={tags.map(([tag, count]) => `${count} ${nameOf(tag)}`).join("\n")}
      className="text-fg-3 flex h-4 flex-wrap gap-x-2.5 overflow-hidden text-xs max-md:hidden"
    >
      {/* What does not fit wraps out of sight: a tag is shown whole or not at all. */}
      {tags.map(([tag, count]) => (
        <span key={tag} className="inline-flex shrink-0 items-center gap-1">
          <Mark {...tagMark(tag === "untagged" ? null : tag)} />
          {nameOf(tag)} {count}
        </span>
      ))}
    </span>
  );
}

function MoreButton({ workspace, session, onFinish, onDelete }: Omit<RowProps, "session"> & { session: string }) {
  const router = useRouter();
  const leads = useMay()("finish a session");
  const { pins, pin } = usePins(workspace);
  return (
    <Menu
      trigger={<IconButton icon={Ellipsis} size="icon" label={say("More about {session}", { session })} />}
      items={[
        { label: pins.includes(session) ? say("Unpin") : say("Pin to the top"), onSelect: () => pin(session) },
        { label: say("History"), onSelect: () => router.push(pages.sessionHistory(workspace, session)) },
        ...(!leads
          ? []
          : [
              { label: say("Finish…"), onSelect: onFinish },
              { label: say("Tokens of its roles"), onSelect: () => router.push(pages.tokens(workspace, session)) },
              null,
              { label: say("Move to the trash…"), danger: true, onSelect: onDelete },
            ]),
      ]}
    />
  );
}
