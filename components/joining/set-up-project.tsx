import { call } from "@/lib/client/call";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useChange } from "@/components/shell/use-change";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { CopyText } from "@/components/ui/copy-text";
import { RelativeTime } from "@/components/ui/relative-time";
import { quoted } from "@/lib/client/agent-commands";
import { explain } from "@/lib/client/request-error";
import { setupKey, setupPreviewQuery, setupQuery, type SetupChoice } from "@/lib/client/server";
import type { ProjectChanges, ProjectSetup } from "@/lib/contracts/setup";
import type { ClientName } from "@/lib/core/plugin-setup/client-names";
import { sayParts } from "@/components/ui/say-parts";
import { say, sentence } from "@/lib/core/i18n/say";
import { Badge } from "@/components/ui/badge";
import { LineDiff } from "@/components/ui/line-diff";
import type { FileChange } from "@/lib/contracts/file-change";
import { Refusal } from "@/components/ui/field";
import { Unread } from "@/components/shell/read-failure";

interface SetUpProjectProps {
  workspace: string;
  clients: readonly ClientName[];
  /** Who is to take part. */
  roles: readonly string[];
  onChoose: (clients: readonly ClientName[]) => void;
}

/** Which clients the project is set up for, what each file becomes, and the one button that does it. */
export function SetUpProject({ workspace, clients, roles, onChoose }: SetUpProjectProps) {
  const { data, error, refetch } = useQuery(setupQuery(workspace));
  const [protocol, setProtocol] = useState(true);
  const [agentTeams, setAgentTeams] = useState(false);
  if (!data) return <Unread {...{ error, refetch }} rows={4} />;
  const toggle = (client: ClientName) =>
    onChoose(clients.includes(client) ? clients.filter((each) => each !== client) : [...clients, client]);
  const choice: SetupChoice = {
    clients: [...clients],
    roles: [...roles],
    protocol,
    ...(agentTeams && clients.includes("claude") && { agentTeams }),
  };
  return (
    <div className="flex flex-col gap-4">
      <ul aria-label={say("Clients")} className="border-line divide-line divide-y rounded-md border">
        {data.clients.map((each) => (
          <ClientRow
            key={each.client}
            client={each}
            checked={clients.includes(each.client)}
            onChange={() => toggle(each.client)}
          />
        ))}
      </ul>
      <div className="flex flex-col gap-1">
        <Option
          label={say("Tell agents how to work in a team")}
          about={say("A section in CLAUDE.md or AGENTS.md, agent definitions, .gitignore with git.")}
          checked={protocol}
          onChange={setProtocol}
        />
        {clients.includes("claude") && (
          <Option
            label={say("Give Claude Code’s subagents names")}
            about={say("Turns on its agent teams. Agents without a name take the role of their type.")}
            checked={agentTeams}
            onChange={setAgentTeams}
          />
        )}
      </div>
      {!data.isCommand && clients.some((client) => client !== "claude") && (
        <div className="flex flex-col gap-1">
          <p className="text-warn text-xs">
            {sayParts("These clients need the <code>wardroom</code> command. Add it in a terminal:", {
              code: (inside) => <code className="font-mono">{inside}</code>,
            })}
          </p>
          <CopyText text={`npm install -g ${quoted(data.wardroom)}`} label={say("Copy the command")} />
        </div>
      )}
      <Preview workspace={workspace} choice={choice} setup={data} />
    </div>
  );
}

function ClientRow({
  client,
  checked,
  onChange,
}: {
  client: ProjectSetup["clients"][number];
  checked: boolean;
  onChange: () => void;
}) {
  const about = useId();
  return (
    <li className="flex min-h-8 items-center gap-1 px-1">
      <label className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 pe-2">
        <Checkbox
          checked={checked}
          disabled={client.problem !== null && !checked}
          onChange={onChange}
          aria-describedby={about}
        />
        <span className="min-w-0 flex-1">{client.name}</span>
        <span
          id={about}
          className={client.problem === null ? "text-fg-3 text-xs" : "text-bad w-full ps-8 pb-1 text-xs"}
        >
          {client.problem ?? stateOf(client)}
        </span>
      </label>
    </li>
  );
}

function stateOf({ installed, isCurrent, isHere }: ProjectSetup["clients"][number]): string {
  if (installed !== null) return isCurrent ? say("set up") : say("set up by another version");
  return isHere ? say("found on this machine") : say("not found on this machine");
}

interface OptionProps {
  label: string;
  about: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function Option({ label, about, checked, onChange }: OptionProps) {
  const box = useId();
  return (
    <div className="flex items-start gap-2">
      <Checkbox
        id={box}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={`${box}-about`}
      />
      <div className="flex min-w-0 flex-col">
        <label htmlFor={box} className="leading-6">
          {label}
        </label>
        <span id={`${box}-about`} className="text-fg-3 text-xs">
          {about}
        </span>
      </div>
    </div>
  );
}

function Preview({ workspace, choice, setup }: { workspace: string; choice: SetupChoice; setup: ProjectSetup }) {
  const { data, error, refetch, isPlaceholderData } = useQuery(setupPreviewQuery(workspace, choice));
  const [applied, setApplied] = useState<ProjectChanges>();
  const { busy, run, refused } = useChange([setupKey(workspace)]);

  const takeBack = () =>
    run({
      send: () => call("POST /setup/undo", { params: { workspace } }),
      done: ({ files, kept }) => {
        setApplied(undefined);
        return {
          title: say("Undone: {title}", {
            title: say("{files, plural, one {# file} other {# files}}", { files: files.length }),
          }),
          ...(kept.length > 0 && { detail: say("Changed since, and kept: {list}", { list: kept.join(", ") }) }),
        };
      },
    });

  const apply = (preview: ProjectChanges) =>
    run({
      send: () =>
        call("POST /setup", { params: { workspace }, body: { ...choice, dryRun: false }, ifMatch: preview.etag }),
      done: (made) => {
        setApplied(made);
      },
    });

  if (!data || error) return <Unread {...{ error, refetch }} />;
  const files = say("{changes, plural, one {# file} other {# files}}", { changes: data.changes.length });
  return (
    <section aria-label={say("Changes to the project")} className="flex flex-col gap-3">
      {data.changes.length > 0 ? (
        <FileChanges folder={setup.folder} changes={data.changes} />
      ) : (
        <p role="status" className="text-fg-2">
          {applied === undefined
            ? say("Nothing to change: the project has all of this.")
            : `Done: ${say("{changes, plural, one {# file} other {# files}} changed", { changes: applied.changes.length })}.`}
        </p>
      )}
      {data.notes.length > 0 && (
        <ul className="text-fg-3 flex list-disc flex-col gap-0.5 ps-4 text-xs">
          {data.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <Refusal>{refused && explain(refused)}</Refusal>
      <div className="flex flex-wrap items-center gap-2">
        {data.changes.length > 0 && (
          <Button look="primary" busy={busy} disabled={isPlaceholderData} onClick={() => void apply(data)}>
            {sayParts("Change {files}", { files })}
          </Button>
        )}
        {setup.undoable !== null && (
          <Button disabled={busy} onClick={() => void takeBack()}>
            <span>
              {sayParts("Undo the set-up of {files, plural, one {# file} other {# files}}, made {when}", {
                files: setup.undoable.files.length,
                when: <RelativeTime at={setup.undoable.at} ago />,
              })}
            </span>
          </Button>
        )}
      </div>
      {applied !== undefined && applied.next.length > 0 && (
        <ul aria-label={say("Next in each client")} className="flex flex-col gap-1">
          {applied.next.map(({ client, text }) => (
            <li key={client}>{text}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

const KINDS = {
  created: { tone: "ok", word: sentence("Added") },
  changed: { tone: "warn", word: sentence("Changed") },
  removed: { tone: "bad", word: sentence("Removed") },
} as const;

/** What each file of a project becomes; a diff is drawn when its file is opened. */
function FileChanges({ folder, changes }: { folder: string; changes: readonly FileChange[] }) {
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-fg-2">
        {sayParts("{changes, plural, one {# file} other {# files}} in {code} will change, nothing outside it.", {
          changes: changes.length,
          code: <code className="font-mono text-xs wrap-anywhere">{folder}</code>,
        })}
      </p>
      <ul aria-label={say("Files that change")} className="border-line divide-line divide-y rounded-md border">
        {changes.map((change) => (
          <li key={change.path}>
            <Change change={change} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Change({ change }: { change: FileChange }) {
  const { path, kind, added, removed } = change;
  const { tone, word } = KINDS[kind];
  // What is there already is what a person looks at first.
  const [isOpen, setOpen] = useState(kind !== "created");
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)} className="group">
      <summary className="hover:bg-hover flex min-h-8 cursor-default flex-wrap items-center gap-x-2 px-2.5 select-none">
        <span aria-hidden className="text-fg-3 w-2.5 group-open:rotate-90">
          ›
        </span>
        <code className="min-w-0 flex-1 font-mono text-xs wrap-anywhere">{path}</code>
        <span className="text-xs tabular-nums">
          {added > 0 && <span className="text-ok">+{added}</span>}
          {removed > 0 && <span className="text-bad ms-1">−{removed}</span>}
        </span>
        <Badge tone={tone}>{say(word)}</Badge>
      </summary>
      {isOpen && (
        <div className="px-2.5 pb-2.5">
          <LineDiff diff={change} label={say("Changes to {path}", { path })} />
        </div>
      )}
    </details>
  );
}
