import { account } from '@claviger/contract/access/account'
import { sessions } from '@claviger/contract/access/sessions'
import { signIn } from '@claviger/contract/access/sign-in'
import { bulkRuns } from '@claviger/contract/people/bulk-runs'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'

const { as, given, world } = await startTestApp()

async function twoTabs(person: { id: string; workspace: string }) {
  const first = await given.session(person)
  return [first, await beside(first)] as const
}
const beside = ({ accessToken, refreshToken }: { accessToken: string; refreshToken: string }) =>
  as(accessToken).tell(sessions.another, { refreshToken })
const isOpen = async ({ accessToken }: { accessToken: string }) =>
  (await as(accessToken).ask(account.self)).status === 200
const end = async ({ accessToken }: { accessToken: string }) => {
  const { items } = await as(accessToken).tell(sessions.list)
  await as(accessToken).tell(sessions.end, { id: items.find(one => one.current)?.id ?? '' })
}
const newPerson = async (last: string) => ({
  id: await given.addUser('Ida', last),
  workspace: given.owner.workspace,
})

test('another tab gets its own session with the same end and no recent confirmation', async () => {
  const person = await newPerson('Own')
  const [first, second] = await twoTabs(person)
  expect(second.refreshToken).not.toBe(first.refreshToken)
  expect((await as(second.accessToken).tell(account.self)).id).toBe(person.id)
  const { rows } = await world.superPool.query<{ verified_at: Date | null; ends_at: Date }>(
    'select verified_at, ends_at from sessions where user_id = $1 order by beside nulls first',
    [person.id],
  )
  expect(rows[1]).toMatchObject({ ends_at: rows[0]?.ends_at, verified_at: null })
})

test('requires the current refresh token of this session', async () => {
  const [first, second] = await twoTabs(await newPerson('Token'))
  for (const refreshToken of ['x', first.accessToken, second.refreshToken])
    expect(await as(first.accessToken).ask(sessions.another, { refreshToken })).toMatchObject({ status: 404 })
  await as(undefined).tell(signIn.refresh, { refreshToken: first.refreshToken })
  expect(await as(first.accessToken).ask(sessions.another, { refreshToken: first.refreshToken })).toMatchObject({
    status: 404,
  })
})

test('it ends with the tab that opened it, and can end without affecting that tab', async () => {
  const [first, second] = await twoTabs(await newPerson('Chain'))
  const [third, sibling] = [await beside(second), await beside(first)]
  await end(sibling)
  expect([await isOpen(first), await isOpen(second), await isOpen(sibling)]).toEqual([true, true, false])
  await end(first)
  for (const one of [first, second, third]) expect(await isOpen(one)).toBe(false)
})

test('signing out everywhere else keeps only the tab that asked, whichever opened it', async () => {
  const [first, second] = await twoTabs(await newPerson('Else'))
  await as(second.accessToken).tell(sessions.endOthers)
  expect([await isOpen(first), await isOpen(second)]).toEqual([false, true])
})

test('all tabs end when the user is deactivated', async () => {
  const person = await newPerson('Closed')
  const tabs = await twoTabs(person)
  await as(given.administrator.accessToken).tell(bulkRuns.deactivateOne, { id: person.id })
  for (const one of tabs) expect(await isOpen(one)).toBe(false)
})
