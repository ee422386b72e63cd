import { FormDialog } from "@/components/ui/form-dialog";
import type { Session } from "@/lib/contracts/sessions";
import { say } from "@/lib/core/words/say";
import { useSessionActs } from "./use-session-acts";

/** Asks before a session goes to the trash: its tokens do not come back with it. */
export function DeleteDialog({
  workspace,
  session,
  onClose,
}: {
  workspace: string;
  session: Session;
  onClose: () => void;
}) {
  const { busy, remove } = useSessionActs(workspace);

  return (
    <FormDialog
      title={say("Move {id} to the trash?", { id: session.id })}
      onClose={onClose}
      submit={say("Move to the trash")}
      danger
      busy={busy}
      onSubmit={() => void remove(session.id).then((done) => done && onClose())}
    >
      <div className="text-fg-2 flex flex-col gap-2">
        <p>
          {say(
            "The whole folder moves to the trash, with {items, plural, one {# item} other {# items}}. You can restore all of it later.",
            { items: session.counts.items },
          )}
        </p>
        <p>{say("Its tokens stop working at once, even if it is restored later.")}</p>
      </div>
    </FormDialog>
  );
}
