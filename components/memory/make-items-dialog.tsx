import { call } from "@/lib/client/call";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useChange } from "@/components/shell/use-change";
import { FormDialog } from "@/components/ui/form-dialog";
import { LineDiff } from "@/components/ui/line-diff";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { itemsPreviewQuery, undoRevision } from "@/lib/client/memory";
import type { SessionScope } from "@/lib/client/paths";
import { wordsOf } from "@/lib/client/request-error";
import { sessionKey } from "@/lib/client/sessions";
import type { MakeItems, Memory } from "@/lib/contracts/memory";
import { say } from "@/lib/core/words/say";

const TAGS = ["Finding", "Pattern", "Decision", "Warning", "Dependency", "Conflict", "Question"] as const;

interface MakeItemsDialogProps {
  scope: SessionScope;
  memory: Memory;
  role: string;
  text: string;
  onClose: () => void;
}

/** Shows which items a text would become, then makes exactly these. */
export function MakeItemsDialog({ scope, memory, role, text, onClose }: MakeItemsDialogProps) {
  const [tag, setTag] = useState<(typeof TAGS)[number]>("Finding");
  const [refused, setRefused] = useState<Error>();
  const wanted: MakeItems = { role, text, tag };
  const preview = useQuery(itemsPreviewQuery(scope, wanted, memory.etag));
  const { busy, run } = useChange([sessionKey(scope)]);
  const count = preview.data?.items.length ?? 0;

  async function make() {
    setRefused(undefined);
    const done = await run({
      send: () =>
        call("POST /sessions/{session}/memory/make-items", { params: scope, body: wanted, ifMatch: memory.etag }),
      done: ({ items, revision }) => ({
        title: say("Made {items, plural, one {# item} other {# items}} in {role}", { items: items.length, role }),
        undo: revision === undefined ? undefined : () => undoRevision(scope, revision),
      }),
      failed: setRefused,
    });
    if (done) onClose();
  }

  const failure = refused ?? preview.error;
  return (
    <FormDialog
      title={say("Make items in {role}", { role })}
      description={say("Each entry becomes an item in its place. Everything else in the file stays as it is.")}
      width="wide"
      onClose={onClose}
      submit={count === 0 ? say("Make items") : say("Make {count, plural, one {# item} other {# items}}", { count })}
      busy={busy}
      ready={count > 0}
      fault={failure ? wordsOf(failure).message : undefined}
      onSubmit={() => void make()}
    >
      <Select
        label={say("Tag of entries that have none")}
        value={tag}
        onChange={setTag}
        options={TAGS.map((each) => ({ value: each, label: each }))}
        className="w-56"
      />
      {preview.data ? (
        <LineDiff diff={preview.data} label={say("What becomes items")} />
      ) : (
        !failure && <Skeleton className="h-24 w-full" />
      )}
    </FormDialog>
  );
}
