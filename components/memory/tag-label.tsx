import { Mark } from "@/components/ui/mark";
import { tagMark } from "@/lib/client/tag-marks";
import { say } from "@/lib/core/i18n/say";

/** A tag with its mark; an untagged item says so to who cannot see the dash. */
export function TagLabel({ tag }: { tag: string | null }) {
  const mark = tagMark(tag);
  return (
    <span className="text-fg-2 inline-flex min-w-0 items-center gap-1.5 text-xs">
      <Mark tone={mark.tone} shape={mark.shape} />
      {tag === null ? (
        <span className="text-fg-3">
          <span aria-hidden>—</span>
          <span className="sr-only">{say("untagged")}</span>
        </span>
      ) : (
        <span className="truncate" title={tag}>
          {tag}
        </span>
      )}
    </span>
  );
}
