import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Token } from "@/lib/contracts/sessions";

interface TokenRowProps {
  token: Token;
  onRevoke: (token: Token) => void;
}

/** One token of a role: when it was made, when it was last used, and its end. */
export function TokenRow({ token, onRevoke }: TokenRowProps) {
  const revoked = token.revokedAt !== null;
  return (
    <li className="border-line flex min-h-9 flex-wrap items-center gap-x-3 gap-y-0.5 border-t py-1 ps-8 pe-3 text-xs max-sm:ps-4">
      <code className={`font-mono ${revoked ? "text-fg-3 line-through" : ""}`}>…{token.id.slice(-6)}</code>
      <span className="text-fg-2 min-w-0 flex-1">
        made <RelativeTime at={token.createdAt} ago /> by {token.createdBy},{" "}
        {token.lastUsedAt === null ? (
          "never used"
        ) : (
          <>
            last used <RelativeTime at={token.lastUsedAt} ago />
          </>
        )}
      </span>
      {token.revokedAt === null ? (
        <Button
          look="danger"
          size="small"
          aria-label={`Revoke the token of ${token.role} made ${token.createdAt}`}
          onClick={() => onRevoke(token)}
        >
          Revoke…
        </Button>
      ) : (
        <span className="text-fg-3">
          revoked <RelativeTime at={token.revokedAt} ago />
        </span>
      )}
    </li>
  );
}
