import { selfServiceHelpdesk } from '@claviger/contract/access/self-service-settings/self-service-helpdesk'
import { selfServicePages } from '@claviger/contract/access/self-service-settings/self-service-pages'
import { PageSettings } from '@claviger/contract/access/self-service-settings/page-settings'
import { activity } from '@claviger/contract/oversight/activity'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { startTestApp } from '#test/app/test-app.ts'

const { as, given, mailTo } = await startTestApp()
const owner = as(given.owner.accessToken)
const desk = as(given.userManager.accessToken)
const settings = z.parse(PageSettings, { secondCard: 'block', inputReadingFormat: 'hex' })
await owner.tell(selfServicePages.create, { page: 'desk', name: 'Desk', settings })

test('the help desk sees the pages and their links', async () => {
  const { items } = await desk.tell(selfServiceHelpdesk.pages)
  expect(items).toMatchObject([{ id: 'desk', link: 'http://localhost:8080/self-service/desk' }])
  expect((await as(given.user.accessToken).ask(selfServiceHelpdesk.pages)).status).toBe(403)
})

test('enrolls a card with the page settings and a chosen PIN, and notifies the user', async () => {
  const userId = await given.addUser('Desk', 'One')
  const { key } = await desk.tell(selfServiceHelpdesk.enroll, { userId, cardId: '04A1B2', pin: '8523' })
  expect(key).toMatchObject({ status: 20, type: 2, hasPin: true, cardEnd: 'A1B2', owner: { id: userId } })
  expect((await mailTo('desk.one@northgate.example')).subject).toBe('Your security key is active')
  const { items } = await owner.tell(activity.list, { action: ['security-key.assigned'] })
  expect(items[0]).toMatchObject({ after: { page: 'Desk', owner: 'Desk One' } })
  expect(await desk.ask(selfServiceHelpdesk.enroll, { userId, cardId: '04A1B3', pin: '8523' })).toMatchObject({
    body: { code: 'kind-taken' },
  })
})

test('without a PIN the next tap sets it, and an invalid PIN enrolls nothing', async () => {
  const userId = await given.addUser('Desk', 'Two')
  expect(await desk.ask(selfServiceHelpdesk.enroll, { userId, cardId: '04AA01', pin: '12' })).toMatchObject({
    body: { code: 'pin-unfit' },
  })
  const { key } = await desk.tell(selfServiceHelpdesk.enroll, { userId, cardId: '04AA01' })
  expect(key).toMatchObject({ status: 20, hasPin: false, pinDue: true })
})

test('refuses a card for a suspended or deactivated user', async () => {
  for (const more of [{ suspended_at: new Date() }, { deactivated_at: new Date() }]) {
    const userId = await given.addUser('Desk', `Shut ${Object.keys(more).join('')}`, more)
    expect(await desk.ask(selfServiceHelpdesk.enroll, { userId, cardId: '04AA09', pin: '8523' })).toMatchObject({
      body: { code: 'change-refused' },
    })
  }
})

test('refuses a card of another user, an unknown user, and a page that is off or in another workspace', async () => {
  const userId = await given.addUser('Desk', 'Three')
  const ask = (more: Record<string, unknown>) =>
    desk.ask(selfServiceHelpdesk.enroll, { userId, cardId: '04AA02', pin: '8523', ...more })
  expect(await ask({ cardId: '04A1B2' })).toMatchObject({ body: { code: 'card-taken' } })
  expect(await ask({ cardId: 'zz' })).toMatchObject({ body: { code: 'card-unreadable' } })
  expect(await ask({ userId: given.ownerElsewhere.id })).toMatchObject({ body: { code: 'not-found' } })
  expect(await ask({ id: 'nowhere' })).toMatchObject({ body: { code: 'page-unknown' } })
  await as(given.ownerElsewhere.accessToken).tell(selfServicePages.create, { page: 'foreign', name: 'X' })
  expect(await ask({ id: 'foreign' })).toMatchObject({ body: { code: 'page-unknown' } })
  await owner.tell(selfServicePages.turn, { page: 'desk', active: false })
  expect(await ask({ id: 'desk' })).toMatchObject({ body: { code: 'page-off' } })
  expect(await ask({})).toMatchObject({ body: { code: 'page-unknown' } })
  const recovery = { ...settings, services: { enrollment: false, pinRecovery: true } }
  await owner.tell(selfServicePages.create, { page: 'recovery', name: 'Recovery', settings: recovery })
  expect(await ask({})).toMatchObject({ body: { code: 'service-off' } })
})
