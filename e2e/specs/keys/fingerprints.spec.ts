import { generateKeyPairSync, hash, sign } from 'node:crypto'
import { templateMessage } from '@claviger/contract/keys/fingerprints'
import { expect, test } from 'vitest'
import { barriers, newVisitor } from '../../browser.ts'
import { addUser, apiCaller, openConsole, newWorkspace, session } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()
const model = 'Maker F100'

test('fingerprints are offered after a reader program that reads them registers, and are enrolled with its instructions (R167)', async () => {
  const workspace = await newWorkspace(product)
  const owner = await session(product, workspace.owner, '--workspace', workspace.slug)
  const ask = apiCaller(product, owner)
  const person = { firstName: 'Ida', lastName: 'Vance', email: `ida@${workspace.slug}.example` }
  const id = await addUser(product, owner, person)
  const { page } = await newVisitor()
  await openConsole(page, product, owner, `/dashboard/users/${id}/security-keys`)
  const dialog = page.getByRole('dialog')
  const offered = async () => {
    await page.getByRole('button', { name: 'Assign key' }).first().click()
    await dialog.getByRole('radio', { name: 'Smart card' }).waitFor()
  }
  const { body: clients } = await ask('POST', '/administrator/workspace/api-keys', {
    name: 'Fingerprints',
    type: 2,
    granted: ['clients'],
  })
  const asKey = apiCaller(product, { accessToken: String(clients['value']), refreshToken: '' })
  const apps = '/apis/access-key-cli/v1/apps'
  await asKey('POST', apps, { name: 'Cards', computerId: 'front-desk' })
  await offered()
  expect(await dialog.getByRole('radio', { name: 'Fingerprint' }).count()).toBe(0)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const spki = publicKey.export({ format: 'der', type: 'spki' }).toString('base64url')
  const fingers = { name: 'Fingerprints', computerId: 'ward-3', fingerprints: { model, publicKey: spki } }
  const { body: app } = await asKey('POST', apps, fingers)
  const reader = apiCaller(product, { accessToken: String(app['appToken']), refreshToken: '' })
  await page.reload()
  await offered()
  await dialog.getByRole('radio', { name: 'Fingerprint' }).click()
  await dialog.getByRole('radio', { name: 'Now' }).click()
  const begun = page.waitForResponse(answer => answer.url().endsWith('/tokens/assignSecurityKey'))
  await dialog.getByRole('button', { name: 'Assign key' }).click()
  const { challenge, results } = (await (await begun).json()) as {
    challenge: string
    results: { key: { id: string } }[]
  }
  const key = results[0]!.key
  await dialog.getByText('Start at the reader').waitFor()
  await dialog.getByText(challenge).waitFor()
  const tell = (step: Record<string, unknown>) =>
    reader('POST', `/administrator/securityDevice/fingerprint/enrollment/${challenge}/progress`, step)
  expect((await tell({ step: 'started' })).status).toBe(200)
  const template = Buffer.from('a template')
  const said = templateMessage({ challenge, model, hash: hash('sha256', template, 'hex') })
  const signature = sign('sha256', Buffer.from(said), privateKey).toString('base64url')
  const finger = { step: 'finger', name: 'Right index', template: template.toString('base64url') }
  expect((await tell(finger)).status).toBe(403)
  expect((await tell({ ...finger, signature })).status).toBe(200)
  await dialog.getByText('1 fingerprint so far').waitFor()
  expect((await tell({ step: 'done' })).status).toBe(200)
  await dialog.getByText('You can now use the fingerprint').waitFor()
  await page.goto(`${product.address}/dashboard/security-keys/${key.id}`)
  await page.getByText('Right index').waitFor()
  await page.getByRole('button', { name: 'Add fingerprint' }).waitFor()
  expect(await barriers(page)).toEqual([])
  await ask('DELETE', `/administrator/workspace/reader-apps/${String(app['id'])}`)
  await page.reload()
  await page.getByText('Right index').waitFor()
  expect(await page.getByRole('button', { name: 'Add fingerprint' }).count()).toBe(0)
})
