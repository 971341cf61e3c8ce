import { selfService } from '@claviger/contract/access/self-service'
import { expect, test } from 'vitest'
import { outboxMails } from '#integrations/mail.ts'
import { addPage, tapAt } from '#test/api/card-page.ts'
import { startTestApp } from '#test/app/test-app.ts'

const home = await startTestApp()
const { given, world } = home

const codeTo = async (address: string) => (await outboxMails(world, 1000)).find(mail => mail.to === address)?.code

test('a hundred concurrent users get exactly one card each', async () => {
  const page = await addPage(home, { fields: { userId: true, employeeId: false, lastName: false } })
  const people = Array.from({ length: 100 }, (_one, n) => ({
    userId: `shift-${n}`,
    email: `sam.shift${n}@northgate.example`,
  }))
  for (const [n, { userId }] of people.entries()) await given.addUser('Sam', `Shift${n}`, { user_id: userId })
  await Promise.all(
    people.map(async ({ userId, email }, n) => {
      const visitor = await tapAt(home, page, (0x500000 + n).toString(16))
      await visitor.tell(selfService.token, { userId })
      await visitor.tell(selfService.code, { type: 'email' })
      await expect.poll(() => codeTo(email), { timeout: 60_000, interval: 500 }).toBeDefined()
      const code = await codeTo(email)
      await visitor.tell(selfService.verify, { code: code as string })
      await visitor.tell(selfService.enroll, { pin: '271828' })
    }),
  )
  const { rows } = await world.superPool.query<{ keys: number; people: number }>(
    `select count(*)::integer as keys, count(distinct u.id)::integer as people from security_keys k
      join users u on u.id = k.user_id where u.user_id like 'shift-%'`,
  )
  expect(rows).toEqual([{ keys: 100, people: 100 }])
}, 120_000)
