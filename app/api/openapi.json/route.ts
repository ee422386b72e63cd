import { methods } from "@/lib/api/define-route";
import { openApiRoute } from "./routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: openApiRoute });
