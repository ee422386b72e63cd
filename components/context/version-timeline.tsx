import { doerOf } from "@/lib/core/history/signed-by";
import { cx } from "@/components/ui/cx";
import { Kbd } from "@/components/ui/kbd";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Version } from "@/lib/contracts/context";
import { say } from "@/lib/core/words/say";
import { versionNumberOf } from "./version-name";

interface VersionTimelineProps {
  versions: readonly Version[];
  from: number;
  to: number;
  onChoose: (version: number) => void;
}

/** Every version, the newest first: who published it, how much it changed, and who has confirmed it. */
export function VersionTimeline({ versions, from, to, onChoose }: VersionTimelineProps) {
  return (
    <section aria-labelledby="versions" className="flex flex-col gap-1.5">
      <header className="flex items-center gap-2 px-4">
        <h2 id="versions" className="flex-1 font-semibold">
          {say("Versions")}
        </h2>
        <Kbd keys="[" className="text-fg-3 max-sm:hidden" />
        <Kbd keys="]" className="text-fg-3 max-sm:hidden" />
      </header>
      {versions.length === 0 && <p className="text-fg-3 px-4 text-xs">{say("Nothing published yet.")}</p>}
      <ol>
        {versions.map((version) => {
          const number = versionNumberOf(version.version);
          const chosen = number === to;
          return (
            <li key={version.version}>
              <button
                type="button"
                aria-current={chosen || undefined}
                onClick={() => onChoose(number)}
                className={cx(
                  "relative flex w-full items-start gap-3 px-4 py-1.5 text-start outline-offset-[-2px]",
                  "before:bg-line before:absolute before:inset-y-0 before:start-[19.5px] before:w-px",
                  chosen ? "bg-accent-soft shadow-[inset_2px_0_var(--accent)]" : "hover:bg-hover",
                )}
              >
                <Dot version={version} />
                <span className="min-w-0 flex-1">
                  <b className="font-semibold">{version.version}</b>{" "}
                  <span className="text-fg-2 text-xs">
                    {version.actor === "disk" ? say("found on disk") : doerOf(version)} · {sayChange(version)}
                  </span>
                  <span className="text-fg-3 block text-xs">
                    <RelativeTime at={version.at} ago /> · {sayConfirmed(version)}
                    {number === from && <span className="text-accent"> {say("· compared with")}</span>}
                  </span>
                  {version.requiredActions !== "NONE" && (
                    <span className="written text-fg-2 block text-xs">{version.requiredActions}</span>
                  )}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Dot({ version: { actor } }: { version: Version }) {
  const disk = actor === "disk";
  return (
    <i
      aria-hidden
      className={cx(
        "relative z-10 mt-1.5 block size-2 shrink-0",
        disk ? "border-warn bg-bg rounded-full border-2" : "bg-accent rounded-full",
      )}
    />
  );
}

function sayChange({ operations, tokens }: Version): string {
  if (operations === null) return say("{tokens, plural, one {# token} other {# tokens}}", { tokens });
  return say("{operations, plural, one {# operation} other {# operations}}", { operations });
}

/** How many of those who were sent it have confirmed it. */
export function sayConfirmed({ sentTo, confirmedBy }: Version): string {
  if (sentTo.length === 0) return say("no recipients");
  return confirmedBy.length === sentTo.length
    ? say("confirmed by all {sentTo}", { sentTo: sentTo.length })
    : say("{confirmedBy} of {sentTo} confirmed", { confirmedBy: confirmedBy.length, sentTo: sentTo.length });
}
