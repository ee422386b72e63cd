import type { ProjectChanges, ProjectSetup, SetUpProject, SetupUndone } from "@/lib/contracts/setup";
import { AppError } from "@/lib/core/errors";
import { CLIENT_NAMES, CLIENTS, type ClientName } from "@/lib/core/plugin-setup/client-names";
import { SETUP_CLIENTS } from "@/lib/core/plugin-setup/setup-clients";
import type { SetupFile } from "@/lib/core/plugin-setup/plan-client";
import { allow, type Caller, type ChangeRequest, by } from "@/lib/services/workspace/caller";
import { assertPreviewed, etagOfPlan, presentChanges } from "@/lib/services/workspace/previewed-plan";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { changeFiles, readFiles, editProject, isOnPath } from "@/lib/store/project-files";
import { isCurrent, openClientSetup, planSetUp, type SetupSource } from "@/lib/store/client-setup";
import { keepSetupActs, layOut, readSetupActs, type SetupPlace } from "@/lib/store/setup-acts";
import { findRunningServer } from "@/lib/store/server-file";
import packageJson from "@/package.json";

interface Scope {
  workspace: string;
}

/**
 * Sets up the agents' clients of a project as the command does, by the same plans. Nothing outside of the workspace's folder is
 * written, and every act can be undone byte for byte.
 */
export function projectSetupService(context: ServiceContext) {
  const { places, committer, clock } = context;
  // One after the other: each plan rests on what the one before left.
  const last = new Map<string, Promise<unknown>>();

  function inTurn<T>(workspace: string, work: () => Promise<T>): Promise<T> {
    const turn = (last.get(workspace) ?? Promise.resolve()).then(work, work);
    last.set(workspace, turn);
    return turn;
  }

  async function sourceOf(workspace: string): Promise<SetupSource> {
    if (places.workspaces.has(workspace) && !context.inFolders.includes(workspace))
      throw new AppError(
        "not_found",
        `No project of workspace ${workspace} lies on this server: its content is in the history.`,
        {
          hint: "Set up the clients where the project lies: wardroom up",
        },
      );
    // Throws where the folder is missing, or is another project's.
    await context.store(workspace).marks([".git"]);
    return {
      folder: places.workspaces.get(workspace) ?? "",
      locateFile: editProject.locateFile,
      wardroom: places.wardroom,
      version: packageJson.version,
      dataFolder: places.data,
      url: findRunningServer(places.data),
    };
  }

  function record(caller: Caller, workspace: string, detail: Record<string, unknown>): Promise<void> {
    return committer.act(by(caller, workspace), (draft) =>
      draft.event("workspace.configured", workspace, null, detail),
    );
  }

  return {
    /** What the project has of each client, and what was set up last. The owner's: it tells of a machine. */
    async read(caller: Caller, { workspace }: Scope): Promise<ProjectSetup> {
      allow(caller, "set up a project", { workspace });
      const source = await sourceOf(workspace);
      const path = process.env["PATH"] ?? "";
      const act = (await readSetupActs(placeOf(source, workspace)))?.at(-1);
      return {
        folder: source.folder,
        wardroom: source.wardroom,
        isCommand: await isOnPath(["wardroom"], path),
        clients: await Promise.all(CLIENT_NAMES.map((client) => stateOf(source, client, path))),
        undoable: act === undefined ? null : { at: act.at, files: act.files.map((file) => file.path) },
      };
    },

    /**
     * Puts clients and the protocol into the project. A dry run shows what every file becomes; carrying it out needs the ETag of that
     * preview, does exactly that, and does all of it or nothing. The owner's.
     */
    async apply(caller: Caller, { workspace }: Scope, body: SetUpProject, request: ChangeRequest) {
      allow(caller, "set up a project", { workspace });
      const source = await sourceOf(workspace);
      const present = ({ files, notes }: { files: SetupFile[]; notes: string[] }): ProjectChanges => ({
        changes: presentChanges(files),
        notes,
        next: CLIENT_NAMES.filter((client) => body.clients.includes(client)).map((client) => ({
          client,
          text: SETUP_CLIENTS[client].next,
        })),
        etag: etagOfPlan(files),
      });
      const choice = { ...body, agents: body.protocol, gitignore: body.protocol };
      if (body.dryRun) return present(await planSetUp(source, choice));
      return inTurn(workspace, async () => {
        const planned = await planSetUp(source, choice);
        const answer = present(planned);
        assertPreviewed(request, answer.etag, "Setting up a project");
        if (planned.files.length === 0) return answer;
        // Before the files: what a crash cuts off can be undone too.
        await layOut(editProject, placeOf(source, workspace), { at: clock().toISOString(), files: planned.files });
        await record(caller, workspace, { setup: planned.files.map(({ path }) => path) });
        return answer;
      });
    },

    /** Undoes the last act: each file is as it was before, byte for byte. What was changed since stays. The owner's. */
    async undo(caller: Caller, { workspace }: Scope): Promise<SetupUndone> {
      allow(caller, "set up a project", { workspace });
      const source = await sourceOf(workspace);
      return inTurn(workspace, async () => {
        const acts = (await readSetupActs(placeOf(source, workspace))) ?? [];
        const act = acts.at(-1);
        if (act === undefined)
          throw new AppError("not_found", "Nothing was set up in this project that could be undone.", {
            hint: "What was installed at a terminal is taken out there.",
          });
        const { read } = await readFiles(
          source,
          act.files.map(({ path }) => path),
        );
        const back = act.files.filter(({ path, after }) => read(path) === after);
        const files = back.map(({ path, before, after }) => ({ path, before: after, after: before }));
        await changeFiles(editProject, source.folder, { files, folders: act.folders });
        await keepSetupActs(placeOf(source, workspace), acts.slice(0, -1));
        const undone = files.map(({ path }) => path);
        await record(caller, workspace, { setupUndone: undone });
        const kept = act.files.filter(({ path, before }) => !undone.includes(path) && read(path) !== before);
        return { files: undone, kept: kept.map(({ path }) => path) };
      });
    },
  };
}

function placeOf({ folder, dataFolder }: SetupSource, workspace: string): SetupPlace {
  return { folder, dataFolder, workspace };
}

async function stateOf(
  source: SetupSource,
  client: ClientName,
  path: string,
): Promise<ProjectSetup["clients"][number]> {
  const { name, programs } = CLIENTS[client];
  const known = { client, name, isHere: await isOnPath(programs, path) };
  try {
    const setup = await openClientSetup(source, client);
    return { ...known, installed: setup.installed, isCurrent: isCurrent(setup), problem: null };
  } catch (error) {
    // One client's broken settings keep no other from being set up.
    if (!(error instanceof AppError)) throw error;
    return { ...known, installed: null, isCurrent: false, problem: error.message };
  }
}
