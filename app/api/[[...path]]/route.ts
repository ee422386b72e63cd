import { answer } from "@/app/api/answer";

const handle = (request: Request): Promise<Response> => answer(request);

export { handle as GET, handle as POST, handle as PUT, handle as PATCH, handle as DELETE, handle as OPTIONS };
