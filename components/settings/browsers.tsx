import { call } from "@/lib/client/call";
import { useQuery } from "@tanstack/react-query";
import { useChange } from "@/components/shell/use-change";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import { browsersQuery } from "@/lib/client/access";
import type { Browser } from "@/lib/contracts/browsers";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/words/say";

/** Every browser that is signed in, with a button that signs it out. */
export function Browsers({ workspace }: { workspace: string }) {
  const { data } = useQuery(browsersQuery(workspace));
  const { run } = useChange([browsersQuery(workspace).queryKey]);

  const end = (browser: Browser) =>
    run({
      send: () => call("DELETE /browsers/{browser}", { params: { workspace, browser: browser.id } }),
      done: () => ({ title: say("Signed out {browser}", { browser: nameOf(browser) }) }),
      failed: say("Not signed out"),
    });

  if (!data || data.items.length === 0) return null;
  return (
    <ul aria-label={say("Signed-in browsers")} className="border-line overflow-hidden rounded-lg border">
      {data.items.map((browser) => (
        <li
          key={browser.id}
          className="border-line flex min-h-9 flex-wrap items-center gap-x-3 gap-y-0.5 border-t px-3 py-1 text-xs first:border-t-0"
        >
          <span dir="auto" className="font-semibold [overflow-wrap:anywhere]">
            {nameOf(browser)}
          </span>
          <span className="text-fg-2 min-w-0 flex-1 [overflow-wrap:anywhere]">
            {sayParts(
              "{kind, select, none {} viewer {viewer {label}, } other {{label}, }}signed in {when}{isKnown, select, true { from {address}} other {}}",
              {
                kind: browser.label === null ? "none" : browser.kind,
                label: browser.label ?? "",
                when: <RelativeTime at={browser.createdAt} ago />,
                isKnown: String(browser.address !== null),
                address: browser.address ?? "",
              },
            )}
          </span>
          {browser.isThis ? (
            <span className="text-fg-3">{say("This browser")}</span>
          ) : (
            <Button
              look="danger"
              size="small"
              aria-label={say("Sign out {browser}, signed in {createdAt}", {
                browser: nameOf(browser),
                createdAt: browser.createdAt,
              })}
              onClick={() => void end(browser)}
            >
              {say("Sign out")}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The short name of the program, out of the long one that browsers give. */
function nameOf({ userAgent }: Browser): string {
  // Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36 Edg/142.0
  const known = ["Edg", "OPR", "Firefox", "Chrome", "Safari"].find((name) => userAgent?.includes(`${name}/`));
  const names: Record<string, string> = { Edg: "Edge", OPR: "Opera" };
  return known === undefined ? (userAgent?.slice(0, 40) ?? say("Unknown browser")) : (names[known] ?? known);
}
