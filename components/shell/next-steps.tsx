import { Link } from "@/components/ui/link";
import { listActions } from "@/components/ui/action-registry";
import { Button, buttonClass, type ButtonLook } from "@/components/ui/button";
import type { ToastMessage } from "@/components/ui/toast-queue";
import { RequestError } from "@/lib/client/request-error";

type NextStep = NonNullable<ToastMessage["action"]>;

/** What can be done next about an error: at once where this page offers that operation, else on the page that does. */
export function nextSteps(error: unknown): NextStep[] {
  if (!(error instanceof RequestError)) return [];
  return error.steps.flatMap<NextStep>(({ operation, label, href }) => {
    const here = listActions().find(({ id, enabled }) => id === operation && enabled !== false);
    if (here) return [{ label: here.label, run: here.run }];
    return href.split("?")[0] === location.pathname ? [] : [{ label, href }];
  });
}

/** The same as buttons and links, beside the words of the error. */
export function NextSteps({ error, ...look }: ButtonLook & { error: unknown }) {
  return nextSteps(error).map((step) =>
    "href" in step ? (
      <Link key={step.label} href={step.href} className={buttonClass(look)}>
        {step.label}
      </Link>
    ) : (
      <Button key={step.label} {...look} onClick={step.run}>
        {step.label}
      </Button>
    ),
  );
}
