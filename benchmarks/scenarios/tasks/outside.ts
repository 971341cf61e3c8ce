import { step } from '../../../e2e/registering.ts'
import type { Product } from '../../../e2e/product.ts'
import type { Hand } from './hand.ts'
import type { Task } from './task.ts'

async function register({ page, fill, press, type }: Hand, product: Product, name: string): Promise<void> {
  const email = `maya@${name}.example`
  await page.goto(`${product.address}/auth/register`)
  await step(page, 'Create your account')
  const before = new Date()
  await fill('Maya', 'Lindqvist', email)
  await press('Tab')
  await press('Space')
  await page.getByText("Verified: you're not a robot").waitFor()
  await press('Enter')
  await page.getByText('We sent a 6-digit code').waitFor()
  await type((await product.mailTo(email, before)).code ?? '')
  await step(page, 'Add your first security key')
  await page.getByRole('button', { name: 'Create passkey', exact: true }).and(page.locator(':focus')).waitFor()
  await press('Enter')
  await step(page, 'Name your workspace')
  await type(name)
  await page.getByText(`${name} is available`).waitFor()
  await press('Enter')
  await page.waitForURL('**/dashboard')
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
}

export const registerToFirstUser: Task = {
  what: 'register to first user',
  first: 9,
  outside: true,
  async prepare({ product }) {
    return async hand => {
      const { page, fill, press } = hand
      const name = `ward-${Date.now()}`
      await register(hand, product, name)
      await hand.jump('add user')
      const drawer = page.getByRole('dialog', { name: 'Add user' })
      await drawer.getByLabel('First name').and(page.locator(':focus')).waitFor()
      // Between last name and email is the checkbox for users with one name
      await fill('Jon', 'Snow', '', `jon@${name}.example`)
      await press('Enter')
      await page.getByText('Jon Snow added').waitFor()
    }
  },
}

export const recoverOwner: Task = {
  what: 'recover an owner',
  first: 2,
  outside: true,
  async prepare({ product }) {
    return async ({ page, click }) => {
      const { link } = await product.admin('recovery-link', 'owner@bench.example', '--workspace', 'bench')
      await page.goto(String(link))
      await click(page.getByRole('button', { name: 'Confirm and continue' }))
      await click(page.getByRole('button', { name: 'Create passkey' }))
      await page.waitForURL('**/dashboard')
      await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    }
  },
}
