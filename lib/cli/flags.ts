export interface Flags {
  workspace?: string;
  url?: string;
  token?: string;
  /** The role to act as. */
  as?: string;
  /** The owner's rights, also where an agent's client runs the command. */
  owner?: true;
  json?: true;
  yes?: true;
  /** false with `--no-server`: the work is done in this process also where a server runs. */
  server: boolean;
  /** false with `--no-color`. */
  color: boolean;
}
