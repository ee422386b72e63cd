import { PathParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { RequestError, type RequestErrorCode } from "@/lib/client/request-error";
import { NotRead } from "./not-read";
import { ReadFailure } from "./read-failure";
import { StaleBar } from "./stale-bar";

afterEach(() => vi.unstubAllGlobals());

const failed = (code: RequestErrorCode) => new RequestError(code, "It did not work.", 0, "Send a token.");

function shown(part: React.ReactNode): string {
  return renderToStaticMarkup(<PathParamsContext value={{ workspace: "demo" }}>{part}</PathParamsContext>);
}

test("whoever is signed out is led to the login from everywhere", () => {
  const error = failed("unauthenticated");
  for (const part of [
    <NotRead key="page" what="The memory" error={error} onRetry={() => undefined} />,
    <StaleBar key="bar" error={error} onRetry={() => undefined} />,
    <ReadFailure key="part" error={error} onRetry={() => undefined} />,
  ]) {
    expect(shown(part)).toContain('href="/login"');
    expect(shown(part)).not.toContain("Retry");
  }
});

test("a page whose subject is gone leads on, and a part of a page does not lead away", () => {
  const error = failed("not_found");
  expect(shown(<NotRead what="The memory" error={error} onRetry={() => undefined} />)).toContain('href="/demo"');
  expect(shown(<StaleBar error={error} onRetry={() => undefined} />)).toContain('href="/demo"');
  expect(shown(<ReadFailure error={error} onRetry={() => undefined} />)).toContain("Retry");
});

test("anything else is told with its hint, and can be tried again", () => {
  const page = shown(<NotRead what="The memory" error={failed("unreachable")} onRetry={() => undefined} />);
  for (const words of ["The memory could not be read", "It did not work. Send a token.", "Retry"]) {
    expect(page).toContain(words);
  }
});

test("the next step of an error is a link to the page that has it, unless it is this page", () => {
  const steps = [{ operation: "gate.list", label: "Open Gates", href: "/demo/sessions/s/gates" }];
  const error = new RequestError("gate_open", "A gate is open.", 409, "Look at the Gates page.", undefined, steps);
  const parts = [
    <NotRead key="page" what="The context" error={error} onRetry={() => undefined} />,
    <ReadFailure key="part" error={error} onRetry={() => undefined} />,
  ];
  vi.stubGlobal("location", { pathname: "/demo/sessions/s/context" });
  for (const part of parts) expect(shown(part)).toMatch(/href="\/demo\/sessions\/s\/gates"[^>]*>Open Gates</);
  vi.stubGlobal("location", { pathname: "/demo/sessions/s/gates" });
  for (const part of parts) expect(shown(part)).not.toContain("Open Gates");
});
