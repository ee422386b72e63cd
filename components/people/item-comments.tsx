import { call } from "@/lib/client/call";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent } from "react";
import { useChange } from "@/components/shell/use-change";
import { Button } from "@/components/ui/button";
import { Changes, useMay } from "@/components/ui/changes";
import { AreaField } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { useDraft } from "@/components/ui/use-draft";
import { LazyMarkdown } from "@/components/ui/lazy-markdown";
import { RelativeTime } from "@/components/ui/relative-time";
import { type SessionScope, decodeSegment } from "@/lib/client/paths";
import { commentsQuery, assignmentsQuery, keyOfItem } from "@/lib/client/remarks";
import type { Comment } from "@/lib/contracts/remarks";
import { say } from "@/lib/core/i18n/say";
import { useParams } from "next/navigation";
import type { Event } from "@/lib/contracts/events";
import { sayParts } from "@/components/ui/say-parts";
import { NOBODY, useAssignees } from "./assignee-choice";
import { useAssign } from "./use-assign";

interface ItemCommentsProps {
  scope: SessionScope;
  item: string;
  /** The item is gone: nothing more is said about it. */
  gone?: boolean;
}

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
  const [text, setText] = useDraft(`comment ${scope.workspace}/${scope.session} ${item}`);
  const { busy, run, fault } = useChange([commentsQuery(scope, item).queryKey]);

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
      },
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

/** What people remarked on the items that an event was about, whether those are still there or not. */
export function EventComments({ event: { session, payload } }: { event: Event }) {
  const { workspace } = useParams<{ workspace: string }>();
  const { item, items } = payload;
  const all = [item, ...(Array.isArray(items) ? (items as unknown[]) : [])].filter(
    (id): id is string => typeof id === "string",
  );
  const [only] = all;
  // Of an act on many items, each has its own place.
  if (session === null || only === undefined || all.length > 1) return null;
  return <ItemComments scope={{ workspace: decodeSegment(workspace) ?? workspace, session }} item={only} gone />;
}

interface ItemRemarksProps {
  scope: SessionScope;
  item: string;
}

export function ItemRemarks({ scope, item }: ItemRemarksProps) {
  const may = useMay();
  return (
    <>
      {may("look at what waits for another role") && <ItemAssignee scope={scope} item={item} />}
      <ItemComments scope={scope} item={item} />
    </>
  );
}

function ItemAssignee({ scope, item }: ItemRemarksProps) {
  const about = keyOfItem(scope, item);
  const { data } = useQuery(assignmentsQuery(scope.workspace));
  const options = useAssignees(scope.workspace, scope.session);
  const { send } = useAssign(scope.workspace);
  const may = useMay();
  if (data === undefined) return null;
  const assignee = data.items.find((each) => each.about === about)?.assignee;
  const value = assignee?.id ?? NOBODY;
  // Somebody whose access ended is shown, and offered no more.
  const known = options.some((each) => each.value === value);
  const all = known || assignee === undefined ? options : [...options, { value, label: assignee.name }];
  return (
    <>
      <Changes deed="assign what waits">
        <Select label={say("Assigned to")} value={value} onChange={(to) => void send(about, to)} options={all} />
      </Changes>
      {!may("assign what waits") && assignee !== undefined && (
        <p className="text-fg-2 text-xs">
          {sayParts("Assigned to {bdi}", { bdi: <bdi className="font-semibold">{assignee.name}</bdi> })}
        </p>
      )}
    </>
  );
}
