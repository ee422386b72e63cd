import { useId, useMemo, useState } from "react";
import { ReadFailure } from "@/components/shell/read-failure";
import { cx } from "@/components/ui/cx";
import { TextField } from "@/components/ui/field";
import { LineDiff } from "@/components/ui/line-diff";
import { ViewSwitch } from "@/components/ui/view-switch";
import type { Published } from "@/lib/contracts/context";
import { unifiedDiff } from "@/lib/core/history/unified-diff";
import { SkeletonRows } from "@/components/ui/skeleton";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/i18n/say";
import { DeliveryList } from "./delivery-list";
import { DeltaText } from "./delta-text";
import { versionName } from "./version-name";

const PREVIEWS = ["delta", "lines"] as const;

interface PublishPreviewProps {
  /** Of the version published last; 0 when there is none. */
  number: number;
  preview: Published | undefined;
  /** False while the preview is that of an older text. */
  settled: boolean;
  error: unknown;
  onRetry: () => void;
  /** Its text; undefined while it is read. */
  before: string | undefined;
  after: string;
  affected: ReadonlySet<string>;
  onAffected: (role: string, affected: boolean) => void;
  requiredActions: string;
  onRequiredActions: (value: string) => void;
  children?: React.ReactNode;
}

export function PublishPreview({
  number,
  preview,
  settled,
  error,
  onRetry,
  before,
  after,
  affected,
  onAffected,
  requiredActions,
  onRequiredActions,
  children,
}: PublishPreviewProps) {
  const suggestions = useId();
  const sections = [...new Set((preview?.delta.operations ?? []).map((each) => each.section))].filter(Boolean);
  return (
    <div
      tabIndex={0}
      role="group"
      aria-label={say("What is sent")}
      aria-busy={!settled}
      className="relative flex min-h-0 flex-col gap-5 overflow-y-auto p-4 outline-offset-[-2px]"
    >
      {error !== null && <ReadFailure error={error} onRetry={onRetry} />}
      {preview === undefined ? (
        error === null && <SkeletonRows height="h-6" />
      ) : (
        <div className={cx("flex flex-col gap-5 transition-opacity", !settled && "opacity-60")}>
          <Change number={number} preview={preview} before={before} after={after} />
          {preview.changed && (
            <section aria-labelledby="to-whom" className="flex flex-col gap-2">
              <h2 id="to-whom" className="font-semibold">
                {sayParts("Recipients <span>checked = affected</span>", {
                  span: (inside) => <span className="text-fg-3 text-xs font-normal">{inside}</span>,
                })}
              </h2>
              <DeliveryList preview={preview} affected={affected} onAffected={onAffected} />
            </section>
          )}
        </div>
      )}
      {children}
      <TextField
        label={say("Required actions")}
        hint={say("Optional; sent to everyone")}
        value={requiredActions}
        maxLength={2000}
        dir="auto"
        list={suggestions}
        placeholder="NONE"
        onValue={onRequiredActions}
      />
      <datalist id={suggestions}>
        {["PAUSE", ...sections.map((section) => `re-read §${section}`)].map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </div>
  );
}

interface ChangeProps {
  number: number;
  preview: Published;
  before: string | undefined;
  after: string;
}

function Change({ number, preview, before, after }: ChangeProps) {
  const [as, setAs] = useState<(typeof PREVIEWS)[number]>("delta");
  if (!preview.changed) {
    return (
      <p className="text-fg-2">
        {say("No changes since {number}", {
          number: versionName(number),
        })}
      </p>
    );
  }
  const { delta, fullTokens } = preview;
  return (
    <section aria-labelledby="what" className="flex flex-col gap-2">
      <header className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <h2 id="what" className="font-semibold">
          {number === 0 ? versionName(1) : `${versionName(number)} → ${preview.version}`}
        </h2>
        <span className="text-fg-3 text-xs">
          {number === 0
            ? say("{fullTokens, plural, one {# token} other {# tokens}}", { fullTokens })
            : say(
                "{operations, plural, one {# operation} other {# operations}}, {tokens, number} of {fullTokens, plural, one {# token} other {# tokens}}",
                { operations: delta.operations.length, tokens: delta.tokens, fullTokens },
              )}
        </span>
        <span className="flex-1" />
        {number > 0 && (
          <ViewSwitch
            label={say("How it is shown")}
            views={PREVIEWS}
            value={as}
            onChange={setAs}
            name={(each) => (each === "delta" ? say("Delta") : say("Lines"))}
          />
        )}
      </header>
      {number > 0 && (as === "delta" ? <DeltaText delta={delta} /> : <Lines before={before} after={after} />)}
    </section>
  );
}

function Lines({ before, after }: { before: string | undefined; after: string }) {
  const diff = useMemo(() => (before === undefined ? undefined : unifiedDiff(before, after)), [before, after]);
  return diff ? <LineDiff diff={diff} label={say("What changes, line by line")} /> : <SkeletonRows height="h-6" />;
}
