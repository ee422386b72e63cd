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

/** The folder of a workspace is away, holds another project than its history, or is not where its content is kept any more. */
export function FolderClosed({ workspace, folder }: { workspace: string; folder: "away" | "other" | "moved" }) {
  const b = (inside: React.ReactNode) => <b className="font-semibold">{inside}</b>;
  if (folder === "moved") {
    return (
      <NoticeBar bad>
        {sayParts(
          "<b>The content of this workspace was imported or exported while this server ran.</b> It is neither shown nor changed here until the server is restarted with the workspace's new place in <code>WARDROOM_WORKSPACES</code>.",
          { b, code: (inside) => <code>{inside}</code> },
        )}
      </NoticeBar>
    );
  }
  return (
    <NoticeBar bad>
      {folder === "away"
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
