import { call } from "@/lib/client/call";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@/components/ui/link";
import { type SyntheticEvent, useState } from "react";
import { ReadFailure } from "@/components/shell/read-failure";
import { useChange } from "@/components/shell/use-change";
import { ActionButton } from "@/components/ui/action-button";
import { useActions } from "@/components/ui/action-registry";
import { Button, buttonClass } from "@/components/ui/button";
import { lazyDialog } from "@/components/ui/lazy-part";
import { RelativeTime, sayDate } from "@/components/ui/relative-time";
import { SkeletonRows } from "@/components/ui/skeleton";
import { pages, type SessionScope } from "@/lib/client/paths";
import { sessionKey, tokensQuery } from "@/lib/client/sessions";
import type { Role, RoleWithToken, Token } from "@/lib/contracts/sessions";
import { sayParts } from "@/components/ui/say-parts";
import { say, sentence } from "@/lib/core/i18n/say";
import { STATE_WORDS } from "@/components/memory/state-words";
import { CopyText } from "@/components/ui/copy-text";
import { TextField } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { viewersQuery } from "@/lib/client/people";
import type { Viewer } from "@/lib/contracts/server";

const MintedDialog = lazyDialog(() => import("./access-dialogs").then((module) => module.MintedDialog));
const RevokeDialog = lazyDialog(() => import("./access-dialogs").then((module) => module.RevokeDialog));
const AddRoleDialog = lazyDialog(() => import("./access-dialogs").then((module) => module.AddRoleDialog));

export function RoleTokens({ scope, roles }: { scope: SessionScope; roles: readonly Role[] }) {
  const { data, error, refetch } = useQuery(tokensQuery(scope));
  const [minting, setMinting] = useState<string>();
  const [minted, setMinted] = useState<RoleWithToken>();
  const [revoking, setRevoking] = useState<Token>();
  const [adding, setAdding] = useState(false);
  const { run } = useChange([sessionKey(scope)]);

  useActions([
    {
      id: "role.add",
      changes: true,
      label: say("Add a role to {session}…", { session: scope.session }),
      group: "Page",
      keys: "c",
      run: () => setAdding(true),
    },
  ]);

  async function mint(role: string) {
    setMinting(role);
    await run({
      send: () => call("POST /sessions/{session}/roles/{role}/tokens", { params: { ...scope, role } }),
      done: (made) => {
        setMinted(made);
      },
      failed: say("No token was made"),
    });
    setMinting(undefined);
  }

  if (!data && error) return <ReadFailure error={error} onRetry={() => void refetch()} className="p-3" />;
  if (!data) return <SkeletonRows rows={4} height="h-10" />;
  return (
    <>
      <ul aria-label={say("Roles of {session}", { session: scope.session })}>
        {roles.map((role) => (
          <RoleTokensRow
            key={role.id}
            role={role}
            tokens={data.items.filter((token) => token.role === role.id)}
            busy={minting === role.id}
            onMint={() => void mint(role.id)}
            onRevoke={setRevoking}
          />
        ))}
      </ul>
      <div className="border-line border-t p-2.5">
        <ActionButton action="role.add" label={say("Add a role…")} keys="c" size="small" />
        <Link
          href={pages.join(scope.workspace, scope.session)}
          className={`${buttonClass({ size: "small", look: "ghost" })} ms-2`}
        >
          {say("Tokens for the whole team")}
        </Link>
      </div>
      {minted && <MintedDialog scope={scope} minted={minted} onClose={() => setMinted(undefined)} />}
      {revoking && <RevokeDialog scope={scope} token={revoking} onClose={() => setRevoking(undefined)} />}
      {adding && (
        <AddRoleDialog
          scope={scope}
          onClose={() => setAdding(false)}
          onAdded={(role) => {
            setAdding(false);
            setMinted(role);
          }}
        />
      )}
    </>
  );
}

interface RowProps {
  role: Role;
  tokens: Token[];
  busy: boolean;
  onMint: () => void;
  onRevoke: (token: Token) => void;
}

const ACCESS = {
  direct: sentence("writes directly"),
  relay: sentence("needs Lead approval"),
  lead: sentence("everything"),
} as const;

function RoleTokensRow({ role, tokens, busy, onMint, onRevoke }: RowProps) {
  const [all, setAll] = useState(false);
  const valid = tokens.filter((token) => token.revokedAt === null);
  const revoked = tokens.length - valid.length;
  return (
    <li className="border-line border-t first:border-t-0">
      <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1">
        <span className="min-w-0 flex-1">
          <span className={role.state === "active" ? "font-semibold" : "text-fg-3 line-through"}>{role.id}</span>
          <span className="text-fg-3 ms-2 text-xs">
            {role.state === "active"
              ? say("{access}{valid, plural, =0 {, no token} other {}}", {
                  access: say(ACCESS[role.access]),
                  valid: valid.length,
                })
              : say(STATE_WORDS[role.state])}
          </span>
        </span>
        {revoked > 0 && (
          <Button look="ghost" size="small" aria-expanded={all} onClick={() => setAll(!all)}>
            {say("{revoked} revoked", { revoked })}
          </Button>
        )}
        {role.state === "active" && (
          <Button size="small" busy={busy} aria-label={say("New token for {id}", { id: role.id })} onClick={onMint}>
            {say("New token")}
          </Button>
        )}
      </div>
      <ul aria-label={say("Tokens of {id}", { id: role.id })}>
        {(all ? tokens : valid).map((token) => (
          <TokenRow key={token.id} token={token} onRevoke={onRevoke} />
        ))}
      </ul>
    </li>
  );
}

function TokenRow({ token, onRevoke }: { token: Token; onRevoke: (token: Token) => void }) {
  const revoked = token.revokedAt !== null;
  return (
    <li className="border-line flex min-h-9 flex-wrap items-center gap-x-3 gap-y-0.5 border-t py-1 ps-8 pe-3 text-xs max-sm:ps-4">
      <code className={`font-mono ${revoked ? "text-fg-3 line-through" : ""}`}>…{token.id.slice(-6)}</code>
      <span className="text-fg-2 min-w-0 flex-1">
        {sayParts("made {when} by {createdBy}, {used}", {
          when: <RelativeTime at={token.createdAt} ago />,
          createdBy: token.createdBy,
          used:
            token.lastUsedAt === null ? (
              say("never used")
            ) : (
              <>{sayParts("last used {when}", { when: <RelativeTime at={token.lastUsedAt} ago /> })}</>
            ),
        })}
      </span>
      {token.revokedAt === null ? (
        <Button
          look="danger"
          size="small"
          aria-label={say("Revoke the token of {role} made {createdAt}", {
            role: token.role,
            createdAt: token.createdAt,
          })}
          onClick={() => onRevoke(token)}
        >
          {say("Revoke…")}
        </Button>
      ) : (
        <span className="text-fg-3">
          {sayParts("revoked {when}", { when: <RelativeTime at={token.revokedAt} ago /> })}
        </span>
      )}
    </li>
  );
}

const DAY = 24 * 60 * 60;

/** Seconds that a viewer may read for, which is chosen in days; null for as long as nobody revokes it. */
export function secondsOf(days: string): number | null {
  return days === "never" ? null : Number(days) * DAY;
}

/** How long a viewer may read, in days; `never` until revoked. */
const ENDS = [
  { value: "never", label: sentence("When revoked") },
  { value: "1", label: sentence("After a day") },
  { value: "7", label: sentence("After a week") },
  { value: "30", label: sentence("After 30 days") },
];

export function Viewers({ workspace, origin }: { workspace: string; origin: string }) {
  const { data } = useQuery(viewersQuery(workspace));
  const [label, setLabel] = useState("");
  const [days, setDays] = useState("never");
  const [link, setLink] = useState<string>();
  const { run, fault } = useChange([viewersQuery(workspace).queryKey]);

  function add(event: SyntheticEvent) {
    event.preventDefault();
    void run({
      send: () =>
        call("POST /viewers", { params: { workspace }, body: { label: label.trim(), expiresIn: secondsOf(days) } }),
      done: ({ path }) => {
        setLink(origin + path);
        setLabel("");
      },
    });
  }

  const revoke = (viewer: Viewer) =>
    run({
      send: () => call("DELETE /viewers/{viewer}", { params: { workspace, viewer: viewer.id } }),
      done: () => ({ title: say("The link of {label} is revoked", { label: viewer.label }) }),
      failed: say("Not revoked"),
    });

  return (
    <>
      <form onSubmit={add} className="flex flex-wrap items-start gap-2">
        <TextField
          label={say("Viewer name")}
          error={fault}
          className="w-80 max-w-full"
          required
          maxLength={100}
          placeholder={say("Product, or a name")}
          value={label}
          onValue={setLabel}
        />
        <Select
          label={say("Access ends")}
          value={days}
          onChange={setDays}
          options={ENDS.map(({ value, label }) => ({ value, label: say(label) }))}
        />
        <Button type="submit" className="mt-[22px]">
          {say("Make a link")}
        </Button>
      </form>
      {link !== undefined && (
        <div role="status" className="flex flex-col gap-1">
          <p className="text-fg-2">
            {say("Lets the first browser that opens it read the workspace. Works once; shown only now.")}
          </p>
          <CopyText text={link} label={say("Copy the link")} />
        </div>
      )}
      {data && data.items.length > 0 && (
        <ul className="border-line overflow-hidden rounded-lg border">
          {data.items.map((viewer) => (
            <ViewerRow key={viewer.id} viewer={viewer} onRevoke={() => void revoke(viewer)} />
          ))}
        </ul>
      )}
    </>
  );
}

function ViewerRow({ viewer, onRevoke }: { viewer: Viewer; onRevoke: () => void }) {
  return (
    <li className="border-line flex min-h-9 flex-wrap items-center gap-x-3 gap-y-0.5 border-t px-3 py-1 text-xs first:border-t-0">
      <span
        dir="auto"
        className={`font-semibold [overflow-wrap:anywhere] ${viewer.revokedAt === null ? "" : "line-through"}`}
      >
        {viewer.label}
      </span>
      <span className="text-fg-2 min-w-0 flex-1">
        {sayParts("made {when}, {hasEnd, select, true {until {end}, } other {}}{used}", {
          when: <RelativeTime at={viewer.createdAt} ago />,
          hasEnd: String(viewer.expiresAt !== null),
          end: viewer.expiresAt === null ? "" : sayDate(viewer.expiresAt),
          used:
            viewer.linkUsedAt === null && viewer.lastUsedAt === null ? (
              say("never opened")
            ) : viewer.lastUsedAt === null ? (
              say("link used")
            ) : (
              <>{sayParts("last seen {when}", { when: <RelativeTime at={viewer.lastUsedAt} ago /> })}</>
            ),
        })}
      </span>
      {viewer.revokedAt === null ? (
        <Button
          look="danger"
          size="small"
          aria-label={say("Revoke the link of {label}", { label: viewer.label })}
          onClick={onRevoke}
        >
          {say("Revoke")}
        </Button>
      ) : (
        <span className="text-fg-3">
          {sayParts("revoked {when}", { when: <RelativeTime at={viewer.revokedAt} ago /> })}
        </span>
      )}
    </li>
  );
}
