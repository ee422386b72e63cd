/** Names a session. */
export interface SessionParams {
  workspace: string;
  session: string;
}
