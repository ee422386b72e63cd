"use client";
import { cx } from "@/components/ui/cx";
import { PlainText } from "@/components/ui/plain-text";
import { RelativeTime } from "@/components/ui/relative-time";
import { SectionHead } from "@/components/ui/section-head";
import { useFirst } from "@/components/ui/show-more";
import type { SessionScope } from "@/lib/client/paths";
import type { MomentItem, SessionMoment } from "@/lib/contracts/moments";
import { DISK } from "@/lib/core/history/outside-parts";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/words/say";
import { CHANGES, MomentItemText } from "./moment-item";

/** The context as it was published by then. */
export function MomentContext({ moment: { context } }: { moment: SessionMoment }) {
  return (
    <section aria-labelledby="moment-context">
      <SectionHead
        id="moment-context"
        title={say("Context")}
        note={
          context.publishedAt !== null && (
            <>
              {context.by === DISK
                ? sayParts("{version} found on disk {when}", {
                    version: context.version,
                    when: <RelativeTime at={context.publishedAt} ago />,
                  })
                : sayParts("{version} published by {by} {when}", {
                    version: context.version,
                    by: context.by,
                    when: <RelativeTime at={context.publishedAt} ago />,
                  })}
            </>
          )
        }
      />
      <div className="px-4 pb-3">
        {context.version === null ? (
          <p className="text-fg-3">{say("Nothing published yet.")}</p>
        ) : (
          <details>
            <summary className="text-fg-2 cursor-pointer select-none">{say("Show the text")}</summary>
            <div className="pt-2">
              <PlainText text={context.text} label={say("Text of {version}", { version: context.version })} />
            </div>
          </details>
        )}
      </div>
    </section>
  );
}

/** The team memory as it read then, role by role; what changed since is tinted. */
export function MomentMemory({ scope, moment: { memory } }: { scope: SessionScope; moment: SessionMoment }) {
  const items = memory.sections.reduce((sum, section) => sum + section.items.length, 0);
  const note =
    memory.revision === 0
      ? undefined
      : say(
          "Revision {revision}, {items, plural, one {# item} other {# items}}, {lines, plural, one {# line} other {# lines}}",
          { revision: memory.revision, items, lines: memory.lines },
        );
  return (
    <section aria-labelledby="moment-memory" className="pb-6">
      <SectionHead id="moment-memory" title={say("Memory")} note={note} />
      {memory.sections.length === 0 && <p className="text-fg-3 px-4">{say("Nothing was written yet.")}</p>}
      {memory.sections.map((section) => (
        <MomentSection key={section.role} scope={scope} {...section} />
      ))}
    </section>
  );
}

function MomentSection({ scope, role, items }: { scope: SessionScope; role: string; items: readonly MomentItem[] }) {
  const { first, more } = useFirst(items, say("items"));
  return (
    <details open={items.length <= OPEN_ITEMS} className="border-line border-b">
      <summary className="text-fg-2 hover:bg-hover cursor-pointer px-4 py-1 select-none">
        <span className="font-semibold break-all">{role}</span>
        <span className="text-fg-3 ms-2 text-xs">
          {say("{items, plural, one {# item} other {# items}}", { items: items.length })}
        </span>
      </summary>
      <ul aria-label={say("Items of {role}", { role })}>
        {first.map((item) => (
          <li
            key={item.id}
            className={cx(
              "px-4 py-1 break-words",
              item.change === "added" && "bg-ok-soft",
              item.change === "changed" && "bg-warn-soft",
            )}
          >
            {item.change !== null && <span className="sr-only">{say(CHANGES[item.change].word)}: </span>}
            <MomentItemText scope={scope} item={{ ...item, was: null }} />
          </li>
        ))}
      </ul>
      {more}
    </details>
  );
}

/** A longer section is folded: sections are many, and what changed stands above. */
const OPEN_ITEMS = 40;
