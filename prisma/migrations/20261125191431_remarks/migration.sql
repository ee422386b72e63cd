-- CreateTable
CREATE TABLE "Comment" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "sessionKey" INTEGER NOT NULL,
    "item" TEXT NOT NULL,
    "person" TEXT NOT NULL,
    "author" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "at" DATETIME NOT NULL,
    CONSTRAINT "Comment_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Assignment" (
    "workspaceId" TEXT NOT NULL,
    "about" TEXT NOT NULL,
    "sessionKey" INTEGER,
    "assignee" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "at" DATETIME NOT NULL,

    PRIMARY KEY ("workspaceId", "about"),
    CONSTRAINT "Assignment_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace" ("name") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Assignment_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session" ("key") ON DELETE SET NULL ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "Comment_sessionKey_item_idx" ON "Comment"("sessionKey", "item");
