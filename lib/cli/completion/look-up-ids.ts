import { api } from "@/lib/client/paths";
import { AgentList } from "@/lib/contracts/agents";
import { KnowledgeList, TeamList } from "@/lib/contracts/knowledge";
import { Memory, RelayList } from "@/lib/contracts/memory";
import { SessionList } from "@/lib/contracts/sessions";
import { TeamSessionList } from "@/lib/contracts/team-sessions";
import type { Cli } from "@/lib/cli/cli";
import { chooseSession } from "@/lib/cli/choose-session";
import { chooseTeam } from "@/lib/cli/choose-team";
import type { Candidate, Expected, IdKind } from "@/lib/cli/completion/find-candidates";
import { plainLine } from "@/lib/cli/plain-text";

/** The ids there are now, of the session and workspace that the line names. Throws what asking throws. */
export async function lookUpIds(cli: Cli, kind: IdKind, { given }: Expected): Promise<Candidate[]> {
  const choice = given["session"] === undefined ? {} : { session: given["session"] };
  switch (kind) {
    case "workspaces":
      return (await cli.surroundings.listKnown()).map(({ name, folder }) => ({ value: name, note: folder }));
    case "sessions": {
      const { items } = await cli.askAll(SessionList, api.sessions);
      return items.map(({ id, feature }) => ({ value: id, note: plainLine(feature) }));
    }
    case "roles": {
      const { items } = await cli.askAll(SessionList, api.sessions);
      const wanted = items.filter(({ id }) => choice.session === undefined || id === choice.session);
      const roles = new Map(wanted.flatMap((each) => each.roles).map(({ id, type }) => [id, type ?? ""]));
      return Array.from(roles, ([value, note]) => ({ value, note }));
    }
    case "relays": {
      const path = (await chooseSession(cli, choice))((scope) => `${api.session(scope)}/relays`);
      const { items } = await cli.askAll(RelayList, path);
      const pending = items.filter(({ state }) => state === "pending");
      return pending.map(({ id, role, text }) => ({ value: id, note: `${role}: ${plainLine(text)}` }));
    }
    case "items": {
      const path = (await chooseSession(cli, choice))(api.memory);
      const { sections } = await cli.ask(Memory, path);
      const items = sections.flatMap((section) => section.items.filter(({ state }) => state === "active"));
      return items.map(({ id, text }) => ({ value: id, note: plainLine(text) }));
    }
    case "knowledge": {
      const { items } = await cli.askAll(KnowledgeList, api.knowledge);
      return items.map(({ id, description }) => ({ value: id, note: plainLine(description ?? "") }));
    }
    case "teams": {
      const { items } = await cli.askAll(TeamList, api.teams);
      return items.map(({ id, modes }) => ({ value: id, note: plainLine(modes.join(", ")) }));
    }
    case "teamSessions": {
      const team = await chooseTeam(cli, given["team"] === undefined ? {} : { team: given["team"] });
      const { items } = await cli.askAll(
        TeamSessionList,
        team((scope) => `${api.team(scope)}/sessions`),
      );
      return items.map(({ id, topic, status }) => ({ value: id, note: plainLine(topic ?? status) }));
    }
    case "agents": {
      const { items } = await cli.askAll(AgentList, (workspace) => `${api.workspace(workspace)}/agents`);
      return items.map(({ name, memory }) => ({ value: name, note: `memory ${memory}` }));
    }
  }
}
