import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Changes } from "@/components/ui/changes";
import { ReadFailure, Unread } from "@/components/shell/read-failure";
import { ActionButton } from "@/components/ui/action-button";
import { Button } from "@/components/ui/button";
import { LineDiff } from "@/components/ui/line-diff";
import { PlainText } from "@/components/ui/plain-text";
import { contextVersionQuery } from "@/lib/client/context";
import type { SessionScope } from "@/lib/client/paths";
import type { Context } from "@/lib/contracts/context";
import { unifiedDiff } from "@/lib/core/history/unified-diff";
import { say } from "@/lib/core/i18n/say";
import { DeliveryList } from "./delivery-list";
import { usePublishPreview } from "./use-publish-preview";
import { versionName, versionNumberOf } from "./version-name";

interface DraftPanelProps {
  scope: SessionScope;
  context: Context;
  busy: boolean;
  frozen: string | undefined;
  onDiscard: () => void;
}

export function DraftPanel({ scope, context, busy, frozen, onDiscard }: DraftPanelProps) {
  const number = versionNumberOf(context.version);
  const preview = usePublishPreview(scope, { text: context.text }, context.etag);
  const { data } = preview;
  const same = data?.changed === false;
  return (
    <section aria-labelledby="draft" className="border-line bg-warn-soft/40 border-b">
      <header className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5 px-4 pt-2.5">
        <h2 id="draft" className="font-semibold">
          {number === 0
            ? say("On disk, and not published yet")
            : say("Changed on disk since {version}", { version: context.version })}
        </h2>
        {data && (
          <span className="text-fg-2 text-xs">
            {same
              ? say("identical apart from its version")
              : number === 0
                ? say("{fullTokens, plural, one {# token} other {# tokens}}", { fullTokens: data.fullTokens })
                : `${say("{operations, plural, one {# operation} other {# operations}}", { operations: data.delta.operations.length })}, ${say("{tokens, plural, one {# token} other {# tokens}}", { tokens: data.delta.tokens })}`}
          </span>
        )}
        <span className="flex-1" />
        <Changes>
          {number > 0 && (
            <Button size="small" look="ghost" onClick={onDiscard} disabled={busy || frozen !== undefined}>
              {say("Back to {version}", { version: context.version })}
            </Button>
          )}
          <ActionButton action="context.edit" label={say("Edit first")} keys="shift+p" size="small" />
          <ActionButton
            action="context.publish"
            label={say("Publish as {next}", { next: context.next })}
            keys="p"
            size="small"
            look="primary"
          />
        </Changes>
      </header>
      {frozen !== undefined && <p className="text-fg-2 px-4 pt-1 text-xs">{frozen}</p>}
      <div className="flex flex-col gap-3 px-4 pt-2 pb-3.5">
        {preview.error && <ReadFailure error={preview.error} onRetry={() => void preview.refetch()} />}
        {data && !same && <DeliveryList preview={data} />}
        {number > 0 ? (
          <DraftDiff scope={scope} version={number} text={context.text} />
        ) : (
          <PlainText label={say("The text on disk")} text={context.text} />
        )}
      </div>
    </section>
  );
}

function DraftDiff({ scope, version, text }: { scope: SessionScope; version: number; text: string }) {
  const { data, error, refetch } = useQuery(contextVersionQuery(scope, version));
  const diff = useMemo(() => (data ? unifiedDiff(data.text, text) : undefined), [data, text]);
  if (!diff) return <Unread {...{ error, refetch }} />;
  return (
    <LineDiff diff={diff} label={say("What changed on disk since {version}", { version: versionName(version) })} />
  );
}
