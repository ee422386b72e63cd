import { useId } from "react";
import { HEADINGS } from "@/components/overview/need-words";
import { Checkbox } from "@/components/ui/checkbox";
import { TextField } from "@/components/ui/field";
import { NEED_KINDS, type NeedKind } from "@/lib/core/inbox/needs";
import { say } from "@/lib/core/words/say";

/** Of which kinds of needs somebody is told. */
export function KindChoice({ kinds, onChange }: { kinds: readonly NeedKind[]; onChange: (kinds: NeedKind[]) => void }) {
  return (
    <fieldset>
      <legend className="text-fg-2 text-xs font-semibold">{say("Kinds")}</legend>
      <div className="grid grid-cols-2 gap-x-3 max-sm:grid-cols-1">
        {NEED_KINDS.map((kind) => (
          <label key={kind} className="flex min-h-7 items-center gap-1.5">
            <Checkbox
              checked={kinds.includes(kind)}
              onChange={({ target: { checked } }) =>
                onChange(NEED_KINDS.filter((each) => (each === kind ? checked : kinds.includes(each))))
              }
            />
            {say(HEADINGS[kind])}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface Hours {
  from: string;
  to: string;
}

/** Hours in which nobody is told. */
export function HoursChoice({ hours, onChange }: { hours: Hours | null; onChange: (hours: Hours | null) => void }) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-1">
      <span className="flex min-h-8 items-center gap-1.5">
        <Checkbox
          id={id}
          checked={hours !== null}
          onChange={({ target: { checked } }) => onChange(checked ? { from: "22:00", to: "07:00" } : null)}
        />
        <label htmlFor={id}>{say("Quiet hours")}</label>
      </span>
      {hours !== null && (
        <>
          {(["from", "to"] as const).map((end) => (
            <TextField
              key={end}
              label={end === "from" ? say("From") : say("To")}
              className="w-32"
              type="time"
              required
              value={hours[end]}
              onValue={(value) => onChange({ ...hours, [end]: value })}
            />
          ))}
        </>
      )}
    </div>
  );
}
