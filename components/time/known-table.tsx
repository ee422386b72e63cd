"use client";
import Link from "next/link";
import { cx } from "@/components/ui/cx";
import { RelativeTime } from "@/components/ui/relative-time";
import { SectionHead } from "@/components/ui/section-head";
import { pages, type SessionScope } from "@/lib/client/paths";
import { query } from "@/lib/client/paths";
import type { SessionMoment } from "@/lib/contracts/moments";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/words/say";

/** A cell; on a phone, a part of the line below the role's name. */
const CELL =
  "text-fg-2 px-4 py-1 whitespace-nowrap max-sm:me-3 max-sm:inline-block max-sm:p-0 max-sm:whitespace-normal";
const NONE = "max-sm:hidden";

/** What each role knew at the moment, as far as it had confirmed it. */
export function KnownTable({ scope, moment }: { scope: SessionScope; moment: SessionMoment }) {
  const { roles, at } = moment;
  return (
    <section aria-labelledby="who-knew">
      <SectionHead id="who-knew" title={say("Who knew what")} note={say("Based on ACKs")} />
      {roles.length === 0 ? (
        <p className="text-fg-3 px-4 pb-3">{say("No roles had joined yet.")}</p>
      ) : (
        <div tabIndex={0} role="group" aria-labelledby="who-knew" className="overflow-x-auto">
          <table className="w-full text-start max-sm:block">
            <thead className="max-sm:sr-only">
              <tr className="text-fg-3 border-line border-b text-xs">
                {[say("Role"), say("Context"), say("Confirmed"), say("Waiting for"), say("Memory read")].map(
                  (title) => (
                    <th key={title} scope="col" className="px-4 py-1 text-start font-normal whitespace-nowrap">
                      {title}
                    </th>
                  ),
                )}
              </tr>
            </thead>
            <tbody className="max-sm:block">
              {roles.map(({ role, version, behind, confirmedAt, waiting, sentAt, read }) => (
                <tr key={role} className="border-line border-b max-sm:block max-sm:px-4 max-sm:py-1.5">
                  <th
                    scope="row"
                    className="max-w-56 truncate px-4 py-1 text-start font-normal max-sm:block max-sm:max-w-none max-sm:p-0"
                    title={role}
                  >
                    <Link
                      href={`${pages.context(scope.workspace, scope.session)}${query({ knower: role, at })}`}
                      className="hover:text-accent"
                      prefetch={false}
                    >
                      {role}
                    </Link>
                  </th>
                  <td className={CELL}>
                    {version ?? <span className="text-fg-3">{say("Nothing confirmed")}</span>}
                    {behind > 0 && (
                      <span className="text-warn ms-2 text-xs">
                        {say("{behind, plural, one {# version} other {# versions}} behind", { behind })}
                      </span>
                    )}
                  </td>
                  <td className={cx(CELL, confirmedAt === null && NONE)}>
                    <Label>{say("Confirmed")}</Label>
                    {confirmedAt === null ? "—" : <RelativeTime at={confirmedAt} ago />}
                  </td>
                  <td className={cx(CELL, waiting === null && NONE)}>
                    <Label>{say("Waiting for")}</Label>
                    {waiting ?? "—"}
                    {sentAt !== null && (
                      <span className="text-fg-3 ms-2 text-xs">
                        {sayParts("sent {when}", { when: <RelativeTime at={sentAt} ago /> })}
                      </span>
                    )}
                  </td>
                  <td className={cx(CELL, read === null && NONE)}>
                    <Label>{say("Memory read")}</Label>
                    {read === null ? "—" : say("Revision {revision}", { revision: read.revision })}
                    {read !== null && <RelativeTime at={read.at} ago className="text-fg-3 ms-2 text-xs" />}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

/** What a cell is about, where no column says so. */
function Label({ children }: { children: string }) {
  return (
    <span aria-hidden className="text-fg-3 me-1.5 text-xs sm:hidden">
      {children}
    </span>
  );
}
