import type { LdapEntry } from '../wire/ldap-messages.ts'
import type { Directory } from './ldap-connection.ts'
import { fileTime, generalized, ldapInstantOf, textInEntry } from './ldap-values.ts'

export type ChangesCursor = Changes & {
  readonly all?: string
}

type Changes =
  | { readonly by: 'usn'; readonly server: string; readonly usn: string; readonly at: string }
  | {
      readonly by: 'time'
      readonly newest: string
      readonly seen: string
      readonly settled: boolean
    }

/** Maximum delay until a change becomes visible; milliseconds. */
const settling = 120_000
const margin = 60_000
/** How long a deletion may go unnoticed, because only a full listing shows missing entries; milliseconds. */
const unnoticed = 15 * 60_000

/** Parses a stored cursor; undefined if invalid or from another server: then everything is read. */
export function cursorOf(kept: unknown, directory: Directory): ChangesCursor | undefined {
  const cursor = kept as Partial<ChangesCursor> | null | undefined
  if (cursor?.by === 'usn')
    return directory.activeDirectory &&
      cursor.server === directory.server &&
      /^\d+$/.test(cursor.usn ?? '') &&
      BigInt(cursor.usn ?? 0) <= BigInt(directory.usn || 0)
      ? (cursor as ChangesCursor)
      : undefined
  return cursor?.by === 'time' && !directory.activeDirectory && ldapInstantOf(cursor.newest ?? '')
    ? (cursor as ChangesCursor)
    : undefined
}

/** Whether a read must list all entries. A scheduled read lists them if the next one would be too late. */
const isFullReadDue = (listed: string, now: Date, everyMinutes = 0): boolean =>
  now.getTime() - new Date(listed).getTime() + untilNext(everyMinutes) >= unnoticed

/** Runs don't begin at the exact minute. */
const untilNext = (everyMinutes: number): number => (everyMinutes === 0 ? 0 : (everyMinutes + 1) * 60_000)

export function changesFilter(cursor: ChangesCursor, now: Date): string {
  if (cursor.by === 'usn') {
    const changed = `(uSNChanged>=${BigInt(cursor.usn) + 1n})`
    const [from, to] = [fileTime(new Date(cursor.at)), fileTime(now)]
    return `(|${changed}(&(accountExpires>=${from})(accountExpires<=${to})))`
  }
  const newest = ldapInstantOf(cursor.newest)?.getTime() ?? 0
  return `(modifyTimestamp>=${generalized(new Date(cursor.settled ? newest + 1000 : newest - margin))})`
}

/**
 * Tracks the progress of a read. A directory without change numbers has only modification times, by a clock that may
 * be wrong and with entries that become visible late: the last minute's changes are read again, until nothing newer
 * appears for two minutes of our clock.
 */
export function progress(
  directory: Directory,
  before: ChangesCursor | undefined,
  now: () => Date,
  everyMinutes?: number,
) {
  const begun = now()
  const was = before?.by === 'time' ? before : undefined
  const listed = before?.all === undefined || isFullReadDue(before.all, begun, everyMinutes) ? undefined : before.all
  const all = listed ?? begun.toISOString()
  let newest = was?.newest ?? ''
  return {
    /** A read of changes must list all entries as well. */
    listsAll: before !== undefined && listed === undefined,
    saw(entry: LdapEntry): void {
      const at = textInEntry(entry, 'modifyTimestamp')
      if (at > newest && ldapInstantOf(at)) newest = at
    },
    cursor(): ChangesCursor | null {
      if (directory.activeDirectory)
        return directory.usn === ''
          ? null
          : { by: 'usn', server: directory.server, usn: directory.usn, at: begun.toISOString(), all }
      if (newest === '') return null
      const same = was?.newest === newest
      const seen = same ? was.seen : now().toISOString()
      const settled = same && (was.settled || begun.getTime() - new Date(was.seen).getTime() >= settling)
      return { by: 'time', newest, seen, settled, all }
    },
  }
}
