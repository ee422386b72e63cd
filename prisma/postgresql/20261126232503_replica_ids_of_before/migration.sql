-- Two owners may have used the same id until now: each replica announces itself again within a minute.
DELETE FROM "Replica";

-- CreateIndex
CREATE UNIQUE INDEX "Replica_workspaceId_id_key" ON "Replica"("workspaceId", "id");
