import type { Page } from 'playwright-core'
import { newVisitor, type Visitor } from '../../browser.ts'
import type { Product } from '../../product.ts'
import type { apiCaller } from '../../workspace-setup.ts'

interface PhoneUser {
  id: string
  email: string
}

/** A phone that a user activated by their emailed link. */
export async function activatedPhone(
  product: Product,
  ask: ReturnType<typeof apiCaller>,
  { id, email }: PhoneUser,
  { notified = false } = {},
): Promise<Visitor> {
  const before = new Date()
  await ask('POST', '/administrator/tokens/userInfo/securitykey', { userId: id, type: 1, activation: 2 })
  // The notice of a passkey that was just added can come after it
  const { link = '' } = await product.mailTo(email, before, 'Activate your security key')
  const phone = await newVisitor({ builtIn: true, notified, viewport: { width: 390, height: 844 } })
  await phone.page.goto(link)
  await phone.page.getByRole('button', { name: 'This is the phone' }).click()
  await phone.page.getByRole('button', { name: 'Create passkey' }).click()
  await phone.page.getByRole('heading', { level: 1, name: 'Phone active' }).waitFor()
  return phone
}

export interface ApprovalRequest {
  number: number
  /** Opens the request on the phone. */
  link: string
}

/** Sends a request to the phone from a sign-in page that is open. */
export async function requestApproval(page: Page, email: string): Promise<ApprovalRequest> {
  await page.getByRole('button', { name: 'Approve on my phone' }).click()
  await page.getByLabel('Email').fill(email)
  const [reply] = await Promise.all([
    page.waitForResponse(
      answer => answer.url().endsWith('/api/v1/auth/approval') && answer.request().method() === 'POST',
    ),
    page.getByRole('button', { name: 'Send request to phone' }).click(),
  ])
  const { number, link } = (await reply.json()) as ApprovalRequest
  await page.getByRole('status', { name: `Choose ${number} on your phone` }).waitFor()
  return { number, link }
}

export const chooseNumber = (phone: Visitor, number: number): Promise<void> =>
  phone.page.getByRole('button', { name: String(number), exact: true }).click()
