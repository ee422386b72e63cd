import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef, useState, type KeyboardEvent } from "react";
import { PruneDialog } from "@/components/memory/preview-dialogs";
import { RelaySection } from "@/components/memory/relay-section";
import { relayWords, resolveWords, TextDialog } from "@/components/memory/text-dialog";
import { FormDialog } from "@/components/ui/form-dialog";
import { memoryQuery } from "@/lib/client/memory";
import type { SessionScope } from "@/lib/client/paths";
import { sayNeed } from "@/lib/client/say-need";
import type { Need } from "@/lib/contracts/needs";
import { say } from "@/lib/core/i18n/say";
import type { NeedAct } from "./need-words";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Kbd } from "@/components/ui/kbd";
import { serverNow } from "@/components/ui/relative-time";
import { Select } from "@/components/ui/select";
import { NOBODY, useAssignees } from "@/components/people/assignee-choice";
import { useAssign } from "@/components/people/use-assign";

export interface NeedQuestion {
  needs: readonly Need[];
  act: NeedAct | "snooze" | "assign";
}

interface NeedDialogProps extends NeedQuestion {
  workspace: string;
  onSettle: (act: NeedAct, needs: readonly Need[], text?: string) => Promise<boolean>;
  onSnooze: (needs: readonly Need[], until: string) => void;
  onClose: () => void;
}

export function NeedDialog({ workspace, needs, act, onSettle, onSnooze, onClose }: NeedDialogProps) {
  const [first] = needs;
  if (first === undefined) return null;
  if (act === "snooze") {
    const title = needs.length === 1 ? say("Snooze until") : say("Snooze {needs} until", { needs: needs.length });
    return <SnoozeDialog title={title} onSnooze={(until) => onSnooze(needs, until)} onClose={onClose} />;
  }
  if (act === "assign") return <AssignDialog workspace={workspace} needs={needs} onClose={onClose} />;
  if (act === "approve") {
    return <NewRoles needs={needs} onApprove={() => void onSettle(act, needs)} onClose={onClose} />;
  }
  if (act === "resend" || act === "full") {
    return <Send needs={needs} act={act} onSend={() => void onSettle(act, needs)} onClose={onClose} />;
  }
  if (first.kind === "long") return <Prune scope={{ workspace, session: first.session ?? "" }} onClose={onClose} />;
  const many = needs.length > 1;
  return (
    <TextDialog
      draft={`${act} ${needs.map(({ key }) => key).join(" ")}`}
      {...wordsOf(act, needs)}
      about={needs.map((need) => (need.kind === "relay" ? need.relay.text : sayNeed(need).text))}
      {...(!many &&
        first.kind === "relay" && {
          beside: <RelaySection scope={{ workspace, session: first.session ?? "" }} relay={first.relay} />,
        })}
      {...(act === "edit" && first.kind === "relay" && { initial: first.relay.text })}
      onClose={onClose}
      onSubmit={(text) => onSettle(act, needs, text)}
    />
  );
}

function wordsOf(act: NeedAct, needs: readonly Need[]) {
  const many = needs.length > 1;
  const who = needs[0]?.role ?? "";
  switch (act) {
    case "edit":
    case "reject":
    case "settle":
      return relayWords(act, who, needs.length);
    case "guide":
      return {
        title: many
          ? say("Guide {needs, plural, one {# teammate} other {# teammates}}", { needs: needs.length })
          : say("Guide {who}", { who }),
        description: say("Delivered with the next update. It can’t be undone."),
        label: say("Guidance"),
        submit: say("Send"),
        maxLength: 20_000,
      };
    default: {
      const isConflict = needs.every(({ kind }) => kind === "conflict");
      const isAssigned = needs.some(({ kind }) => kind === "assigned");
      const one = isConflict
        ? say("Resolve the conflict")
        : isAssigned
          ? say("Resolve the item")
          : say("Answer the question");
      return {
        ...resolveWords(needs.length),
        ...(!many && { title: one }),
        label: isConflict ? say("What was decided") : isAssigned ? say("Resolution") : say("Answer"),
      };
    }
  }
}

interface NewRolesProps {
  needs: readonly Need[];
  onApprove: () => void;
  onClose: () => void;
}

function NewRoles({ needs, onApprove, onClose }: NewRolesProps) {
  const missing = needs.flatMap((need) =>
    need.kind === "relay" && need.newRole
      ? [say("{role} in {session}", { role: String(need.role), session: String(need.session) })]
      : [],
  );
  const roles = [...new Set(missing)];
  return (
    <Ask
      title={
        roles.length === 1
          ? say("Add the role and approve")
          : say("Add {roles} roles and approve", { roles: roles.length })
      }
      description={say("Approving writes to a section that does not exist yet.")}
      verb={say("Approve")}
      onAgree={onApprove}
      onClose={onClose}
    >
      <p>{say("Not in their sessions yet. Each is added as a teammate and sent the context:")}</p>
      <ul className="list-disc ps-5">
        {roles.map((role) => (
          <li key={role} className="written">
            {role}
          </li>
        ))}
      </ul>
      <p className="text-fg-2">{say("Undo takes the item out again; the section stays.")}</p>
    </Ask>
  );
}

interface SendProps {
  needs: readonly Need[];
  act: "resend" | "full";
  onSend: () => void;
  onClose: () => void;
}

/** Says before something is sent to agents that it cannot be undone: one of them may have read it a moment later. */
function Send({ needs, act, onSend, onClose }: SendProps) {
  const what = act === "full" ? say("the full text") : say("what was unclear");
  const [first] = needs;
  const who =
    needs.length === 1
      ? (first?.role ?? "")
      : say("{needs, plural, one {# teammate} other {# teammates}}", { needs: needs.length });
  return (
    <Ask
      title={say("Send {what} to {who}", { what, who })}
      description={say("Agents may read it at once, so this can’t be undone.")}
      verb={say("Send")}
      onAgree={onSend}
      onClose={onClose}
    >
      <ul className="list-disc ps-5">
        {needs.map((need) => (
          <li key={need.key} className="written">
            {sayNeed(need).text}
          </li>
        ))}
      </ul>
    </Ask>
  );
}

interface AskProps {
  title: string;
  description: string;
  /** What the button does. */
  verb: string;
  onAgree: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Asks before an act, with the focus on its button. */
function Ask({ title, description, verb, onAgree, onClose, children }: AskProps) {
  return (
    <FormDialog
      title={title}
      description={description}
      onClose={onClose}
      submit={verb}
      keys="enter"
      isQuestion
      onSubmit={() => {
        onAgree();
        onClose();
      }}
    >
      {children}
    </FormDialog>
  );
}

function Prune({ scope, onClose }: { scope: SessionScope; onClose: () => void }) {
  const { data } = useQuery(memoryQuery(scope));
  return data ? <PruneDialog scope={scope} memory={data} onClose={onClose} /> : null;
}

interface SnoozeDialogProps {
  title: string;
  onSnooze: (until: string) => void;
  onClose: () => void;
}

/** Asks until when something is put off: a key for each usual moment, or any moment. */
function SnoozeDialog({ title, onSnooze, onClose }: SnoozeDialogProps) {
  const [times] = useState(() => snoozeTimes(new Date(serverNow())));
  const [moment, setMoment] = useState("");
  const first = useRef<HTMLButtonElement>(null);
  const own = moment === "" ? null : new Date(moment);

  function snooze(until: string) {
    onSnooze(until);
    onClose();
  }

  function byKey(event: KeyboardEvent) {
    const time = times.find(({ key }) => key === event.key);
    if (time) snooze(time.until);
  }

  return (
    <FormDialog
      title={title}
      description={say("It comes back by itself, also when it changes.")}
      onClose={onClose}
      initialFocus={first}
      submit={say("Snooze")}
      ready={own !== null}
      onSubmit={() => own && snooze(own.toISOString())}
    >
      <div className="grid grid-cols-2 gap-1.5 max-sm:grid-cols-1">
        {times.map(({ key, label, until }, index) => (
          <Button
            key={key}
            ref={index === 0 ? first : undefined}
            className="justify-between"
            onClick={() => snooze(until)}
            onKeyDown={byKey}
            aria-keyshortcuts={key}
          >
            {label} <Kbd keys={key} />
          </Button>
        ))}
      </div>
      <TextField label={say("Or until")} type="datetime-local" value={moment} onValue={setMoment} />
    </FormDialog>
  );
}

/** A moment to put something off until. */
interface SnoozeTime {
  key: string;
  label: string;
  /** ISO 8601. */
  until: string;
}

/** A few moments to put something off until, in the reader's own time. */
export function snoozeTimes(now: Date): SnoozeTime[] {
  const at = (days: number, hour: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour).toISOString();
  // Monday is 1; on a Monday the next one is a week off.
  const toMonday = (8 - now.getDay()) % 7 || 7;
  return [
    { key: "1", label: say("In 1 hour"), until: new Date(now.getTime() + 3_600_000).toISOString() },
    { key: "2", label: say("In 4 hours"), until: new Date(now.getTime() + 4 * 3_600_000).toISOString() },
    { key: "3", label: say("Tomorrow at 9:00"), until: at(1, 9) },
    { key: "4", label: say("Next Monday at 9:00"), until: at(toMonday, 9) },
  ];
}

interface AssignDialogProps {
  workspace: string;
  needs: readonly Need[];
  onClose: () => void;
}

/** Asks whose it is from now on. */
function AssignDialog({ workspace, needs, onClose }: AssignDialogProps) {
  const [first] = needs;
  const sessions = new Set(needs.map(({ session }) => session));
  // Of several sessions, a role is in one alone.
  const options = useAssignees(workspace, sessions.size === 1 ? (first?.session ?? null) : null);
  const before = needs.length === 1 && first?.assignee ? first.assignee.id : undefined;
  const [to, setTo] = useState(before ?? "me");
  const { busy, send } = useAssign(workspace);

  async function submit() {
    for (const { key } of needs) if (!(await send(key, to))) return false;
    return true;
  }

  return (
    <FormDialog
      title={
        needs.length === 1
          ? say("Assign it")
          : say("Assign {needs, plural, one {# need} other {# needs}}", { needs: needs.length })
      }
      description={say("People see it in their inbox; roles with their next call.")}
      onClose={onClose}
      submit={to === NOBODY ? say("Unassign") : say("Assign")}
      busy={busy}
      onSubmit={submit}
    >
      <Select label={say("Assigned to")} value={to} onChange={setTo} options={options} />
    </FormDialog>
  );
}
