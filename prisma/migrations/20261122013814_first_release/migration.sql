-- CreateTable
CREATE TABLE "Lock" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "turn" INTEGER NOT NULL
);

-- CreateTable
CREATE TABLE "Workspace" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "createdAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "Document" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "workspaceId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "head" INTEGER NOT NULL DEFAULT 0,
    "headHash" TEXT NOT NULL DEFAULT '',
    "identity" TEXT NOT NULL DEFAULT '{}',
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "Document_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace" ("name") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Revision" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "documentId" INTEGER NOT NULL,
    "sequence" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "parentHash" TEXT NOT NULL,
    "patch" TEXT,
    "snapshot" BLOB,
    "lines" INTEGER NOT NULL,
    "actor" TEXT NOT NULL,
    "actorKind" TEXT NOT NULL,
    "roles" TEXT NOT NULL DEFAULT '[]',
    "source" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "detail" TEXT NOT NULL DEFAULT '{}',
    "at" DATETIME NOT NULL,
    CONSTRAINT "Revision_documentId_fkey" FOREIGN KEY ("documentId") REFERENCES "Document" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Event" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "workspaceId" TEXT NOT NULL,
    "at" DATETIME NOT NULL,
    "actor" TEXT NOT NULL,
    "actorKind" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "session" TEXT,
    "payload" TEXT NOT NULL,
    "previousHash" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    CONSTRAINT "Event_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace" ("name") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Journal" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "acts" TEXT NOT NULL,
    "outcomes" TEXT,
    "createdAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "Session" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "workspaceId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "trash" TEXT NOT NULL DEFAULT '',
    "createdAt" DATETIME NOT NULL,
    "deletedAt" DATETIME,
    "ackDeadline" INTEGER NOT NULL DEFAULT 10,
    CONSTRAINT "Session_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace" ("name") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Role" (
    "sessionKey" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "type" TEXT,
    "addedAt" DATETIME NOT NULL,
    "readRevision" INTEGER,
    "readAt" DATETIME,

    PRIMARY KEY ("sessionKey", "id"),
    CONSTRAINT "Role_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Relay" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "sessionKey" INTEGER NOT NULL,
    "role" TEXT NOT NULL,
    "tag" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "createdAt" DATETIME NOT NULL,
    "decidedAt" DATETIME,
    "decidedBy" TEXT,
    "reason" TEXT,
    "itemId" TEXT,
    CONSTRAINT "Relay_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Credential" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "workspaceId" TEXT,
    "kind" TEXT NOT NULL,
    "sessionKey" INTEGER,
    "role" TEXT,
    "label" TEXT NOT NULL DEFAULT '',
    "createdBy" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME,
    "lastUsedAt" DATETIME,
    "revokedAt" DATETIME,
    CONSTRAINT "Credential_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace" ("name") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "Credential_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session" ("key") ON DELETE SET NULL ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Idempotency" (
    "credentialId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "requestHash" TEXT NOT NULL,
    "answer" TEXT NOT NULL,
    "at" DATETIME NOT NULL,

    PRIMARY KEY ("credentialId", "key")
);

-- CreateIndex
CREATE UNIQUE INDEX "Document_workspaceId_path_key" ON "Document"("workspaceId", "path");

-- CreateIndex
CREATE UNIQUE INDEX "Revision_documentId_sequence_key" ON "Revision"("documentId", "sequence");

-- CreateIndex
CREATE INDEX "Event_workspaceId_id_idx" ON "Event"("workspaceId", "id");

-- CreateIndex
CREATE INDEX "Event_workspaceId_session_id_idx" ON "Event"("workspaceId", "session", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Session_workspaceId_id_trash_key" ON "Session"("workspaceId", "id", "trash");

-- CreateIndex
CREATE INDEX "Relay_sessionKey_state_idx" ON "Relay"("sessionKey", "state");

-- CreateIndex
CREATE INDEX "Idempotency_at_idx" ON "Idempotency"("at");
