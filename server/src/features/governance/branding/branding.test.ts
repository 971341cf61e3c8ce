import { account } from '@claviger/contract/access/account'
import { branding, contrastToWhite } from '@claviger/contract/governance/branding'
import { users } from '@claviger/contract/people/users'
import { workspaceGovernance } from '@claviger/contract/tenancy/workspaces.governance'
import { expect, test } from 'vitest'
import { html, letterText } from '#integrations/mail-template.ts'
import { outboxMails } from '#integrations/mail.ts'
import { startTestApp } from '#test/app/test-app.ts'

const { as, given, mailTo, world } = await startTestApp()
const session = async (person: { id: string; workspace: string }) => as((await given.session(person)).accessToken)
const partner = await session(given.ownerElsewhere)
const owner = await session(given.owner)
const sue = await session(given.superAdmin)
await sue.tell(workspaceGovernance.type, { id: given.ownerElsewhere.workspace, type: 3 })

test('a color is refused if white text on it has less contrast than WCAG AA asks for', async () => {
  expect(contrastToWhite('#000000')).toBeCloseTo(21)
  expect(contrastToWhite('#767676')).toBeCloseTo(4.54, 2)
  for (const color of ['#777777', '#ffd400', 'red'])
    expect(await partner.ask(branding.set, { color, supportEmail: null })).toMatchObject({ status: 422 })
  expect(await partner.tell(branding.set, { color: '#767676', supportEmail: null })).toMatchObject({ color: '#767676' })
})

test('customers see the brand of their partner in the console and in emails, other workspaces do not', async () => {
  const brand = { color: '#1d4ed8', supportEmail: 'help@southgate.example' }
  await partner.tell(branding.set, brand)
  expect((await owner.tell(account.self)).workspace.partner).toBeNull()
  await sue.tell(workspaceGovernance.partner, { id: given.owner.workspace, partnerId: given.ownerElsewhere.workspace })
  expect((await owner.tell(account.self)).workspace.partner).toEqual({ name: 'Southgate Clinic', icon: null, ...brand })
  expect((await partner.tell(account.self)).workspace.partner).toBeNull()
  const email = 'new.nurse@northgate.example'
  const { id } = await owner.tell(users.create, { userId: email, firstName: 'New', lastName: 'Nurse', email })
  await owner.tell(users.sendVerify, { id })
  await mailTo(email)
  const [mail] = (await outboxMails(world)).filter(one => one.to === email)
  if (!mail) throw new Error('no mail')
  expect(html(mail)).toContain('background:#1d4ed8')
  expect(html(mail)).toContain('Southgate Clinic')
  expect(letterText(mail)).toContain('help@southgate.example')
})
