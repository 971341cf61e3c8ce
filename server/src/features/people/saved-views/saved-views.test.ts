import { savedViews } from '@claviger/contract/people/saved-views'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'

const { as, given } = await startTestApp()
const admin = as(given.administrator.accessToken)
const names = async (who = admin) => (await who.tell(savedViews.list, { list: 'users' })).items.map(view => view.name)

test('views are saved, renamed, and removed per administrator', async () => {
  const view = await admin.tell(savedViews.save, {
    list: 'users',
    name: 'Suspended nurses',
    query: 'status=40&search=nurse',
  })
  await admin.tell(savedViews.save, { list: 'activity', name: 'Failures', query: 'status=2' })
  expect(await names()).toEqual(['Suspended nurses'])
  expect(await names(as(given.owner.accessToken))).toEqual([])
  expect(await admin.ask(savedViews.save, { list: 'users', name: 'Suspended nurses', query: '' })).toMatchObject({
    status: 409,
    body: { code: 'view-name-taken' },
  })
  const stranger = as(given.owner.accessToken)
  expect(await stranger.ask(savedViews.remove, { id: view.id })).toMatchObject({ status: 404 })
  expect(await stranger.ask(savedViews.change, { ...view })).toMatchObject({ status: 404 })
  await admin.tell(savedViews.change, { id: view.id, name: 'Nurses', query: 'search=nurse' })
  expect(await names()).toEqual(['Nurses'])
  await admin.tell(savedViews.remove, { id: view.id })
  expect(await names()).toEqual([])
})

test('the number of views is limited', async () => {
  for (let n = 0; n < 20; n++) await admin.tell(savedViews.save, { list: 'users', name: `View ${n}`, query: '' })
  expect(await admin.ask(savedViews.save, { list: 'users', name: 'One more', query: '' })).toMatchObject({
    // The console shows no message for the status 402 of limits-exceeded (R49)
    status: 409,
    body: { code: 'too-many-views', message: expect.stringContaining('20') as unknown },
  })
})
