-- CreateTable
CREATE TABLE "Confirmation" (
    "sessionKey" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "at" DATETIME NOT NULL,

    PRIMARY KEY ("sessionKey", "id", "role"),
    CONSTRAINT "Confirmation_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);
