-- Whose the rows before were is not known: each replica announces itself again within a minute.
DELETE FROM "Replica";

-- AlterTable
ALTER TABLE "Replica" DROP CONSTRAINT "Replica_pkey",
ADD COLUMN     "owner" TEXT COLLATE "C" NOT NULL DEFAULT '',
ADD CONSTRAINT "Replica_pkey" PRIMARY KEY ("workspaceId", "owner", "id");
