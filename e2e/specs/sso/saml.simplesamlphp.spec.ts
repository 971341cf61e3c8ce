import { expect, test } from 'vitest'
import { freePort } from '../../../server/test/emulators/apache.ts'
import { hasSimpleSamlPhp, startSimpleSamlPhp } from '../../../server/test/emulators/simplesamlphp.ts'
import { barriers, newVisitor } from '../../browser.ts'
import { closeAfterTest } from '../../closing.ts'
import {
  allowLoopback,
  apiCaller,
  newOwner,
  session,
  signOut,
  tokensOf,
  unique,
  usePasskey,
} from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()

test.skipIf(!hasSimpleSamlPhp())(
  'SimpleSAMLphp as identity provider creates a user, who adds a passkey and signs in with it later',
  async () => {
    const owner = await newOwner(product)
    const { page, workspace } = owner
    await allowLoopback(product, workspace.slug, 'identity-providers')
    const domain = `${unique('clinic')}.example`
    const root = `${unique('root')}@installation.example`
    await product.admin('create-super-admin', root)
    const above = apiCaller(product, await session(product, root))
    const ask = apiCaller(product, await tokensOf(page))
    const { id: here } = (await ask('GET', '/users')).body['workspace'] as { id: string }
    const added = await above('POST', `/superAdmin/workspaces/${here}/trustDomains`, { domain })
    await above('PUT', '/superAdmin/trustDomains', { id: added.body['id'], status: 1 })
    const nora = { uid: 'nora', mail: `nora@${domain}`, givenName: 'Nora', sn: 'Elsewhere' }
    const there = await startSimpleSamlPhp(await freePort(), [nora])
    closeAfterTest(there.stop)

    await page.goto(`${product.address}/dashboard/external-identity-providers/saml/new`)
    await page.getByLabel('Name', { exact: true }).fill('Clinic login')
    await page.getByLabel('Metadata URL').fill(there.idp.metadata)
    await page.getByRole('textbox', { name: 'Domains' }).fill(domain)
    for (const [field, attribute] of [
      ['Email', 'mail'],
      ['First name', 'givenName'],
      ['Last name', 'sn'],
    ] as const)
      await page.getByRole('textbox', { name: field, exact: true }).fill(attribute)
    await page.getByLabel('Create new users').check()
    await page.getByRole('button', { name: 'Add provider' }).click()
    await page.getByRole('heading', { level: 1, name: 'Clinic login' }).waitFor()
    await page.getByText(/The metadata is read every day, last/).waitFor()
    expect(await barriers(page)).toEqual([])
    const id = page.url().split('/').at(-1) ?? ''
    const metadata = await fetch(`${product.address}/api/sso/saml/idp/${id}/metadata`)
    await there.knows({ sp: await metadata.text() })
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('Clinic login turned on').waitFor()

    const { page: theirs, key } = await newVisitor()
    const signInPage = `${product.address}/auth/sign-in?workspace=${workspace.slug}`
    await theirs.goto(signInPage)
    await theirs.getByRole('link', { name: 'Clinic login' }).click()
    await theirs.locator('input[name="username"]').fill('nora')
    await theirs.locator('input[name="password"]').fill('nora')
    await theirs.locator('input[name="password"]').press('Enter')
    await theirs.waitForURL('**/dashboard')
    await theirs.getByRole('button', { name: /^Nora Elsewhere's account/ }).waitFor()
    await theirs.goto(`${product.address}/dashboard/addSecurityKey`)
    await theirs.getByRole('button', { name: 'Create passkey' }).click()
    await theirs.waitForURL('**/dashboard/profile/security-keys')
    expect(await key.credentials()).toHaveLength(1)

    await signOut(theirs)
    await theirs.goto(signInPage)
    await usePasskey(theirs)
    await theirs.waitForURL('**/dashboard')
    await theirs.getByRole('button', { name: /^Nora Elsewhere's account/ }).waitFor()
    await theirs.goto(`${there.address}/module.php/core/authenticate.php?as=people`)
    await theirs.locator('input[name="password"]').waitFor()
  },
)
