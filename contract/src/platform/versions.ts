/** Whether a version such as 0.2.0 is older than another one; text that is no version is never older. */
export const isOlder = (version: string, than: string): boolean =>
  /^\d+(\.\d+)*$/.test(version) && version.localeCompare(than, 'en', { numeric: true }) < 0
