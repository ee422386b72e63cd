-- CreateTable
CREATE TABLE "Seal" (
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "workspaceId" TEXT NOT NULL,
    "seal" TEXT NOT NULL,
    "upgraded" INTEGER NOT NULL,

    PRIMARY KEY ("kind", "key")
);

-- CreateTable
CREATE TABLE "Root" (
    "workspaceId" TEXT NOT NULL PRIMARY KEY,
    "turn" INTEGER NOT NULL,
    "sums" TEXT NOT NULL,
    "mac" TEXT NOT NULL
);

-- CreateIndex
CREATE INDEX "Seal_workspaceId_kind_idx" ON "Seal"("workspaceId", "kind");
