import type { Page, Request } from 'playwright-core'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { barriers, type Visitor, newVisitor } from '../../browser.ts'
import {
  apiCaller,
  demoSession,
  openConsole,
  keepTokens,
  storedTokens,
  newOwner,
  session,
  signOut,
  tokensOf,
  usePasskey,
} from '../../workspace-setup.ts'
import type { Workspace } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()
const signInFrom = (path: string) =>
  `${product.address}/auth/sign-in?redirectUrl=${encodeURIComponent(product.address + path)}`
let owner: Visitor & { workspace: Workspace }
let expired: string

beforeAll(async () => {
  owner = await newOwner(product)
  const me = await apiCaller(product, await demoSession(product))('GET', '/users')
  const stale = await session(product, String(me.body['userId']), '--expires-in', '1')
  await vi.waitFor(async () => expect((await apiCaller(product, stale)('GET', '/users')).status).toBe(401), 5000)
  expired = stale.accessToken
})

async function ownPage(path = '/dashboard'): Promise<Page> {
  const { page } = await newVisitor()
  await openConsole(page, product, await demoSession(product), path)
  return page
}

async function stalePage(): Promise<{ page: Page; refreshToken: string }> {
  const good = await demoSession(product)
  const { page } = await newVisitor()
  await keepTokens(page, product, { ...good, accessToken: expired })
  return { page, refreshToken: good.refreshToken }
}

const isCall = (request: Request) => request.resourceType() === 'fetch'
const pathOf = (request: Request) => new URL(request.url()).pathname

describe('sign-out', () => {
  test('deletes all tokens, ends the session on the server, and shows plain sign-in (R21, R26)', async () => {
    const page = await ownPage()
    const before = await tokensOf(page)
    await page.evaluate(() => {
      for (const name of ['Authorization', 'directoryToken', 'enrollmentSessionToken'])
        sessionStorage.setItem(name, 'left')
    })
    await signOut(page)
    expect(page.url()).toBe(`${product.address}/auth/sign-in`)
    expect(await storedTokens(page)).toEqual({})
    expect((await apiCaller(product, before)('GET', '/users')).status).toBe(401)
  })

  test('does not wait for an unreachable server (R22)', async () => {
    const page = await ownPage()
    await page.route('**/auth/logout', route => route.abort())
    await signOut(page)
    expect(await storedTokens(page)).toEqual({})
  })
})

describe('another tab of the same browser', () => {
  test('gets its own session, and is signed out with the first tab', async () => {
    const { page, context } = await newVisitor()
    await openConsole(page, product, await demoSession(product), '/dashboard/users')
    const opened = context.waitForEvent('page')
    await page
      .getByRole('grid', { name: 'users' })
      .locator('tbody tr')
      .first()
      .getByRole('link')
      .click({ modifiers: ['ControlOrMeta'] })
    const other = await opened
    await other.waitForURL(/\/dashboard\/users\/[0-9a-f-]+$/)
    await other.getByRole('heading', { level: 1 }).waitFor()
    const [first, second] = [await tokensOf(page), await tokensOf(other)]
    expect(second.accessToken).not.toBe('')
    expect(second.refreshToken).not.toBe(first.refreshToken)
    expect(await other.evaluate(() => Object.values(localStorage).filter(value => value.length > 60))).toEqual([])
    await signOut(page)
    await other.waitForURL(`${product.address}/auth/sign-in`)
    for (const tokens of [first, second]) expect((await apiCaller(product, tokens)('GET', '/users')).status).toBe(401)
    const third = await context.newPage()
    await third.goto(`${product.address}/dashboard/users`)
    await third.waitForURL(signInFrom('/dashboard/users'))
  })
})

describe('a lost session', () => {
  test('leads to sign-in and back to the same page and query (R23, R24)', async () => {
    const { page } = owner
    const path = '/dashboard/users?search=fern&sort=userId'
    await page.goto(product.address + path)
    await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor()
    const tokens = await tokensOf(page)
    const { body } = await apiCaller(product, tokens)('GET', '/users/sessions')
    const current = (body['items'] as { id: string; current: boolean }[]).find(one => one.current)
    await apiCaller(product, tokens)('DELETE', `/users/sessions/${current?.id}`, {})
    await page.reload()
    await page.waitForURL(signInFrom(path))
    expect(await storedTokens(page)).toEqual({})
    await usePasskey(page)
    await page.waitForURL(product.address + path)
    await page.getByRole('grid', { name: 'users' }).waitFor()
  })

  test('is renewed above an open form: no input is lost, and the request continues', async () => {
    const own = await newOwner(product)
    const { page } = own
    await page.goto(`${product.address}/dashboard/users`)
    await page.getByRole('button', { name: 'Add user' }).click()
    const drawer = page.getByRole('dialog', { name: 'Add user' })
    await drawer.getByLabel('First name').fill('Kim')
    await drawer.getByLabel('Last name').fill('Lee')
    await drawer.getByLabel('Email', { exact: true }).fill(`kim@${own.workspace.slug}.example`)
    const lose = async () => {
      const ask = apiCaller(product, await tokensOf(page))
      const { body } = await ask('GET', '/users/sessions')
      const current = (body['items'] as { id: string; current: boolean }[]).find(one => one.current)
      await ask('DELETE', `/users/sessions/${current?.id}`, {})
    }
    await lose()
    await drawer.getByRole('button', { name: 'Add user' }).click()
    const again = page.getByRole('dialog', { name: 'Sign in again' })
    await again.getByText('Sign in as Ada Fern to continue.').waitFor()
    expect(await barriers(page)).toEqual([])
    await page.keyboard.press('Escape')
    await again.waitFor({ state: 'detached' })
    expect(await drawer.getByLabel('First name').inputValue()).toBe('Kim')
    await drawer.getByRole('button', { name: 'Add user' }).click()
    await again.getByRole('button', { name: 'Use a passkey or security key' }).click()
    await page.getByText('Kim Lee added').waitFor()
    expect(page.url()).toBe(`${product.address}/dashboard/users`)
  })

  test('leads from any console address to sign-in first', async () => {
    const { page } = await newVisitor()
    await page.goto(`${product.address}/dashboard/activity-logs?kind=change`)
    await page.waitForURL(signInFrom('/dashboard/activity-logs?kind=change'))
  })

  test('replaces an earlier return address with the new one (R23)', async () => {
    const { page } = await newVisitor()
    await page.goto(`${product.address}/dashboard/users?page=2&redirectUrl=${encodeURIComponent('https://host/x')}`)
    await page.waitForURL(signInFrom('/dashboard/users?page=2'))
  })

  test.each(['https://evil.example/dashboard/users', '//evil.example/', 'javascript:alert(1)', 'data:text/html,x'])(
    'never leads to %s (R24)',
    async elsewhere => {
      const { page } = owner
      await page.goto(`${product.address}/auth/sign-in?redirectUrl=${encodeURIComponent(elsewhere)}`)
      await usePasskey(page)
      await page.waitForURL(`${product.address}/dashboard`)
    },
  )
})

describe('an expired access token', () => {
  test('is renewed once for all waiting requests, and each is sent again once (R44, R45)', async () => {
    const { page } = await stalePage()
    const sent: { path: string; token: string | undefined }[] = []
    page.on('request', request => {
      if (isCall(request))
        sent.push({ path: pathOf(request) + new URL(request.url()).search, token: request.headers()['authorization'] })
    })
    const before = await tokensOf(page)
    await page.goto(`${product.address}/dashboard/users`)
    await page.getByRole('grid', { name: 'users' }).waitFor()
    const after = await tokensOf(page)
    expect(after.accessToken).not.toBe(before.accessToken)
    expect(after.refreshToken).not.toBe(before.refreshToken)
    expect(sent.filter(one => one.path.endsWith('/auth/refresh'))).toHaveLength(1)
    expect(sent.filter(one => one.path === '/users' && one.token === before.accessToken)).toHaveLength(1)
    expect(sent.filter(one => one.path === '/users' && one.token === after.accessToken)).toHaveLength(1)
  })

  test('is renewed once for many requests when it expires under an open page', async () => {
    const page = await ownPage('/dashboard')
    // What the page still loads would count as sent again
    await page.waitForLoadState('networkidle')
    const refused: string[] = []
    const retried: string[] = []
    let refreshes = 0
    page.on('request', request => {
      if (!isCall(request)) return
      if (pathOf(request).endsWith('/auth/refresh')) refreshes++
      else (request.headers()['authorization'] === expired ? refused : retried).push(request.url())
    })
    await page.evaluate(token => sessionStorage.setItem('accessToken', token), expired)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users', exact: true }).click()
    await page.getByRole('grid', { name: 'users' }).waitFor()
    expect(refused.length).toBeGreaterThan(1)
    await expect.poll(() => refused.filter(url => !retried.includes(url))).toEqual([])
    expect(refreshes).toBe(1)
    for (const url of refused)
      expect(
        retried.filter(one => one === url),
        url,
      ).toHaveLength(1)
  })

  test('leads to sign-in with a return address if it cannot be renewed (R46)', async () => {
    const { page } = await stalePage()
    await page.evaluate(() => sessionStorage.setItem('refreshToken', 'not one of ours'))
    await page.goto(`${product.address}/dashboard/users`)
    await page.waitForURL(signInFrom('/dashboard/users'))
    expect(await storedTokens(page)).toEqual({})
  })

  test('is not sent a third time if it is refused after the renewal (R47)', async () => {
    const page = await ownPage('/dashboard')
    let asked = 0
    await page.route('**/administrator/tokens/v2?**', async route => {
      asked++
      await route.fulfill({ status: 401, json: { message: 'Your session has ended', code: 'session-ended' } })
    })
    await page.getByRole('list', { name: 'Users' }).getByRole('link', { name: 'Users', exact: true }).click()
    await page.getByText("We couldn't load the users").waitFor()
    expect(asked).toBe(2)
  })
})

test('a refresh token used twice ends all its sessions and is logged', async () => {
  const { page, refreshToken } = await stalePage()
  await page.goto(`${product.address}/dashboard`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(async () => (await tokensOf(page)).refreshToken).not.toBe(refreshToken)
  const fresh = await tokensOf(page)
  const ask = apiCaller(product, undefined)
  const replay = await ask('POST', '/api/v1/auth/refresh', { refreshToken })
  expect(replay).toMatchObject({ status: 401, body: { code: 'refresh-refused' } })
  expect((await apiCaller(product, fresh)('GET', '/users')).status).toBe(401)
  expect((await ask('POST', '/api/v1/auth/refresh', { refreshToken: fresh.refreshToken })).status).toBe(401)
  await page.reload()
  await page.waitForURL(signInFrom('/dashboard'))
  const other = await ownPage('/dashboard/activity-logs?action=session.replayed')
  await other.getByRole('grid', { name: 'entries' }).getByText('Session token reused').first().waitFor()
})

test('a refused permission signs out with a return address (R43, R54)', async () => {
  const page = await ownPage('/dashboard/users')
  await page.route('**/administrator/tokens/v2?**', route =>
    route.fulfill({ status: 403, json: { message: "Your role doesn't allow this", code: 'not-permitted' } }),
  )
  await page.reload()
  await page.waitForURL(signInFrom('/dashboard/users'))
  expect(await storedTokens(page)).toEqual({})
})
