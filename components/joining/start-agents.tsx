import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useChange } from "@/components/shell/use-change";
import { Button } from "@/components/ui/button";
import { CopyText } from "@/components/ui/copy-text";
import { Mark } from "@/components/ui/mark";
import { RelativeTime } from "@/components/ui/relative-time";
import { Select } from "@/components/ui/select";
import { ViewSwitch } from "@/components/ui/view-switch";
import { entranceOf, waysOf, type Way } from "@/lib/client/joining-ways";
import type { SessionScope } from "@/lib/client/paths";
import { presenceQuery } from "@/lib/client/sessions";
import { explain } from "@/lib/client/request-error";
import { mintForAll, sessionKey } from "@/lib/client/sessions";
import { useMay } from "@/components/ui/changes";
import { setupQuery } from "@/lib/client/setup";
import { forPrograms } from "@/lib/contracts/own-host";
import type { ProjectSetup } from "@/lib/contracts/setup";
import { ALL_CLIENTS, clientTitle, type ClientName, type PastedName } from "@/lib/core/plugin-setup/client-names";
import { sayParts } from "@/components/ui/say-parts";
import { say, sentence, type Sentence } from "@/lib/core/words/say";

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
  /** The clients that were chosen. */
  clients: readonly ClientName[];
}

/** A token for every role at once, how each agent is started with it, and who has arrived. */
export function StartAgents({ scope, roles, clients }: StartAgentsProps) {
  const [tokens, setTokens] = useState<Tokens>();
  const [fault, setFault] = useState<string>();
  const [client, setClient] = useState<ClientName | PastedName>();
  const [wanted, setWay] = useState<Way>("start");
  const { data: setup } = useQuery({ ...setupQuery(scope.workspace), enabled: useMay()("set up a project") });
  const [isComplete, setComplete] = useState(false);
  const { data: presence } = useQuery({ ...presenceQuery(scope), ...(!isComplete && { refetchInterval: LOOK_AGAIN }) });
  const { busy, run } = useChange([sessionKey(scope), ["workspace", scope.workspace, "sessions"]]);
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

  async function mint() {
    setFault(undefined);
    await run({
      send: () => mintForAll(scope, roles),
      done: ({ items }) => {
        setTokens({ byRole: new Map(items.map(({ role, token }) => [role.id, token])), signs });
        return undefined;
      },
      failed: (problem) => setFault(explain(problem)),
    });
  }

  if (roles.length === 0) return <p className="text-fg-2">{say("Choose a role above: its agent starts from here.")}</p>;
  return (
    <div className="flex flex-col gap-3">
      {tokens === undefined ? (
        <p className="text-fg-2">{say("Each agent acts with a token of its own, which is shown once.")}</p>
      ) : (
        <p className="bg-warn-soft rounded-md px-2.5 py-1.5">
          {say(
            "The tokens below are shown this once. Anyone with one can act as its role in this session until you revoke it.",
          )}
        </p>
      )}
      <Button look={tokens ? "secondary" : "primary"} busy={busy} className="self-start" onClick={() => void mint()}>
        {tokens
          ? say("Make new tokens")
          : say("Make {roles, plural, one {# token} other {# tokens}}", { roles: roles.length })}
      </Button>
      {fault !== undefined && (
        <p role="alert" className="bg-bad-soft rounded-md px-2.5 py-1.5">
          {fault}
        </p>
      )}
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
