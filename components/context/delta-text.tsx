import { cx } from "@/components/ui/cx";
import { showInvisible } from "@/lib/core/text/visible";
import type { Delta } from "@/lib/contracts/context";
import { say } from "@/lib/core/i18n/say";

const SIGNS = { ADDED: "+", REMOVED: "−", CHANGED: "~", REPLACED: "≈" } as const;
const TINTS = { ADDED: "bg-add", REMOVED: "bg-del", CHANGED: "", REPLACED: "" } as const;

export function DeltaText({ delta }: { delta: Pick<Delta, "text" | "operations"> }) {
  // "[CONTEXT-UPDATE] GC-v4 → GC-v5 (base 3f9a1c07be42)"
  const [first = ""] = delta.text.split("\n", 1);
  return (
    <div
      role="group"
      aria-label={say("Delta")}
      className="border-line bg-raised overflow-x-auto rounded-lg border font-mono text-xs leading-[18px]"
    >
      {first !== "" && <p className="text-fg-2 border-line border-b px-2.5 py-1">{showInvisible(first)}</p>}
      {delta.operations.map((operation, index) => (
        <Operation key={index} {...operation} />
      ))}
    </div>
  );
}

function Operation({ kind, text }: Delta["operations"][number]) {
  // "- CHANGED §Scope.Goal: …"
  const words = text.replace(/^- /, "");
  const rest = words.startsWith(kind) ? words.slice(kind.length) : words;
  return (
    <div className={cx("grid grid-cols-[24px_minmax(0,1fr)] py-px", TINTS[kind])}>
      <span aria-hidden className="text-fg-3 text-center select-none">
        {SIGNS[kind]}
      </span>
      <div dir="auto" className="written pe-2.5 whitespace-pre-wrap">
        <b className="font-semibold">{kind}</b>
        {showInvisible(rest.trimEnd())}
      </div>
    </div>
  );
}
