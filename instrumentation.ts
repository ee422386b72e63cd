/** Start-up of the server: recovery is done and the address printed before the first request is answered. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { startServer } = await import("@/lib/api/start-server");
  await startServer();
}
