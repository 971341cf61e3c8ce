import { account } from '@claviger/contract/access/account'
import { announcements } from '@claviger/contract/tenancy/announcements'
import { workspaceGovernance } from '@claviger/contract/tenancy/workspaces.governance'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { days } from '#platform/clock.ts'
import { outboxMails } from '#integrations/mail.ts'
import { mailAnnouncement } from './announcements.jobs.ts'

const { as, given, clock, world } = await startTestApp()
const sue = async () => as((await given.session(given.superAdmin)).accessToken)
const told = async (person: { id: string; workspace: string }) =>
  (await as((await given.session(person)).accessToken).tell(account.ribbon)).notices
    .filter(notice => notice.id.startsWith('announcement:'))
    .map(notice => notice.text)

test('an announcement is shown by language, type, and partner until it expires or is removed', async () => {
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

test('an announcement is emailed once to each addressed administrator, also after a restart', async () => {
  const root = await sue()
  const { owner, administrator, ownerElsewhere, user } = given
  const mailed = async (words: string) =>
    (await outboxMails(world))
      .filter(({ subject }) => subject.includes(words))
      .map(({ to }) => to)
      .toSorted()
  const send = (text: string, more: object = {}) => root.tell(announcements.create, { text, email: true, ...more })
  const made = await send('Power cut tonight')
  const everyone = [owner.email, administrator.email, ownerElsewhere.email, given.individual.email].toSorted()
  await expect.poll(() => mailed('Power cut tonight')).toEqual(everyone)
  await mailAnnouncement.work(world, { id: made.id })
  expect(await mailed('Power cut tonight')).toEqual(everyone)
  expect(everyone).not.toContain(user.email)
  expect((await root.tell(announcements.list)).items.find(one => one.id === made.id)?.emailed).toBe(everyone.length)
  await send('Partners only', { type: 3 })
  await expect.poll(() => mailed('Partners only')).toEqual([ownerElsewhere.email])
  await send('Nur auf Deutsch', { language: 'de' })
  const removed = await root.tell(announcements.create, { text: 'Shown only' })
  expect(removed.emailed).toBeNull()
  await mailAnnouncement.work(world, { id: removed.id })
  expect(await mailed('Shown only')).toEqual([])
  expect(await mailed('Nur auf Deutsch')).toEqual([])
})
