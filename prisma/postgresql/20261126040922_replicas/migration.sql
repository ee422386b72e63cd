-- CreateTable
CREATE TABLE "Replica" (
    "workspaceId" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "person" TEXT COLLATE "C" NOT NULL,
    "machine" TEXT COLLATE "C" NOT NULL,
    "mark" BIGINT NOT NULL,
    "waiting" BIGINT NOT NULL,
    "conflicts" TEXT COLLATE "C" NOT NULL,
    "pushedAt" TIMESTAMPTZ(3),
    "seenAt" TIMESTAMPTZ(3) NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Replica_pkey" PRIMARY KEY ("workspaceId","id")
);

-- AddForeignKey
ALTER TABLE "Replica" ADD CONSTRAINT "Replica_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("name") ON DELETE RESTRICT ON UPDATE CASCADE;
