import type { Page } from 'playwright-core'
import { asking, newWorkspace, session, unique } from '../../../people.ts'
import type { Product } from '../../../product.ts'

/** A card page of a workspace of its own, and somebody who stands before it. */
export interface CardPage {
  readonly id: string
  readonly address: string
  readonly person: { readonly employeeId: string; readonly lastName: string; readonly email: string }
}

/** Builds a page with the settings of the test, and adds Grace Okoro, whom it asks for employee ID and last name. */
export async function newCardPage(product: Product, settings: Record<string, unknown> = {}): Promise<CardPage> {
  const { owner, slug } = await newWorkspace(product)
  const ask = asking(product, await session(product, owner))
  const id = unique('cards')
  const made = await ask('POST', '/administrator/self-service', { page: id, name: 'Cards', settings })
  if (made.status !== 200) throw new Error(`the page was not built: ${JSON.stringify(made.body)}`)
  const person = { employeeId: unique('E'), firstName: 'Grace', lastName: 'Okoro', email: `grace@${slug}.example` }
  const added = await ask('POST', '/administrator/tokens', { ...person, userId: person.email, invite: false })
  if (added.status !== 200) throw new Error(`nobody was added: ${JSON.stringify(added.body)}`)
  return { id, address: `${product.address}/self-service/${id}`, person }
}

/** Types as a reader does: fast, wherever the focus is, and Enter. */
export async function tap(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text, { delay: 2 })
  await page.keyboard.press('Enter')
}
