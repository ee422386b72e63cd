export interface WorkspaceParams {
  workspace: string;
}

export interface SessionParams extends WorkspaceParams {
  session: string;
}
