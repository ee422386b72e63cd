"use client";
import Link from "next/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { SectionHead } from "@/components/ui/section-head";
import { pages, type SessionScope } from "@/lib/client/paths";
import { query } from "@/lib/client/paths";
import type { SessionMoment } from "@/lib/contracts/moments";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/words/say";

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
          <table className="w-full text-start">
            <thead>
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
            <tbody>
              {roles.map(({ role, version, behind, confirmedAt, waiting, sentAt, read }) => (
                <tr key={role} className="border-line border-b">
                  <th scope="row" className="max-w-56 truncate px-4 py-1 text-start font-normal" title={role}>
                    <Link
                      href={`${pages.context(scope.workspace, scope.session)}${query({ knower: role, at })}`}
                      className="hover:text-accent"
                      prefetch={false}
                    >
                      {role}
                    </Link>
                  </th>
                  <td className="px-4 py-1 whitespace-nowrap">
                    {version ?? <span className="text-fg-3">{say("Nothing confirmed")}</span>}
                    {behind > 0 && (
                      <span className="text-warn ms-2 text-xs">
                        {say("{behind, plural, one {# version} other {# versions}} behind", { behind })}
                      </span>
                    )}
                  </td>
                  <td className="text-fg-2 px-4 py-1 whitespace-nowrap">
                    {confirmedAt === null ? "—" : <RelativeTime at={confirmedAt} ago />}
                  </td>
                  <td className="text-fg-2 px-4 py-1 whitespace-nowrap">
                    {waiting ?? "—"}
                    {sentAt !== null && (
                      <span className="text-fg-3 ms-2 text-xs">
                        {sayParts("sent {when}", { when: <RelativeTime at={sentAt} ago /> })}
                      </span>
                    )}
                  </td>
                  <td className="text-fg-2 px-4 py-1 whitespace-nowrap">
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
