import type { Page } from 'playwright-core'
import { apiCaller, newWorkspace, session, unique } from '../../../workspace-setup.ts'
import type { Product } from '../../../product.ts'

export interface Person {
  readonly id: string
  readonly employeeId: string
  readonly lastName: string
  readonly email: string
}

export interface CardPage {
  readonly id: string
  readonly address: string
}

type Settings = Record<string, unknown>

export const PIN = '739146'

export async function openDesk(product: Product) {
  const { owner, slug } = await newWorkspace(product)
  const ask = apiCaller(product, await session(product, owner, '--expires-in', '36000'))
  const done = async (method: string, path: string, body?: unknown) => {
    const answer = await ask(method, path, body)
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  return {
    slug,
    ask: done,
    async page(settings: Settings = {}): Promise<CardPage> {
      const id = unique('cards')
      await done('POST', '/administrator/self-service', { page: id, name: 'Cards', settings })
      return { id, address: `${product.address}/self-service/${id}` }
    },
    turn: (page: CardPage, active: boolean) => done('PUT', `/administrator/self-service/${page.id}/active`, { active }),
    /** Adds a user with a unique employee ID; Grace Okoro by default. */
    async person(more: Settings = {}): Promise<Person> {
      const employeeId = unique('E')
      const email = `${employeeId.toLowerCase()}@${slug}.example`
      const person = { employeeId, firstName: 'Grace', lastName: 'Okoro', email, userId: email, ...more }
      const { id } = await done('POST', '/administrator/tokens', { ...person, invite: false })
      return { ...person, id: String(id) }
    },
    async speaks(person: Person, language: string): Promise<void> {
      const own = apiCaller(product, await session(product, person.email))
      const { status } = await own('POST', '/users/details/language', { language })
      if (status !== 200) throw new Error(`the language stays: ${status}`)
    },
    async card(of: Person, cardId: string): Promise<string> {
      const assigned = { userId: of.id, type: 2, activation: 1, cardId }
      const { key } = await done('POST', '/administrator/tokens/userInfo/securitykey', assigned)
      const { id } = key as { id: string }
      await done('PUT', `/administrator/tokens/securityKey/${id}/resetPin`, { pin: PIN })
      return id
    },
    suspend: (key: string) => done('PUT', `/administrator/securityDevice/suspend/${key}`),
    key: (key: string) => done('GET', `/administrator/securityDevice/${key}`),
    async cardsOf(person: Person): Promise<number> {
      const { items } = await done('GET', `/administrator/securityDevice/user/${person.id}`)
      return (items as unknown[]).length
    },
  }
}
export type Desk = Awaited<ReturnType<typeof openDesk>>

let cards = Date.now() % 1_000_000_000
export const newCard = (): string => String(1_000_000_000 + ++cards)

export const title = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

export const home = (page: Page): Promise<void> => title(page, 'What do you want to do?')

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click()

export async function tap(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text, { delay: 2 })
  await page.keyboard.press('Enter')
}

export async function identify(page: Page, person: Pick<Person, 'employeeId' | 'lastName'>): Promise<void> {
  await title(page, 'User Information')
  await page.getByLabel('Employee ID').fill(person.employeeId)
  await page.getByLabel('Last name').fill(person.lastName)
  await press(page, 'Next')
}

export async function typeCode(page: Page, product: Product, person: Person, since: Date): Promise<void> {
  await page.getByRole('dialog').waitFor()
  const { code = '' } = await product.mailTo(person.email, since)
  await page.getByLabel('Verification code').fill(code)
  await press(page, 'Confirm')
}

export async function choosePin(page: Page, pin = PIN, again = pin): Promise<void> {
  await title(page, 'Set PIN')
  await page.getByLabel('Set a PIN for the card').fill(pin)
  await page.getByLabel('Confirm PIN', { exact: true }).fill(again)
  await press(page, 'Next')
}

export const ready = (page: Page): Promise<void> => title(page, 'Your badge is ready')
