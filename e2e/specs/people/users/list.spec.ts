import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { barriers, newVisitor } from '../../../browser.ts'
import { demoSession, openConsole } from '../../../workspace-setup.ts'
import { sharedProduct } from '../../../shared-product.ts'

const product = sharedProduct()
let page: Page

beforeAll(async () => {
  ;({ page } = await newVisitor())
  await openConsole(page, product, await demoSession(product), '/dashboard/users')
})

const table = () => page.getByRole('grid', { name: 'users' })
const query = () => Object.fromEntries(new URL(page.url()).searchParams)

async function open(search = ''): Promise<void> {
  await page.goto(`${product.address}/dashboard/users${search}`)
  await table()
    .or(page.getByRole('heading', { level: 2 }))
    .first()
    .waitFor()
}

const found = async (range: RegExp) => {
  await page.getByText(range).waitFor()
}

describe('the list of users', () => {
  test('is filtered by views, and their counts add up', async () => {
    await open()
    const views = page.getByRole('navigation', { name: 'Views of users' })
    await views.getByRole('link', { name: /^All\s*1,284/ }).waitFor()
    await views.getByRole('link', { name: /^Suspended/ }).click()
    await expect.poll(query).toEqual({ status: '40' })
    await found(/^1–9 of 9$/)
    expect(new Set(await table().locator('tbody tr td:nth-child(4)').allInnerTexts())).toEqual(new Set(['Suspended']))
  })

  test('is searched half a second after the last key with one request (R41)', async () => {
    await open()
    const asked: string[] = []
    page.on('request', request => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname.endsWith('/tokens/v2') && searchParams.has('search')) asked.push(searchParams.get('search') ?? '')
    })
    // A fixed clock, so that a slow machine does not affect the debouncing
    await page.clock.install()
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 500)
    await page.keyboard.press('/')
    await page.keyboard.type('okafor')
    await page.clock.runFor(450)
    expect(asked).toEqual([])
    await page.clock.runFor(100)
    await page.clock.resume()
    await expect.poll(query).toEqual({ search: 'okafor' })
    await table()
      .getByText(/okafor/i)
      .first()
      .waitFor()
    expect(asked).toEqual(['okafor'])
    page.removeAllListeners('request')
  })

  test('shows filters as chips that can be removed one by one', async () => {
    await open()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Status' }).click()
    await page.getByRole('checkbox', { name: 'License needed' }).check()
    await page.getByRole('checkbox', { name: 'Suspended' }).check()
    await page.keyboard.press('Escape')
    await found(/^1–12 of 12$/)
    expect(query()).toEqual({ status: '41,40' })
    await page.getByRole('button', { name: 'Remove filter Status' }).click()
    await found(/of 1,284$/)
  })

  test('says when nothing matches, and clears the filters', async () => {
    await open('?search=nobody-has-this-name&status=40')
    await page.getByText('No users match “nobody-has-this-name” and 1 filter').waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Clear', exact: true }).last().click()
    await found(/of 1,284$/)
    expect(query()).toEqual({})
  })

  test('is sorted by the server, and announces the order to screen readers', async () => {
    await open()
    const head = page.getByRole('columnheader', { name: 'User ID' })
    await head.getByRole('button').click()
    await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending')
    await head.getByRole('button').click()
    await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending')
    await expect.poll(query).toEqual({ sort: 'userId', order: 'desc' })
    await expect
      .poll(async () => {
        const ids = await table().locator('tbody tr td:nth-child(3)').allInnerTexts()
        return ids.length > 1 && String(ids) === String(ids.toSorted().toReversed())
      })
      .toBe(true)
  })

  test('is navigated by keys: j, k, and arrows move, Enter opens, and Back restores the state', async () => {
    await open('?search=ma&sort=userId')
    const state = page.url()
    const ids = await table()
      .locator('tbody tr')
      .evaluateAll(rows => rows.map(row => row.getAttribute('data-row')))
    await table().focus()
    for (const key of ['j', 'j', 'k', 'ArrowDown']) await page.keyboard.press(key)
    expect(await table().getAttribute('aria-activedescendant')).toBe(`row-${ids[1]}`)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/dashboard/users/${ids[1]}`)
    await page.goBack()
    await page.waitForURL(state)
    await table().waitFor()
    await page.reload()
    await table().waitFor()
    expect(await page.getByRole('searchbox').inputValue()).toBe('ma')
    expect(
      await table()
        .locator('tbody tr')
        .evaluateAll(rows => rows.map(row => row.getAttribute('data-row'))),
    ).toEqual(ids)
  })

  test('pages by cursor without gaps and repetitions', async () => {
    await open('?pageSize=100&sort=created')
    const seen = new Set<string>()
    for (let number = 0; number < 3; number++) {
      await found(new RegExp(`^${number * 100 + 1}–${(number + 1) * 100} of 1,284$`))
      const rows = await table()
        .locator('tbody tr')
        .evaluateAll(all => all.map(row => row.getAttribute('data-row') ?? ''))
      expect(rows).toHaveLength(100)
      for (const row of rows) seen.add(row)
      await page.getByRole('button', { name: 'Next page' }).click()
    }
    expect(seen.size).toBe(300)
    expect(query()['after']).toBeTruthy()
  })

  test('remembers the visible columns', async () => {
    await open()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Email' }).check()
    await page.keyboard.press('Escape')
    await page.getByRole('columnheader', { name: 'Email' }).waitFor()
    await page.reload()
    await page.getByRole('columnheader', { name: 'Email' }).waitFor()
  })

  test('has two lines per user on a phone, with the filters on a separate page', async () => {
    const { page: phone } = await newVisitor({ viewport: { width: 390, height: 844 } })
    await openConsole(phone, product, await demoSession(product), '/dashboard/users')
    const rows = phone.getByRole('list', { name: 'users' }).getByRole('listitem')
    await rows.first().waitFor()
    expect(await phone.getByRole('grid').count()).toBe(0)
    await phone.getByRole('button', { name: 'Filters' }).click()
    await phone.getByRole('dialog').getByRole('checkbox', { name: 'Suspended' }).check()
    await phone.getByRole('button', { name: 'Show results' }).click()
    await phone.getByText(/of 9$/).waitFor()
    await rows.first().getByRole('link').click()
    await phone.waitForURL(/\/dashboard\/users\/[0-9a-f-]+$/)
  })

  test.each(['en', 'de'])('keeps its actions visible in little space (%s)', async language => {
    const { page: small, context } = await newVisitor({ viewport: { width: 1280, height: 800 } })
    await context.addInitScript(chosen => localStorage.setItem('language', chosen), language)
    await openConsole(small, product, await demoSession(product), '/dashboard/users')
    const grid = small.getByRole('grid')
    const rows = grid.locator('tbody tr')
    const rightOf = async (what: Locator) => {
      const box = await what.boundingBox()
      return (box?.x ?? 0) + (box?.width ?? 9999)
    }
    await rows.first().waitFor()
    const box = grid.locator('..')
    expect(await box.evaluate(one => one.scrollWidth - one.clientWidth)).toBe(0)
    for (let row = 0; row < 3; row++) await rows.nth(row).getByRole('checkbox').check()
    const bar = small.getByRole('toolbar')
    const [over, under] = [await bar.boundingBox(), await box.boundingBox()]
    expect(over?.height).toBeLessThan(50)
    expect(over?.y).toBeGreaterThanOrEqual((under?.y ?? 0) + (under?.height ?? 0))
    expect(await barriers(small)).toEqual([])
    await bar.getByRole('button', { name: language === 'en' ? 'More' : 'Mehr' }).click()
    await small.getByRole('menuitem', { name: language === 'en' ? 'Delete' : 'Löschen' }).waitFor()
    await small.keyboard.press('Escape')
    await small.getByRole('button', { name: language === 'en' ? 'Columns' : 'Spalten' }).click()
    const boxes = small.getByRole('group').getByRole('checkbox')
    await boxes.first().waitFor()
    for (const column of await boxes.all()) if (await column.isEnabled()) await column.check()
    await small.keyboard.press('Escape')
    await expect.poll(() => box.evaluate(one => one.scrollWidth - one.clientWidth)).toBeGreaterThan(0)
    expect(await rightOf(rows.first().getByRole('button').last())).toBeLessThan(1280)
    await rows.first().getByRole('button').last().click({ timeout: 3000 })
    await small.getByRole('menuitem').first().waitFor()
  })

  test('shows a failure, keeps the filters, and tries again', async () => {
    await open()
    await page.route('**/administrator/tokens/v2?**', route => route.abort('connectionrefused'))
    await page.getByRole('link', { name: /^Suspended/ }).click()
    await page.getByRole('alert').getByText("We couldn't load the users").waitFor()
    expect(await page.locator('[data-toasts]').count(), 'the failure is not shown twice').toBe(0)
    await page.unroute('**/administrator/tokens/v2?**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await found(/^1–9 of 9$/)
    expect(query()).toEqual({ status: '40' })
  })

  test('opens from the dashboard with exactly the users without a key', async () => {
    await page.goto(`${product.address}/dashboard`)
    const link = page.getByRole('link', { name: 'No key', exact: true })
    const row = page.getByRole('main').getByRole('listitem').filter({ has: link })
    const number = await row.locator('b').innerText()
    await row.getByRole('link').click()
    await found(new RegExp(`of ${number}$`))
  })
})
