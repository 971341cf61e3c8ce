import { applications } from '@claviger/contract/apps/applications'
import { catalogue } from '@claviger/contract/apps/catalogue'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'

const home = await startTestApp()
const { app, as, given } = home

async function offered(slug: string) {
  const { body } = await app.inject({ url: `/oidc/${slug}/.well-known/openid-configuration` })
  const all = JSON.parse(body) as { response_types_supported: string[]; grant_types_supported: string[] }
  return [all.response_types_supported.includes('id_token'), all.grant_types_supported.includes('implicit')]
}

test('the metadata offers an ID token without a code only while an application can use it', async () => {
  const owner = as((await given.session(given.owner)).accessToken)
  expect(await offered('northgate')).toEqual([false, false])
  const tenant = '7f3c0d1e-52a4-4b0c-9d0e-0a1b2c3d4e5f'
  const values = { tenant, application: '11c0ffee-52a4-4b0c-9d0e-0a1b2c3d4e5f' }
  const { application } = await owner.tell(catalogue.make, { preset: 'entra-second-factor', values })
  const soon = { timeout: 15_000, interval: 200 }
  await expect.poll(() => offered('northgate'), soon).toEqual([true, true])
  await owner.tell(applications.setActive, { ids: [application.id], active: false })
  await expect.poll(() => offered('northgate'), soon).toEqual([false, false])
}, 40_000)

test('each address of a workspace is an issuer of its own, and the setup guide shows the one that never changes', async () => {
  const owner = as((await given.session(given.owner)).accessToken)
  const issuerAt = async (address: string) => {
    const { body } = await app.inject({ url: `/oidc/${address}/.well-known/openid-configuration` })
    return (JSON.parse(body) as { issuer: string }).issuer
  }
  const { ours } = await owner.tell(catalogue.presets)
  expect(ours.issuer).toMatch(new RegExp(`/oidc/${given.owner.workspace}$`))
  expect(await issuerAt(given.owner.workspace)).toBe(ours.issuer)
  expect(await issuerAt('northgate')).toBe(ours.issuer.replace(given.owner.workspace, 'northgate'))
})
