const wanted = ['userid', 'email', 'emailaddress', 'username', 'login']
const plainName = (cell: string) => cell.toLowerCase().replaceAll(/[^a-z]/g, '')

function cellsOf(line: string, delimiter: string): string[] {
  const cells: string[] = []
  let cell = ''
  let quoted = false
  // A doubled quote inside quotes is a literal quote
  for (const letter of line.match(/""|[\s\S]/gu) ?? []) {
    if (letter === '""') cell += quoted ? '"' : ''
    else if (letter === '"') quoted = !quoted
    else if (letter === delimiter && !quoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += letter
  }
  return [...cells, cell.trim()]
}

/**
 * Extracts user IDs or email addresses from a pasted list or a small CSV file: one per line, from the first column or
 * the column with a matching heading.
 */
export function readList(text: string): string[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .filter(line => line.trim() !== '')
  const delimiter = [';', '\t', ','].find(mark => lines[0]?.includes(mark)) ?? ','
  const rows = lines.map(line => cellsOf(line, delimiter))
  const headings = rows[0]?.map(plainName) ?? []
  const column = wanted.map(name => headings.indexOf(name)).find(at => at !== -1)
  const body = column === undefined ? rows : rows.slice(1)
  return body.map(cells => cells[column ?? 0] ?? '').filter(cell => cell !== '')
}
