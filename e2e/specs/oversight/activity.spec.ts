import { randomBytes } from 'node:crypto'
import { signIn } from '@claviger/contract/access/sign-in'
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { keyAssignment } from '@claviger/contract/keys/key-assignment'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { barriers, newVisitor } from '../../browser.ts'
import { addUser, apiCaller, demoSession, openConsole, type Tokens, unique } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()
const home = '/dashboard/activity-logs'
let page: Page
let tokens: Tokens

beforeAll(async () => {
  tokens = await demoSession(product)
  ;({ page } = await newVisitor())
  await openConsole(page, product, tokens, home)
})

const log = () => page.getByRole('grid', { name: 'entries' })
const cells = (column: number) => log().locator(`tbody tr[data-row] td:nth-child(${column})`).allInnerTexts()

async function open(search = ''): Promise<void> {
  await page.goto(product.address + home + search)
  await log().waitFor()
}

describe('the activity log', () => {
  test('shows for each entry who did what, when, from where, and with which result', async () => {
    await open()
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(
      expect.arrayContaining(['Time', 'User', 'Action', 'Object', 'Site', 'Computer', 'IP address', 'Result']),
    )
    await log().getByText('Sign-in').first().waitFor()
    await page
      .getByRole('button', { name: /^Details for/ })
      .first()
      .click()
    for (const fact of ['User', 'Action', 'Time', 'Device', 'IP address', 'Request', 'Entry ID'])
      await page.locator('dt').getByText(fact, { exact: true }).waitFor()
  })

  test('shows a badge sign-in as one line that unfolds to its steps, also by keyboard', async () => {
    const ask = apiCaller(product, tokens)
    const email = `${unique('bea')}@northgate.example`
    const userId = await addUser(product, tokens, { firstName: 'Bea', lastName: 'Folded', email })
    const cardId = randomBytes(8).toString('hex')
    const settings = { verification: 4, credentialStorageLocation: 2, proximity: false, audit: true }
    const assigned = await ask('POST', keyAssignment.calls.add.path, {
      userId,
      type: 2,
      activation: 1,
      cardId,
      cardFormat: 'hex',
      settings: { ...settings, offlineLogin: false, rememberedPinHours: 0 },
    })
    const key = (assigned.body['key'] as { id: string }).id
    const reset = keyActCalls.resetPin.path.replace('{deviceId}', key)
    expect((await ask('PUT', reset, { pin: '274936' })).status).toBe(200)
    const tap = async (pin: string) =>
      (await apiCaller(product, undefined)('POST', signIn.calls.cardLogin.path, { cardId, pin, where: email })).status
    expect([await tap('111999'), await tap('274936')]).toEqual([401, 200])

    await open()
    const row = log().getByRole('row').filter({ hasText: 'Bea Folded' })
    await row.getByText('after 1 refusal').waitFor()
    expect(await row.count()).toBe(1)
    await row
      .getByRole('button', { name: /^Details for Sign-in with card and PIN, Bea Folded, after 1 refusal/ })
      .focus()
    await page.keyboard.press('Enter')
    const steps = page.getByRole('listitem').filter({ has: page.locator('summary') })
    await steps.nth(2).waitFor()
    expect((await steps.allInnerTexts()).map(text => text.split('\n')[1])).toEqual([
      expect.stringContaining('entered a wrong PIN'),
      expect.stringContaining('registered at a site'),
      expect.stringContaining('signed in to a site'),
    ])
    await steps.first().locator('summary').focus()
    await page.keyboard.press('Enter')
    await steps.first().locator('dt').getByText('Entry ID', { exact: true }).waitFor()
    expect(await barriers(page)).toEqual([])
    await open('?status=2')
    await log().getByRole('row').filter({ hasText: 'Bea Folded' }).first().waitFor()
  })

  test('counts entries over time, finds uses at a computer, and shows the decision trace in the entry', async () => {
    await open('?computer=ICU-PC&method=card')
    await page.getByRole('img', { name: /entries since/ }).waitFor()
    const isThere = async () => new Set((await cells(7)).map(computer => computer.includes('ICU-PC')))
    await expect.poll(isThere).toEqual(new Set([true]))
    await page
      .getByRole('button', { name: /^Details for/ })
      .first()
      .click()
    const trace = page.getByRole('heading', { name: 'Decision trace' })
    await trace.waitFor()
    await page.getByRole('link', { name: 'Open in the simulator' }).waitFor()
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('menuitem', { name: 'IP address' }).click()
    await page.getByRole('textbox', { name: 'IP address' }).fill('192.0.2.99')
    await page.keyboard.press('Enter')
    await page.getByText('No entries match 3 filters').waitFor()
    await page.getByRole('button', { name: 'Save view…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('ICU')
    await dialog.getByRole('button', { name: 'Save view' }).click()
    await page.getByRole('navigation', { name: 'Views of entries' }).getByRole('link', { name: 'ICU' }).waitFor()
  })

  test('shows the values before and after a change', async () => {
    const email = `${unique('kit')}@northgate.example`
    const id = await addUser(product, tokens, { firstName: 'Kit', lastName: 'Early', email })
    const change = { firstName: 'Kit', lastName: 'Late', email, userId: email }
    expect((await apiCaller(product, tokens)('PUT', `/administrator/tokens/${id}`, change)).status).toBe(200)
    await open(`?kind=change&search=${encodeURIComponent('Kit Late')}&action=user.updated`)
    await page
      .getByRole('button', { name: /^Details for User changed/ })
      .first()
      .click()
    await page.getByRole('row', { name: 'Last name Early Late', exact: true }).waitFor()
  })

  test('filters by result, action, and time, and keeps the filters in the address', async () => {
    await open('?status=2')
    expect(new Set(await cells(9))).toEqual(new Set(['Failed']))
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Time' }).click()
    await page.getByRole('radio', { name: 'Last 7 days' }).check()
    await page.keyboard.press('Escape')
    await expect.poll(() => new URL(page.url()).searchParams.get('from')).toBeTruthy()
    await page.reload()
    await page.getByRole('button', { name: /^Time\s*is\s*Last 7 days$/ }).waitFor()
    await log().waitFor()
    expect(new Set(await cells(9))).toEqual(new Set(['Failed']))
  })

  test('is live on request: a new entry slides in and is announced', async () => {
    await open('?kind=change')
    await page.getByRole('switch', { name: 'Live' }).check()
    await page.waitForResponse(answer => answer.url().includes('pageSize=1') && answer.ok())
    const email = `${unique('liv')}@northgate.example`
    await addUser(product, tokens, { firstName: 'Liv', lastName: 'Tail', email })
    await log().getByRole('row').filter({ hasText: 'Liv Tail' }).first().waitFor()
    await page
      .getByRole('status')
      .filter({ hasText: /^1 new entry$/ })
      .waitFor({ state: 'attached' })
    await page.getByRole('switch', { name: 'Live' }).uncheck()
    expect(new URL(page.url()).searchParams.has('live')).toBe(false)
  })

  test('restores a deleted user, as the dialog promised', async () => {
    const email = `${unique('bin')}@northgate.example`
    const id = await addUser(product, tokens, { firstName: 'Bo', lastName: email, email })
    await apiCaller(product, tokens)('DELETE', `/administrator/tokens/${id}`, {})
    await open(`?kind=change&action=user.deleted&search=${encodeURIComponent(email)}`)
    await page
      .getByRole('button', { name: /^Details for User deleted/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Restore user' }).click()
    await page.getByText(`Bo ${email} restored`).waitFor()
    expect((await apiCaller(product, tokens)('GET', `/administrator/tokens/${id}`)).status).toBe(200)
  })

  test('pages through thousands of entries without repetition', async () => {
    await open('?pageSize=100')
    const seen = new Set<string>()
    // A folded sign-in stands for several entries, so a page of 100 rows may cover more
    for (let before = 0, turn = 0; turn < 2; turn++) {
      const range = await page.getByText(new RegExp(`^${before + 1}–\\d+ of`)).innerText()
      before = Number(/–(\d+) /.exec(range)?.[1])
      for (const row of await log()
        .locator('tbody tr[data-row]')
        .evaluateAll(all => all.map(one => one.id)))
        seen.add(row)
      await page.getByRole('button', { name: 'Next page' }).click()
    }
    expect(seen.size).toBe(200)
  })
})
