export interface SessionParams {
  workspace: string;
  session: string;
}
