import { expect } from 'vitest'
import type { TestApp } from '../app/test-app.ts'

/** Waits for an emailed code that was not read before; the newest email may belong to an earlier sign-in. */
export function newCodes({ mailTo }: Pick<TestApp, 'mailTo'>) {
  const read = new Map<string, string>()
  return async (email: string): Promise<{ code: string | undefined }> => {
    const before = read.get(email)
    const newest = async () => (await mailTo(email)).code ?? before
    await expect.poll(newest, { timeout: 5000 }).not.toBe(before)
    const code = await newest()
    read.set(email, code ?? '')
    return { code }
  }
}
