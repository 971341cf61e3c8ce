import { expect, test } from 'vitest'
import { barriers, newVisitor } from '../../browser.ts'
import { addUser, apiCaller, openConsole, newOwner, session, tokensOf } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()

test('Grafana is added from the catalog, assigned to a group, and shown in My Apps of its members', async () => {
  const { page, workspace } = await newOwner(product)
  const ask = apiCaller(product, await tokensOf(page))
  const email = `priya@${workspace.slug}.example`
  const user = await addUser(product, await tokensOf(page), { firstName: 'Priya', lastName: 'Raman', email })
  await ask('POST', '/administrator/groups', { name: 'Night shift', users: [user] })

  await page.goto(`${product.address}/dashboard/sso/apps`)
  await page.getByText('No applications yet').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('link', { name: 'Add application' }).first().click()
  await page.getByLabel('Search applications').fill('graf')
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: /^Grafana .*OpenID Connect$/ }).click()
  await page.getByRole('button', { name: 'Add application' }).click()
  await page.getByText('This field is required').waitFor()
  await page.getByLabel('Address').fill('http://grafana.example.com')
  await page.getByRole('button', { name: 'Add application' }).click()
  await page.getByText('Enter a URL that starts with https://').waitFor()
  await page.getByLabel('Address').fill('https://grafana.example.com/')
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Add application' }).click()
  await page.getByRole('heading', { level: 1, name: 'Grafana added' }).waitFor()
  await page.getByRole('button', { name: 'Copy Client secret' }).waitFor()
  expect(await barriers(page)).toEqual([])

  await page.getByRole('link', { name: 'Manage access' }).first().click()
  await page.getByRole('combobox', { name: 'Groups' }).fill('Night')
  await page.getByRole('option', { name: 'Night shift' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Grafana saved').waitFor()
  await page.getByRole('link', { name: /^Access\s?1$/ }).waitFor()
  await page.getByRole('combobox', { name: 'User', exact: true }).fill('Priya')
  await page.getByRole('option', { name: /Priya Raman/ }).click()
  await page.getByText('Priya Raman sees Grafana because it is assigned to Night shift').waitFor()
  expect(await barriers(page)).toEqual([])

  await page.getByRole('link', { name: 'Attributes' }).click()
  await page.getByRole('combobox', { name: 'User', exact: true }).fill('Priya')
  await page.getByRole('option', { name: /Priya Raman/ }).click()
  await page.getByRole('definition').getByText('Night shift').waitFor()
  expect(await barriers(page)).toEqual([])

  const { page: theirs } = await newVisitor()
  await openConsole(theirs, product, await session(product, email), '/dashboard/sso/my-apps')
  const tile = theirs.getByRole('link', { name: 'Grafana' }).first()
  expect(await tile.getAttribute('href')).toContain('https://grafana.example.com/login/generic_oauth?iss=')
  await theirs.getByRole('button', { name: 'Favorite: Grafana' }).click()
  await theirs.getByRole('region', { name: 'Favorites' }).getByText('Grafana').waitFor()
  expect(await barriers(theirs)).toEqual([])
})

test('a bookmark is added from the catalog and is a tile for users with access', async () => {
  const { page, workspace } = await newOwner(product)
  const ask = apiCaller(product, await tokensOf(page))
  const email = `priya@${workspace.slug}.example`
  const user = await addUser(product, await tokensOf(page), { firstName: 'Priya', lastName: 'Raman', email })
  await ask('POST', '/administrator/groups', { name: 'Night shift', users: [user] })
  await page.goto(`${product.address}/dashboard/sso/apps/new?preset=bookmark`)
  await page.getByLabel('Name').fill('Canteen')
  await page.getByLabel('Address').fill('http://intranet.example/canteen#week')
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Add application' }).click()
  await page.getByRole('heading', { level: 1, name: 'Canteen added' }).waitFor()
  await page.getByText('No users see this bookmark yet').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('link', { name: 'Manage access' }).first().click()
  await page.getByRole('combobox', { name: 'Groups' }).fill('Night')
  await page.getByRole('option', { name: 'Night shift' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Canteen saved').waitFor()
  await page.goto(page.url().replace('?tab=who', ''))
  await expect.poll(() => page.getByLabel('Address').inputValue()).toBe('http://intranet.example/canteen#week')
  expect(await barriers(page)).toEqual([])

  const { page: theirs } = await newVisitor()
  await openConsole(theirs, product, await session(product, email), '/dashboard/sso/my-apps')
  const tile = theirs.getByRole('link', { name: 'Canteen' }).first()
  expect(await tile.getAttribute('href')).toBe('http://intranet.example/canteen#week')

  await session(product, email)
  await theirs.goto(`${product.address}/dashboard`)
  await theirs.getByRole('link', { name: 'Canteen' }).waitFor()
  expect(await barriers(theirs)).toEqual([])
  const strange = theirs.getByRole('button', { name: "This wasn't me…" })
  const before = await strange.count()
  expect(before).toBeGreaterThan(0)
  await strange.first().click()
  await theirs.getByRole('dialog').getByRole('button', { name: 'End session' }).click()
  await theirs.getByText('Session ended').waitFor()
  await expect.poll(() => strange.count()).toBe(before - 1)
})

test('a wrong redirect address is found among the requests and fixed from there', async () => {
  const { page, workspace } = await newOwner(product)
  const ask = apiCaller(product, await tokensOf(page))
  const { body } = await ask('POST', '/api/sso/saml/defaults', {
    preset: 'grafana',
    values: { address: 'https://grafana.example.com' },
  })
  const { id, clientId } = body['application'] as { id: string; clientId: string }
  const wrong = 'https://grafana.example.com/login/generic_oauth/'
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: wrong,
    response_type: 'code',
    scope: 'openid',
  })
  const refused = await fetch(`${product.address}/oidc/${workspace.slug}/authorize?${query.toString()}`)
  expect(refused.status).toBe(400)

  await page.goto(`${product.address}/dashboard/sso/apps/${id}?tab=requests`)
  await page.getByText('by a trailing slash').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Show details' }).click()
  await page.getByRole('button', { name: 'Add this redirect address' }).click()
  const asked = page.getByRole('dialog', { name: 'Add this to Grafana?' })
  await asked.getByText(wrong).waitFor()
  expect(await barriers(page)).toEqual([])
  await asked.getByRole('button', { name: 'Add' }).click()
  await page.getByText('Grafana saved').waitFor()
  await page.getByRole('link', { name: 'Settings', exact: true }).last().click()
  expect(await page.getByLabel('Redirect addresses', { exact: true }).inputValue()).toContain(wrong)
})
