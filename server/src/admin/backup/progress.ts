export const tableShown = (table: string): void => {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${table}`)
}
