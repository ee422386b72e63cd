import { useQuery } from "@tanstack/react-query";
import { useId, useState, type ReactNode } from "react";
import { RoleChoice } from "@/components/joining/role-choice";
import { SessionForm } from "@/components/joining/session-form";
import { Term } from "@/components/terms/term";
import { Button } from "@/components/ui/button";
import { useMay } from "@/components/ui/changes";
import { setupQuery } from "@/lib/client/server";
import type { Session } from "@/lib/contracts/sessions";
import { type ClientName, ALL_CLIENTS, clientTitle, type PastedName } from "@/lib/core/plugin-setup/client-names";
import { sayParts } from "@/components/ui/say-parts";
import { say, sentence, type Sentence } from "@/lib/core/i18n/say";
import { SetUpProject } from "./set-up-project";
import { cx } from "@/components/ui/cx";
import { useChange } from "@/components/shell/use-change";
import { CopyText } from "@/components/ui/copy-text";
import { Mark } from "@/components/ui/mark";
import { RelativeTime } from "@/components/ui/relative-time";
import { Select } from "@/components/ui/select";
import { ViewSwitch } from "@/components/ui/view-switch";
import { entranceOf, waysOf, type Way } from "@/lib/client/joining-ways";
import type { SessionScope } from "@/lib/client/paths";
import { presenceQuery, mintForAll, sessionKey } from "@/lib/client/sessions";
import { explain } from "@/lib/client/request-error";
import { forPrograms } from "@/lib/contracts/own-host";
import type { ProjectSetup } from "@/lib/contracts/setup";
import { Refusal } from "@/components/ui/field";

const WORDS: Record<Way, Sentence> = {
  start: sentence("Start"),
  config: sentence("Configuration"),
  plugin: sentence("Plugin"),
  curl: sentence("curl"),
};

/** While somebody is waited for, who is there is asked this often: what is only read makes no event. Milliseconds. */
const LOOK_AGAIN = 1500;

interface Tokens {
  byRole: ReadonlyMap<string, string>;
  /** The last sign of each role when the tokens were made: a later one is an arrival. */
  signs: ReadonlyMap<string, string | null>;
}

interface StartAgentsProps {
  scope: SessionScope;
  /** Who is to take part; who is no role of the session yet becomes one with its token. */
  roles: readonly string[];
  clients: readonly ClientName[];
}

/** A token for every role at once, how each agent is started with it, and who has arrived. */
function StartAgents({ scope, roles, clients }: StartAgentsProps) {
  const [tokens, setTokens] = useState<Tokens>();
  const [client, setClient] = useState<ClientName | PastedName>();
  const [wanted, setWay] = useState<Way>("start");
  const { data: setup } = useQuery({ ...setupQuery(scope.workspace), enabled: useMay()("set up a project") });
  const [isComplete, setComplete] = useState(false);
  const { data: presence } = useQuery({ ...presenceQuery(scope), ...(!isComplete && { refetchInterval: LOOK_AGAIN }) });
  const { busy, run, refused } = useChange([sessionKey(scope), ["workspace", scope.workspace, "sessions"]]);
  const signs = new Map(presence?.roles.map(({ role, sign }) => [role, sign]));
  const arrivedAt = (role: string) => {
    const sign = signs.get(role) ?? null;
    return sign !== (tokens?.signs.get(role) ?? null) ? sign : null;
  };
  const arrived = roles.filter((role) => arrivedAt(role) !== null).length;
  if (isComplete !== (roles.length > 0 && arrived === roles.length)) setComplete(!isComplete);

  const wantedClients: readonly string[] = clients;
  const among = ALL_CLIENTS.filter((each) => clients.length === 0 || wantedClients.includes(each));
  const used = among.find((each) => each === client) ?? among[0] ?? "claude";
  const ways = waysOf(used);
  const way = ways.find((each) => each === wanted) ?? ways[0] ?? "curl";

  const mint = () =>
    run({
      send: () => mintForAll(scope, roles),
      done: ({ items }) => {
        setTokens({ byRole: new Map(items.map(({ role, token }) => [role.id, token])), signs });
      },
    });

  if (roles.length === 0) return <p className="text-fg-2">{say("Choose a role above: its agent starts from here.")}</p>;
  return (
    <div className="flex flex-col gap-3">
      {tokens === undefined ? (
        <p className="text-fg-2">{say("Each agent has its own token, shown once.")}</p>
      ) : (
        <p className="bg-warn-soft rounded-md px-2.5 py-1.5">
          {say("Shown only now. Anyone with a token can act as its role until revoked.")}
        </p>
      )}
      <Button look={tokens ? "secondary" : "primary"} busy={busy} className="self-start" onClick={() => void mint()}>
        {tokens
          ? say("Make new tokens")
          : say("Make {roles, plural, one {# token} other {# tokens}}", { roles: roles.length })}
      </Button>
      <Refusal>{refused && explain(refused)}</Refusal>
      {tokens && (
        <div className="flex flex-wrap items-end gap-3">
          <Select
            label={say("Client")}
            value={used}
            onChange={setClient}
            options={among.map((each) => ({ value: each, label: clientTitle(each) }))}
            className="w-52"
          />
          <ViewSwitch
            label={say("How the agents join")}
            views={ways}
            value={way}
            onChange={setWay}
            name={(each) => say(WORDS[each])}
            className="max-sm:flex-wrap"
          />
        </div>
      )}
      <p role="status" className="text-fg-2">
        {arrived === 0
          ? say("Waiting for {roles, plural, one {# agent} other {# agents}}.", { roles: roles.length })
          : arrived === roles.length
            ? say("{roles, plural, one {The agent has} other {All {roles} agents have}} arrived.", {
                roles: roles.length,
              })
            : say("{arrived} of {roles} agents have arrived.", { arrived, roles: roles.length })}
      </p>
      <ul aria-label={say("Agents")} className="border-line divide-line divide-y rounded-md border">
        {roles.map((role) => (
          <li key={role} className="flex flex-col gap-2 px-2.5 py-2">
            <AgentLine role={role} arrived={arrivedAt(role)} />
            {setup && tokens?.byRole.has(role) && (
              <HowToJoin
                way={way}
                client={used}
                scope={scope}
                role={role}
                token={tokens.byRole.get(role) ?? ""}
                setup={setup}
              />
            )}
          </li>
        ))}
      </ul>
      {setup && tokens && (
        <details>
          <summary className="text-fg-2 hover:text-fg py-1 text-xs select-none">{say("All of it as one text")}</summary>
          <CopyText
            text={roles
              .flatMap((role) => {
                const token = tokens.byRole.get(role);
                if (token === undefined) return [];
                return [`# ${role}\n${joinBy(way, { client: used, scope, role, token, setup }).text}`];
              })
              .join("\n\n")}
            label={say("Copy for the whole team")}
          />
        </details>
      )}
    </div>
  );
}

function AgentLine({ role, arrived }: { role: string; arrived: string | null }) {
  return (
    <div className="flex min-w-0 items-center gap-2">
      <Mark tone={arrived === null ? "neutral" : "ok"} shape={arrived === null ? "ring" : "dot"} />
      <b dir="auto" className="min-w-0 flex-1 truncate font-semibold">
        {role}
      </b>
      <span className={arrived === null ? "text-fg-3 text-xs" : "text-ok text-xs"}>
        {arrived === null ? (
          say("waiting")
        ) : (
          <>{sayParts("arrived {when}", { when: <RelativeTime at={arrived} ago /> })}</>
        )}
      </span>
    </div>
  );
}

interface Joiner {
  client: ClientName | PastedName;
  scope: SessionScope;
  role: string;
  token: string;
  setup: ProjectSetup;
}

/** Called in the browser alone, where its own address is known. */
function joinBy(way: Way, { setup, ...who }: Joiner) {
  const origin = forPrograms(window.location.origin);
  return entranceOf(way, { ...who, origin, folder: setup.folder, wardroom: setup.wardroom });
}

/** What is run or pasted for one agent. */
function HowToJoin({ way, ...joiner }: Joiner & { way: Way }) {
  const { about, text } = joinBy(way, joiner);
  return (
    <div className="flex flex-col gap-1">
      <span className="text-fg-3 text-xs">{about}</span>
      <CopyText text={text} label={say("Copy for {role}", { role: joiner.role })} />
    </div>
  );
}

interface JoinStepsProps {
  workspace: string;
  /** The session the agents will join; the first step creates one if there is none. */
  session: Session | undefined;
  /** Above the roles: which session it is. */
  choice?: ReactNode;
  /** Ids of sessions that are taken. */
  taken: readonly string[];
  onCreated: (session: Session) => void;
  /** What can be done once the agents are started. */
  children: ReactNode;
}

export function JoinSteps({ workspace, session, choice, taken, onCreated, children }: JoinStepsProps) {
  const form = useId();
  const may = useMay();
  const [busy, setBusy] = useState(false);
  const [own, setOwn] = useState<{ session: string; roles: readonly string[] }>();
  const [chosen, setChosen] = useState<readonly ClientName[]>();
  const { data: setup } = useQuery({ ...setupQuery(workspace), enabled: may("set up a project") });
  // Until a client is chosen, those whose programs are there.
  const clients = chosen ?? (setup?.clients ?? []).filter(({ isHere }) => isHere).map(({ client }) => client);
  const isSetUp =
    clients.length > 0 &&
    clients.every((client) => setup?.clients.some((each) => each.client === client && each.isCurrent));
  const roles = session && own?.session === session.id ? own.roles : teammatesOf(session);

  return (
    <ol className="flex flex-col gap-6">
      <Step
        number={1}
        title={session ? say("Roles") : say("Create a session")}
        done={session !== undefined && roles.length > 0}
      >
        {session ? (
          <div className="flex flex-col gap-4">
            {choice ?? (
              <p className="text-fg-2">
                {sayParts("{b} is in <code>.agent/teams/{id}/TEAM-MEMORY.md</code>.", {
                  b: <b className="text-fg font-semibold">{session.id}</b>,
                  code: (inside) => <code className="font-mono text-xs wrap-anywhere">{inside}</code>,
                  id: session.id,
                })}
              </p>
            )}
            <RoleChoice roles={roles} onChange={(next) => setOwn({ session: session.id, roles: next })} />
          </div>
        ) : (
          <div className="flex flex-col gap-4">
            <SessionForm id={form} workspace={workspace} taken={taken} onBusy={setBusy} onCreated={onCreated} />
            <Button look="primary" type="submit" form={form} busy={busy} className="self-start">
              {say("Create the session")}
            </Button>
          </div>
        )}
      </Step>
      <Step number={2} title={say("Set up the project")} waiting={!session} done={session !== undefined && isSetUp}>
        {!session ? (
          <p className="text-fg-3">{say("Choose your clients and preview every file that changes.")}</p>
        ) : may("set up a project") ? (
          <SetUpProject workspace={workspace} clients={clients} roles={roles} onChoose={setChosen} />
        ) : (
          <p className="text-fg-2">{say("Only an owner can set up the agents’ clients.")}</p>
        )}
      </Step>
      <Step number={3} title={say("Start the agents")} waiting={!session}>
        {session ? (
          <div className="flex flex-col gap-4">
            <StartAgents key={session.id} scope={{ workspace, session: session.id }} roles={roles} clients={clients} />
            <div className="flex flex-wrap gap-2">{children}</div>
          </div>
        ) : (
          <p className="text-fg-3">
            {sayParts("Each <term>role</term> gets a token and appears when its agent does.", {
              term: (inside) => <Term id="role">{inside}</Term>,
            })}
          </p>
        )}
      </Step>
    </ol>
  );
}

/** The roles at work in a session besides the Lead. */
function teammatesOf(session: Session | undefined): readonly string[] {
  return (session?.roles ?? [])
    .filter(({ access, state }) => access !== "lead" && state === "active")
    .map(({ id }) => id);
}

interface StepProps {
  number: number;
  title: string;
  done?: boolean;
  waiting?: boolean;
  children: ReactNode;
}

/** One of a few steps on a page: done, to do now, or not yet. */
function Step({ number, title, done = false, waiting = false, children }: StepProps) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden
        className={cx(
          "flex size-6 shrink-0 items-center justify-center rounded-full border text-xs font-semibold",
          done
            ? "border-ok bg-ok-soft text-ok"
            : waiting
              ? "border-line-strong text-fg-3"
              : "border-accent text-accent",
        )}
      >
        {done ? "✓" : number}
      </span>
      <section className="min-w-0 flex-1" aria-label={title}>
        <h2 className={cx("mb-2 leading-6 font-semibold", waiting && "text-fg-3")}>
          {title}
          {done && <span className="sr-only"> {say("(done)")}</span>}
        </h2>
        {children}
      </section>
    </li>
  );
}
