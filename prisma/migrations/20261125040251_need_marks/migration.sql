-- CreateTable
CREATE TABLE "NeedMark" (
    "workspaceId" TEXT NOT NULL,
    "person" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "seen" TEXT NOT NULL,
    "readAt" DATETIME,
    "snoozedUntil" DATETIME,
    "at" DATETIME NOT NULL,

    PRIMARY KEY ("workspaceId", "person", "key"),
    CONSTRAINT "NeedMark_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace" ("name") ON DELETE RESTRICT ON UPDATE CASCADE
);
