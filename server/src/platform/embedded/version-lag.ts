/** The bundled PostgreSQL and the date its packages were published: later releases are not included. */
export const bundledPostgres = { version: '18.4.0-beta.17', packaged: '2026-06-06' }

// PostgreSQL plans minor releases for the second Thursday of these months (postgresql.org/developer/roadmap)
const months = [2, 5, 8, 11]

const secondThursday = (year: number, month: number): string => {
  const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay()
  return new Date(Date.UTC(year, month - 1, 1 + ((4 - first + 7) % 7) + 7)).toISOString().slice(0, 10)
}

/** Dates of the planned minor releases, which fix security faults, since the packages were published. */
export function releasesMissed(packaged: string, now: Date): string[] {
  const today = now.toISOString().slice(0, 10)
  const years = Array.from(
    { length: now.getUTCFullYear() - Number(packaged.slice(0, 4)) + 1 },
    (_, at) => Number(packaged.slice(0, 4)) + at,
  )
  return years
    .flatMap(year => months.map(month => secondThursday(year, month)))
    .filter(day => day > packaged && day <= today)
}

export function lagOf(now: Date, { version, packaged } = bundledPostgres): string | undefined {
  const missed = releasesMissed(packaged, now)
  if (missed.length === 0) return undefined
  const [plain] = version.split('.0-')
  return `The included PostgreSQL (${plain}) lacks the fixes of the PostgreSQL releases since ${packaged} (${missed.join(', ')}). For production, use your own PostgreSQL: docs/operations.md, “Move to another machine or database”`
}
