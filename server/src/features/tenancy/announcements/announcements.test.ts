import { account } from '@claviger/contract/access/account'
import { announcements } from '@claviger/contract/tenancy/announcements'
import { workspaceGovernance } from '@claviger/contract/tenancy/workspaces.governance'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { days } from '#platform/clock.ts'

const { as, given, clock } = await startTestApp()
const sue = async () => as((await given.session(given.superAdmin)).accessToken)
const told = async (person: { id: string; workspace: string }) =>
  (await as((await given.session(person)).accessToken).tell(account.ribbon)).notices
    .filter(notice => notice.id.startsWith('announcement:'))
    .map(notice => notice.text)

test('an announcement is shown by language, type, and partner, until it ends or is removed', async () => {
  const root = await sue()
  const { owner, ownerElsewhere } = given
  await root.tell(workspaceGovernance.type, { id: ownerElsewhere.workspace, type: 3 })
  await root.tell(announcements.create, { text: 'Update on Sunday', level: 'warning' })
  const partners = await root.tell(announcements.create, { text: 'Prices of partners', type: 3 })
  await root.tell(announcements.create, { text: 'Kunden von Southgate', partnerId: ownerElsewhere.workspace })
  await root.tell(announcements.create, { text: 'Wartung am Sonntag', language: 'de' })
  expect(await told(owner)).toEqual(['Update on Sunday'])
  expect(await told(ownerElsewhere)).toEqual(
    expect.arrayContaining(['Update on Sunday', 'Prices of partners', 'Kunden von Southgate']),
  )
  await root.tell(announcements.remove, { id: partners.id })
  expect(await told(ownerElsewhere)).not.toContain('Prices of partners')
  expect(await root.ask(announcements.remove, { id: partners.id })).toMatchObject({ status: 404 })
  expect(await root.ask(announcements.create, { text: 'x', partnerId: owner.workspace })).toMatchObject({
    status: 422,
    body: { code: 'not-a-partner' },
  })
  clock.forward(days(8))
  expect(await told(owner)).toEqual([])
  expect((await (await sue()).tell(announcements.list)).items).toEqual([])
})
