import { useChange } from "@/components/shell/use-change";
import type { ToastMessage } from "@/components/ui/toast-queue";
import { publishContext } from "@/lib/client/context";
import type { SessionScope } from "@/lib/client/paths";
import { sessionKey } from "@/lib/client/sessions";
import type { Published, PublishContext } from "@/lib/contracts/context";
import { say } from "@/lib/core/words/say";

/** Publishes over exactly the file that was looked at, and says what came of it. Tells whether it did. */
export function usePublish(scope: SessionScope) {
  // Until everything has been read again, what is on screen is of the version before: nothing more is published from it.
  const { busy, run } = useChange([sessionKey(scope)]);
  const publish = (body: PublishContext, etag: string | undefined, key: string) =>
    run({ send: () => publishContext(scope, body, etag, key), done: sayPublished, failed: say("Not published") });
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
