import { call } from "@/lib/client/call";
import { useQuery } from "@tanstack/react-query";
import { useState, type SyntheticEvent } from "react";
import { useChange } from "@/components/shell/use-change";
import { Button } from "@/components/ui/button";
import { Changes, useMay } from "@/components/ui/changes";
import { AreaField } from "@/components/ui/field";
import { LazyMarkdown } from "@/components/ui/lazy-markdown";
import { RelativeTime } from "@/components/ui/relative-time";
import type { SessionScope } from "@/lib/client/paths";
import { commentsQuery } from "@/lib/client/remarks";
import { wordsOf } from "@/lib/client/request-error";
import type { Comment } from "@/lib/contracts/remarks";
import { say } from "@/lib/core/words/say";

interface ItemCommentsProps {
  scope: SessionScope;
  item: string;
  /** The item is gone: nothing more is said about it. */
  gone?: boolean;
}

/** What people remarked on an item, and a field for one more. */
export function ItemComments({ scope, item, gone = false }: ItemCommentsProps) {
  const { data } = useQuery(commentsQuery(scope, item));
  const may = useMay();
  const { run } = useChange([commentsQuery(scope, item).queryKey]);
  const remove = (comment: Comment) =>
    void run({
      send: () => call("DELETE /sessions/{session}/comments/{comment}", { params: { ...scope, comment: comment.id } }),
      done: () => ({ title: say("Comment deleted") }),
      failed: say("Not deleted"),
    });
  if (data === undefined) return null;
  const writes = may("comment on items") && !gone;
  if (data.items.length === 0 && !writes) return null;
  return (
    <section aria-label={say("Comments")} className="flex flex-col gap-2">
      <h3 className="text-fg-3 text-xs font-semibold">{say("Comments")}</h3>
      {data.items.length > 0 && (
        <ol aria-live="polite" className="flex flex-col gap-2.5">
          {data.items.map((comment) => (
            <li key={comment.id} className="text-xs">
              <p className="text-fg-3 flex flex-wrap items-baseline gap-x-1.5">
                <bdi className="text-fg font-semibold [overflow-wrap:anywhere]">{comment.author}</bdi>
                <RelativeTime at={comment.at} ago />
                {(comment.own || may("delete the comment of somebody else")) && (
                  <button
                    type="button"
                    className="hover:text-fg min-h-6 px-1"
                    aria-label={say("Delete the comment of {author}", { author: comment.author })}
                    onClick={() => remove(comment)}
                  >
                    {say("Delete")}
                  </button>
                )}
              </p>
              <LazyMarkdown text={comment.text} strong={comment.mentions.map(({ written }) => written)} />
            </li>
          ))}
        </ol>
      )}
      {writes && (
        <Changes deed="comment on items">
          <CommentForm scope={scope} item={item} />
        </Changes>
      )}
    </section>
  );
}

function CommentForm({ scope, item }: ItemCommentsProps) {
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string>();
  const { busy, run } = useChange([commentsQuery(scope, item).queryKey]);

  function send(event: SyntheticEvent) {
    event.preventDefault();
    void run({
      send: () =>
        call("POST /sessions/{session}/memory/items/{item}/comments", {
          params: { ...scope, item },
          body: { text: text.trim() },
        }),
      done: () => {
        setText("");
        setFault(undefined);
        return undefined;
      },
      failed: (error) => setFault(wordsOf(error).message),
    });
  }

  return (
    <form onSubmit={send} className="flex flex-col items-start gap-1.5">
      <AreaField
        label={say("Your comment")}
        error={fault}
        className="w-full"
        hint={say("Beside the file: agents do not read it.")}
        rows={2}
        maxLength={4000}
        value={text}
        onValue={setText}
      />
      <Button type="submit" size="small" busy={busy} disabled={text.trim() === ""}>
        {say("Comment")}
      </Button>
    </form>
  );
}
