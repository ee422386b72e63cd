import { startServer, type RunningServer, type ServerOptions } from "../scripts/start-server.mjs";

/** A server that can be started again where it was. */
export interface RestartableServer extends RunningServer {
  /** Starts it anew on the same port and data, after a `stop` or a `kill`. */
  restart(): Promise<void>;
}

/** Says that a server is not the test's own. */
const shared = () => Promise.reject(new Error("Other tests use this server too: test.use({ ownServer: true })"));

/** What a server in turn serves now: nobody can end or restart it. */
export function asShared(running: RunningServer): RestartableServer {
  return { ...running, stop: shared, kill: shared, restart: shared };
}

/** Like `startServer`; what it answers goes on to speak of the server that runs after a `restart`. */
export async function startRestartable(options: ServerOptions): Promise<RestartableServer> {
  let current = await startServer(options);
  const { port } = new URL(current.url);
  return {
    url: current.url,
    origin: current.origin,
    token: current.token,
    data: current.data,
    get loginUrl() {
      return current.loginUrl;
    },
    get pid() {
      return current.pid;
    },
    output: () => current.output(),
    stop: () => current.stop(),
    kill: () => current.kill(),
    async restart() {
      current = await startServer({ ...options, env: { ...options.env, PORT: port } });
    },
  };
}
