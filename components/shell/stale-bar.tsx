import Link from "next/link";
import { Button, buttonClass } from "@/components/ui/button";
import { pages } from "@/lib/client/paths";
import { RequestError, wordsOf } from "@/lib/client/request-error";

/** Says above what was read last that it could not be read again. */
export function StaleBar({ workspace, error, onRetry }: { workspace: string; error: unknown; onRetry: () => void }) {
  const { message } = wordsOf(error);
  const code = error instanceof RequestError ? error.code : undefined;
  return (
    <div role="alert" className="border-line bg-warn-soft flex shrink-0 items-center gap-3 border-b px-4 py-1.5">
      <span className="min-w-0 flex-1">{message} Below is what was read last.</span>
      {code === "unauthenticated" ? (
        <Link href={pages.login()} className={buttonClass({ size: "small" })}>
          Sign in
        </Link>
      ) : code === "not_found" ? (
        <Link href={pages.overview(workspace)} className={buttonClass({ size: "small" })}>
          To the overview
        </Link>
      ) : (
        <Button size="small" onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  );
}
