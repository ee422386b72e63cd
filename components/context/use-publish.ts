"use client";
import { useChange } from "@/components/shell/use-change";
import type { ToastMessage } from "@/components/ui/toast-queue";
import { publishContext } from "@/lib/client/context";
import type { SessionScope } from "@/lib/client/paths";
import { sessionKey } from "@/lib/client/sessions";
import type { Published, PublishContext } from "@/lib/contracts/context";

/** Publishes over exactly the file that was looked at, and says what came of it. Tells whether it did. */
export function usePublish(scope: SessionScope) {
  // Until everything has been read again, what is on screen is of the version before: nothing more is published from it.
  const { busy, run } = useChange([sessionKey(scope)]);
  const publish = (body: PublishContext, etag: string | undefined, key: string) =>
    run({ send: () => publishContext(scope, body, etag, key), done: sayPublished, failed: "Not published" });
  return { busy, publish };
}

function sayPublished({ changed, version, deliveries }: Published): ToastMessage {
  if (!changed) return { title: `The file holds ${version} again` };
  const deltas = deliveries.filter((each) => each.mode === "delta").length;
  const full = deliveries.length - deltas;
  const parts = [deltas > 0 && `as a delta to ${deltas}`, full > 0 && `in full to ${full}`].filter(Boolean);
  return {
    title: `Published ${version}`,
    detail: parts.length === 0 ? "No recipients." : `Sent ${parts.join(", ")}.`,
  };
}
