import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { useDesktopChoice } from "@/lib/client/desktop-choice";
import { needsQuery } from "@/lib/client/needs";
import { pages } from "@/lib/client/paths";
import { sayNeed } from "@/lib/client/say-need";
import type { Need } from "@/lib/contracts/needs";
import { sayKinds } from "@/components/overview/say-kinds";
import { isQuiet, type NeedKind } from "@/lib/core/inbox/needs";
import { say } from "@/lib/core/words/say";

/**
 * Notifies of what comes to wait while the reader looks elsewhere. What waits already is no news, and what comes in quiet hours is
 * told of when they are over, if it still waits. Several tabs notify once: their messages replace each other.
 */
export function DesktopNotices({ workspace }: { workspace: string }) {
  const choice = useDesktopChoice();
  const { data } = useQuery({ ...needsQuery(workspace), refetchIntervalInBackground: true });
  const router = useRouter();
  const seen = useRef<{ keys: ReadonlySet<string>; held: ReadonlySet<string> }>(undefined);

  useEffect(() => {
    if (data === undefined || choice === null) return;
    const before = seen.current;
    const isNews = ({ key, kind }: Need) =>
      before !== undefined && choice.kinds.includes(kind) && (!before.keys.has(key) || before.held.has(key));
    const fresh = data.items.filter(isNews);
    const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    const quiet = choice.quiet !== null && isQuiet(new Date(), { ...choice.quiet, zone });
    seen.current = {
      keys: new Set(data.items.map(({ key }) => key)),
      held: new Set(quiet ? fresh.map(({ key }) => key) : []),
    };
    if (quiet || fresh.length === 0 || document.hasFocus()) return;
    notify(workspace, fresh, () => router.push(pages.overview(workspace)));
  }, [data, choice, workspace, router]);
  return null;
}

/** So much of a text fits. */
const MOST = 140;

function notify(workspace: string, needs: readonly Need[], open: () => void): void {
  const [first] = needs;
  if (first === undefined || Notification.permission !== "granted") return;
  const kinds: Partial<Record<NeedKind, number>> = {};
  for (const { kind } of needs) kinds[kind] = (kinds[kind] ?? 0) + 1;
  const one = needs.length === 1;
  const title = one
    ? `${first.session ?? workspace}: ${sayKinds(kinds)}`
    : say("{needs, plural, one {# thing needs} other {# things need}} you", { needs: needs.length });
  const { who, text } = sayNeed(first);
  const said = one ? [who, text].filter((part) => part !== null).join(": ") : sayKinds(kinds);
  const body = said.length > MOST ? `${said.slice(0, MOST - 1)}…` : said;
  try {
    const shown = new Notification(title, { body, tag: `wardroom:${workspace}:${one ? first.key : "many"}` });
    shown.onclick = () => {
      window.focus();
      open();
      shown.close();
    };
  } catch {
    // Phones show notifications only from a service worker, and Wardroom has none. The count on the icon tells there.
  }
}
