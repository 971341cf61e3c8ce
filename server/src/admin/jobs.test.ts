import { expect, test, vi } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { transact } from '../platform/db/transaction.ts'
import { newId } from '../platform/ids.ts'
import { deliverMail } from '../integrations/mail.ts'
import { type Operator, UsageError, type CommandArguments } from './command.ts'
import { jobs } from './jobs.ts'

const { world } = await startTestApp()
const words = (retry?: string): CommandArguments => ({
  at: () => '',
  option: name => (name === 'retry' ? retry : undefined),
})
const operator = { world } as Operator

test('jobs shows failing jobs with their errors, and refuses to retry a job that does not exist', async () => {
  // The decrypted content is not an email, so the job always fails
  const sealed = world.sealer.seal('no letter', 'mail:letter:broken of itself').toString('base64')
  await transact(world, { actor: { kind: 'nobody' }, request: { id: 'x', ip: '', userAgent: '' } }, ctx =>
    ctx.jobs.announce(ctx, deliverMail, { id: 'broken', sealed }),
  )
  const stuck = await vi.waitFor(
    async () => {
      const { json } = await jobs.work(operator, words())
      const [one] = json['stuck'] as { id: string; kind: string; error: string; failed: boolean }[]
      if (!one) throw new Error('not tried yet')
      return one
    },
    { timeout: 25_000, interval: 200 },
  )
  expect(stuck).toMatchObject({ kind: 'mail', failed: false, error: expect.stringContaining('JSON') as string })
  await expect(jobs.work(operator, words(`mail:${newId()}`))).rejects.toThrow('There is no failed job')
  await expect(jobs.work(operator, words('mail'))).rejects.toThrow(UsageError)
})
