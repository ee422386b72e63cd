import { call } from "@/lib/client/call";
import { useQuery } from "@tanstack/react-query";
import { useState, type SyntheticEvent } from "react";
import { useChange } from "@/components/shell/use-change";
import { Button } from "@/components/ui/button";
import { CopyText } from "@/components/ui/copy-text";
import { TextField } from "@/components/ui/field";
import { RelativeTime, sayDate } from "@/components/ui/relative-time";
import { Select } from "@/components/ui/select";
import { viewersQuery } from "@/lib/client/people";
import { wordsOf } from "@/lib/client/request-error";
import type { Viewer } from "@/lib/contracts/server";
import { sayParts } from "@/components/ui/say-parts";
import { say, sentence } from "@/lib/core/words/say";

const DAY = 24 * 60 * 60;

/** Seconds that a viewer may read for, which is chosen in days; null for as long as nobody revokes it. */
export function secondsOf(days: string): number | null {
  return days === "never" ? null : Number(days) * DAY;
}

/** How long a viewer may read, in days; `never` until revoked. */
const ENDS = [
  { value: "never", label: sentence("When revoked") },
  { value: "1", label: sentence("After a day") },
  { value: "7", label: sentence("After a week") },
  { value: "30", label: sentence("After 30 days") },
];

export function Viewers({ workspace, origin }: { workspace: string; origin: string }) {
  const { data } = useQuery(viewersQuery(workspace));
  const [label, setLabel] = useState("");
  const [days, setDays] = useState("never");
  const [link, setLink] = useState<string>();
  const [fault, setFault] = useState<string>();
  const { run } = useChange([viewersQuery(workspace).queryKey]);

  function add(event: SyntheticEvent) {
    event.preventDefault();
    void run({
      send: () =>
        call("POST /viewers", { params: { workspace }, body: { label: label.trim(), expiresIn: secondsOf(days) } }),
      done: ({ path }) => {
        setLink(origin + path);
        setLabel("");
        setFault(undefined);
        return undefined;
      },
      failed: (error) => setFault(wordsOf(error).message),
    });
  }

  const revoke = (viewer: Viewer) =>
    run({
      send: () => call("DELETE /viewers/{viewer}", { params: { workspace, viewer: viewer.id } }),
      done: () => ({ title: say("The link of {label} is revoked", { label: viewer.label }) }),
      failed: say("Not revoked"),
    });

  return (
    <>
      <form onSubmit={add} className="flex flex-wrap items-start gap-2">
        <TextField
          label={say("Viewer name")}
          error={fault}
          className="w-80 max-w-full"
          required
          maxLength={100}
          placeholder={say("Product, or a name")}
          value={label}
          onValue={setLabel}
        />
        <Select
          label={say("Access ends")}
          value={days}
          onChange={setDays}
          options={ENDS.map(({ value, label }) => ({ value, label: say(label) }))}
        />
        <Button type="submit" className="mt-[22px]">
          {say("Make a link")}
        </Button>
      </form>
      {link !== undefined && (
        <div role="status" className="flex flex-col gap-1">
          <p className="text-fg-2">
            {say("Lets the first browser that opens it read the workspace. Works once; shown only now.")}
          </p>
          <CopyText text={link} label={say("Copy the link")} />
        </div>
      )}
      {data && data.items.length > 0 && (
        <ul className="border-line overflow-hidden rounded-lg border">
          {data.items.map((viewer) => (
            <ViewerRow key={viewer.id} viewer={viewer} onRevoke={() => void revoke(viewer)} />
          ))}
        </ul>
      )}
    </>
  );
}

function ViewerRow({ viewer, onRevoke }: { viewer: Viewer; onRevoke: () => void }) {
  return (
    <li className="border-line flex min-h-9 flex-wrap items-center gap-x-3 gap-y-0.5 border-t px-3 py-1 text-xs first:border-t-0">
      <span
        dir="auto"
        className={`font-semibold [overflow-wrap:anywhere] ${viewer.revokedAt === null ? "" : "line-through"}`}
      >
        {viewer.label}
      </span>
      <span className="text-fg-2 min-w-0 flex-1">
        {sayParts("made {when}, {hasEnd, select, true {until {end}, } other {}}{used}", {
          when: <RelativeTime at={viewer.createdAt} ago />,
          hasEnd: String(viewer.expiresAt !== null),
          end: viewer.expiresAt === null ? "" : sayDate(viewer.expiresAt),
          used:
            viewer.linkUsedAt === null && viewer.lastUsedAt === null ? (
              say("never opened")
            ) : viewer.lastUsedAt === null ? (
              say("link used")
            ) : (
              <>{sayParts("last seen {when}", { when: <RelativeTime at={viewer.lastUsedAt} ago /> })}</>
            ),
        })}
      </span>
      {viewer.revokedAt === null ? (
        <Button
          look="danger"
          size="small"
          aria-label={say("Revoke the link of {label}", { label: viewer.label })}
          onClick={onRevoke}
        >
          {say("Revoke")}
        </Button>
      ) : (
        <span className="text-fg-3">
          {sayParts("revoked {when}", { when: <RelativeTime at={viewer.revokedAt} ago /> })}
        </span>
      )}
    </li>
  );
}
