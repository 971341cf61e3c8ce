/**
 * Whether a disk was full, as reported by Node, PostgreSQL (by code), or the last output of a PostgreSQL
 * program.
 */
export const isFullDisk = (error: unknown): boolean =>
  error instanceof Error &&
  (/^(?:ENOSPC|EDQUOT|53100)$/.test('code' in error ? String(error.code) : '') ||
    /No space left on device|Disk quota exceeded/.test(error.message))
