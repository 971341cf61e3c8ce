import { randomUUID } from 'node:crypto'
import { keyAssignment } from '@claviger/contract/keys/key-assignment'
import { attendance } from '@claviger/contract/oversight/attendance'
import { attendanceKiosk } from '@claviger/contract/oversight/attendance/attendance-kiosk'
import { days, hours, later, minutes } from '../../src/platform/clock.ts'
import type { Caller, TestApp } from '../app/test-app.ts'

let cards = 0x04a10000

/** Sessions, people with cards, and kiosks, for tests of attendance. */
export function attendanceOf({ as, given, clock }: Pick<TestApp, 'as' | 'given' | 'clock'>) {
  const admin = async (): Promise<Caller> => as((await given.session(given.administrator)).accessToken)
  const iso = (offset = 0) => later(clock.now(), offset).toISOString()
  return {
    admin,
    iso,
    /** A user with an active card; `decimal` is what a decimal reader types. */
    async person(first: string, last: string) {
      const id = await given.addUser(first, last)
      const cardId = (cards += 1).toString(16).toUpperCase().padStart(8, '0')
      const { key } = await (await admin()).tell(keyAssignment.add, { userId: id, type: 2, activation: 1, cardId })
      return { id, card: cardId, key: key?.id ?? '' }
    },
    /** A session that was opened half an hour ago. */
    async session(more: Partial<Parameters<typeof create>[1]> = {}) {
      const { sessionId } = await create(await admin(), more)
      // Taps that waited offline are older than the call that sends them
      clock.forward(minutes(30))
      return sessionId
    },
    async kiosk(
      sessionId: string,
      more: { purpose?: 'kiosk' | 'muster'; direction?: 'both' | 'in' | 'out'; name?: string } = {},
    ) {
      const { code } = await (await admin()).tell(attendanceKiosk.link, { sessionId, name: 'Door', ...more })
      const { token } = await as(code).tell(attendanceKiosk.open, {})
      return as(token)
    },
    tap: (card: string, at = iso()) => ({ id: randomUUID(), card, at }),
  }

  function create(caller: Caller, more: object) {
    return caller.tell(attendance.create, {
      title: 'Hygiene training',
      startsAt: iso(-hours(1)),
      endsAt: iso(days(1)),
      open: true,
      ...more,
    })
  }
}
