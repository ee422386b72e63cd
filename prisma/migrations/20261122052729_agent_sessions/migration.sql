-- CreateTable
CREATE TABLE "AgentSession" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "workspaceId" TEXT NOT NULL,
    "agent" TEXT NOT NULL,
    "startedAt" DATETIME NOT NULL,
    "startedBy" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "closedAt" DATETIME,
    "closedBy" TEXT,
    "summary" TEXT,
    "outcome" TEXT,
    "log" TEXT,
    "closedRevision" INTEGER,
    CONSTRAINT "AgentSession_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace" ("name") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "AgentSession_id_key" ON "AgentSession"("id");

-- CreateIndex
CREATE INDEX "AgentSession_workspaceId_agent_closedAt_idx" ON "AgentSession"("workspaceId", "agent", "closedAt");
