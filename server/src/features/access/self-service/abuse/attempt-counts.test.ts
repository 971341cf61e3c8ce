import { expect, test } from 'vitest'
import { addPage } from '#test/api/card-page.ts'
import { startTestApp } from '#test/app/test-app.ts'

const home = await startTestApp()
const { app } = home

test('a page opens for a link-local IPv6 address with a zone', async () => {
  const page = await addPage(home)
  const ask = (url: string, authorization = '') =>
    app.inject({ url, headers: { authorization, accept: 'application/json' }, remoteAddress: 'fe80::1%eth0' })
  const { session } = (await ask('/self-service/challenge')).json<{ session: string }>()
  expect((await ask(`/self-service/${page}`, session)).statusCode).toBe(200)
})
