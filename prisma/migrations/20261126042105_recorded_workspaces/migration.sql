-- AlterTable
ALTER TABLE "Workspace" ADD COLUMN "recorded" TEXT;

-- CreateTable
CREATE TABLE "Announcement" (
    "toolUseId" TEXT NOT NULL PRIMARY KEY,
    "workspaceId" TEXT NOT NULL,
    "sessionKey" INTEGER NOT NULL,
    "role" TEXT NOT NULL,
    "credentialId" TEXT NOT NULL,
    "expiresAt" DATETIME NOT NULL
);
