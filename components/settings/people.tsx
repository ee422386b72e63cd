import { call } from "@/lib/client/call";
import { useQuery } from "@tanstack/react-query";
import { Ellipsis } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import { useState, type SyntheticEvent } from "react";
import { useChange } from "@/components/shell/use-change";
import { Button, IconButton } from "@/components/ui/button";
import { useMay } from "@/components/ui/changes";
import { CopyText } from "@/components/ui/copy-text";
import { TextField } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { lazyDialog } from "@/components/ui/lazy-part";
import { Menu } from "@/components/ui/menu";
import { RelativeTime, sayDate } from "@/components/ui/relative-time";
import { accountsQuery, changePerson, meQuery, peopleQuery, ROLE_WORDS } from "@/lib/client/people";
import { pages } from "@/lib/client/paths";
import type { Account, Person, PersonWithLink } from "@/lib/contracts/people";
import { PERSON_ROLES, type PersonRole } from "@/lib/core/access/person-role";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/i18n/say";
import { FormDialog } from "@/components/ui/form-dialog";

const PersonDialog = lazyDialog(() => import("./access-dialogs").then((module) => module.PersonDialog));

const roles = () => PERSON_ROLES.map((value) => ({ value, label: say(ROLE_WORDS[value].label) }));

interface PeopleProps {
  workspace: string;
  origin: string;
  /** What people know the provider by that signs them in; null without one. */
  provider: string | null;
}

export function People({ workspace, origin, provider }: PeopleProps) {
  const { data } = useQuery(peopleQuery(workspace));
  const decides = useMay()("decide who may do what");
  const [link, setLink] = useState<PersonWithLink>();
  const [asked, setAsked] = useState<{ person: Person; what: "rename" | "end" }>();
  const { run } = useChange([peopleQuery(workspace).queryKey]);

  const changeRole = (person: Person, role: PersonRole) =>
    void run({
      send: () => changePerson(workspace, person.id, { role }),
      done: () => ({
        title: say("{name} is now {role}", {
          name: person.name,
          role: say(ROLE_WORDS[role].label).toLowerCase(),
        }),
        undo: () => changePerson(workspace, person.id, { role: person.role }),
      }),
      failed: say("The role was not changed"),
    });
  const invite = (person: Person) =>
    void run({
      send: () => call("POST /people/{person}/links", { params: { workspace, person: person.id } }),
      done: (made) => {
        setLink(made);
      },
      failed: say("No link was made"),
    });

  return (
    <>
      {decides && <InviteForm workspace={workspace} onInvited={setLink} />}
      {link && (
        <div role="status" className="flex flex-col gap-1">
          <p className="text-fg-2">
            {sayParts("Signs in the first browser that opens it as {name}. Works once, until {end}; shown only now.", {
              name: <bdi className="font-semibold">{link.person.name}</bdi>,
              end: sayDate(link.linkEndsAt),
            })}
          </p>
          <CopyText text={origin + link.path} label={say("Copy the link")} />
        </div>
      )}
      {data?.items.length === 0 && <p className="text-fg-3 text-xs">{say("Nobody has been invited yet.")}</p>}
      {data && data.items.length > 0 && (
        <ul aria-label={say("People")} className="border-line overflow-hidden rounded-lg border">
          {data.items.map((person) => (
            <PersonRow
              key={person.id}
              workspace={workspace}
              person={person}
              provider={provider}
              decides={decides}
              {...(decides &&
                person.endedAt === null && {
                  onRole: (role: PersonRole) => changeRole(person, role),
                  onLink: () => invite(person),
                  onRename: () => setAsked({ person, what: "rename" }),
                  onEnd: () => setAsked({ person, what: "end" }),
                })}
            />
          ))}
        </ul>
      )}
      {asked && <PersonDialog workspace={workspace} {...asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function InviteForm({ workspace, onInvited }: { workspace: string; onInvited: (made: PersonWithLink) => void }) {
  const [name, setName] = useState("");
  const [role, setRole] = useState<PersonRole>("curator");
  const { run, busy, fault } = useChange([peopleQuery(workspace).queryKey]);

  function add(event: SyntheticEvent) {
    event.preventDefault();
    void run({
      send: () => call("POST /people", { params: { workspace }, body: { name: name.trim(), role } }),
      done: (made) => {
        onInvited(made);
        setName("");
      },
    });
  }

  return (
    <form onSubmit={add} className="flex flex-wrap items-start gap-2">
      <TextField
        label={say("Name")}
        error={fault}
        hint={say(ROLE_WORDS[role].may)}
        className="w-80 max-w-full"
        required
        maxLength={100}
        placeholder={say("Dana")}
        autoComplete="off"
        value={name}
        onValue={setName}
      />
      <Select label={say("Role")} value={role} onChange={setRole} options={roles()} />
      <Button type="submit" busy={busy} className="mt-[22px]">
        {say("Invite")}
      </Button>
    </form>
  );
}

interface PersonRowProps {
  workspace: string;
  person: Person;
  provider: string | null;
  /** Whether the reader decides about people, and so sees with which accounts they sign in. */
  decides: boolean;
  /** Left out for who may decide nothing about people, and for people whose access ended. */
  onRole?: (role: PersonRole) => void;
  onLink?: () => void;
  onRename?: () => void;
  onEnd?: () => void;
}

function PersonRow({ workspace, person, provider, decides, onRole, onLink, onRename, onEnd }: PersonRowProps) {
  const { data: me } = useQuery(meQuery(workspace));
  const { data: accounts } = useQuery({ ...accountsQuery(workspace), enabled: provider !== null });
  const { id, name, role, lastSeenAt, endedAt } = person;
  const isReader = me?.person?.id === id;
  return (
    <li className="border-line flex min-h-9 flex-wrap items-center gap-x-3 gap-y-0.5 border-t px-3 py-1 text-xs first:border-t-0">
      <span
        dir="auto"
        className={`font-semibold [overflow-wrap:anywhere] ${endedAt === null ? "" : "text-fg-3 line-through"}`}
      >
        {name}
      </span>
      <span className="text-fg-2 min-w-24 flex-1">
        {sayParts("{isReader, select, true {you, } other {}}{seen}", {
          isReader: String(isReader),
          seen:
            lastSeenAt === null
              ? say("never signed in")
              : sayParts("last seen {when}", { when: <RelativeTime at={lastSeenAt} ago /> }),
        })}
      </span>
      {onRole ? (
        <Select label={say("Role of {name}", { name })} labelHidden value={role} onChange={onRole} options={roles()} />
      ) : endedAt === null ? (
        <span className="text-fg-2">{say(ROLE_WORDS[role].label)}</span>
      ) : (
        <span className="text-fg-3">{sayParts("ended {when}", { when: <RelativeTime at={endedAt} ago /> })}</span>
      )}
      <Link
        href={`${pages.history(workspace)}?person=${id}`}
        aria-label={say("History of {name}", { name })}
        className="text-accent hover:underline"
      >
        {say("History")}
      </Link>
      {onLink && onRename && onEnd && (
        <Menu
          align="end"
          trigger={<IconButton icon={Ellipsis} label={say("More for {name}", { name })} />}
          items={[
            { label: say("New link"), onSelect: onLink },
            { label: say("Rename…"), onSelect: onRename },
            null,
            { label: say("End access…"), onSelect: onEnd, danger: true },
          ]}
        />
      )}
      {provider !== null && accounts && endedAt === null && (decides || isReader) && (
        <Accounts
          workspace={workspace}
          name={name}
          provider={provider}
          accounts={accounts.items.filter(({ person }) => person.id === id)}
        />
      )}
    </li>
  );
}

interface AccountsProps {
  workspace: string;
  /** Whose they are. */
  name: string;
  /** What people know the provider by. */
  provider: string;
  accounts: readonly Account[];
}

/** The accounts that a person signs in with, each with a button that unlinks it. */
function Accounts({ workspace, name, provider, accounts }: AccountsProps) {
  const [asked, setAsked] = useState<Account>();
  if (accounts.length === 0)
    return <p className="text-fg-3 basis-full">{say("No account at {provider} is linked.", { provider })}</p>;
  return (
    <>
      <ul aria-label={say("Accounts of {name}", { name })} className="flex basis-full flex-col gap-0.5">
        {accounts.map((account) => (
          <li key={account.id} className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
            <span className="text-fg-2 min-w-0 flex-1 [overflow-wrap:anywhere]">
              <bdi className="text-fg">{account.label}</bdi>
              {account.issuer !== null && (
                <>
                  {" · "}
                  <bdi title={account.issuer}>
                    {URL.canParse(account.issuer) ? new URL(account.issuer).host : account.issuer}
                  </bdi>
                </>
              )}
              {" · "}
              {sayParts("linked {when}", { when: <RelativeTime at={account.linkedAt} ago /> })}
              {account.lastSignInAt !== null && (
                <>
                  {", "}
                  {sayParts("last sign-in {when}", { when: <RelativeTime at={account.lastSignInAt} ago /> })}
                </>
              )}
            </span>
            <Button
              look="danger"
              size="small"
              aria-label={say("Unlink {account} from {name}", { account: account.label, name })}
              onClick={() => setAsked(account)}
            >
              {say("Unlink…")}
            </Button>
          </li>
        ))}
      </ul>
      {asked && <UnlinkDialog workspace={workspace} account={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

/** Asks before an account lets nobody in any more: to link it again takes an invitation. */
function UnlinkDialog({ workspace, account, onClose }: { workspace: string; account: Account; onClose: () => void }) {
  const { busy, run, fault } = useChange([accountsQuery(workspace).queryKey]);
  const { id, label, person } = account;

  const unlink = () =>
    run({
      send: () => call("DELETE /accounts/{account}", { params: { workspace, account: id } }),
      done: () => ({ title: say("{account} was unlinked from {name}", { account: label, name: person.name }) }),
    });

  return (
    <FormDialog
      title={say("Unlink {account} from {name}?", { account: label, name: person.name })}
      onClose={onClose}
      submit={say("Unlink")}
      danger
      busy={busy}
      fault={fault}
      onSubmit={unlink}
    >
      <p className="text-fg-2">{say("Its browsers are signed out at once. Linking it again needs an owner’s link.")}</p>
    </FormDialog>
  );
}
