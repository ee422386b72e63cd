import { Link } from "@/components/ui/link";
import { useParams } from "next/navigation";
import { Button, buttonClass, type ButtonLook } from "@/components/ui/button";
import { pages } from "@/lib/client/paths";
import { RequestError } from "@/lib/client/request-error";
import { say } from "@/lib/core/i18n/say";

interface RemedyProps extends ButtonLook {
  error: unknown;
  onRetry: () => void;
  /** It is what the page is about: whoever finds it gone has nothing to do here. */
  ofPage?: boolean;
}

/** The one thing to do about what could not be read: sign in, leave what is gone, or try again. */
export function Remedy({ error, onRetry, ofPage = false, ...look }: RemedyProps) {
  const { workspace } = useParams<{ workspace?: string }>();
  const code = error instanceof RequestError ? error.code : undefined;
  if (code === "unauthenticated") {
    return (
      <Link href={pages.login()} className={buttonClass(look)}>
        {say("Sign in")}
      </Link>
    );
  }
  if (code === "not_found" && ofPage && workspace !== undefined) {
    return (
      <Link href={pages.overview(workspace)} className={buttonClass(look)}>
        {say("Go to overview")}
      </Link>
    );
  }
  return (
    <Button {...look} onClick={onRetry}>
      {say("Retry")}
    </Button>
  );
}
