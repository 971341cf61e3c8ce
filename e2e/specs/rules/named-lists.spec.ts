import { expect, test } from 'vitest'
import { barriers } from '../../browser.ts'
import { apiCaller, newOwner, tokensOf } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()

test('a named list is pasted: invalid lines have a reason, and corrections are offered', async () => {
  const { page } = await newOwner(product)
  await page.goto(`${product.address}/dashboard/named-lists`)
  await page.getByText('No named lists yet').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('link', { name: 'Add list' }).first().click()
  await page.getByRole('button', { name: 'Add list' }).click()
  for (const says of ['List Name is required', 'List Type is required']) await page.getByText(says).waitFor()
  await page.getByLabel('List name').fill('Wards')
  await page.getByLabel('List type').selectOption({ label: 'IP addresses' })
  await page.getByRole('button', { name: 'Paste or import…' }).click()
  const pasting = page.getByRole('dialog', { name: 'Add several entries' })
  await pasting.getByLabel('Lines').fill('192.0.2.7, Front desk\n10.1.2.3/24\nnonsense')
  await pasting.getByText('1 line is valid').waitFor()
  await pasting.getByText('2 lines are not valid').waitFor()
  await pasting.getByRole('button', { name: 'Use 10.1.2.0/24' }).click()
  await pasting.getByText('2 lines are valid').waitFor()
  expect(await barriers(page)).toEqual([])
  await pasting.getByRole('button', { name: 'Add 2 entries' }).click()
  expect(await page.getByLabel('Label for 192.0.2.7').inputValue()).toBe('Front desk')
  await page.getByRole('button', { name: 'Add list' }).click()
  await page.getByRole('heading', { level: 1, name: 'Wards' }).waitFor()
  await page.getByText('Entries (2)').waitFor()
  await page.getByText('No policy uses this list.').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByLabel('Label for 192.0.2.7').fill('Back door')
  await page.getByRole('button', { name: 'Save list' }).click()
  await page.getByText('Wards saved').waitFor()
  await page.getByRole('button', { name: 'Actions for Wards' }).click()
  await page.getByRole('menuitem', { name: 'Versions…' }).click()
  await page.getByRole('button', { name: 'Restore version 1…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore version 1', exact: true }).click()
  await page.getByText('Restored Wards').waitFor()
  await expect.poll(() => page.getByLabel('Label for 192.0.2.7').inputValue()).toBe('Front desk')
})

test('a list and a strength that would lock out every owner are refused, also when saved again', async () => {
  const { page } = await newOwner(product)
  const ask = apiCaller(product, await tokensOf(page))
  const add = async (path: string, content: object) => {
    const { status, body } = await ask('POST', `/administrator/${path}`, content)
    if (status !== 200) throw new Error(JSON.stringify(body))
    return body
  }
  const saveTwice = async (save: string) => {
    await page.getByRole('button', { name: save }).click()
    await page.getByText('To continue, save again').waitFor()
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Save anyway' }).click()
    await page.getByText('This would leave every owner without a usable key').first().waitFor()
  }
  const host = new URL(product.address).hostname
  const entries = [{ value: host }, { value: 'office.example' }]
  const list = await add('namedList/create', { name: 'Our sites', type: 3, entries })
  const lists = [String(list['namedListId'])]
  await add('policies/create', { name: 'Ours', priority: 10, action: 1, rpRestriction: { values: [], lists } })
  await add('policies/create', { name: 'No others', priority: 20, action: 0 })
  await page.goto(`${product.address}/dashboard/named-lists/${lists[0]}`)
  await page.getByRole('button', { name: `Remove ${host}` }).click()
  await saveTwice('Save list')

  const { strengthId } = await add('authentication-strengths', { name: 'Ours' })
  const demands = { strength: strengthId }
  await add('policies/create', { name: 'Strong', priority: 5, action: 1, rpRestriction: { values: [host] }, demands })
  await page.goto(`${product.address}/dashboard/authentication-strengths/${String(strengthId)}`)
  await page.getByRole('checkbox', { name: 'Access card' }).check()
  await saveTwice('Save strength')
})
