"use client";
import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { beginSignIn, finishSignIn, login } from "@/lib/client/login";
import { pages } from "@/lib/client/paths";
import { wordsOf } from "@/lib/client/request-error";
import { forgetDrafts } from "@/components/ui/use-draft";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/i18n/say";

interface LoginFormProps {
  code?: string | undefined;
  /** Whether this browser is signed in already; a code of the past is no hindrance then. */
  signedIn?: boolean;
  /** Where people sign in beside their links and tokens; null where there is nothing. */
  provider: string | null;
  /** Whose invitation the code is of; it is for them to say how they sign in. */
  invitation?: { workspace: string; name: string } | null;
  /** The query that the provider sent this browser back with. */
  returned?: string;
}

interface Failure {
  message: string;
  hint?: string;
}

/**
 * Signs this browser in. A code in the address, and what a provider sent along, is posted by the page itself: fetching the address
 * ahead must not burn it.
 */
export function LoginForm({ code, signedIn = false, provider, invitation = null, returned }: LoginFormProps) {
  const posts = returned !== undefined || (code !== undefined && invitation === null);
  const [busy, setBusy] = useState(posts);
  const [failure, setFailure] = useState<Failure & { at: "form" | "provider" }>();
  const posted = useRef(false);
  // Whoever signs in now need not be who wrote here before.
  useEffect(() => {
    if (!signedIn) forgetDrafts();
  }, [signedIn]);

  function follow(work: Promise<string>, at: "form" | "provider", enterAnyway = false) {
    work.then(
      (address) => location.replace(address),
      (error: unknown) => {
        if (enterAnyway) {
          location.replace(pages.home());
          return;
        }
        setFailure({ ...wordsOf(error), at });
        setBusy(false);
      },
    );
  }

  function run(work: Promise<string>, at: "form" | "provider") {
    setBusy(true);
    setFailure(undefined);
    follow(work, at);
  }

  const signIn = (secret: string) => run(login(secret).then(pages.home), "form");
  const withProvider = () => run(beginSignIn(invitation === null ? null : (code ?? null)), "provider");

  useEffect(() => {
    if (!posts || posted.current) return;
    posted.current = true;
    // A code in the history of the browser is of no use any more, but it need not be seen either.
    history.replaceState(null, "", pages.login());
    if (returned !== undefined) follow(finishSignIn(returned), "provider");
    else if (code !== undefined) follow(login(code).then(pages.home), "form", signedIn);
  }, [posts, returned, code, signedIn]);

  const isInvited = invitation !== null && code !== undefined;
  return (
    <div className="flex w-full max-w-[400px] flex-col gap-4">
      <h1 className="flex items-center gap-2 text-xl font-semibold">
        <span aria-hidden className="text-accent">
          ◆
        </span>
        Wardroom
      </h1>
      {busy && !failure ? (
        <p role="status" className="text-fg-2">
          {say("Signing you in…")}
        </p>
      ) : (
        <>
          {failure?.at === "provider" && <ProviderFailure {...failure} />}
          {isInvited && (
            <p className="text-fg-2">
              {sayParts("You are invited to {workspace} as {name}.", {
                workspace: <bdi className="text-fg font-semibold">{invitation.workspace}</bdi>,
                name: <bdi className="text-fg font-semibold">{invitation.name}</bdi>,
              })}
            </p>
          )}
          {provider !== null && (
            <Way hint={isInvited && say("You use that account from then on, in any browser.")}>
              <Button look="primary" onClick={withProvider}>
                {say("Sign in with {provider}", { provider })}
              </Button>
            </Way>
          )}
          {isInvited ? (
            <Way hint={failure?.message ?? say("This browser alone is signed in then. The link works once.")}>
              <Button onClick={() => signIn(code)}>{say("Continue without an account")}</Button>
            </Way>
          ) : (
            <CodeForm
              isFirst={provider === null}
              failure={failure?.at === "form" ? failure : undefined}
              onCode={signIn}
            />
          )}
        </>
      )}
    </div>
  );
}

function Way({ hint, children }: { hint: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-1">
      {children}
      {hint && <p className="text-fg-3 text-xs">{hint}</p>}
    </div>
  );
}

function ProviderFailure({ message, hint }: Failure) {
  return (
    <div role="alert" className="bg-bad-soft flex flex-col gap-0.5 rounded-md px-2.5 py-1.5">
      <p>{message}</p>
      {hint !== undefined && <p className="text-fg-2 text-xs">{hint}</p>}
    </div>
  );
}

interface CodeFormProps {
  /** Whether it is the way that people are to take, or one beside a provider. */
  isFirst: boolean;
  failure: Failure | undefined;
  onCode: (secret: string) => void;
}

function CodeForm({ isFirst, failure, onCode }: CodeFormProps) {
  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const secret = new FormData(event.currentTarget).get("code");
    if (typeof secret === "string" && secret.trim() !== "") onCode(secret.trim());
  }

  return (
    <form
      onSubmit={onSubmit}
      className={isFirst ? "flex flex-col gap-3" : "border-line flex flex-col gap-3 border-t pt-4"}
    >
      <p className="text-fg-2">
        {sayParts("<code>npm start</code> prints a one-click sign-in link. Or paste its code, or the owner’s token.", {
          code: (inside) => <code className="font-mono text-xs">{inside}</code>,
        })}
      </p>
      <TextField
        label={say("One-time code or owner’s token")}
        error={failure?.message}
        hint={failure?.hint ?? say("A code works once; start Wardroom again for another one.")}
        name="code"
        type="password"
        autoComplete="current-password"
        spellCheck={false}
        required
        maxLength={500}
      />
      <Button type="submit" look={isFirst ? "primary" : "secondary"} className="self-start">
        {say("Sign in")}
      </Button>
    </form>
  );
}
