-- CreateTable
CREATE TABLE "StateLine" (
    "sessionKey" INTEGER NOT NULL,
    "role" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "at" DATETIME NOT NULL,

    PRIMARY KEY ("sessionKey", "role"),
    CONSTRAINT "StateLine_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Claim" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "sessionKey" INTEGER NOT NULL,
    "role" TEXT NOT NULL,
    "what" TEXT NOT NULL,
    "at" DATETIME NOT NULL,
    "until" DATETIME NOT NULL,
    "endedAt" DATETIME,
    CONSTRAINT "Claim_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Nudge" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "sessionKey" INTEGER NOT NULL,
    "sender" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "at" DATETIME NOT NULL,
    "readAt" DATETIME,
    CONSTRAINT "Nudge_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "Claim_sessionKey_endedAt_idx" ON "Claim"("sessionKey", "endedAt");

-- CreateIndex
CREATE INDEX "Nudge_sessionKey_role_readAt_idx" ON "Nudge"("sessionKey", "role", "readAt");
