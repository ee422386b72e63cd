import { AppError } from "@/lib/core/errors";
import { METHODS, NO_ADDRESS, defineRoute, methods } from "@/lib/api/define-route";

const nothing = defineRoute({
  http: NO_ADDRESS,
  summary: "An address that does not exist",
  tag: "none",
  access: "public",
  response: null,
  handle: () => {
    throw new AppError("not_found", "There is nothing at this address.", {
      hint: "See /docs/api for every address; those of a workspace begin with /api/v1/workspaces/{workspace}.",
    });
  },
});

/** Answers for every address that is not there. */
export const nowhere = methods(Object.fromEntries(METHODS.map((method) => [method, nothing])));
