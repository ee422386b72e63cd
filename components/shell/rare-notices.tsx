import { RelativeTime } from "@/components/ui/relative-time";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/words/say";
import { NoticeBar } from "./notice-bar";

interface LoginsFailedProps {
  failed: number;
  /** From where most of them came; null when from many. */
  address: string | null;
  lastAt: string;
}

/** Somebody guesses at the login. */
export function LoginsFailed({ failed, address, lastAt }: LoginsFailedProps) {
  return (
    <NoticeBar>
      {sayParts(
        "{failed} failed sign-ins, most of them from {address}, the last one {when}. Further attempts are delayed. If that was not you, check who can reach this address.",
        { failed, address: address ?? say("many addresses"), when: <RelativeTime at={lastAt} ago /> },
      )}
    </NoticeBar>
  );
}

/** The folder of a workspace is away, or holds another project than its history. */
export function FolderClosed({ workspace, isAway }: { workspace: string; isAway: boolean }) {
  const b = (inside: React.ReactNode) => <b className="font-semibold">{inside}</b>;
  return (
    <NoticeBar bad>
      {isAway
        ? sayParts(
            "<b>The folder of this workspace is missing.</b> Move it back or mount its disk. Nothing is changed until then, and nothing is lost.",
            { b },
          )
        : sayParts(
            "<b>The folder of this workspace holds another project than its history.</b> Nothing is changed. Serve the folder under another name, or run <code>wardroom workspace move {workspace} FOLDER</code> to continue the history there.",
            { b, code: (inside) => <code>{inside}</code>, workspace },
          )}
    </NoticeBar>
  );
}
