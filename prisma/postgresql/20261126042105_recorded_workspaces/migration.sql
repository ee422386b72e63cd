-- AlterTable
ALTER TABLE "Workspace" ADD COLUMN     "recorded" TEXT COLLATE "C";

-- CreateTable
CREATE TABLE "Announcement" (
    "toolUseId" TEXT COLLATE "C" NOT NULL,
    "workspaceId" TEXT COLLATE "C" NOT NULL,
    "sessionKey" BIGINT NOT NULL,
    "role" TEXT COLLATE "C" NOT NULL,
    "credentialId" TEXT COLLATE "C" NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Announcement_pkey" PRIMARY KEY ("toolUseId")
);
