import { call, addressOf } from "@/lib/client/call";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { useEffect, useState } from "react";
import { decodeSegment } from "@/lib/client/paths";
import type { Looker, Look } from "@/lib/contracts/lookers";
import { say } from "@/lib/core/i18n/say";
import { readQuery } from "@/lib/client/read-query";

/** Who looks at the workspace now. The stream says when to read it again. */
const lookersQuery = (workspace: string) => readQuery("GET /lookers", { params: { workspace } });

/** Says that this tab shows nothing any more, also while it is being closed. */
function lookAway(workspace: string, tab: string): void {
  void fetch(addressOf("POST /lookers", { params: { workspace } }), {
    method: "POST",
    keepalive: true,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ tab, place: null } satisfies Look),
  }).catch(() => undefined);
}

/** How often a tab says that somebody still looks. Milliseconds. */
const AGAIN = 10_000;
/** Names that fit beside a page's actions. */
const NAMED = 2;

/** Says which page this tab shows, while somebody looks at it. */
export function Presence({ workspace }: { workspace: string }) {
  useSeen(workspace, placeOf(usePathname()));
  return null;
}

/** Who else is on the same page, or in the same session. */
export function AlsoHere({ workspace }: { workspace: string }) {
  const place = placeOf(usePathname());
  const { data } = useQuery(lookersQuery(workspace));
  const others = (data?.items ?? []).filter((looker) => !looker.me && isNear(looker, place));
  return others.length === 0 ? null : <Others others={others} place={place} />;
}

interface Place {
  session: string | null;
  page: string;
}

function Others({ others, place }: { others: readonly Looker[]; place: Place }) {
  const named = others.slice(0, NAMED);
  return (
    <ul
      aria-label={say("Also here")}
      title={others.map((looker) => `${looker.name}: ${sayPlaces(looker, place)}`).join("\n")}
      className="text-fg-3 flex min-w-0 items-center gap-1.5 text-xs"
    >
      {named.map(({ id, name }) => (
        <li key={id} className="flex min-w-0 items-center gap-1">
          <span aria-hidden className="bg-ok size-1.5 shrink-0 rounded-full" />
          <bdi className="max-w-28 truncate">{name}</bdi>
        </li>
      ))}
      {others.length > NAMED && <li className="shrink-0">+{others.length - NAMED}</li>}
    </ul>
  );
}

function sayPlaces({ places }: Looker, here: Place): string {
  return places.some(({ session, page }) => session === here.session && page === here.page)
    ? say("this page")
    : places
        .filter(({ session }) => session === here.session)
        .map(({ page }) => page)
        .join(", ");
}

/** Who is in the same session, or on the same page where that is of no session. */
function isNear({ places }: Looker, here: Place): boolean {
  return places.some(({ session, page }) =>
    here.session === null ? session === null && page === here.page : session === here.session,
  );
}

/** The page of an address: /shop/sessions/checkout/memory is memory in checkout, /shop/agents agents. */
function placeOf(path: string): Place {
  const parts = path
    .split("/")
    .slice(2)
    .map((part) => decodeSegment(part) ?? part);
  const [first = "overview", session, page = "memory"] = parts;
  if (first === "sessions" && session !== undefined) return { session: session.slice(0, 300), page: page.slice(0, 40) };
  return { session: null, page: first.slice(0, 40) };
}

function useSeen(workspace: string, { session, page }: Place): void {
  const client = useQueryClient();
  // No secret: it tells this tab from others of the same person.
  const [tab] = useState(() => Math.random().toString(36).slice(2, 14));
  useEffect(() => {
    let ended = false;
    const say = () => {
      if (document.visibilityState !== "visible") return;
      void call("POST /lookers", {
        params: { workspace },
        body: { tab, place: { session, page } },
        idempotencyKey: null,
      }).then(
        (answer) => ended || client.setQueryData(lookersQuery(workspace).queryKey, answer),
        // Nobody sees this tab for a moment; it says so again.
        () => undefined,
      );
    };
    const turn = () => (document.visibilityState === "visible" ? say() : lookAway(workspace, tab));
    const leave = () => lookAway(workspace, tab);
    say();
    const timer = setInterval(say, AGAIN);
    document.addEventListener("visibilitychange", turn);
    window.addEventListener("pagehide", leave);
    return () => {
      ended = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", turn);
      window.removeEventListener("pagehide", leave);
    };
  }, [client, workspace, tab, session, page]);
}
