-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_Replica" (
    "workspaceId" TEXT NOT NULL,
    "owner" TEXT NOT NULL DEFAULT '',
    "id" TEXT NOT NULL,
    "person" TEXT NOT NULL,
    "machine" TEXT NOT NULL,
    "mark" INTEGER NOT NULL,
    "waiting" INTEGER NOT NULL,
    "conflicts" TEXT NOT NULL,
    "pushedAt" DATETIME,
    "seenAt" DATETIME NOT NULL,
    "since" DATETIME NOT NULL,

    PRIMARY KEY ("workspaceId", "owner", "id"),
    CONSTRAINT "Replica_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace" ("name") ON DELETE RESTRICT ON UPDATE CASCADE
);
-- Whose the rows before were is not known: each replica announces itself again within a minute.
DROP TABLE "Replica";
ALTER TABLE "new_Replica" RENAME TO "Replica";
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;
