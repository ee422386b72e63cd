-- CreateTable
CREATE TABLE "Seal" (
    "kind" TEXT COLLATE "C" NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL,
    "workspaceId" TEXT COLLATE "C" NOT NULL,
    "seal" TEXT COLLATE "C" NOT NULL,
    "upgraded" BIGINT NOT NULL,

    CONSTRAINT "Seal_pkey" PRIMARY KEY ("kind","key")
);

-- CreateTable
CREATE TABLE "Root" (
    "workspaceId" TEXT COLLATE "C" NOT NULL,
    "turn" BIGINT NOT NULL,
    "sums" TEXT COLLATE "C" NOT NULL,
    "mac" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "Root_pkey" PRIMARY KEY ("workspaceId")
);

-- CreateIndex
CREATE INDEX "Seal_workspaceId_kind_idx" ON "Seal"("workspaceId", "kind");
