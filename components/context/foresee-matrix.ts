import type { AckMatrix, MatrixCell } from "@/lib/contracts/context";

/** The matrix with the cell of one delivery changed; all other rows stay the very same objects. */
export function changeCell(matrix: AckMatrix, delivery: string, change: (cell: MatrixCell) => MatrixCell): AckMatrix {
  return {
    ...matrix,
    roles: matrix.roles.map((role) =>
      role.cells.some((cell) => cell.delivery === delivery)
        ? { ...role, cells: role.cells.map((cell) => (cell.delivery === delivery ? change(cell) : cell)) }
        : role,
    ),
  };
}

/** What a ping makes of a cell: what was overdue waits again, from `now` on. */
export function pinged(cell: MatrixCell, now: string): MatrixCell {
  return { ...cell, state: "pending", pingedAt: now };
}

/** What sending once more makes of a cell, before the server has given it a delivery of its own. */
export function sentAgain(cell: MatrixCell, mode: "delta" | "full", now: string): MatrixCell {
  return {
    ...cell,
    state: "pending",
    mode,
    reason: mode === "full" ? "FC-5" : cell.reason,
    sentAt: now,
    pingedAt: null,
    fetchedAt: null,
    leadAction: "none",
  };
}

export function currentCell(matrix: AckMatrix, role: string): MatrixCell | undefined {
  return matrix.roles.find((each) => each.role === role)?.cells.find((cell) => cell.version === matrix.version);
}
