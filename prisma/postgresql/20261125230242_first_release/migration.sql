-- CreateTable
CREATE TABLE "Lock" (
    "id" BIGINT NOT NULL,
    "turn" BIGINT NOT NULL,

    CONSTRAINT "Lock_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Workspace" (
    "name" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "overwrites" TEXT COLLATE "C" NOT NULL DEFAULT 'propose',

    CONSTRAINT "Workspace_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "Document" (
    "id" BIGSERIAL NOT NULL,
    "workspaceId" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "path" TEXT COLLATE "C" NOT NULL,
    "head" BIGINT NOT NULL DEFAULT 0,
    "headHash" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "identity" TEXT COLLATE "C" NOT NULL DEFAULT '{}',
    "synced" BIGINT NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Document_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Revision" (
    "id" BIGSERIAL NOT NULL,
    "documentId" BIGINT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "hash" TEXT COLLATE "C" NOT NULL,
    "parentHash" TEXT COLLATE "C" NOT NULL,
    "patch" TEXT COLLATE "C",
    "snapshot" BYTEA,
    "lines" BIGINT NOT NULL,
    "actor" TEXT COLLATE "C" NOT NULL,
    "actorKind" TEXT COLLATE "C" NOT NULL,
    "roles" TEXT COLLATE "C" NOT NULL DEFAULT '[]',
    "source" TEXT COLLATE "C" NOT NULL,
    "operation" TEXT COLLATE "C" NOT NULL,
    "detail" TEXT COLLATE "C" NOT NULL DEFAULT '{}',
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Revision_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Repair" (
    "id" TEXT COLLATE "C" NOT NULL,
    "documentId" BIGINT NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "state" TEXT COLLATE "C" NOT NULL,
    "base" BIGINT NOT NULL,
    "missing" BIGINT NOT NULL,
    "saved" BIGINT NOT NULL,
    "before" BIGINT NOT NULL,
    "repaired" BIGINT,
    "foundAt" TIMESTAMPTZ(3) NOT NULL,
    "decidedBy" TEXT COLLATE "C",
    "decidedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Repair_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "FaultDecision" (
    "workspaceId" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "path" TEXT COLLATE "C" NOT NULL,
    "code" TEXT COLLATE "C" NOT NULL,
    "state" TEXT COLLATE "C" NOT NULL,
    "revision" BIGINT,
    "by" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "FaultDecision_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "Event" (
    "id" BIGINT NOT NULL,
    "workspaceId" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor" TEXT COLLATE "C" NOT NULL,
    "actorKind" TEXT COLLATE "C" NOT NULL,
    "source" TEXT COLLATE "C" NOT NULL,
    "action" TEXT COLLATE "C" NOT NULL,
    "target" TEXT COLLATE "C" NOT NULL,
    "session" TEXT COLLATE "C",
    "payload" TEXT COLLATE "C" NOT NULL,
    "revisions" TEXT COLLATE "C",
    "previousHash" TEXT COLLATE "C" NOT NULL,
    "hash" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "Event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Witness" (
    "keeper" TEXT COLLATE "C" NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Witness_pkey" PRIMARY KEY ("keeper")
);

-- CreateTable
CREATE TABLE "Journal" (
    "id" BIGSERIAL NOT NULL,
    "version" BIGINT NOT NULL DEFAULT 1,
    "acts" TEXT COLLATE "C" NOT NULL,
    "outcomes" TEXT COLLATE "C",
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "setAsideAt" TIMESTAMPTZ(3),
    "reason" TEXT COLLATE "C",

    CONSTRAINT "Journal_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Session" (
    "key" BIGSERIAL NOT NULL,
    "workspaceId" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "trash" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "deletedAt" TIMESTAMPTZ(3),
    "ackDeadline" BIGINT NOT NULL DEFAULT 10,

    CONSTRAINT "Session_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "Role" (
    "sessionKey" BIGINT NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "type" TEXT COLLATE "C",
    "addedAt" TIMESTAMPTZ(3) NOT NULL,
    "readRevision" BIGINT,
    "readAt" TIMESTAMPTZ(3),
    "confirmed" BIGINT,
    "lostAt" TIMESTAMPTZ(3),
    "wantsFull" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "Role_pkey" PRIMARY KEY ("sessionKey","id")
);

-- CreateTable
CREATE TABLE "Reading" (
    "sessionKey" BIGINT NOT NULL,
    "reader" TEXT COLLATE "C" NOT NULL,
    "mark" BIGINT NOT NULL,
    "before" BIGINT,
    "updates" TEXT COLLATE "C" NOT NULL DEFAULT '[]',
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Reading_pkey" PRIMARY KEY ("sessionKey","reader")
);

-- CreateTable
CREATE TABLE "StateLine" (
    "sessionKey" BIGINT NOT NULL,
    "role" TEXT COLLATE "C" NOT NULL,
    "text" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "StateLine_pkey" PRIMARY KEY ("sessionKey","role")
);

-- CreateTable
CREATE TABLE "Claim" (
    "id" TEXT COLLATE "C" NOT NULL,
    "sessionKey" BIGINT NOT NULL,
    "role" TEXT COLLATE "C" NOT NULL,
    "what" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Claim_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Nudge" (
    "id" TEXT COLLATE "C" NOT NULL,
    "sessionKey" BIGINT NOT NULL,
    "sender" TEXT COLLATE "C" NOT NULL,
    "role" TEXT COLLATE "C" NOT NULL,
    "text" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "readAt" TIMESTAMPTZ(3),

    CONSTRAINT "Nudge_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Question" (
    "sessionKey" BIGINT NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "asker" TEXT COLLATE "C" NOT NULL,
    "role" TEXT COLLATE "C" NOT NULL,
    "due" TIMESTAMPTZ(3),
    "askedAt" TIMESTAMPTZ(3) NOT NULL,
    "seenAt" TIMESTAMPTZ(3),
    "answer" TEXT COLLATE "C",
    "answeredBy" TEXT COLLATE "C",
    "answeredAt" TIMESTAMPTZ(3),

    CONSTRAINT "Question_pkey" PRIMARY KEY ("sessionKey","id")
);

-- CreateTable
CREATE TABLE "Confirmation" (
    "sessionKey" BIGINT NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "role" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Confirmation_pkey" PRIMARY KEY ("sessionKey","id","role")
);

-- CreateTable
CREATE TABLE "SessionPin" (
    "person" TEXT COLLATE "C" NOT NULL,
    "sessionKey" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SessionPin_pkey" PRIMARY KEY ("person","sessionKey")
);

-- CreateTable
CREATE TABLE "Comment" (
    "id" TEXT COLLATE "C" NOT NULL,
    "sessionKey" BIGINT NOT NULL,
    "item" TEXT COLLATE "C" NOT NULL,
    "person" TEXT COLLATE "C" NOT NULL,
    "author" TEXT COLLATE "C" NOT NULL,
    "text" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Comment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Assignment" (
    "workspaceId" TEXT COLLATE "C" NOT NULL,
    "about" TEXT COLLATE "C" NOT NULL,
    "sessionKey" BIGINT,
    "assignee" TEXT COLLATE "C" NOT NULL,
    "by" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Assignment_pkey" PRIMARY KEY ("workspaceId","about")
);

-- CreateTable
CREATE TABLE "Relay" (
    "id" TEXT COLLATE "C" NOT NULL,
    "sessionKey" BIGINT NOT NULL,
    "role" TEXT COLLATE "C" NOT NULL,
    "tag" TEXT COLLATE "C" NOT NULL,
    "text" TEXT COLLATE "C" NOT NULL,
    "state" TEXT COLLATE "C" NOT NULL DEFAULT 'pending',
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "decidedAt" TIMESTAMPTZ(3),
    "decidedBy" TEXT COLLATE "C",
    "reason" TEXT COLLATE "C",
    "itemId" TEXT COLLATE "C",

    CONSTRAINT "Relay_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ContextVersion" (
    "sessionKey" BIGINT NOT NULL,
    "number" BIGINT NOT NULL,
    "documentId" BIGINT NOT NULL,
    "revision" BIGINT NOT NULL,
    "hash" TEXT COLLATE "C" NOT NULL,
    "tokens" BIGINT NOT NULL,
    "deltaTokens" BIGINT,
    "operations" BIGINT,
    "requiredActions" TEXT COLLATE "C" NOT NULL,
    "affected" TEXT COLLATE "C" NOT NULL DEFAULT '[]',
    "actor" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ContextVersion_pkey" PRIMARY KEY ("sessionKey","number")
);

-- CreateTable
CREATE TABLE "Delivery" (
    "id" TEXT COLLATE "C" NOT NULL,
    "sessionKey" BIGINT NOT NULL,
    "role" TEXT COLLATE "C" NOT NULL,
    "version" BIGINT NOT NULL,
    "fromVersion" BIGINT,
    "kind" TEXT COLLATE "C" NOT NULL,
    "mode" TEXT COLLATE "C" NOT NULL,
    "reason" TEXT COLLATE "C",
    "message" TEXT COLLATE "C" NOT NULL,
    "tokens" BIGINT NOT NULL,
    "fullTokens" BIGINT NOT NULL,
    "total" BIGINT NOT NULL,
    "state" TEXT COLLATE "C" NOT NULL,
    "sentAt" TIMESTAMPTZ(3) NOT NULL,
    "fetchedAt" TIMESTAMPTZ(3),
    "pingedAt" TIMESTAMPTZ(3),
    "author" TEXT COLLATE "C",

    CONSTRAINT "Delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Acknowledgement" (
    "id" TEXT COLLATE "C" NOT NULL,
    "sessionKey" BIGINT NOT NULL,
    "deliveryId" TEXT COLLATE "C" NOT NULL,
    "role" TEXT COLLATE "C" NOT NULL,
    "version" BIGINT NOT NULL,
    "applied" BIGINT NOT NULL,
    "total" BIGINT NOT NULL,
    "impact" TEXT COLLATE "C" NOT NULL,
    "action" TEXT COLLATE "C" NOT NULL,
    "unclear" TEXT COLLATE "C" NOT NULL DEFAULT '[]',
    "tokens" BIGINT NOT NULL,
    "confirmed" BOOLEAN NOT NULL,
    "leadAction" TEXT COLLATE "C" NOT NULL,
    "actor" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Acknowledgement_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Gate" (
    "id" TEXT COLLATE "C" NOT NULL,
    "sessionKey" BIGINT NOT NULL,
    "phase" BIGINT NOT NULL,
    "state" TEXT COLLATE "C" NOT NULL,
    "result" TEXT COLLATE "C",
    "record" TEXT COLLATE "C" NOT NULL DEFAULT '{}',
    "gcVersion" BIGINT NOT NULL,
    "openedBy" TEXT COLLATE "C" NOT NULL,
    "openedAt" TIMESTAMPTZ(3) NOT NULL,
    "endedBy" TEXT COLLATE "C",
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Gate_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "TeamSession" (
    "workspaceId" TEXT COLLATE "C" NOT NULL,
    "team" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "mode" TEXT COLLATE "C",
    "topic" TEXT COLLATE "C",
    "status" TEXT COLLATE "C" NOT NULL DEFAULT 'active',
    "turns" BIGINT NOT NULL DEFAULT 0,
    "currentSpeaker" TEXT COLLATE "C",
    "loaded" TEXT COLLATE "C" NOT NULL DEFAULT '[]',
    "notes" TEXT COLLATE "C" NOT NULL DEFAULT '{}',
    "budget" BIGINT,
    "checkpointEvery" BIGINT,
    "lastCheckpoint" TEXT COLLATE "C",
    "outcome" TEXT COLLATE "C",
    "startedBy" TEXT COLLATE "C" NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "TeamSession_pkey" PRIMARY KEY ("workspaceId","team","id")
);

-- CreateTable
CREATE TABLE "NeedMark" (
    "workspaceId" TEXT COLLATE "C" NOT NULL,
    "person" TEXT COLLATE "C" NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL,
    "seen" TEXT COLLATE "C" NOT NULL,
    "readAt" TIMESTAMPTZ(3),
    "snoozedUntil" TIMESTAMPTZ(3),
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "NeedMark_pkey" PRIMARY KEY ("workspaceId","person","key")
);

-- CreateTable
CREATE TABLE "Webhook" (
    "workspaceId" TEXT COLLATE "C" NOT NULL,
    "url" TEXT COLLATE "C" NOT NULL,
    "kinds" TEXT COLLATE "C" NOT NULL,
    "quiet" TEXT COLLATE "C",
    "lastAt" TIMESTAMPTZ(3),
    "lastOk" BOOLEAN,
    "lastSaid" TEXT COLLATE "C",
    "told" TEXT COLLATE "C",
    "claimedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Webhook_pkey" PRIMARY KEY ("workspaceId")
);

-- CreateTable
CREATE TABLE "AgentSession" (
    "key" BIGSERIAL NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "workspaceId" TEXT COLLATE "C" NOT NULL,
    "agent" TEXT COLLATE "C" NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "startedBy" TEXT COLLATE "C" NOT NULL,
    "sessionKey" BIGINT,
    "revision" BIGINT NOT NULL,
    "closedAt" TIMESTAMPTZ(3),
    "closedBy" TEXT COLLATE "C",
    "summary" TEXT COLLATE "C",
    "outcome" TEXT COLLATE "C",
    "log" TEXT COLLATE "C",
    "closedRevision" BIGINT,

    CONSTRAINT "AgentSession_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "Credential" (
    "id" TEXT COLLATE "C" NOT NULL,
    "workspaceId" TEXT COLLATE "C",
    "kind" TEXT COLLATE "C" NOT NULL,
    "sessionKey" BIGINT,
    "role" TEXT COLLATE "C",
    "label" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "createdBy" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3),
    "lastUsedAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),
    "secretHash" TEXT COLLATE "C",
    "viewerId" TEXT COLLATE "C",
    "userAgent" TEXT COLLATE "C",
    "address" TEXT COLLATE "C",
    "linkUsedAt" TIMESTAMPTZ(3),
    "personId" TEXT COLLATE "C",

    CONSTRAINT "Credential_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Person" (
    "id" TEXT COLLATE "C" NOT NULL,
    "workspaceId" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "role" TEXT COLLATE "C" NOT NULL,
    "createdBy" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Person_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Idempotency" (
    "credentialId" TEXT COLLATE "C" NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL,
    "requestHash" TEXT COLLATE "C" NOT NULL,
    "answer" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Idempotency_pkey" PRIMARY KEY ("credentialId","key")
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

-- AddForeignKey
ALTER TABLE "Document" ADD CONSTRAINT "Document_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Revision" ADD CONSTRAINT "Revision_documentId_fkey" FOREIGN KEY ("documentId") REFERENCES "Document"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Repair" ADD CONSTRAINT "Repair_documentId_fkey" FOREIGN KEY ("documentId") REFERENCES "Document"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FaultDecision" ADD CONSTRAINT "FaultDecision_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Event" ADD CONSTRAINT "Event_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Role" ADD CONSTRAINT "Role_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session"("key") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Reading" ADD CONSTRAINT "Reading_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session"("key") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "StateLine" ADD CONSTRAINT "StateLine_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session"("key") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Claim" ADD CONSTRAINT "Claim_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session"("key") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Nudge" ADD CONSTRAINT "Nudge_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session"("key") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Question" ADD CONSTRAINT "Question_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session"("key") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Confirmation" ADD CONSTRAINT "Confirmation_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session"("key") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SessionPin" ADD CONSTRAINT "SessionPin_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session"("key") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Comment" ADD CONSTRAINT "Comment_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session"("key") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Assignment" ADD CONSTRAINT "Assignment_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Assignment" ADD CONSTRAINT "Assignment_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session"("key") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Relay" ADD CONSTRAINT "Relay_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session"("key") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ContextVersion" ADD CONSTRAINT "ContextVersion_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session"("key") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Delivery" ADD CONSTRAINT "Delivery_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session"("key") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Acknowledgement" ADD CONSTRAINT "Acknowledgement_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session"("key") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Acknowledgement" ADD CONSTRAINT "Acknowledgement_deliveryId_fkey" FOREIGN KEY ("deliveryId") REFERENCES "Delivery"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Gate" ADD CONSTRAINT "Gate_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session"("key") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TeamSession" ADD CONSTRAINT "TeamSession_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "NeedMark" ADD CONSTRAINT "NeedMark_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Webhook" ADD CONSTRAINT "Webhook_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AgentSession" ADD CONSTRAINT "AgentSession_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Credential" ADD CONSTRAINT "Credential_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("name") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Credential" ADD CONSTRAINT "Credential_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session"("key") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Person" ADD CONSTRAINT "Person_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("name") ON DELETE RESTRICT ON UPDATE CASCADE;
