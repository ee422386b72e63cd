"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "@/components/ui/toast-queue";
import { publishContext } from "@/lib/client/mutations/publish-context";
import type { SessionScope } from "@/lib/client/paths";
import { sessionKey } from "@/lib/client/queries/session";
import { wordsOf } from "@/lib/client/request-error";
import type { Published, PublishContext } from "@/lib/contracts/context";

/** Publishes over exactly the file that was looked at, and says what came of it. Tells whether it did. */
export function usePublish(scope: SessionScope) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);

  async function publish(body: PublishContext, etag: string | undefined, key: string): Promise<boolean> {
    setBusy(true);
    // Until everything has been read again, what is on screen is of the version before: nothing more is published from it.
    const refresh = () => void client.invalidateQueries({ queryKey: sessionKey(scope) }).finally(() => setBusy(false));
    try {
      toast(sayPublished(await publishContext(scope, body, etag, key)));
      return true;
    } catch (error) {
      const { message, hint } = wordsOf(error);
      toast({ title: "Not published", detail: hint ? `${message} ${hint}` : message, tone: "bad", timeout: 0 });
      return false;
    } finally {
      refresh();
    }
  }

  return { busy, publish };
}

function sayPublished({ changed, version, deliveries }: Published): { title: string; detail?: string } {
  if (!changed) return { title: `The file holds ${version} again` };
  const deltas = deliveries.filter((each) => each.mode === "delta").length;
  const full = deliveries.length - deltas;
  const parts = [deltas > 0 && `as a delta to ${deltas}`, full > 0 && `in full to ${full}`].filter(Boolean);
  return {
    title: `Published ${version}`,
    detail: parts.length === 0 ? "Sent to nobody." : `Sent ${parts.join(", ")}.`,
  };
}
