import { RelativeTime } from "@/components/ui/relative-time";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/i18n/say";
import { NoticeBar } from "./notice-bar";

interface LoginsFailedProps {
  failed: number;
  /** From where most of them came; null when from many. */
  address: string | null;
  lastAt: string;
}

export function LoginsFailed({ failed, address, lastAt }: LoginsFailedProps) {
  return (
    <NoticeBar>
      {sayParts(
        "{failed} failed sign-ins, mostly from {address}, last {when}. Not you? Check who can reach this address.",
        { failed, address: address ?? say("many addresses"), when: <RelativeTime at={lastAt} ago /> },
      )}
    </NoticeBar>
  );
}

/** The folder of a workspace is away, or holds another project than its history. */
export function FolderClosed({ workspace, folder }: { workspace: string; folder: "away" | "other" }) {
  const b = (inside: React.ReactNode) => <b className="font-semibold">{inside}</b>;
  return (
    <NoticeBar bad>
      {folder === "away"
        ? sayParts("<b>The folder of this workspace is missing.</b> Move it back or mount its disk. Nothing is lost.", {
            b,
          })
        : sayParts(
            "<b>This workspace’s folder holds a different project.</b> Serve it under another name, or move the history there: <code>wardroom workspace move {workspace} FOLDER</code>.",
            { b, code: (inside) => <code>{inside}</code>, workspace },
          )}
    </NoticeBar>
  );
}
