import { useQuery } from "@tanstack/react-query";
import { peopleQuery } from "@/lib/client/people";
import { sessionsQuery } from "@/lib/client/sessions";
import { say } from "@/lib/core/i18n/say";

/** Nobody, in a choice whose values are texts. */
export const NOBODY = "";

/** Everybody that something in a session may be assigned to: people who are here, the owner, and the session's roles. */
export function useAssignees(workspace: string, session: string | null): { value: string; label: string }[] {
  const { data: people } = useQuery(peopleQuery(workspace));
  const { data: sessions } = useQuery(sessionsQuery(workspace));
  const here = (people?.items ?? []).filter(({ endedAt }) => endedAt === null);
  const roles = sessions?.items.find(({ id }) => id === session)?.roles ?? [];
  return [
    { value: NOBODY, label: say("Nobody") },
    { value: "me", label: say("Me") },
    ...here.map(({ id, name }) => ({ value: id, label: name })),
    { value: "owner", label: say("Owner") },
    ...roles.filter(({ state }) => state === "active").map(({ id }) => ({ value: id, label: id })),
  ];
}
