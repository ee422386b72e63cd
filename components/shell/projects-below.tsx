import type { Storage } from "@/lib/contracts/server";
import { say } from "@/lib/core/i18n/say";

export function ProjectsBelow({ workspaceFolder, subprojects }: Pick<Storage, "workspaceFolder" | "subprojects">) {
  return (
    <>
      {subprojects.map((folder) => (
        <code key={folder} dir="auto" className="block [overflow-wrap:anywhere]">
          wardroom serve --workspace {workspaceFolder}/{folder}
        </code>
      ))}
      <span className="text-fg-3">{say("These folders hold projects of their own. Serve each as a workspace.")}</span>
    </>
  );
}
