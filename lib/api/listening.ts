/** Where the server listens. */
export interface Listening {
  host: string;
  port: number;
}
