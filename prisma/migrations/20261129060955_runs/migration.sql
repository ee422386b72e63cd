-- AlterTable
ALTER TABLE "Acknowledgement" ADD COLUMN "run" TEXT;

-- AlterTable
ALTER TABLE "Announcement" ADD COLUMN "run" TEXT;

-- AlterTable
ALTER TABLE "Claim" ADD COLUMN "run" TEXT;

-- AlterTable
ALTER TABLE "Delivery" ADD COLUMN "run" TEXT;

-- CreateTable
CREATE TABLE "Run" (
    "sessionKey" INTEGER NOT NULL,
    "reader" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "began" DATETIME NOT NULL,
    "sign" DATETIME,
    "ended" DATETIME,
    "how" TEXT,
    "origin" TEXT,
    "confirmed" INTEGER,
    "lostAt" DATETIME,
    "wantsFull" BOOLEAN NOT NULL DEFAULT false,
    "handed" TEXT,
    "handedAt" DATETIME,

    PRIMARY KEY ("sessionKey", "reader"),
    CONSTRAINT "Run_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "Run_sessionKey_role_idx" ON "Run"("sessionKey", "role");
