/** Options that every command takes. */
export interface Flags {
  workspace?: string;
  url?: string;
  token?: string;
  /** The role to act as. */
  as?: string;
  json?: true;
  yes?: true;
  /** false with `--no-server`: the work is done in this process also where a server runs. */
  server: boolean;
  /** false with `--no-color`. */
  color: boolean;
}
