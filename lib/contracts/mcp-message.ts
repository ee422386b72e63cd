import { z } from "zod";

/** What a client of the Model Context Protocol posts. Its shape is the protocol's, and checked where that is spoken. */
export const McpMessage = z
  .unknown()
  .meta({ description: "One JSON-RPC message, of the revision 2026-07-28 or an earlier one" });
