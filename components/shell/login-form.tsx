"use client";
import { useEffect, useRef, useState, type SubmitEvent } from "react";
import { Button } from "@/components/ui/button";
import { Field, TextInput } from "@/components/ui/field";
import { login } from "@/lib/client/login";
import { pages } from "@/lib/client/paths";
import { wordsOf } from "@/lib/client/request-error";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/words/say";

interface LoginFormProps {
  code: string | undefined;
  /** Whether this browser is signed in already; a code of the past is no hindrance then. */
  signedIn: boolean;
}

/**
 * Signs this browser in. A code in the address is posted by the page itself: fetching the address ahead must not burn it.
 */
export function LoginForm({ code, signedIn }: LoginFormProps) {
  const [busy, setBusy] = useState(code !== undefined);
  const [failure, setFailure] = useState<{ message: string; hint?: string }>();
  const posted = useRef(false);

  function signIn(secret: string, enterAnyway = false) {
    setBusy(true);
    setFailure(undefined);
    login(secret).then(
      () => location.replace(pages.home()),
      (error: unknown) => {
        if (enterAnyway) {
          location.replace(pages.home());
          return;
        }
        setFailure(wordsOf(error));
        setBusy(false);
      },
    );
  }

  useEffect(() => {
    if (code === undefined || posted.current) return;
    posted.current = true;
    // A code in the history of the browser is of no use any more, but it need not be seen either.
    history.replaceState(null, "", pages.login());
    signIn(code, signedIn);
  }, [code, signedIn]);

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const secret = new FormData(event.currentTarget).get("code");
    if (typeof secret === "string" && secret.trim() !== "") signIn(secret.trim());
  }

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
        <form onSubmit={onSubmit} className="flex flex-col gap-3">
          <p className="text-fg-2">
            {sayParts(
              "<code>npm start</code> prints an address that signs you in with one click. Or paste its code here, or the owner’s token.",
              { code: (inside) => <code className="font-mono text-xs">{inside}</code> },
            )}
          </p>
          <Field
            label={say("One-time code or owner’s token")}
            error={failure?.message}
            hint={failure?.hint ?? say("A code works once; start Wardroom again for another one.")}
          >
            <TextInput
              name="code"
              type="password"
              autoComplete="current-password"
              spellCheck={false}
              required
              maxLength={500}
            />
          </Field>
          <Button type="submit" look="primary" className="self-start">
            {say("Sign in")}
          </Button>
        </form>
      )}
    </div>
  );
}
