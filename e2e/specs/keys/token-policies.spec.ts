import { expect, test } from 'vitest'
import { barriers } from '../../browser.ts'
import { apiCaller, newOwner, session } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()

async function ownerWithCalls() {
  const { page, workspace } = await newOwner(product)
  const ask = apiCaller(product, await session(product, workspace.owner, '--workspace', workspace.slug))
  return { page, ask }
}

test('key settings show the policy that decides, and no policy without effect', async () => {
  const { page, ask } = await ownerWithCalls()
  const heading = (name: string) => page.getByRole('heading', { name })
  await page.goto(`${product.address}/dashboard/workspace/security-key-setting`)
  await page.getByText('unless a policy applies').waitFor()
  await heading('Bluetooth proximity').waitFor()
  for (const gone of ['Lost every key', 'Passkeys of a smartphone are kept', 'Smartphone asks for'])
    expect([gone, await page.getByText(gone).count()]).toEqual([gone, 0])
  const made = await ask('POST', '/administrator/tokenPolicy', {
    name: 'Wards',
    phoneVerification: 1,
    cardVerification: 4,
    credentialStorageLocation: 1,
    proximity: false,
    audit: true,
    offlineLogin: false,
    rememberedPinHours: 0,
    makeDefault: true,
  })
  expect(made.status).toBe(200)
  await page.reload()
  await page.getByText('New keys start with the settings of the default policy, Wards.').waitFor()
  // The limit per user applies even if a policy determines the other settings
  await page.getByText('Limit keys per user').waitFor()
  expect(await heading('Bluetooth proximity').count()).toBe(0)
  expect(await barriers(page)).toEqual([])
  await page.getByRole('link', { name: 'Key policies', exact: true }).last().click()
  await page.getByText('Wards').first().waitFor()
})
