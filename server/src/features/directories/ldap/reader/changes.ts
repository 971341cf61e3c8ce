import type { Entry } from '../wire/answers.ts'
import type { Directory } from './open.ts'
import { fileTime, generalized, instantOf, textIn } from './values.ts'

/** Where a reading of changes begins. */
export type Cursor = Changes & {
  /** When all who are there were last asked for, by the clock here. */
  readonly all?: string
}

type Changes =
  | { readonly by: 'usn'; readonly server: string; readonly usn: string; readonly at: string }
  | {
      readonly by: 'time'
      /** The newest change that was seen, by the clock there. */
      readonly newest: string
      /** When the reading ended that saw it first, by the clock here. */
      readonly seen: string
      /** All that was changed until then has been read. */
      readonly settled: boolean
    }

/** So long a change may take until it can be seen. */
const settling = 120_000
const margin = 60_000
/** So long somebody who was deleted may go unnoticed: only whoever asks for all sees who is missing. */
const unnoticed = 15 * 60_000

/** A cursor as it was kept; undefined for what is none, or is of another server: then all is read. */
export function cursorOf(kept: unknown, directory: Directory): Cursor | undefined {
  const cursor = kept as Partial<Cursor> | null | undefined
  if (cursor?.by === 'usn')
    return directory.activeDirectory &&
      cursor.server === directory.server &&
      /^\d+$/.test(cursor.usn ?? '') &&
      BigInt(cursor.usn ?? 0) <= BigInt(directory.usn || 0)
      ? (cursor as Cursor)
      : undefined
  return cursor?.by === 'time' && !directory.activeDirectory && instantOf(cursor.newest ?? '')
    ? (cursor as Cursor)
    : undefined
}

/** Whether it is time to ask who is there at all. */
export const isTimeForAll = ({ all }: Cursor, now: Date): boolean =>
  all === undefined || now.getTime() - new Date(all).getTime() >= unnoticed

/** A filter of what changed since, and of accounts that ended by themselves. */
export function since(cursor: Cursor, now: Date): string {
  if (cursor.by === 'usn') {
    const changed = `(uSNChanged>=${BigInt(cursor.usn) + 1n})`
    const [from, to] = [fileTime(new Date(cursor.at)), fileTime(now)]
    return `(|${changed}(&(accountExpires>=${from})(accountExpires<=${to})))`
  }
  const newest = instantOf(cursor.newest)?.getTime() ?? 0
  return `(modifyTimestamp>=${generalized(new Date(cursor.settled ? newest + 1000 : newest - margin))})`
}

/**
 * Watches how far a reading came. A directory without a count of changes says only when each was made, by a clock that
 * may be off and with entries that show themselves late: what changed in the last minute is read once more, until
 * nothing newer has come for two minutes by our own clock.
 */
export function progress(directory: Directory, before: Cursor | undefined, now: () => Date) {
  const begun = now()
  const was = before?.by === 'time' ? before : undefined
  const all = before?.all === undefined || isTimeForAll(before, begun) ? begun.toISOString() : before.all
  let newest = was?.newest ?? ''
  return {
    saw(entry: Entry): void {
      const at = textIn(entry, 'modifyTimestamp')
      if (at > newest && instantOf(at)) newest = at
    },
    cursor(): Cursor | null {
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
