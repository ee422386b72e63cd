import { call } from "@/lib/client/call";
import { complain } from "@/components/shell/complain";
import { useChange } from "@/components/shell/use-change";
import { toast } from "@/components/ui/toast-queue";
import { undoRevision } from "@/lib/client/memory";
import type { SessionScope } from "@/lib/client/paths";
import { RequestError } from "@/lib/client/request-error";
import { sessionKey } from "@/lib/client/sessions";
import { say } from "@/lib/core/i18n/say";

/** Takes revisions back and restores them, and offers to undo that too; each tells whether it was done. */
export function useRevisionActs(scope: SessionScope) {
  const { busy, run } = useChange([sessionKey(scope)]);

  return {
    busy,
    /** `onClash` shows what has changed since. */
    takeBack: (revision: number, onClash: () => void) =>
      run({
        send: () => undoRevision(scope, revision),
        done: ({ revision: made }) => ({
          title: say("Undid revision {revision}", { revision }),
          detail: say("Revision {made} is the memory without it.", { made }),
          undo: () => undoRevision(scope, made),
        }),
        failed: (error) => {
          const title = say("Revision {revision} was not undone", { revision });
          if (!(error instanceof RequestError) || error.code !== "conflict") {
            complain(title, error);
            return;
          }
          toast({
            title,
            detail: say("{message} Compare with now, or restore the revision before.", {
              message: error.message,
            }),
            tone: "bad",
            timeout: 0,
            action: { label: say("See"), run: onClash },
          });
        },
      }),
    /** Restores an earlier text, or one section of it, over the one of `etag`: a newer text is never overwritten. */
    restore: (revision: number, section: string | null, etag: string) =>
      run({
        send: () =>
          section === null
            ? call("POST /sessions/{session}/memory/revert", { params: scope, body: { revision }, ifMatch: etag })
            : call("POST /sessions/{session}/memory/revert", {
                params: scope,
                body: { revision, section },
                ifMatch: etag,
              }),
        done: ({ revision: made }) => ({
          title:
            section === null
              ? say("Restored revision {revision}", { revision })
              : say("Restored the section of {section} from revision {revision}", { section, revision }),
          detail: say("Now revision {made}; what came between is kept.", { made }),
          undo: () => undoRevision(scope, made),
        }),
        failed: say("Revision {revision} was not restored", { revision }),
      }),
  };
}
