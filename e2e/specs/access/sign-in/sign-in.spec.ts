import { beforeAll, describe, expect, test } from 'vitest'
import { barriers, type Visitor, newVisitor } from '../../../browser.ts'
import {
  activate,
  addUser,
  apiCaller,
  storedTokens,
  newOwner,
  letCodesIn,
  newWorkspace,
  signOut,
  tokensOf,
  unique,
  usePasskey,
} from '../../../workspace-setup.ts'
import type { Workspace } from '../../../workspace-setup.ts'
import { sharedProduct } from '../../../shared-product.ts'

const product = sharedProduct()
let owner: Visitor & { workspace: Workspace }

beforeAll(async () => {
  owner = await newOwner(product, '/dashboard')
  await letCodesIn(product, owner)
})

const tab = async (query = '') => {
  const someone = await newVisitor()
  await someone.page.goto(`${product.address}/auth/sign-in${query}`)
  return someone.page
}

async function askForCode(page: Awaited<ReturnType<typeof tab>>, email: string): Promise<string> {
  const before = new Date()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await page.getByRole('heading', { name: 'Enter the code' }).waitFor()
  return (await product.mailTo(email, before)).code ?? 'no code in the mail'
}

const enterCode = async (page: Awaited<ReturnType<typeof tab>>, code: string) => {
  await page.getByLabel('Digit 1 of 6').click()
  await page.keyboard.type(code)
}

const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('a passkey', () => {
  test('needs no name, and leaves only the tokens in the tab (R15, R16)', async () => {
    const { page } = owner
    await signOut(page)
    expect(await storedTokens(page)).toEqual({})
    await page.evaluate(() => sessionStorage.setItem('Authorization', 'left over'))
    const initial = page.waitForRequest('**/api/v1/auth/passkey/initial')
    await usePasskey(page)
    expect((await initial).headers()['authorization']).toBeUndefined()
    await page.waitForURL('**/dashboard')
    expect(Object.keys(await storedTokens(page)).toSorted()).toEqual(['accessToken', 'refreshToken'])
    await page.getByRole('button', { name: "Ada Fern's account" }).waitFor()
  })

  test('is offered while the email is typed if the device stores the passkey', async () => {
    const recovery = await product.admin('recovery-link', owner.workspace.owner)
    const { page } = await newVisitor({ builtIn: true })
    await activate(page, String(recovery['link']))
    await signOut(page)
    await page.waitForURL('**/dashboard')
    expect((await storedTokens(page))['accessToken']).toBeTruthy()
  })

  test('says when there is none, and leaves the other methods open', async () => {
    const page = await tab()
    await usePasskey(page)
    await page.getByText('We could not verify you or the key. Try another sign-in method.').waitFor()
    expect(await page.getByRole('button', { name: 'Email me a code' }).isEnabled()).toBe(true)
  })

  test('requests nothing from the server if the browser has no passkeys (R20)', async () => {
    const { page, context } = await newVisitor()
    await context.addInitScript('delete window.PublicKeyCredential')
    const asked: string[] = []
    page.on('request', request => asked.push(new URL(request.url()).pathname))
    await page.goto(`${product.address}/auth/sign-in`)
    await usePasskey(page)
    await page.getByText('WebAuthn APIs not present on this device').waitFor()
    expect(asked).not.toContain('/api/v1/auth/passkey/initial')
  })
})

describe('an email', () => {
  test('takes the code after a wrong one was refused', async () => {
    const page = await tab()
    const code = await askForCode(page, owner.workspace.owner)
    await enterCode(page, otherThan(code))
    await page.getByText('Please enter valid Code').first().waitFor()
    await enterCode(page, code)
    await page.waitForURL('**/dashboard')
    await page.getByRole('button', { name: "Ada Fern's account" }).waitFor()
  })

  test('gets the same answer for an unknown address, and nothing is sent to it', async () => {
    const page = await tab()
    const stranger = `${unique('nobody')}@fern.example`
    await page.getByLabel('Email').fill(stranger)
    await page.getByRole('button', { name: 'Email me a code' }).click()
    await page.getByText(`We sent a 6-digit code to ${stranger}`).waitFor()
    await enterCode(page, '123456')
    await page.getByText('Please enter valid Code').first().waitFor()
    const known = await tab()
    await askForCode(known, owner.workspace.owner)
    const mails = (await (await fetch(`${product.place.outbox}&format=json`)).json()) as { mails: { to: string }[] }
    expect(mails.mails.map(mail => mail.to)).not.toContain(stranger)
  })

  test('takes the password if one is set', async () => {
    const password = 'correct horse battery'
    await usePasskeyAgain(owner)
    const ask = apiCaller(product, await tokensOf(owner.page))
    expect((await ask('POST', '/administrator/changePassword', { password })).status).toBe(200)
    const page = await tab()
    await askForCode(page, owner.workspace.owner)
    await page.getByRole('button', { name: 'Use your password instead' }).click()
    await page.getByRole('textbox', { name: 'Password' }).fill('not the password')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('The password is wrong').first().waitFor()
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL('**/dashboard')
  })

  test('keeps its layout in another language and cuts no button', async () => {
    const other = await newOwner(product)
    await letCodesIn(product, other)
    const page = await tab()
    const code = await askForCode(page, other.workspace.owner)
    await page.getByLabel('Digit 1 of 6').click()
    await page.keyboard.type(code.slice(0, 3))
    await page.getByRole('button', { name: 'Deutsch' }).click()
    await page.getByRole('heading', { name: 'Code eingeben' }).waitFor()
    const boxes = page.getByRole('group', { name: 'Code' }).getByRole('textbox')
    expect(await boxes.nth(2).inputValue()).toBe(code[2])
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      const cut = await page.getByRole('main').evaluate(
        (main, right) =>
          [...main.querySelectorAll('button')]
            .filter(button => {
              const box = button.getBoundingClientRect()
              return box.left < 0 || box.right > right || button.scrollWidth > button.clientWidth + 1
            })
            .map(button => button.textContent),
        width,
      )
      expect(cut).toEqual([])
    }
    expect(await barriers(page)).toEqual([])
    await boxes.nth(3).click()
    await page.keyboard.type(code.slice(3))
    await page.waitForURL('**/dashboard')
  })

  test('lets the user choose among users of a shared mailbox (R18, R19)', async () => {
    await usePasskeyAgain(owner)
    const tokens = await tokensOf(owner.page)
    const email = `${unique('ward')}@fern.example`
    for (const firstName of ['Early', 'Late'])
      await addUser(product, tokens, {
        firstName,
        lastName: 'Shift',
        email,
        userId: `${firstName}.${email}`,
        sharesEmail: true,
      })
    const page = await tab()
    await enterCode(page, await askForCode(page, email))
    await page.getByRole('heading', { name: 'Where do you want to sign in?' }).waitFor()
    await page.getByRole('button', { name: /Late Shift/ }).click()
    await page.waitForURL(/\/dashboard/)
    await page.getByRole('button', { name: "Late Shift's account" }).waitFor()
  })

  test('lets the user choose among several workspaces (R19)', async () => {
    await usePasskeyAgain(owner)
    const email = owner.workspace.owner
    const second = unique('annex')
    await product.admin(
      'create-workspace',
      'Fern Annex',
      '--slug',
      second,
      '--owner',
      email,
      '--first',
      'Ada',
      '--last',
      'Fern',
    )
    const page = await tab()
    await enterCode(page, await askForCode(page, email))
    await page.getByRole('button', { name: /Fern Annex/ }).click()
    await page.waitForURL('**/dashboard')
    await page.getByText(second).first().waitFor()
    const narrowed = await tab(`?workspace=${owner.workspace.slug}`)
    await enterCode(narrowed, await askForCode(narrowed, email))
    await narrowed.waitForURL('**/dashboard')
    await narrowed.getByText(owner.workspace.slug).first().waitFor()
  })

  test('returns to the first step on request (R17)', async () => {
    const page = await tab()
    await askForCode(page, (await newWorkspace(product)).owner)
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
    expect(await storedTokens(page)).toEqual({})
  })
})

test('the page shows the workspace of its address', async () => {
  const page = await tab(`?workspace=${owner.workspace.slug}`)
  await page.getByRole('heading', { name: 'Sign in to Fern Clinic' }).waitFor()
})

test('the demo workspace opens with one click', async () => {
  const page = await tab()
  await page.getByRole('button', { name: 'Open the demo workspace' }).click()
  await page.waitForURL('**/dashboard')
  await page.getByText('Northgate Hospital').first().waitFor()
  await signOut(page)
  await page.goto(`${product.address}/auth/sign-in?demo=hospital`)
  await page.waitForURL('**/dashboard')
})

test('a printed link opens the demo with a guided tour, which stays closed once closed', async () => {
  const page = await tab('?demo=hospital')
  await page.waitForURL('**/dashboard')
  const tour = page.getByRole('region', { name: 'Guided tour' })
  await tour.getByText('Guided tour, 1 of 10').waitFor()
  await tour.getByRole('button', { name: 'Show it' }).click()
  await page.waitForURL('**/security-keys?type=2')
  await tour.getByRole('button', { name: 'Next' }).click()
  await tour.getByText('Guided tour, 2 of 10').waitFor()
  expect(await barriers(page)).toEqual([])
  await tour.getByRole('button', { name: 'Close the tour' }).click()
  await page.reload()
  await page.getByRole('heading', { name: 'Security keys' }).waitFor()
  // The tour is loaded after the page
  await page.waitForLoadState('networkidle')
  expect(await tour.count()).toBe(0)
})

test('an activation link works once, and says so before any button is pressed', async () => {
  const page = await tab()
  await page.goto(owner.workspace.link)
  await page.getByText('This link was already used. Ask for a new one if you need it').waitFor()
  expect(await page.getByRole('button', { name: 'Confirm and continue' }).count()).toBe(0)
})

async function usePasskeyAgain({ page }: Visitor): Promise<void> {
  await page.goto(`${product.address}/auth/sign-in`)
  await usePasskey(page)
  await page.waitForURL('**/dashboard')
}
