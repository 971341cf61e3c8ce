import { applications } from '@claviger/contract/apps/applications'
import { catalogue } from '@claviger/contract/apps/catalogue'
import { policies } from '@claviger/contract/rules/policies'
import { myApps } from '@claviger/contract/sso/my-apps'
import { expect, test } from 'vitest'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { transact } from '#platform/db/transaction.ts'
import { noteUse } from '#features/apps/applications/applications.ts'

const home = await startTestApp()
const { as, given, world } = home
const owner = as(given.owner.accessToken)
const user = as(given.user.accessToken)
const { workspace } = given.owner
const nobody = { everyone: false, groups: [], units: [], users: [] }
const why = (id: string, whom = given.user.id) => owner.tell(myApps.why, { id, user: whom })

const { application: grafana } = await owner.tell(catalogue.make, {
  preset: 'grafana',
  values: { address: 'https://grafana.example' },
})
const { application: slack } = await owner.tell(catalogue.make, { preset: 'slack', values: { name: 'ward' } })
const { application: cluster } = await owner.tell(catalogue.make, { preset: 'kubernetes', values: {} })

test('users see tiles of applications that they can open, and administrators see why a user cannot', async () => {
  const { id } = grafana
  for (const one of [grafana, slack, cluster]) await owner.tell(applications.assign, { id: one.id, ...nobody })
  expect((await user.tell(myApps.list)).items).toEqual([])
  expect(await why(id)).toEqual({
    sees: false,
    opens: false,
    because: 'not-assigned',
    says: 'Grafana is not assigned to Priya Raman or their groups and units',
  })
  const group = await testData(home).addGroup('Night shift', [given.user.id])
  await owner.tell(applications.assign, { id, ...nobody, groups: [group] })
  await owner.tell(applications.assign, { id: slack.id, ...nobody, everyone: true })
  await owner.tell(applications.assign, { id: cluster.id, ...nobody, everyone: true })
  const { items } = await user.tell(myApps.list)
  expect(items.map(({ name, launch }) => [name, launch])).toEqual([
    [
      'Grafana',
      `https://grafana.example/login/generic_oauth?iss=${encodeURIComponent(`http://localhost:8080/oidc/${workspace}`)}`,
    ],
    ['Slack', `http://localhost:8080/saml/${workspace}/launch/${slack.id}`],
  ])
  expect((await why(id)).says).toBe('Priya Raman sees Grafana because it is assigned to Night shift')
  expect(await why(slack.id)).toMatchObject({
    sees: true,
    says: 'Priya Raman sees Slack because it is available to all users',
  })
  expect(await why(cluster.id)).toMatchObject({ sees: false, opens: true, because: 'no-launch' })
  await owner.tell(applications.setActive, { ids: [id], active: false })
  expect(await why(id)).toMatchObject({ because: 'off', opens: false })
  expect((await user.tell(myApps.list)).items.map(one => one.name)).toEqual(['Slack'])
  await owner.tell(applications.setActive, { ids: [id], active: true })
})

test('an application has a tile unless it is hidden, and the tile opens its address (hidden, initiateLoginUri)', async () => {
  const { id, name, oidc } = grafana
  if (!oidc) throw new Error('no application of OpenID Connect')
  await owner.tell(applications.assign, { id, ...nobody, users: [given.user.id] })
  const tile = async () => (await user.tell(myApps.list)).items.find(one => one.id === id)?.launch
  const set = (more: object, own: object = {}) =>
    owner.tell(applications.oidcUpdate, { id, name, oidc: { ...oidc, ...own }, ...more })
  await set({ hidden: true })
  expect([await tile(), (await why(id)).because]).toEqual([undefined, 'hidden'])
  await set({ hidden: false }, { initiateLoginUri: 'https://grafana.example/elsewhere' })
  expect(await tile()).toMatch(/^https:\/\/grafana\.example\/elsewhere\?iss=/)
  await set({ hidden: false })
})

test('a start page takes precedence for OpenID Connect and SAML (startUrl)', async () => {
  const tile = async (id: string) => (await user.tell(myApps.list)).items.find(one => one.id === id)?.launch
  for (const { id } of [grafana, slack]) await owner.tell(applications.assign, { id, ...nobody, everyone: true })
  const { oidc } = await owner.tell(applications.get, { id: grafana.id })
  const { saml } = await owner.tell(applications.get, { id: slack.id })
  if (!oidc || !saml) throw new Error('no applications of these protocols')
  const start = { startUrl: 'https://intranet.example/start?from=tile#top' }
  await owner.tell(applications.oidcUpdate, { id: grafana.id, name: grafana.name, oidc: { ...oidc, ...start } })
  await owner.tell(applications.samlUpdate, { id: slack.id, name: slack.name, saml: { ...saml, ...start } })
  expect([await tile(grafana.id), await tile(slack.id)]).toEqual([start.startUrl, start.startUrl])
  await owner.tell(applications.oidcUpdate, { id: grafana.id, name: grafana.name, oidc })
  await owner.tell(applications.samlUpdate, { id: slack.id, name: slack.name, saml })
  expect(await tile(slack.id)).toContain('/launch/')
})

test('a bookmark is a tile for its assigned users and opens its address (bookmark, url)', async () => {
  const make = (url: string) => owner.ask(applications.bookmarkCreate, { name: 'Canteen', bookmark: { url } })
  for (const url of ['javascript:alert(1)', 'data:text/html,x', 'https://me@canteen.example', 'canteen'])
    expect(await make(url)).toMatchObject({ status: 422, body: { fields: [{ field: 'bookmark.url' }] } })
  const { body } = await make('http://intranet/canteen#week')
  const { id } = body as { id: string }
  expect(body).toMatchObject({ protocol: 4, hasSecret: false, bookmark: { url: 'http://intranet/canteen#week' } })
  const tiles = async () => (await user.tell(myApps.list)).items.filter(one => one.id === id)
  expect(await tiles()).toEqual([])
  await owner.tell(applications.assign, { id, ...nobody, users: [given.user.id] })
  expect(await tiles()).toMatchObject([{ name: 'Canteen', launch: 'http://intranet/canteen#week' }])
  await owner.tell(applications.bookmarkUpdate, { id, name: 'Menu', bookmark: { url: 'https://canteen.example/' } })
  expect(await tiles()).toMatchObject([{ name: 'Menu', launch: 'https://canteen.example/' }])
  expect((await owner.tell(applications.list, { protocol: 4 })).items).toMatchObject([{ id, warnings: [] }])
  expect((await user.ask(applications.bookmarkUpdate, { id, name: 'x', bookmark: { url: 'https://x' } })).status).toBe(
    403,
  )
  await owner.tell(applications.removeMany, { ids: [id] })
  expect(await tiles()).toEqual([])
})

test('favorites and the last use are stored per user', async () => {
  const { id } = grafana
  await owner.tell(applications.assign, { id, ...nobody, users: [given.user.id] })
  await user.tell(myApps.star, { id, favourite: true })
  await transact(world, { actor: { kind: 'nobody' }, request: { id: '', ip: '', userAgent: '' }, workspace }, ctx =>
    noteUse(ctx, { id }, given.user.id),
  )
  expect((await user.tell(myApps.list)).items[0]).toMatchObject({ favourite: true, lastOpenedAt: expect.any(String) })
  await user.tell(myApps.star, { id, favourite: false })
  expect((await user.tell(myApps.list)).items[0]).toMatchObject({ favourite: false, lastOpenedAt: expect.any(String) })
  expect((await as(given.readOnly.accessToken).ask(myApps.star, { id, favourite: true })).status).toBe(404)
  expect((await as(given.ownerElsewhere.accessToken).tell(myApps.list)).items).toEqual([])
})

test('a unit administrator has tiles, too', async () => {
  const unit = await testData(home).addUnit('Ward')
  const id = await given.addUser('Una', 'Ward')
  await testData(home).appointOver(id, [unit])
  await owner.tell(applications.assign, { id: grafana.id, ...nobody, users: [id] })
  await owner.tell(applications.assign, { id: slack.id, ...nobody, everyone: true })
  const una = as((await given.session({ id, workspace })).accessToken)
  expect((await una.tell(myApps.list)).items.map(one => one.name)).toEqual(['Grafana', 'Slack'])
  await una.tell(myApps.star, { id: grafana.id, favourite: true })
  expect((await una.tell(myApps.list)).items[0]).toMatchObject({ favourite: true })
})

test('a refusal by a policy is explained, but only to callers who can read the user', async () => {
  const ofSlack = { priority: 1, action: 0 as const, appRestriction: { values: [slack.id] } }
  await owner.tell(policies.create, { ...ofSlack, name: 'No codes', waysIn: ['code'] })
  expect(await why(slack.id)).toMatchObject({ opens: true, because: 'none' })
  await owner.tell(policies.create, { ...ofSlack, priority: 2, name: 'No Slack' })
  expect(await why(slack.id)).toMatchObject({ sees: true, opens: false, because: 'policy' })
  expect((await user.ask(myApps.why, { id: slack.id, user: given.owner.id })).status).toBe(403)
  expect((await owner.ask(myApps.why, { id: slack.id, user: given.ownerElsewhere.id })).status).toBe(404)
})
