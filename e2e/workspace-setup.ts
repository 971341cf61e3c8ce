import { randomBytes } from 'node:crypto'
import type { OutgoingFeature } from '@claviger/contract/tenancy/private-targets'
import type { Page } from 'playwright-core'
import { activateThroughApi } from './activation.ts'
import { type Visitor, newVisitor } from './browser.ts'
import type { Product } from './product.ts'

export interface Tokens {
  accessToken: string
  refreshToken: string
}

export interface Workspace {
  slug: string
  name: string
  owner: string
  link: string
}

export const unique = (word: string): string => `${word}-${randomBytes(4).toString('hex')}`

export async function newWorkspace(product: Product, name = 'Fern Clinic'): Promise<Workspace> {
  const slug = unique('fern')
  const owner = `ada@${slug}.example`
  const words = ['create-workspace', name, '--slug', slug, '--owner', owner, '--first', 'Ada', '--last', 'Fern']
  const made = await product.admin(...words)
  return { slug, name, owner, link: String(made['link']) }
}

/** Allows a workspace to call this machine for some features, where a journey runs fake services. */
export async function allowLoopback(product: Product, slug: string, ...features: OutgoingFeature[]): Promise<void> {
  for (const feature of features)
    for (const host of ['127.0.0.1', 'localhost'])
      await product.admin('allow-address', feature, host, '--workspace', slug)
}

export async function session(product: Product, who: string, ...more: string[]): Promise<Tokens> {
  return (await product.admin('issue-session', who, ...more)) as unknown as Tokens
}

/** Lets a user accept the role that waits for them, in a session of the operator; all their sessions end. */
export async function acceptRole(product: Product, who: string): Promise<void> {
  const ask = apiCaller(product, await session(product, who))
  const { status, body } = await ask('PUT', '/administrator/workspace/pending-role', { accept: true, keepEmail: true })
  if (status !== 200) throw new Error(JSON.stringify(body))
}

/** A session of the demo workspace's owner, with 1,284 users and a month of activity. */
export async function demoSession(product: Product): Promise<Tokens> {
  return (await apiCaller(product, undefined)('POST', '/api/v1/auth/demo', {})).body as unknown as Tokens
}

export async function activate(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm and continue' }).click()
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await page.waitForURL('**/dashboard')
  await page.getByRole('heading', { level: 1 }).waitFor()
}

export async function keepTokens(page: Page, product: Product, tokens: Tokens): Promise<void> {
  await page.goto(`${product.address}/icon.svg`)
  await page.evaluate(
    given => {
      sessionStorage.clear()
      for (const [name, value] of Object.entries(given)) sessionStorage.setItem(name, value)
    },
    { accessToken: tokens.accessToken, refreshToken: tokens.refreshToken },
  )
}

/** Leaves the page without a session, as in a browser that was never used here. */
export async function forgetSession(page: Page, product: Product): Promise<void> {
  await page.context().clearCookies()
  await page.goto(`${product.address}/icon.svg`)
  await page.evaluate(() => sessionStorage.clear())
}

export async function openConsole(page: Page, product: Product, tokens: Tokens, path = '/dashboard'): Promise<void> {
  await keepTokens(page, product, tokens)
  await page.goto(product.address + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

const names = ['accessToken', 'refreshToken', 'Authorization', 'directoryToken', 'enrollmentSessionToken']

/** The page's stored session values (R26). */
export const storedTokens = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(
    all =>
      Object.fromEntries(
        all.flatMap(name => (sessionStorage[name] === undefined ? [] : [[name, String(sessionStorage[name])]])),
      ),
    names,
  )

export async function tokensOf(page: Page): Promise<Tokens> {
  const { accessToken = '', refreshToken = '' } = await storedTokens(page)
  return { accessToken, refreshToken }
}

/**
 * A new owner in a separate browser context, activated by their link and with a passkey on their key. Other journeys
 * cover the page of the link; this one has no page open yet, or the one at `path`.
 */
export async function newOwner(product: Product, path?: string): Promise<Visitor & { workspace: Workspace }> {
  const workspace = await newWorkspace(product)
  const owner = await newVisitor()
  const tokens = await activateThroughApi(owner, workspace.link)
  await (path === undefined ? keepTokens(owner.page, product, tokens) : openConsole(owner.page, product, tokens, path))
  return { ...owner, workspace }
}

export async function letCodesIn(
  product: Product,
  { page, workspace }: Visitor & { workspace: Workspace },
): Promise<void> {
  const before = new Date()
  const answer = await apiCaller(product, await tokensOf(page))('PUT', '/users/details/codeSignIn', { allowed: true })
  if (answer.status !== 200) throw new Error(`codes were not let in: ${JSON.stringify(answer.body)}`)
  await product.mailTo(workspace.owner, before)
}

export async function signOut(page: Page): Promise<void> {
  const item = page.getByRole('menuitem', { name: 'Sign out' })
  const isThere = () =>
    item.waitFor({ timeout: 3000 }).then(
      () => true,
      () => false,
    )
  do await page.getByRole('button', { name: /'s account$/ }).click()
  while (!(await isThere()))
  await item.click()
  await page.waitForURL('**/auth/sign-in')
}

export const usePasskey = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Use a passkey or security key' }).click()

export function apiCaller(product: Product, tokens: Tokens | undefined) {
  return async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(product.address + path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(tokens ? { authorization: tokens.accessToken } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
}

export async function addUser(
  product: Product,
  tokens: Tokens,
  user: {
    firstName: string
    lastName: string
    email: string
    userId?: string
    sharesEmail?: boolean
    invite?: boolean
  },
): Promise<string> {
  const { status, body } = await apiCaller(product, tokens)('POST', '/administrator/tokens', {
    userId: user.email,
    ...user,
  })
  if (status !== 200) throw new Error(`the user was not added: ${JSON.stringify(body)}`)
  return String(body['id'])
}
