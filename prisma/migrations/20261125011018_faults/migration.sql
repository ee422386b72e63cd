-- CreateTable
CREATE TABLE "FaultDecision" (
    "workspaceId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "revision" INTEGER,
    "by" TEXT NOT NULL,
    "at" DATETIME NOT NULL,

    PRIMARY KEY ("workspaceId", "id"),
    CONSTRAINT "FaultDecision_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace" ("name") ON DELETE RESTRICT ON UPDATE CASCADE
);
