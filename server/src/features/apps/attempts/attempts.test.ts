import { applications } from '@claviger/contract/apps/applications'
import { attempts } from '@claviger/contract/apps/attempts'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { transact } from '#platform/db/transaction.ts'
import { cleanUp } from '#jobs/cleanup.ts'
import { type AttemptNote, noteAttempt } from './attempts.ts'

const home = await startTestApp()
const { as, given, clock, world } = home
const owner = as(given.owner.accessToken)
const { workspace } = given.owner
const note = (more: Partial<AttemptNote>) =>
  transact(
    world,
    { actor: { kind: 'nobody' }, request: { id: 'test', ip: '127.0.0.1', userAgent: '' }, workspace },
    ctx => noteAttempt(ctx, { application: null, protocol: 1, step: 'authorize', ok: true, facts: {}, ...more }),
  )
const { id } = await owner.tell(applications.oidcCreate, {
  name: 'Grafana',
  oidc: { redirectUris: ['https://app.example/cb'] },
})

test('shows a refused request with an explanation and a suggested fix, without secrets', async () => {
  await note({ application: id, user: given.user.id, facts: { client_id: 'grafana' } })
  await note({
    application: id,
    ok: false,
    reason: {
      code: 'redirect-differs',
      details: { sent: 'https://app.example/cb/' },
    },
    facts: { redirect_uri: 'https://app.example/cb/', code_verifier: 'never-kept', ip: '192.0.2.7' },
  })
  const { items, more } = await owner.tell(attempts.ofApplication, { id })
  expect(more).toBe(false)
  expect(items).toMatchObject([
    {
      ok: false,
      reason: 'redirect-differs',
      says: 'The address https://app.example/cb/ differs from the registered https://app.example/cb by a trailing slash',
      mend: { field: 'redirectUris', value: 'https://app.example/cb/' },
      user: null,
    },
    { ok: true, says: null, mend: null, user: { id: given.user.id, name: 'Priya Raman' } },
  ])
  expect(JSON.stringify(items)).not.toContain('never-kept')
  const { rows } = await world.superPool.query<{ sealed: Buffer }>('select sealed from application_attempts')
  expect(rows.some(row => row.sealed.includes('app.example'))).toBe(false)
})

test('lists requests of unknown clients separately, and other workspaces see none', async () => {
  await note({ ok: false, reason: { code: 'unknown-client', details: { sent: 'x' } }, facts: { client_id: 'x' } })
  expect((await owner.tell(attempts.ofStrangers, {})).items).toMatchObject([
    { says: 'No application here has this client ID', mend: null },
  ])
  const elsewhere = as(given.ownerElsewhere.accessToken)
  expect((await elsewhere.tell(attempts.ofStrangers, {})).items).toEqual([])
  expect((await elsewhere.ask(attempts.ofApplication, { id })).status).toBe(404)
  expect((await as(given.user.accessToken).ask(attempts.ofApplication, { id })).status).toBe(403)
})

test('keeps the last 200 requests of each application for 14 days', async () => {
  for (let n = 0; n < 203; n++) {
    clock.forward(5)
    await note({ application: id, facts: { n: String(n) } })
  }
  await cleanUp.work(world, {})
  const seen: string[] = []
  for (let before: string | undefined; ;) {
    const { items, more } = await owner.tell(attempts.ofApplication, { id, ...(before !== undefined && { before }) })
    seen.push(...items.map(item => item.facts[0]?.value ?? ''))
    before = items.at(-1)?.id
    if (!more) break
  }
  expect([seen.length, seen[0], seen.at(-1)]).toEqual([200, '202', '3'])
  clock.forward(15 * 86_400_000)
  const later = as((await given.session(given.owner)).accessToken)
  expect((await later.tell(attempts.ofApplication, { id })).items).toEqual([])
})
