import { useId, useState, type SyntheticEvent } from "react";
import { TextField, Refusal } from "@/components/ui/field";
import { explain, RequestError } from "@/lib/client/request-error";
import type { Session } from "@/lib/contracts/sessions";
import { isSessionId } from "@/lib/core/memory/session-paths";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/i18n/say";
import { RoleChoice } from "./role-choice";
import { suggestSessionId } from "./suggest-id";
import { useSessionActs } from "./use-session-acts";

interface SessionFormProps {
  /** Ties a submit button that stands elsewhere to this form. */
  id: string;
  workspace: string;
  /** Ids that are taken. */
  taken: readonly string[];
  onBusy: (busy: boolean) => void;
  onCreated: (session: Session) => void;
}

interface Faults {
  feature?: string;
  id?: string;
  roles?: string;
  other?: string;
}

export function SessionForm({ id, workspace, taken, onBusy, onCreated }: SessionFormProps) {
  const { create } = useSessionActs(workspace);
  const [feature, setFeature] = useState("");
  const [ownId, setOwnId] = useState<string>();
  const [roles, setRoles] = useState<readonly string[]>(["implementer-1", "tester-1"]);
  const [faults, setFaults] = useState<Faults>({});
  const hint = useId();
  const sessionId = ownId ?? suggestSessionId(feature);

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    const found = check(feature, sessionId, taken);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    onBusy(true);
    const body = { id: sessionId, feature: feature.trim(), roles: roles.map((role) => ({ id: role })) };
    await create(body, onCreated, (error) => setFaults(faultsOf(error)));
    onBusy(false);
  }

  return (
    <form id={id} onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
      <TextField
        label={say("What is being built")}
        error={faults.feature}
        value={feature}
        onValue={setFeature}
        placeholder={say("Import supplier invoices")}
        maxLength={300}
        dir="auto"
        required
      />
      <TextField
        label={say("Session")}
        hint={
          <span id={hint}>
            {sayParts("The folder <code>.agent/teams/{sessionId}/</code> holds its team memory.", {
              code: (inside) => <code className="font-mono">{inside}</code>,
              sessionId: sessionId || "…",
            })}
          </span>
        }
        error={faults.id}
        value={sessionId}
        onValue={setOwnId}
        spellCheck={false}
        autoComplete="off"
        maxLength={80}
        dir="auto"
        required
      />
      <RoleChoice roles={roles} onChange={setRoles} error={faults.roles} />
      <Refusal>{faults.other}</Refusal>
    </form>
  );
}

function check(feature: string, id: string, taken: readonly string[]): Faults {
  return {
    ...(feature.trim() === "" && { feature: say("Say in a few words what is being built.") }),
    ...(!isSessionId(id) && { id: "Use letters, digits, - and _, such as invoice-import." }),
    ...(taken.includes(id) && { id: "A session with that name already exists." }),
  };
}

/** Puts what the server found beside the field it is about. */
function faultsOf(error: unknown): Faults {
  const said = explain(error);
  if (!(error instanceof RequestError)) return { other: said };
  const [first] = error.problem?.errors ?? [];
  if (error.code === "conflict" || first?.path === "id") return { id: said };
  if (first?.path === "feature") return { feature: first.message };
  return first?.path.startsWith("roles") ? { roles: said } : { other: said };
}
