-- AlterTable
ALTER TABLE "AgentSession" ADD COLUMN "sessionKey" INTEGER;
