-- CreateTable
CREATE TABLE "Webhook" (
    "workspaceId" TEXT NOT NULL PRIMARY KEY,
    "url" TEXT NOT NULL,
    "kinds" TEXT NOT NULL,
    "quiet" TEXT,
    "lastAt" DATETIME,
    "lastOk" BOOLEAN,
    "lastSaid" TEXT,
    CONSTRAINT "Webhook_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace" ("name") ON DELETE RESTRICT ON UPDATE CASCADE
);
