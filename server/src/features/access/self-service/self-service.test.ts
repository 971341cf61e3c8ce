import { selfService } from '@claviger/contract/access/self-service'
import { expect, test } from 'vitest'
import { addPage, tapAt, visitPage } from '../../../../test/card-page.ts'
import { house } from '../../../../test/house.ts'

const home = await house()
const { given } = home
const first = { fields: { userId: true, employeeId: false, lastName: false } }

test('somebody taps a card, is found, proves the mailbox, sets a PIN, and has a key', async () => {
  const page = await addPage(home, first)
  const visitor = await tapAt(home, page, 'D2029649')
  const found = await visitor.tell(selfService.token, { userId: given.user.email.toUpperCase() })
  expect(found).toMatchObject({ isPinRequired: true, verificationType: 'default', channels: [{ type: 'email' }] })
  await visitor.tell(selfService.code, { type: 'email' })
  const { code } = await home.mailTo(given.user.email)
  expect(await visitor.tell(selfService.verify, { code: code as string })).toMatchObject({ isPinRequired: true })
  expect(await visitor.tell(selfService.enroll, { pin: '271828' })).toMatchObject({ keyName: 'Access card' })
  await visitor.tell(selfService.config, { id: page })
  void visitPage
})
