-- CreateTable
CREATE TABLE "Replica" (
    "workspaceId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "person" TEXT NOT NULL,
    "machine" TEXT NOT NULL,
    "mark" INTEGER NOT NULL,
    "waiting" INTEGER NOT NULL,
    "conflicts" TEXT NOT NULL,
    "pushedAt" DATETIME,
    "seenAt" DATETIME NOT NULL,
    "since" DATETIME NOT NULL,

    PRIMARY KEY ("workspaceId", "id"),
    CONSTRAINT "Replica_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace" ("name") ON DELETE RESTRICT ON UPDATE CASCADE
);
