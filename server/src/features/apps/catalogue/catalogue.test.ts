import { applications } from '@claviger/contract/apps/applications'
import { catalogue, type PresetValues } from '@claviger/contract/apps/catalogue'
import { presets } from '@claviger/contract/apps/catalogue/presets'
import { myApps } from '@claviger/contract/sso/my-apps'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'

const { as, given } = await startTestApp()
const owner = as(given.owner.accessToken)
let count = 0
const values = (): PresetValues => {
  const host = `app${++count}.example`
  return {
    address: `https://${host}/`,
    name: `company${count}`,
    spEntityId: `https://${host}/entity`,
    acs: `https://${host}/acs`,
    redirect: `https://${host}/callback`,
    roles: 'arn:aws:iam::123456789012:role/Admin,arn:aws:iam::123456789012:saml-provider/Claviger',
    tenant: '7f3c0d1e-52a4-4b0c-9d0e-0a1b2c3d4e5f',
    application: '11c0ffee-52a4-4b0c-9d0e-0a1b2c3d4e5f',
    page: `http://${host}/start#today`,
  }
}

const passUsersOn = ['cyberark', 'duo', 'okta', 'onelogin', 'ping']
// Second factors, an API, and a server that users reach with programs of their own
const withoutTile = ['duo-second-factor', 'entra-second-factor', 'kubernetes', 'synapse', ...passUsersOn]

test.each(presets.map(preset => [preset.name, preset] as const))('adds %s', async (_name, preset) => {
  const { application, guide } = await owner.tell(catalogue.make, { preset: preset.key, values: values() })
  expect(application).toMatchObject({ name: preset.name, preset: preset.key, protocol: preset.protocol, active: true })
  const settings = JSON.stringify([application.oidc, application.saml, application.bookmark, application.mapping])
  expect(settings).not.toMatch(/\{(address|name|spEntityId|acs|redirect|roles|tenant|application|page)\}/)
  expect(application.clientSecret !== null).toBe(application.hasSecret)
  const open = [...JSON.stringify(guide).matchAll(/\{(\w+)\}/g)].map(match => match[1])
  expect(
    open.filter(name => !['clientSecret', 'certificate', 'preferred_username', 'uri'].includes(name ?? '')),
  ).toEqual([])
  expect(preset.docs).toMatch(/^https:\/\/[\w.-]+\.\w+\//)
  if (preset.key !== 'bookmark') expect(guide.enter.length + (guide.file ? 1 : 0)).toBeGreaterThan(0)
  expect(await owner.tell(catalogue.guide, { id: application.id })).toEqual(guide)
  await owner.tell(applications.assign, { id: application.id, everyone: true, groups: [], units: [], users: [] })
  const { items } = await owner.tell(myApps.list)
  expect(items.some(({ id }) => id === application.id)).toBe(!withoutTile.includes(preset.key))
})

test('preset keys are unique, and there are at least thirty presets', () => {
  expect(new Set(presets.map(preset => preset.key)).size).toBe(presets.length)
  expect(presets.length).toBeGreaterThanOrEqual(30)
})

test('changing the URL of an application updates its preset values and keeps manual changes', async () => {
  const { application } = await owner.tell(catalogue.make, {
    preset: 'grafana',
    name: 'Charts',
    values: { address: 'https://old.example' },
  })
  const { id, oidc } = application
  expect(oidc?.redirectUris).toEqual(['https://old.example/login/generic_oauth'])
  await owner.tell(applications.oidcUpdate, { id, name: 'Charts', oidc: { ...oidc, demand: 'pin' } })
  const moved = await owner.tell(catalogue.change, { id, values: { address: 'https://new.example/grafana/' } })
  expect(moved.oidc).toMatchObject({
    demand: 'pin',
    redirectUris: ['https://new.example/grafana/login/generic_oauth'],
    initiateLoginUri: 'https://new.example/grafana/login/generic_oauth',
  })
  expect(await owner.tell(catalogue.remove, { ids: [id] })).toEqual({ removed: 1 })
})

test('requires the values of a preset, and validates them like manual input', async () => {
  const make = (preset: string, more: object) => owner.ask(catalogue.make, { preset, name: 'Refused', values: more })
  expect(await make('grafana', {})).toMatchObject({ status: 422, body: { fields: [{ field: 'values.address' }] } })
  expect(await make('slack', { name: 'evil.example/#' })).toMatchObject({ status: 422 })
  expect(await make('grafana', { address: 'https://a.example@evil.example' })).toMatchObject({ status: 422 })
  expect(await make('no-such', {})).toMatchObject({ status: 404 })
  expect(await owner.tell(catalogue.remove, { ids: [] })).toEqual({ removed: 0 })
})
