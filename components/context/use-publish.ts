import { useState } from "react";
import { useChange } from "@/components/shell/use-change";
import type { ToastMessage } from "@/components/ui/toast-queue";
import { publishContext } from "@/lib/client/context";
import { RequestError } from "@/lib/client/request-error";
import type { SessionScope } from "@/lib/client/paths";
import { sessionKey } from "@/lib/client/sessions";
import type { Published, PublishContext } from "@/lib/contracts/context";
import { say } from "@/lib/core/i18n/say";

/** Publishes over exactly the file that was looked at, and says what came of it. Tells whether it did. */
export function usePublish(scope: SessionScope) {
  // Until everything has been read again, what is on screen is of the version before: nothing more is published from it.
  const { busy, run } = useChange([sessionKey(scope)]);
  // Whoever was told of questions that wait unread, and publishes all the same, goes over them.
  const [over, setOver] = useState(false);
  async function send(body: PublishContext, etag: string | undefined, key: string) {
    try {
      return await publishContext(
        scope,
        { ...body, ...(over && { overQuestions: true }) },
        etag,
        over ? `${key}-over` : key,
      );
    } catch (error) {
      setOver(error instanceof RequestError && error.code === "open_items");
      throw error;
    }
  }
  const publish = (...given: Parameters<typeof send>) =>
    run({ send: () => send(...given), done: sayPublished, failed: say("Not published") });
  return { busy, publish };
}

function sayPublished({ changed, version, deliveries }: Published): ToastMessage {
  if (!changed) return { title: say("The file holds {version} again", { version }) };
  const deltas = deliveries.filter((each) => each.mode === "delta").length;
  const full = deliveries.length - deltas;
  const parts = [
    deltas > 0 && say("as a delta to {deltas}", { deltas }),
    full > 0 && say("in full to {full}", { full }),
  ].filter(Boolean);
  return {
    title: say("Published {version}", { version }),
    detail: parts.length === 0 ? say("No recipients.") : say("Sent {list}.", { list: parts.join(", ") }),
  };
}
