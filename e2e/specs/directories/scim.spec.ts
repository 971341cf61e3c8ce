import { expect, test } from 'vitest'
import { barriers } from '../../browser.ts'
import { newOwner } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()
const core = 'urn:ietf:params:scim:schemas:core:2.0:User'
const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

function entra(token: string) {
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${product.address}/api/scim/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json; charset=utf-8' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: (await answer.json()) as { id: string; totalResults?: number } }
  }
  return {
    look: (name: string) => ask('GET', `/Users?filter=${encodeURIComponent(`userName eq "${name}"`)}`),
    add: (name: string) =>
      ask('POST', '/Users', {
        schemas: [core, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
        externalId: `object-${name}`,
        userName: name,
        active: true,
        displayName: 'Nora Night',
        title: 'Ward 7',
        emails: [{ primary: true, type: 'work', value: name }],
        meta: { resourceType: 'User' },
        name: { formatted: 'Nora Night', familyName: 'Night', givenName: 'Nora' },
        roles: [],
      }),
    change: (id: string) =>
      ask('PATCH', `/Users/${id}`, {
        schemas: [patchOp],
        Operations: [{ op: 'Replace', path: 'name.familyName', value: 'Nightingale' }],
      }),
    group: (name: string, member: string) =>
      ask('POST', '/Groups', { displayName: name, externalId: name, members: [{ value: member }] }),
  }
}

test('Entra ID is connected by SCIM; a wrong mapping is found from a request and fixed', async () => {
  const { page } = await newOwner(product)
  await page.goto(`${product.address}/dashboard/scim`)
  await page.getByText('No SCIM connections yet').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Add SCIM connection' }).click()
  const adding = page.getByRole('dialog', { name: 'Add SCIM connection' })
  await adding.getByText('You allow this directory').waitFor()
  expect(await barriers(page)).toEqual([])
  await adding.getByRole('button', { name: 'Add SCIM connection' }).click()
  const once = page.getByRole('dialog', { name: 'SCIM token' })
  const token = await once.locator('code').first().innerText()
  await once.getByRole('button', { name: "I've copied it" }).click()
  await page.getByText('No requests yet').waitFor()
  expect(await barriers(page)).toEqual([])

  const name = `nora-${Date.now()}@night.example`
  const directory = entra(token)
  expect((await directory.look(name)).body.totalResults).toBe(0)
  const made = await directory.add(name)
  expect(made.status).toBe(201)
  expect((await directory.change(made.body.id)).status).toBe(200)
  await page.reload()
  await page.getByText('Successful').waitFor()
  await page.getByText('1 person, 0 groups').waitFor()

  await page.getByRole('link', { name: 'Requests' }).click()
  await page.getByRole('heading', { level: 1, name: 'Requests of Entra ID' }).waitFor()
  await page.getByText('Added').first().click()
  const panel = page.getByRole('dialog', { name: 'Request' })
  await panel.getByText('name.givenName', { exact: true }).waitFor()
  await panel.getByText('"title": "Ward 7"').first().waitFor()
  expect(await barriers(page)).toEqual([])
  await panel.getByRole('button', { name: 'Edit mapping' }).click()
  await panel.getByRole('group', { name: 'Additional attribute 1' }).getByLabel('Directory attributes').fill('title')
  await panel.getByRole('button', { name: 'Replay without changes' }).click()
  await panel.getByText('Result with the current mapping').waitFor()
  expect(await panel.getByText('Ward 7', { exact: false }).count()).toBeGreaterThan(1)
  await panel.getByRole('button', { name: 'Save mapping' }).click()
  await page.getByText('1 user changed').waitFor()
  await page.goto(`${product.address}/dashboard/users/${made.body.id}`)
  await page.getByText('Ward 7').first().waitFor()

  expect((await directory.group('Ward sisters', made.body.id)).status).toBe(201)
  await page.goto(`${product.address}/dashboard/scim`)
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'Actions for Entra ID' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Roles by group…')
  const roles = page.getByRole('dialog', { name: 'Roles by group of Entra ID' })
  await roles.getByRole('button', { name: 'Add group' }).click()
  await roles.getByPlaceholder('Search groups…').click()
  await page.getByRole('option', { name: 'Ward sisters' }).click()
  await roles.getByText("An owner hasn't approved all of these roles").waitFor()
  expect(await barriers(page)).toEqual([])
  await roles.getByRole('button', { name: 'Save roles' }).click()
  await page.getByText('Roles by group saved').waitFor()
  await choose('Granted access…')
  const reach = page.getByRole('dialog', { name: 'Granted access of Entra ID' })
  await reach.getByLabel('Roles it can assign').click()
  await page.getByRole('option', { name: 'Read-only' }).click()
  await page.keyboard.press('Escape')
  await reach.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('1 user changed').waitFor()
  await page.goto(`${product.address}/dashboard/admins`)
  await page.getByText('Nora Nightingale').first().waitFor()
})
