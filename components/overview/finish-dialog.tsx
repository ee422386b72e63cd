import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSessionActs } from "@/components/joining/use-session-acts";
import { TagLabel } from "@/components/memory/tag-label";
import { Button } from "@/components/ui/button";
import { FormDialog } from "@/components/ui/form-dialog";
import { Select } from "@/components/ui/select";
import { harvestQuery } from "@/lib/client/sessions";
import type { HarvestItem } from "@/lib/contracts/harvest";
import { say } from "@/lib/core/words/say";

type Place = HarvestItem["to"];

interface FinishDialogProps {
  workspace: string;
  session: string;
  onClose: () => void;
}

/** Ends a session: what it leaves open, and where each of its lines lives on. */
export function FinishDialog({ workspace, session, onClose }: FinishDialogProps) {
  const { busy, finish } = useSessionActs(workspace);
  const { data, error } = useQuery(harvestQuery(workspace, session));
  const [chosen, setChosen] = useState<Readonly<Record<string, Place>>>({});
  const items = (data?.items ?? []).map((item) => ({ ...item, to: chosen[item.id] ?? item.to }));
  const kept = items.filter(({ to }) => to !== "nowhere").length;
  return (
    <FormDialog
      title={say("Finish {session}", { session })}
      description={say("It stays readable and can be undone. Choose where its lines live on.")}
      onClose={onClose}
      width="wide"
      submit={
        kept === 0 ? say("Finish") : say("Finish and keep {kept, plural, one {# line} other {# lines}}", { kept })
      }
      busy={busy}
      ready={data !== undefined}
      isQuestion
      fault={error?.message}
      onSubmit={() => finish(session, items, (data?.open.length ?? 0) > 0)}
    >
      {data !== undefined && data.open.length > 0 && (
        <div className="bg-warn-soft rounded-md px-2.5 py-1.5">
          <p className="font-semibold">
            {say("Still open")} {data.open.length}
          </p>
          <ul>
            {data.open.map((each) => (
              <li key={each} dir="auto" title={each} className="truncate">
                {each}
              </li>
            ))}
          </ul>
        </div>
      )}
      {items.length > 0 && (
        <div className="flex justify-end">
          <Button size="small" onClick={() => setChosen(kept === 0 ? {} : nowhere(items))}>
            {kept === 0 ? say("Keep as proposed") : say("Keep none")}
          </Button>
        </div>
      )}
      <ul className="flex flex-col">
        {items.map((item) => (
          <Line
            key={item.id}
            item={item}
            places={data?.places ?? []}
            onChoose={(to) => setChosen((known) => ({ ...known, [item.id]: to }))}
          />
        ))}
      </ul>
    </FormDialog>
  );
}

function nowhere(items: readonly HarvestItem[]): Record<string, Place> {
  return Object.fromEntries(items.map(({ id }) => [id, "nowhere"]));
}

function Line({ item, places, onChoose }: { item: HarvestItem; places: Place[]; onChoose: (to: Place) => void }) {
  const { role, tag, text, to, agent, said, near } = item;
  const offered = places.filter((place) => place !== "agent" || agent !== null);
  return (
    <li className="border-line flex items-start gap-3 border-t py-2 first:border-t-0 max-sm:flex-col max-sm:gap-1.5">
      <div className="min-w-0 flex-1">
        <p className="text-fg-3 flex items-center gap-2 text-xs">
          {role} <TagLabel tag={tag} />
        </p>
        <p dir="auto" className="break-words whitespace-pre-line">
          {text}
        </p>
        {said !== null && <p className="text-fg-3 text-xs break-words">{say("Said already: {said}", { said })}</p>}
        {near
          .filter(({ id }) => id !== said)
          .map((line) => (
            <p key={line.id} dir="auto" className="text-fg-3 text-xs break-words">
              {line.id} {line.text}
            </p>
          ))}
      </div>
      <Select
        label={say("Lives on")}
        labelHidden
        value={to}
        onChange={onChoose}
        options={offered.map((value) => ({ value, label: namePlace(value, agent) }))}
        className="w-48 shrink-0"
      />
    </li>
  );
}

function namePlace(place: Place, agent: string | null): string {
  if (place === "agent") return say("Memory of {agent}", { agent: agent ?? "" });
  if (place === "knowledge") return say("Shared knowledge");
  return place === "instructions" ? say("Instructions") : say("Nowhere");
}
