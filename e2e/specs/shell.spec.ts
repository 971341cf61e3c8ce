import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { barriers, newVisitor } from '../browser.ts'
import { demoSession, openConsole, session, type Tokens } from '../workspace-setup.ts'
import type { OwnProduct } from '../product.ts'
import { ownProduct, sharedProduct } from '../shared-product.ts'

const product = sharedProduct()
let tokens: Tokens

beforeAll(async () => {
  tokens = await demoSession(product)
})

async function open(path = '/dashboard', options: Parameters<typeof newVisitor>[0] = {}): Promise<Page> {
  const { page } = await newVisitor(options)
  await openConsole(page, product, tokens, path)
  return page
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const toast = (page: Page, words: string) => page.getByRole('region', { name: 'Notifications' }).getByText(words)

describe('the frame', () => {
  test('shows an owner the areas of the workspace, and an end user only their own', async () => {
    const page = await open()
    const areas = ['Getting started', 'Activity log', 'Users']
    expect(await menu(page).getByRole('link').allInnerTexts()).toEqual(expect.arrayContaining(areas))
    const user = await newVisitor()
    await openConsole(user.page, product, await session(product, await somebody(), '--workspace', 'northgate'))
    const own = await menu(user.page).getByRole('link').allInnerTexts()
    expect(own).toEqual(expect.arrayContaining(['Dashboard', 'Profile', 'My security keys']))
    expect(own.filter(name => areas.includes(name))).toEqual([])
    await user.page.goto(`${product.address}/dashboard/users`)
    await user.page.getByText("You don't have access to this page").waitFor()
  })

  test('shows the gravest notice above the console, and the others by gravity in a list', async () => {
    const { page } = await newVisitor()
    const notices = (['info', 'warning', 'error', 'warning'] as const).map((level, at) => ({
      id: `notice-${String(at)}`,
      level,
      text: `Notice ${String(at)}, ${level}`,
      action: null,
    }))
    await page.route('**/administrator/ribbon', route => route.fulfill({ json: { notices } }))
    await openConsole(page, product, tokens)
    const ribbon = page.getByRole('status').filter({ hasText: 'Notice 1, warning' })
    await ribbon.getByText('Notice 2, error').waitFor()
    const others = ribbon.getByRole('list', { name: 'More notices' })
    expect(await others.count()).toBe(0)
    await ribbon.getByRole('button', { name: '3 more' }).click()
    const listed = ['Notice 1, warning', 'Notice 3, warning', 'Notice 0, info']
    expect(await others.getByRole('listitem').allInnerTexts()).toEqual(listed)
    expect(await barriers(page)).toEqual([])
    await ribbon.getByRole('button', { name: 'Dismiss this notice' }).first().click()
    await page.getByText('Notice 2, error').waitFor({ state: 'detached' })
    expect(await others.getByRole('listitem').allInnerTexts()).toEqual(listed.slice(1))
  })

  test('sends unknown paths to the dashboard with a message, and unknown names under /auth to sign-in (R2, R5)', async () => {
    const page = await open('/dashboard/no-such-page')
    await page.waitForURL(`${product.address}/dashboard`)
    await page.getByText('No page at /dashboard/no-such-page').waitFor()
    await page.goto(`${product.address}/nowhere/at/all`)
    await page.waitForURL(`${product.address}/dashboard`)
    await page.goto(`${product.address}/auth/no-such-step`)
    await page.waitForURL(`${product.address}/auth/sign-in`)
  })

  test('finds pages and users by Ctrl K', async () => {
    const page = await open()
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Search users and pages').fill('okafor')
    await page
      .getByRole('dialog')
      .getByText(/Okafor/)
      .first()
      .waitFor()
    await page.getByPlaceholder('Search users and pages').fill('activity')
    await page.getByRole('dialog').getByText('Activity log', { exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard/activity-logs')
  })

  test('keeps what is typed while the palette loads, and finds keys, groups, applications, and the log', async () => {
    const page = await open()
    await page.route(/\/assets\/Palette-/, async route => {
      await new Promise(done => setTimeout(done, 800))
      await route.continue()
    })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('nurses')
    const search = page.getByPlaceholder('Search users and pages')
    await expect.poll(() => search.inputValue()).toBe('nurses')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Nurses', { exact: true }).waitFor()
    await search.fill('gitlab')
    await dialog.getByText('GitLab', { exact: true }).waitFor()
    await search.fill('amara okafor')
    await dialog
      .getByText(/^Dr\. Amara Okafor · /)
      .first()
      .waitFor()
    expect(await barriers(page)).toEqual([])
    await dialog.getByText('Log filtered to “amara okafor”').click()
    await page.waitForURL('**/dashboard/activity-logs?search=amara*')
  })

  test('opens the first hit on Enter, also before the answer arrives', async () => {
    const page = await open()
    const search = page.getByPlaceholder('Search users and pages')
    const heading = page.getByRole('heading', { level: 1 })
    await page.keyboard.press('Control+k')
    await search.fill('okafor')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/dashboard\/users\/[0-9a-f-]+$/)
    await expect.poll(() => heading.innerText()).toContain('Okafor')
    await page.keyboard.press('Control+k')
    await search.fill('ad')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Admins', { exact: true }).waitFor()
    const first = dialog.locator('[data-action]').first()
    await expect.poll(() => first.innerText()).toContain('@')
    const [name = ''] = (await first.innerText()).split('\n').filter(line => line.includes(' '))
    await page.keyboard.press('Enter')
    await expect.poll(() => heading.innerText()).toBe(name)
  })

  test('starts frequent actions by Ctrl K, also on the page where they begin', async () => {
    const page = await open()
    for (let time = 0; time < 2; time++) {
      await page.keyboard.press('Control+k')
      await page.getByPlaceholder('Search users and pages').fill('add user')
      await page.getByRole('dialog').getByText('Add user', { exact: true }).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL('**/dashboard/users?add=1')
      const drawer = page.getByRole('dialog', { name: 'Add user' })
      await drawer.getByRole('button', { name: 'Cancel' }).click()
      await drawer.waitFor({ state: 'detached' })
      await page.waitForURL('**/dashboard/users')
    }
    await page.getByRole('searchbox').press('ArrowDown')
    await page.keyboard.press('a')
    await page
      .getByRole('toolbar')
      .getByText(/^All [\d,]+ selected$/)
      .waitFor()
  })

  test('shows the current position and leads up', async () => {
    const page = await open('/dashboard/users?search=okafor')
    await page.getByRole('grid', { name: 'users' }).locator('tbody tr').first().click()
    const trail = page.getByRole('navigation', { name: 'Breadcrumb' })
    await trail.getByText(/Okafor/).waitFor()
    await trail.getByRole('link', { name: 'Users' }).click()
    await page.waitForURL('**/dashboard/users')
    expect(await page.title()).toBe('Users · Claviger')
  })

  test('is light, dark, or like the system, and remembers the choice', async () => {
    const page = await open('/dashboard', { colorScheme: 'light' })
    const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme')
    expect(await scheme()).toBe('light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(scheme).toBe('dark')
    await page.getByRole('button', { name: /'s account$/ }).click()
    await page.getByRole('menuitemradio', { name: 'Light' }).click()
    await expect.poll(scheme).toBe('light')
    await page.reload()
    await expect.poll(scheme).toBe('light')
  })

  test('lists its shortcuts on ?, and single letters can be turned off', async () => {
    const page = await open('/dashboard/users')
    await page.getByRole('grid', { name: 'users' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByRole('switch').uncheck()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('/')
    expect(await page.getByRole('searchbox').and(page.locator(':focus')).count()).toBe(0)
  })

  test('folds its menu on request, and shows it as a drawer on a phone', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Collapse menu' }).click()
    await page.reload()
    await page.getByRole('button', { name: 'Expand menu' }).waitFor()
    const phone = await open('/dashboard', { viewport: { width: 390, height: 844 } })
    await phone.getByRole('button', { name: 'Open menu' }).click()
    await phone.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Users' }).click()
    await phone.waitForURL('**/dashboard/users')
    await phone.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('begins with a link past the menu', async () => {
    const page = await open()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('main').and(page.locator(':focus')).waitFor()
  })
})

describe('a screen that fails to load', () => {
  test('reloads once with the whole page, then shows an error inside the frame (R7)', async () => {
    const page = await open()
    await page.route(/\/assets\/GroupsPage-[^/]*\.js/, route => route.abort())
    let loads = 0
    page.on('request', request => {
      if (request.isNavigationRequest()) loads++
    })
    await page.goto(`${product.address}/dashboard/groups`)
    await page.getByText("We couldn't open this page").waitFor()
    expect(loads).toBe(2)
    await menu(page).getByRole('link', { name: 'Activity log' }).click()
    await page.getByRole('heading', { name: 'Activity log', level: 1 }).waitFor()
  })

  test('appears if the second try succeeds (R6)', async () => {
    const page = await open()
    let asked = 0
    await page.route(/\/assets\/GroupsPage-[^/]*\.js/, route => (asked++ === 0 ? route.abort() : route.continue()))
    await page.goto(`${product.address}/dashboard/groups`)
    await page.getByRole('grid', { name: 'groups' }).waitFor()
  })
})

async function overlap(page: Page, what: Locator): Promise<boolean> {
  const one = await what.boundingBox()
  const other = await page.getByRole('region', { name: 'Notifications' }).boundingBox()
  if (!one || !other) throw new Error('not on the page')
  const apart = one.x >= other.x + other.width || other.x >= one.x + one.width
  return !apart && one.y < other.y + other.height && other.y < one.y + one.height
}

describe('messages', () => {
  const refused = async (page: Page, status: number, json: unknown) =>
    page.route('**/users/details', route => route.fulfill({ status, json }))
  const save = async (page: Page) => {
    await page.getByLabel('First name').fill(`Mara ${Math.random()}`)
    await page.getByRole('button', { name: 'Save changes' }).click()
  }

  test('stay for 10 seconds after success, and 15 after failure (R48, R52, R53)', async () => {
    const page = await open('/dashboard/profile')
    await page.clock.install()
    await page.route('**/users/details', async route =>
      route.fulfill({ response: await route.fetch({ method: 'GET' }) }),
    )
    await save(page)
    await toast(page, 'Name saved').waitFor()
    await page.mouse.move(10, 10)
    await page.clock.runFor(9000)
    expect(await toast(page, 'Name saved').count()).toBe(1)
    await page.clock.runFor(1500)
    await toast(page, 'Name saved').waitFor({ state: 'detached' })
    await page.unroute('**/users/details')
    await refused(page, 418, { message: 'The kettle is on', code: 'kettle' })
    await save(page)
    await toast(page, 'The kettle is on').waitFor()
    await page.clock.runFor(14_000)
    expect(await toast(page, 'The kettle is on').count()).toBe(1)
    await page.clock.runFor(1500)
    await toast(page, 'The kettle is on').waitFor({ state: 'detached' })
  })

  test.each([
    ['402 shows no message (R49)', 402, { message: 'Pay first', code: 'limits-exceeded' }, null],
    ['an error without a body shows the generic message (R51)', 500, '', 'An unexpected error occurred'],
    [
      'any other error shows the message of the server (R48)',
      409,
      { message: 'Something is in the way', code: 'x' },
      'Something is in the way',
    ],
  ])('%s', async (_name, status, body, words) => {
    const page = await open('/dashboard/profile')
    await refused(page, status, body)
    const answered = page.waitForResponse('**/users/details')
    await save(page)
    await answered
    if (words !== null) await toast(page, words).waitFor()
    else expect(await page.getByRole('region', { name: 'Notifications' }).getByRole('alert').count()).toBe(0)
  })

  test.each([390, 1024, 1440])('cover no controls that are needed next, %i pixels wide', async width => {
    const page = await open('/dashboard/users?add=1', { viewport: { width, height: 844 } })
    await page.route('**/administrator/tokens', route =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
    )
    const drawer = page.getByRole('dialog', { name: 'Add user' })
    await drawer.getByLabel('First name').fill('Ada')
    await drawer.getByLabel('Last name').fill('Fern')
    await drawer.getByLabel('Email', { exact: true }).fill('ada@fern.example')
    expect(await drawer.getByLabel('User ID').inputValue()).toBe('ada@fern.example')
    await drawer.getByRole('button', { name: 'Add user' }).click()
    await toast(page, 'An unexpected error occurred').waitFor()
    // Clicks without scrolling, so that each button must already be visible
    for (const name of ['Add user', 'Cancel', 'Close'])
      await drawer.getByRole('button', { name, exact: true }).click({ trial: true, timeout: 3000 })
    expect(await overlap(page, drawer.getByRole('button', { name: 'Add user' }))).toBe(false)
    await drawer.getByRole('button', { name: 'Cancel' }).click()
    await drawer.waitFor({ state: 'detached' })
  })

  test('show the network text without any answer (R51)', async () => {
    const page = await open('/dashboard/profile')
    await page.route('**/users/details', route => route.abort())
    await save(page)
    await toast(page, 'Network error. Check your connection and try again.').waitFor()
  })
})

describe('offline', () => {
  test('a canceled form is never sent, and the page says immediately that it is offline', async () => {
    const page = await open('/dashboard/groups')
    const sent: string[] = []
    page.on('request', request => {
      if (request.method() === 'POST') sent.push(request.url())
    })
    await page.getByRole('button', { name: 'Add group' }).click()
    const drawer = page.getByRole('dialog', { name: 'Add group' })
    await drawer.getByLabel('Name', { exact: true }).fill('Given up')
    await page.context().setOffline(true)
    await page.getByText("You're offline.").waitFor()
    await drawer.getByRole('button', { name: 'Add group' }).click()
    await toast(page, 'Network error. Check your connection and try again.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await drawer.waitFor({ state: 'detached' })
    sent.length = 0
    await page.context().setOffline(false)
    await page.getByText("You're offline.").waitFor({ state: 'detached' })
    const again = page.waitForResponse('**/administrator/groups?**')
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
    await again
    expect(sent).toEqual([])
  })

  test('a list that failed to load says so and loads with the network; a missing screen keeps the frame', async () => {
    const page = await open('/dashboard/users', { firstVisit: true })
    await page.getByRole('grid', { name: 'users' }).waitFor()
    await page.context().setOffline(true)
    await page.getByRole('link', { name: /^Suspended/ }).click()
    await page.getByText("We couldn't load the users").waitFor()
    await page.context().setOffline(false)
    await page.getByText(/^1–9 of 9$/).waitFor()
    await page.context().setOffline(true)
    await menu(page).getByRole('link', { name: 'Devices' }).click()
    await page.getByText("We couldn't open this page").waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Devices', level: 1 }).waitFor()
  })
})

describe('a restarted server', () => {
  let own: OwnProduct
  beforeAll(async () => {
    own = await ownProduct()
  })

  test('leaves session and page unchanged: Try again continues', async () => {
    const owner = 'ada@restart.example'
    await own.admin('create-workspace', 'Restart', '--slug', 'restart', '--owner', owner)
    const { page } = await newVisitor()
    await openConsole(page, own, await session(own, owner), '/dashboard/users')
    const table = page.getByRole('grid', { name: 'users' })
    await table.waitFor()
    await own.halt()
    await page.getByRole('columnheader', { name: 'User ID' }).getByRole('button').click()
    await page.getByText("We couldn't load the users").waitFor()
    await own.resume()
    await page.getByRole('button', { name: 'Try again' }).click()
    await table.getByText(owner).first().waitFor()
  })
})

async function somebody(): Promise<string> {
  const answer = await fetch(`${product.address}/administrator/tokens/v2?status=20&pageSize=100&sort=created`, {
    headers: { authorization: tokens.accessToken },
  })
  const { items } = (await answer.json()) as { items: { userId: string }[] }
  return items.at(-1)?.userId ?? 'nobody'
}
