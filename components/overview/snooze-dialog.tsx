import { useRef, useState, type KeyboardEvent } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Kbd } from "@/components/ui/kbd";
import { serverNow } from "@/components/ui/relative-time";
import { say } from "@/lib/core/words/say";

interface SnoozeDialogProps {
  title: string;
  onSnooze: (until: string) => void;
  onClose: () => void;
}

/** Asks until when something is put off: a key for each usual moment, or any moment. */
export function SnoozeDialog({ title, onSnooze, onClose }: SnoozeDialogProps) {
  const [times] = useState(() => snoozeTimes(new Date(serverNow())));
  const [moment, setMoment] = useState("");
  const first = useRef<HTMLButtonElement>(null);
  const own = moment === "" ? null : new Date(moment);

  function snooze(until: string) {
    onSnooze(until);
    onClose();
  }

  function byKey(event: KeyboardEvent) {
    const time = times.find(({ key }) => key === event.key);
    if (time) snooze(time.until);
  }

  return (
    <FormDialog
      title={title}
      description={say("It comes back by itself, also when it changes.")}
      onClose={onClose}
      initialFocus={first}
      submit={say("Snooze")}
      ready={own !== null}
      onSubmit={() => own && snooze(own.toISOString())}
    >
      <div className="grid grid-cols-2 gap-1.5 max-sm:grid-cols-1">
        {times.map(({ key, label, until }, index) => (
          <Button
            key={key}
            ref={index === 0 ? first : undefined}
            className="justify-between"
            onClick={() => snooze(until)}
            onKeyDown={byKey}
            aria-keyshortcuts={key}
          >
            {label} <Kbd keys={key} />
          </Button>
        ))}
      </div>
      <TextField label={say("Or until")} type="datetime-local" value={moment} onValue={setMoment} />
    </FormDialog>
  );
}

/** A moment to put something off until. */
interface SnoozeTime {
  key: string;
  label: string;
  /** ISO 8601. */
  until: string;
}

/** A few moments to put something off until, in the reader's own time. */
export function snoozeTimes(now: Date): SnoozeTime[] {
  const at = (days: number, hour: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour).toISOString();
  // Monday is 1; on a Monday the next one is a week off.
  const toMonday = (8 - now.getDay()) % 7 || 7;
  return [
    { key: "1", label: say("In 1 hour"), until: new Date(now.getTime() + 3_600_000).toISOString() },
    { key: "2", label: say("In 4 hours"), until: new Date(now.getTime() + 4 * 3_600_000).toISOString() },
    { key: "3", label: say("Tomorrow at 9:00"), until: at(1, 9) },
    { key: "4", label: say("Next Monday at 9:00"), until: at(toMonday, 9) },
  ];
}
