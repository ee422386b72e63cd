-- CreateTable
CREATE TABLE "Lock" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "turn" INTEGER NOT NULL
);

-- CreateTable
CREATE TABLE "Workspace" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "createdAt" DATETIME NOT NULL,
    "overwrites" TEXT NOT NULL DEFAULT 'propose',
    "recorded" TEXT
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
    "synced" INTEGER NOT NULL DEFAULT 0,
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
CREATE TABLE "Repair" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "documentId" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "base" INTEGER NOT NULL,
    "missing" INTEGER NOT NULL,
    "saved" INTEGER NOT NULL,
    "before" INTEGER NOT NULL,
    "repaired" INTEGER,
    "foundAt" DATETIME NOT NULL,
    "decidedBy" TEXT,
    "decidedAt" DATETIME,
    CONSTRAINT "Repair_documentId_fkey" FOREIGN KEY ("documentId") REFERENCES "Document" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "FaultDecision" (
    "workspaceId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "revision" INTEGER,
    "by" TEXT NOT NULL,
    "at" DATETIME NOT NULL,

    PRIMARY KEY ("workspaceId", "id"),
    CONSTRAINT "FaultDecision_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace" ("name") ON DELETE RESTRICT ON UPDATE CASCADE
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
    "revisions" TEXT,
    "previousHash" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    CONSTRAINT "Event_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace" ("name") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Witness" (
    "keeper" TEXT NOT NULL PRIMARY KEY,
    "since" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "Journal" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "acts" TEXT NOT NULL,
    "outcomes" TEXT,
    "createdAt" DATETIME NOT NULL,
    "setAsideAt" DATETIME,
    "reason" TEXT
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
    "confirmed" INTEGER,
    "lostAt" DATETIME,
    "wantsFull" BOOLEAN NOT NULL DEFAULT false,

    PRIMARY KEY ("sessionKey", "id"),
    CONSTRAINT "Role_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Reading" (
    "sessionKey" INTEGER NOT NULL,
    "reader" TEXT NOT NULL,
    "mark" INTEGER NOT NULL,
    "before" INTEGER,
    "updates" TEXT NOT NULL DEFAULT '[]',
    "at" DATETIME NOT NULL,

    PRIMARY KEY ("sessionKey", "reader"),
    CONSTRAINT "Reading_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);

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

-- CreateTable
CREATE TABLE "Question" (
    "sessionKey" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "asker" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "due" DATETIME,
    "askedAt" DATETIME NOT NULL,
    "seenAt" DATETIME,
    "answer" TEXT,
    "answeredBy" TEXT,
    "answeredAt" DATETIME,

    PRIMARY KEY ("sessionKey", "id"),
    CONSTRAINT "Question_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Confirmation" (
    "sessionKey" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "at" DATETIME NOT NULL,

    PRIMARY KEY ("sessionKey", "id", "role"),
    CONSTRAINT "Confirmation_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "SessionPin" (
    "person" TEXT NOT NULL,
    "sessionKey" INTEGER NOT NULL,
    "at" DATETIME NOT NULL,

    PRIMARY KEY ("person", "sessionKey"),
    CONSTRAINT "SessionPin_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);

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

-- CreateTable
CREATE TABLE "Announcement" (
    "toolUseId" TEXT NOT NULL PRIMARY KEY,
    "workspaceId" TEXT NOT NULL,
    "sessionKey" INTEGER NOT NULL,
    "role" TEXT NOT NULL,
    "credentialId" TEXT NOT NULL,
    "expiresAt" DATETIME NOT NULL
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
    "author" TEXT,
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

-- CreateTable
CREATE TABLE "TeamSession" (
    "workspaceId" TEXT NOT NULL,
    "team" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "mode" TEXT,
    "topic" TEXT,
    "status" TEXT NOT NULL DEFAULT 'active',
    "turns" INTEGER NOT NULL DEFAULT 0,
    "currentSpeaker" TEXT,
    "loaded" TEXT NOT NULL DEFAULT '[]',
    "notes" TEXT NOT NULL DEFAULT '{}',
    "budget" INTEGER,
    "checkpointEvery" INTEGER,
    "lastCheckpoint" TEXT,
    "outcome" TEXT,
    "startedBy" TEXT NOT NULL,
    "startedAt" DATETIME NOT NULL,
    "endedAt" DATETIME,

    PRIMARY KEY ("workspaceId", "team", "id"),
    CONSTRAINT "TeamSession_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace" ("name") ON DELETE RESTRICT ON UPDATE CASCADE
);

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

-- CreateTable
CREATE TABLE "Webhook" (
    "workspaceId" TEXT NOT NULL PRIMARY KEY,
    "url" TEXT NOT NULL,
    "kinds" TEXT NOT NULL,
    "quiet" TEXT,
    "lastAt" DATETIME,
    "lastOk" BOOLEAN,
    "lastSaid" TEXT,
    "told" TEXT,
    "claimedAt" DATETIME,
    CONSTRAINT "Webhook_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace" ("name") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "AgentSession" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "workspaceId" TEXT NOT NULL,
    "agent" TEXT NOT NULL,
    "startedAt" DATETIME NOT NULL,
    "startedBy" TEXT NOT NULL,
    "sessionKey" INTEGER,
    "revision" INTEGER NOT NULL,
    "closedAt" DATETIME,
    "closedBy" TEXT,
    "summary" TEXT,
    "outcome" TEXT,
    "log" TEXT,
    "closedRevision" INTEGER,
    CONSTRAINT "AgentSession_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace" ("name") ON DELETE RESTRICT ON UPDATE CASCADE
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
    "secretHash" TEXT,
    "viewerId" TEXT,
    "userAgent" TEXT,
    "address" TEXT,
    "linkUsedAt" DATETIME,
    "personId" TEXT,
    "issuer" TEXT,
    CONSTRAINT "Credential_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace" ("name") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "Credential_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session" ("key") ON DELETE SET NULL ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Person" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "workspaceId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "createdBy" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "endedAt" DATETIME,
    CONSTRAINT "Person_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace" ("name") ON DELETE RESTRICT ON UPDATE CASCADE
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

-- CreateTable
CREATE TABLE "Replica" (
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

-- CreateIndex
CREATE UNIQUE INDEX "Document_workspaceId_path_key" ON "Document"("workspaceId", "path");

-- CreateIndex
CREATE UNIQUE INDEX "Revision_documentId_sequence_key" ON "Revision"("documentId", "sequence");

-- CreateIndex
CREATE INDEX "Repair_documentId_state_idx" ON "Repair"("documentId", "state");

-- CreateIndex
CREATE INDEX "Event_workspaceId_id_idx" ON "Event"("workspaceId", "id");

-- CreateIndex
CREATE INDEX "Event_workspaceId_session_id_idx" ON "Event"("workspaceId", "session", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Session_workspaceId_id_trash_key" ON "Session"("workspaceId", "id", "trash");

-- CreateIndex
CREATE INDEX "Claim_sessionKey_endedAt_idx" ON "Claim"("sessionKey", "endedAt");

-- CreateIndex
CREATE INDEX "Nudge_sessionKey_role_readAt_idx" ON "Nudge"("sessionKey", "role", "readAt");

-- CreateIndex
CREATE INDEX "Comment_sessionKey_item_idx" ON "Comment"("sessionKey", "item");

-- CreateIndex
CREATE INDEX "Relay_sessionKey_state_idx" ON "Relay"("sessionKey", "state");

-- CreateIndex
CREATE INDEX "Delivery_sessionKey_role_state_idx" ON "Delivery"("sessionKey", "role", "state");

-- CreateIndex
CREATE INDEX "Acknowledgement_sessionKey_role_version_idx" ON "Acknowledgement"("sessionKey", "role", "version");

-- CreateIndex
CREATE INDEX "Gate_sessionKey_state_idx" ON "Gate"("sessionKey", "state");

-- CreateIndex
CREATE UNIQUE INDEX "AgentSession_id_key" ON "AgentSession"("id");

-- CreateIndex
CREATE INDEX "AgentSession_workspaceId_agent_closedAt_idx" ON "AgentSession"("workspaceId", "agent", "closedAt");

-- CreateIndex
CREATE UNIQUE INDEX "Credential_secretHash_key" ON "Credential"("secretHash");

-- CreateIndex
CREATE INDEX "Credential_viewerId_idx" ON "Credential"("viewerId");

-- CreateIndex
CREATE INDEX "Credential_personId_idx" ON "Credential"("personId");

-- CreateIndex
CREATE INDEX "Person_workspaceId_idx" ON "Person"("workspaceId");

-- CreateIndex
CREATE INDEX "Idempotency_at_idx" ON "Idempotency"("at");

-- CreateIndex
CREATE UNIQUE INDEX "Replica_workspaceId_id_key" ON "Replica"("workspaceId", "id");
