/** The PostgreSQL that comes along, and when its packages were published: what was released later is not in them. */
export const broughtAlong = { version: '18.4.0-beta.17', packaged: '2026-06-06' }

// Minor releases come by plan on the second Thursday of these months (postgresql.org/developer/roadmap); 1 January
const months = [2, 5, 8, 11]

const secondThursday = (year: number, month: number): string => {
  const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay()
  return new Date(Date.UTC(year, month - 1, 1 + ((4 - first + 7) % 7) + 7)).toISOString().slice(0, 10)
}

/** Days of planned minor releases, which mend faults of security, that came after the packages. */
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

/** What to say where people depend on a PostgreSQL that lacks releases; undefined while it lacks none. */
export function lagOf(now: Date, { version, packaged } = broughtAlong): string | undefined {
  const missed = releasesMissed(packaged, now)
  if (missed.length === 0) return undefined
  const [plain] = version.split('.0-')
  return `The PostgreSQL that comes along (${plain}) lacks what PostgreSQL mended by plan since ${packaged} (${missed.join(', ')}). Where others depend on it, use one of your own: docs/operations.md, Move`
}
