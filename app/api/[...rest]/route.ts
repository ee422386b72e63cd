import { AppError } from "@/lib/core/errors";
import { METHODS, defineRoute, methods } from "@/lib/api/define-route";

const nothing = defineRoute({
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

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods(
  Object.fromEntries(METHODS.map((method) => [method, nothing])),
);
