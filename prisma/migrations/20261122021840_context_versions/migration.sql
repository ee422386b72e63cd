-- CreateTable
CREATE TABLE "ContextVersion" (
    "sessionKey" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "documentId" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "tokens" INTEGER NOT NULL,
    "deltaTokens" INTEGER,
    "operations" INTEGER,
    "requiredActions" TEXT NOT NULL,
    "affected" TEXT NOT NULL DEFAULT '[]',
    "actor" TEXT NOT NULL,
    "at" DATETIME NOT NULL,

    PRIMARY KEY ("sessionKey", "number"),
    CONSTRAINT "ContextVersion_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Delivery" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "sessionKey" INTEGER NOT NULL,
    "role" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "fromVersion" INTEGER,
    "kind" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "reason" TEXT,
    "message" TEXT NOT NULL,
    "tokens" INTEGER NOT NULL,
    "fullTokens" INTEGER NOT NULL,
    "total" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "sentAt" DATETIME NOT NULL,
    "fetchedAt" DATETIME,
    "pingedAt" DATETIME,
    CONSTRAINT "Delivery_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Acknowledgement" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "sessionKey" INTEGER NOT NULL,
    "deliveryId" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "applied" INTEGER NOT NULL,
    "total" INTEGER NOT NULL,
    "impact" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "unclear" TEXT NOT NULL DEFAULT '[]',
    "tokens" INTEGER NOT NULL,
    "confirmed" BOOLEAN NOT NULL,
    "leadAction" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "at" DATETIME NOT NULL,
    CONSTRAINT "Acknowledgement_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session" ("key") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Acknowledgement_deliveryId_fkey" FOREIGN KEY ("deliveryId") REFERENCES "Delivery" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Gate" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "sessionKey" INTEGER NOT NULL,
    "phase" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "result" TEXT,
    "record" TEXT NOT NULL DEFAULT '{}',
    "gcVersion" INTEGER NOT NULL,
    "openedBy" TEXT NOT NULL,
    "openedAt" DATETIME NOT NULL,
    "endedBy" TEXT,
    "endedAt" DATETIME,
    CONSTRAINT "Gate_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_Role" (
    "sessionKey" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "type" TEXT,
    "addedAt" DATETIME NOT NULL,
    "readRevision" INTEGER,
    "readAt" DATETIME,
    "confirmed" INTEGER,
    "lostAt" DATETIME,
    "wantsFull" BOOLEAN NOT NULL DEFAULT false,

    PRIMARY KEY ("sessionKey", "id"),
    CONSTRAINT "Role_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);
INSERT INTO "new_Role" ("addedAt", "id", "readAt", "readRevision", "sessionKey", "type") SELECT "addedAt", "id", "readAt", "readRevision", "sessionKey", "type" FROM "Role";
DROP TABLE "Role";
ALTER TABLE "new_Role" RENAME TO "Role";
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;

-- CreateIndex
CREATE INDEX "Delivery_sessionKey_role_state_idx" ON "Delivery"("sessionKey", "role", "state");

-- CreateIndex
CREATE INDEX "Acknowledgement_sessionKey_role_version_idx" ON "Acknowledgement"("sessionKey", "role", "version");

-- CreateIndex
CREATE INDEX "Gate_sessionKey_state_idx" ON "Gate"("sessionKey", "state");
