-- CreateTable
CREATE TABLE "TeamSession" (
    "workspaceId" TEXT NOT NULL,
    "team" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "mode" TEXT,
    "topic" TEXT,
    "status" TEXT NOT NULL DEFAULT 'active',
    "turns" INTEGER NOT NULL DEFAULT 0,
    "currentSpeaker" TEXT,
    "loaded" TEXT NOT NULL DEFAULT '[]',
    "notes" TEXT NOT NULL DEFAULT '{}',
    "budget" INTEGER,
    "checkpointEvery" INTEGER,
    "lastCheckpoint" TEXT,
    "outcome" TEXT,
    "startedBy" TEXT NOT NULL,
    "startedAt" DATETIME NOT NULL,
    "endedAt" DATETIME,

    PRIMARY KEY ("workspaceId", "team", "id"),
    CONSTRAINT "TeamSession_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace" ("name") ON DELETE RESTRICT ON UPDATE CASCADE
);
