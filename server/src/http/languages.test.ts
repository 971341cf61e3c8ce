import { account } from '@claviger/contract/access/account'
import { signIn } from '@claviger/contract/access/sign-in'
import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import { expect, test, vi } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { outboxMails } from '../integrations/mail.ts'

const { app, as, given, world } = await startTestApp()

const post = async (language: string | undefined, url: string, payload: object, authorization?: string) => {
  const headers = { ...(language && { 'accept-language': language }), ...(authorization && { authorization }) }
  const answer = await app.inject({ method: 'POST', url, payload, headers })
  return answer.json<{ message: string; code: string; fields?: { field: string; message: string }[] }>()
}

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'Melden Sie sich an, um fortzufahren'],
  ['fr-FR,de;q=0.5', 'Melden Sie sich an, um fortzufahren'],
  ['fr', 'Sign in to continue'],
  ['*', 'Sign in to continue'],
  [undefined, 'Sign in to continue'],
])('a refusal for a caller in %s says “%s” and keeps its code', async (language, message) => {
  expect(await post(language, '/administrator/tokens', {})).toMatchObject({ code: 'not-signed-in', message })
})

test('field errors come in the language of the caller, with their numbers', async () => {
  const user = { userId: 'x'.repeat(201), firstName: '', lastName: 'B' }
  const { fields } = await post('de', '/administrator/tokens', user, given.owner.accessToken)
  expect(fields).toEqual(
    expect.arrayContaining([
      { field: 'userId', message: 'Verwenden Sie höchstens 200 Zeichen' },
      { field: 'firstName', message: 'Vorname ist nötig' },
    ]),
  )
})

async function subjectTo(address: string, earlier: number): Promise<string | undefined> {
  const mails = async () => (await outboxMails(world)).filter(mail => mail.to === address)
  await vi.waitFor(async () => expect((await mails()).length).toBeGreaterThan(earlier), { timeout: 10_000 })
  return (await mails())[0]?.subject
}

test('an email uses the language of its reader, else of the browser at sign-in, else of the workspace', async () => {
  const email = 'reader@northgate.example'
  const id = await given.addUser('Rea', 'Der', { email })
  const begin = (language = '*') =>
    app.inject({ url: `${signIn.emailInitial.path}?email=${email}`, headers: { 'accept-language': language } })

  await begin('de')
  expect(await subjectTo(email, 0)).toBe('Ihr Anmeldecode')
  await begin()
  expect(await subjectTo(email, 1)).toBe('Your sign-in code')

  const settings = await as(given.owner.accessToken).tell(workspaceSettings.details)
  const { name, url } = settings.workspace
  await as(given.owner.accessToken).tell(workspaceSettings.updateWorkspace, { name, url, language: 'de' })
  await post('en', '/administrator/tokens/sendVerify', { id }, given.owner.accessToken)
  expect(await subjectTo(email, 2)).toBe('Richten Sie Ihre Anmeldung bei Northgate Hospital ein')

  const own = { url: 'language', language: 'en' } as const
  await as((await given.session({ id, workspace: given.owner.workspace })).accessToken).tell(account.updatePart, own)
  await begin('de')
  expect(await subjectTo(email, 3)).toBe('Your sign-in code')
})
