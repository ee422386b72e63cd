import { useRef, type ReactNode } from "react";
import { Field, TextArea, TextInput } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { say } from "@/lib/core/i18n/say";
import { useDraft } from "@/components/ui/use-draft";
import { Preview } from "./preview";

interface TextDialogProps {
  /** What is asked, and about what, by ids: the text is kept under it until it was sent. */
  draft: string;
  title: string;
  description?: string;
  /** The texts the question is about, shown above the field. */
  about?: readonly string[];
  /** Material to consult while writing, placed beside the field where there is room. */
  beside?: ReactNode;
  label: string;
  submit: string;
  initial?: string;
  maxLength?: number;
  singleLine?: boolean;
  danger?: boolean;
  onClose: () => void;
  /** Tells whether it was done. */
  onSubmit: (text: string) => Promise<boolean>;
}

/** What a dialog says that resolves several items with one note. */
export function resolveWords(count: number) {
  return {
    title: say("Resolve {count, plural, one {item} other {# items}}", { count }),
    description: say(
      "Strikes {count, plural, one {the item and appends your note} other {the items and appends your note to each}}.",
      { count },
    ),
    submit: say("Resolve"),
  };
}

/** What a dialog says that decides relays of `who`, one or several. */
export function relayWords(act: "edit" | "reject" | "settle", who: string, count = 1) {
  const many = count > 1;
  switch (act) {
    case "edit":
      return {
        title: say("Edit and approve for {who}", { who }),
        description: say("The item is written in these words, to its section."),
        label: say("Text"),
        submit: say("Approve"),
        maxLength: 20_000,
      };
    case "reject":
      return {
        title: many ? say("Reject {needs} relays", { needs: count }) : say("Reject the relay"),
        description: many ? say("Each role is told why.") : say("{who} is told why.", { who }),
        label: say("Reason"),
        submit: say("Reject"),
        danger: true,
      };
    case "settle":
      return {
        title: many ? say("Settle {needs} relays", { needs: count }) : say("Settle the relay"),
        description: say("True and done: nothing is written, and each role is told."),
        label: say("What came of it"),
        submit: say("Settle"),
      };
  }
}

export function TextDialog({
  draft,
  title,
  description,
  about = [],
  beside,
  label,
  submit,
  initial = "",
  maxLength = 2000,
  singleLine = false,
  danger = false,
  onClose,
  onSubmit,
}: TextDialogProps) {
  const [text, setText] = useDraft(draft, initial);
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);

  function send() {
    onClose();
    void onSubmit(text.trim()).then((done) => done && setText(initial));
  }

  const control = {
    ref: input,
    value: text,
    maxLength,
    onChange: (event: { target: { value: string } }) => setText(event.target.value),
  };

  return (
    <FormDialog
      title={title}
      {...(description !== undefined && { description })}
      onClose={onClose}
      {...(beside !== undefined && { width: "wide" as const })}
      initialFocus={input}
      submit={submit}
      keys={singleLine ? "enter" : "mod+enter"}
      danger={danger}
      ready={text.trim() !== ""}
      onSubmit={send}
    >
      <div className={beside === undefined ? "" : "grid grid-cols-2 gap-4 max-sm:grid-cols-1"}>
        <div className="flex flex-col gap-3">
          {about.length > 0 && (
            <ul
              className="border-line-strong text-fg-2 flex max-h-72 flex-col gap-1 overflow-y-auto border-s-2 ps-3"
              {...(about.length > 1 && { tabIndex: 0 })}
            >
              {about.map((each, at) => (
                <li key={at}>
                  <Preview text={each} />
                </li>
              ))}
            </ul>
          )}
          <Field label={label}>
            {singleLine ? (
              <TextInput {...control} spellCheck={false} />
            ) : (
              <TextArea {...control} rows={beside === undefined ? 4 : 10} />
            )}
          </Field>
        </div>
        {beside}
      </div>
    </FormDialog>
  );
}
