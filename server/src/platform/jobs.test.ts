import { users } from '@claviger/contract/people/users'
import { expect, test } from 'vitest'
import { startTestApp, twinOf } from '#test/app/test-app.ts'

const home = await startTestApp()
const { given, mailTo } = home

test('a job that another process stores is found, and the next one as well', async () => {
  const elsewhere = (await twinOf(home)).as((await given.session(given.owner)).accessToken)
  for (const userId of ['nora', 'otto']) {
    const email = `${userId}@northgate.example`
    await elsewhere.tell(users.create, { userId, firstName: 'Nora', lastName: 'North', email, invite: true })
    expect((await mailTo(email)).subject).toMatch(/Northgate/)
  }
})
