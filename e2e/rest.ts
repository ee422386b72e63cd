/** Another program that calls the REST API of a workspace with a token of its own. Paths are below the workspace. */
export interface Rest {
  /** The answer's body; rejects with what the server said when it refused. */
  get<Body>(path: string): Promise<Body>;
  post<Body>(path: string, body: unknown, headers?: Record<string, string>): Promise<Body>;
  put<Body>(path: string, body: unknown, headers?: Record<string, string>): Promise<Body>;
  delete(path: string): Promise<void>;
  /** The status alone, whatever it is. */
  status(method: string, path: string, body?: unknown): Promise<number>;
}

/** A client of the workspace at `url`, such as `http://127.0.0.1:41234/api/v1/workspaces/team`. */
export function restClient(url: string, token: string): Rest {
  const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  async function read<Body>(method: string, path: string, answer: Promise<Response>): Promise<Body> {
    const response = await answer;
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`);
    return (text === "" ? undefined : JSON.parse(text)) as Body;
  }

  return {
    get: (path) => read("GET", path, send("GET", path)),
    post: (path, body, headers) => read("POST", path, send("POST", path, body, headers)),
    put: (path, body, headers) => read("PUT", path, send("PUT", path, body, headers)),
    delete: (path) => read("DELETE", path, send("DELETE", path)),
    status: async (method, path, body) => (await send(method, path, body)).status,
  };
}
