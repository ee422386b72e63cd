import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { useSessionSettings } from "@/components/context/use-session-settings";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import type { SessionScope } from "@/lib/client/paths";
import { readQuery } from "@/lib/client/read-query";
import { say, sentence } from "@/lib/core/i18n/say";

const LIMITS = {
  ackDeadlineMinutes: [
    sentence("ACK deadline of {session}, in minutes"),
    sentence("Roles that have not confirmed by then are shown as overdue."),
  ],
  silentMinutes: [
    sentence("Silent after, in minutes"),
    sentence("Without calls for this long, a run is shown as silent, and the Lead is told."),
  ],
  endedMinutes: [
    sentence("Assumed to have ended after, in minutes"),
    sentence("Without a call for this long, its seat stops waiting. It can still continue."),
  ],
} as const;
const FIELDS = ["ackDeadlineMinutes", "silentMinutes", "endedMinutes"] as const satisfies (keyof typeof LIMITS)[];

export function SessionSetup({ scope }: { scope: SessionScope }) {
  const { data } = useQuery(readQuery("GET /sessions/{session}/settings", { params: scope }));
  const { busy, fault, change } = useSessionSettings(scope);
  const [typed, setTyped] = useState<Partial<Record<keyof typeof LIMITS, string>>>({});
  const [asks, setAsks] = useState<"present" | "all">();
  const [claimed, setClaimed] = useState<"warn" | "deny">();
  const [types, setTypes] = useState<string>();
  // Until it is known there is nothing to change; that it cannot be read is said by the tokens above.
  if (!data) return null;
  const shown = { ...data, gateAsks: asks ?? data.gateAsks, claimedEdits: claimed ?? data.claimedEdits };
  if (types !== undefined) shown.direct = types.split(/[\s,]+/).filter(Boolean);
  for (const field of FIELDS) shown[field] = Number(typed[field] ?? data[field]);
  const isTyped = shown.direct.join() !== data.direct.join();
  const isSame =
    [...FIELDS, "gateAsks" as const, "claimedEdits" as const].every((field) => shown[field] === data[field]) &&
    !isTyped;

  function save(event: SyntheticEvent) {
    event.preventDefault();
    const { direct, ...limits } = shown;
    const body = { ...limits, ...(isTyped && { direct }) };
    void change(body, say("Settings of {session} saved", { session: scope.session }));
  }

  return (
    <form onSubmit={save} className="flex flex-col items-start gap-3">
      {FIELDS.map((field) => (
        <TextField
          key={field}
          label={say(LIMITS[field][0], { session: scope.session })}
          hint={say(LIMITS[field][1])}
          error={field === "endedMinutes" ? fault : undefined}
          className="w-80 max-w-full"
          type="number"
          min={1}
          max={10_080}
          step={1}
          required
          value={typed[field] ?? String(data[field])}
          onValue={(text) => setTyped({ ...typed, [field]: text })}
        />
      ))}
      <Select
        label={say("A gate asks")}
        value={shown.gateAsks}
        onChange={setAsks}
        options={[
          { value: "present", label: say("Roles at work, and vacant ones that owe something") },
          { value: "all", label: say("Every role, vacant or not") },
        ]}
        className="w-96 max-w-full"
      />
      <Select
        label={say("Edits in a claimed place")}
        value={shown.claimedEdits}
        onChange={setClaimed}
        options={[
          { value: "warn", label: say("Warn once") },
          { value: "deny", label: say("Block while the claim is active") },
        ]}
        className="w-96 max-w-full"
      />
      <TextField
        label={say("Types that write directly")}
        hint={say("Other roles’ items reach everyone at once, marked “with the Lead”.")}
        className="w-96 max-w-full"
        required
        value={types ?? data.direct.join(", ")}
        onValue={setTypes}
      />
      <Button type="submit" disabled={busy || isSame}>
        {say("Save")}
      </Button>
    </form>
  );
}
