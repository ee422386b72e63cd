import { Link } from "@/components/ui/link";
import { useId, useState } from "react";
import { Button, buttonClass } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { pages } from "@/lib/client/paths";
import type { Session } from "@/lib/contracts/sessions";
import { say } from "@/lib/core/i18n/say";
import { SessionForm } from "@/components/joining/session-form";
import { useQuery } from "@tanstack/react-query";
import { FoundFiles } from "@/components/files/found-files";
import { JoinSteps } from "@/components/joining/join-steps";
import { ProjectsBelow } from "@/components/shell/projects-below";
import { filesQuery } from "@/lib/client/files";
import { storageQuery } from "@/lib/client/server";
import { FormDialog } from "@/components/ui/form-dialog";
import { useSessionActs } from "@/components/joining/use-session-acts";
import { TagLabel } from "@/components/memory/tag-label";
import { Select } from "@/components/ui/select";
import { harvestQuery } from "@/lib/client/sessions";
import type { HarvestItem } from "@/lib/contracts/harvest";

interface CreateDialogProps {
  workspace: string;
  taken: readonly string[];
  onClose: () => void;
}

/** Makes a session, then leads to where its agents join. */
export function CreateDialog({ workspace, taken, onClose }: CreateDialogProps) {
  const form = useId();
  const [busy, setBusy] = useState(false);
  const [created, setCreated] = useState<Session>();
  return (
    <Dialog
      title={created ? say("{id} is ready", { id: created.id }) : say("New session")}
      {...(!created && { description: say("A session is one team, one task and a shared memory.") })}
      onClose={onClose}
      footer={
        created ? (
          <>
            <Button look="ghost" onClick={onClose}>
              {say("Close")}
            </Button>
            <Link href={pages.memory(workspace, created.id)} className={buttonClass({})}>
              {say("Open the session")}
            </Link>
            <Link href={pages.join(workspace, created.id)} className={buttonClass({ look: "primary" })}>
              {say("Add its agents")}
            </Link>
          </>
        ) : (
          <>
            <Button look="ghost" onClick={onClose}>
              {say("Cancel")}
            </Button>
            <Button look="primary" type="submit" form={form} busy={busy}>
              {say("Create")}
            </Button>
          </>
        )
      }
    >
      {created ? (
        <p className="text-fg-2">{say("Next: set up clients, create a token per role, watch agents arrive.")}</p>
      ) : (
        <SessionForm id={form} workspace={workspace} taken={taken} onBusy={setBusy} onCreated={setCreated} />
      )}
    </Dialog>
  );
}

interface FirstRunProps {
  workspace: string;
  /** Told once there is a session; the page stays until the reader leaves it. */
  onCreated: () => void;
  onDone: () => void;
}

/** So many of the documents are listed before the first session, by what all their paths hold. */
const MOST_FILES = 8;
const ALL = "/";

/** From nothing to a session with its agents, in three steps on one page. */
export function FirstRun({ workspace, onCreated, onDone }: FirstRunProps) {
  const [created, setCreated] = useState<Session>();
  const { data: storage } = useQuery(storageQuery(workspace));
  const { total = 0 } = useQuery(filesQuery(workspace, ALL, MOST_FILES)).data ?? {};
  const own = storage?.projectFiles ?? [];
  const has = useId();
  return (
    <div className="mx-auto flex w-full max-w-[640px] flex-col gap-6 px-4 py-10 max-sm:py-6">
      <div>
        <h2 className="text-xl font-semibold">{say("Put a team of agents on the same page")}</h2>
        <p className="text-fg-2 mt-1">
          {say("A session is one team’s memory: Markdown with a section per role, every change recorded.")}
        </p>
      </div>
      {storage !== undefined && storage.subprojects.length > 0 && (
        <section aria-label={say("Projects below")} className="bg-panel rounded-md p-3 text-xs">
          <ProjectsBelow {...storage} />
        </section>
      )}
      {created === undefined && total + own.length > 0 && (
        <section aria-labelledby={has}>
          <h3 id={has} className="font-semibold">
            {say("What this project has")}
          </h3>
          <FoundFiles workspace={workspace} q={ALL} most={MOST_FILES} />
          {own.length > 0 && (
            <>
              <ul className="flex flex-wrap gap-x-4 px-2 py-1 font-mono text-xs leading-6">
                {own.map((path) => (
                  <li key={path} dir="auto" className="min-w-0 wrap-anywhere">
                    {path}
                  </li>
                ))}
              </ul>
              <p className="text-fg-3 px-2 text-xs">
                {say(
                  "Anyone who writes about the same subject is shown lines from these files. Read them in your editor.",
                )}
              </p>
            </>
          )}
        </section>
      )}
      <JoinSteps
        workspace={workspace}
        session={created}
        taken={[]}
        onCreated={(session) => {
          setCreated(session);
          onCreated();
        }}
      >
        {created && (
          <Link href={pages.memory(workspace, created.id)} className={buttonClass({ look: "primary" })}>
            {say("Open the session")}
          </Link>
        )}
        <Button look="ghost" onClick={onDone}>
          {say("Go to overview")}
        </Button>
      </JoinSteps>
    </div>
  );
}

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
      onSubmit={() => remove(session.id)}
    >
      <div className="text-fg-2 flex flex-col gap-2">
        <p>
          {say(
            "The folder moves to the trash with {items, plural, one {# item} other {# items}}; you can restore it.",
            { items: session.counts.items },
          )}
        </p>
        <p>{say("Its tokens stop working for good, even after a restore.")}</p>
      </div>
    </FormDialog>
  );
}

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
