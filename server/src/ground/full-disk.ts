/** Was there no room left on a disk, whoever said so: Node, PostgreSQL by its code, or one of its programs in its last words? */
export const isFullDisk = (error: unknown): boolean =>
  error instanceof Error &&
  (/^(?:ENOSPC|EDQUOT|53100)$/.test('code' in error ? String(error.code) : '') ||
    /No space left on device|Disk quota exceeded/.test(error.message))
