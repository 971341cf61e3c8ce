import { applications } from '@claviger/contract/apps/applications'
import { catalogue } from '@claviger/contract/apps/catalogue'
import { policies } from '@claviger/contract/rules/policies'
import { myApps } from '@claviger/contract/sso/my-apps'
import { expect, test } from 'vitest'
import { doors } from '#test/api/doors.ts'
import { house } from '#test/app/house.ts'
import { transact } from '#platform/db/transaction.ts'
import { noteUse } from '#features/apps/applications/applications.ts'

const home = await house()
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
const { application: proxmox } = await owner.tell(catalogue.make, {
  preset: 'proxmox',
  values: { address: 'https://pve.example:8006' },
})

test('a tile stands for what one may open, and administrators are told why one does not', async () => {
  const { id } = grafana
  for (const one of [grafana, slack, proxmox]) await owner.tell(applications.assign, { id: one.id, ...nobody })
  expect((await user.tell(myApps.list)).items).toEqual([])
  expect(await why(id)).toEqual({
    sees: false,
    opens: false,
    because: 'not-assigned',
    says: 'Grafana is not assigned to Priya Raman or their groups and units',
  })
  const group = await doors(home).addGroup('Night shift', [given.user.id])
  await owner.tell(applications.assign, { id, ...nobody, groups: [group] })
  await owner.tell(applications.assign, { id: slack.id, ...nobody, everyone: true })
  await owner.tell(applications.assign, { id: proxmox.id, ...nobody, everyone: true })
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
  expect(await why(proxmox.id)).toMatchObject({ sees: false, opens: true, because: 'no-launch' })
  await owner.tell(applications.setActive, { ids: [id], active: false })
  expect(await why(id)).toMatchObject({ because: 'off', opens: false })
  expect((await user.tell(myApps.list)).items.map(one => one.name)).toEqual(['Slack'])
  await owner.tell(applications.setActive, { ids: [id], active: true })
})

test('an application has a tile unless it is hidden, and leads where it says (hidden, initiateLoginUri)', async () => {
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

test('favourites and what was opened last are remembered for each person', async () => {
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

test('an administrator of units has tiles, too', async () => {
  const unit = await doors(home).addUnit('Ward')
  const id = await given.addUser('Una', 'Ward')
  await doors(home).appointOver(id, [unit])
  await owner.tell(applications.assign, { id: grafana.id, ...nobody, users: [id] })
  await owner.tell(applications.assign, { id: slack.id, ...nobody, everyone: true })
  const una = as((await given.session({ id, workspace })).accessToken)
  expect((await una.tell(myApps.list)).items.map(one => one.name)).toEqual(['Grafana', 'Slack'])
  await una.tell(myApps.star, { id: grafana.id, favourite: true })
  expect((await una.tell(myApps.list)).items[0]).toMatchObject({ favourite: true })
})

test('a policy that refuses is told; nobody learns about people whom they may not read', async () => {
  const ofSlack = { priority: 1, action: 0 as const, appRestriction: { values: [slack.id] } }
  await owner.tell(policies.create, { ...ofSlack, name: 'No codes', waysIn: ['code'] })
  expect(await why(slack.id)).toMatchObject({ opens: true, because: 'none' })
  await owner.tell(policies.create, { ...ofSlack, priority: 2, name: 'No Slack' })
  expect(await why(slack.id)).toMatchObject({ sees: true, opens: false, because: 'policy' })
  expect((await user.ask(myApps.why, { id: slack.id, user: given.owner.id })).status).toBe(403)
  expect((await owner.ask(myApps.why, { id: slack.id, user: given.ownerElsewhere.id })).status).toBe(404)
})
