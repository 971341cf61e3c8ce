import { readerSettings } from '@claviger/contract/keys/reader-settings'
import { keyAssignment } from '@claviger/contract/keys/key-assignment'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'

const { as, given, world } = await startTestApp()
const admin = as(given.administrator.accessToken)
const usual = { format: 'none', reversed: false, dropped: 0 } as const

test('reader settings belong to one workspace, and changing them requires permission', async () => {
  expect(await admin.tell(readerSettings.get, {})).toEqual(usual)
  const to = { format: 'hex', reversed: true, dropped: 3 } as const
  expect(await admin.tell(readerSettings.change, to)).toEqual(to)
  expect(await admin.tell(readerSettings.get, {})).toEqual(to)
  expect(await as(given.ownerElsewhere.accessToken).tell(readerSettings.get, {})).toEqual(usual)
  expect((await as(given.user.accessToken).ask(readerSettings.change, usual)).status).toBe(403)
  expect((await admin.ask(readerSettings.change, { ...usual, dropped: 11 })).status).toBe(422)
  await admin.tell(readerSettings.change, usual)
})

test('the reader test shows every reading of a tap and the matching key, and stores nothing', async () => {
  const userId = await given.addUser('Bench', 'Holder')
  await admin.tell(keyAssignment.add, { userId, type: 2, activation: 1, cardId: '04A1B2' })
  const { readings } = await admin.tell(readerSettings.tryOut, { cardId: '11706628' })
  const [decimal] = readings
  expect(decimal).toMatchObject({
    card: '04A1B2',
    decimal: '11706628',
    reversed: 'B2A104',
    padded: '04A1B200',
    settings: [{ format: 'dec', reversed: false, dropped: 0 }],
    used: true,
    key: { owner: { id: userId }, status: 20 },
  })
  expect(readings.slice(1).every(({ key, used }) => key === null && !used)).toBe(true)
  expect((await admin.ask(readerSettings.tryOut, { cardId: '!!' })).status).toBe(422)
  expect((await as(given.user.accessToken).ask(readerSettings.tryOut, { cardId: '11706628' })).status).toBe(403)
  const { rows } = await world.superPool.query(
    `select count(*)::int as n from activities where row(activities.*)::text like '%11706628%'`,
  )
  expect(rows[0]).toEqual({ n: 0 })
})
