import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { ownProduct } from '../shared-product.ts'
import { newOwner } from '../workspace-setup.ts'

async function receiver() {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    const answer = async () => {
      const body = await buffer(request)
      if (body.length > 0) bodies.push(body.toString())
      response.setHeader('access-control-allow-origin', '*')
      response.setHeader('access-control-allow-headers', '*')
      response.end('{}')
    }
    void answer()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { bodies, dsn: `http://key@127.0.0.1:${port}/1`, close: () => server.close() }
}

test('an error in the console is reported with a masked replay, and nothing in it names a user (R204)', async () => {
  const there = await receiver()
  const product = await ownProduct({ SENTRY_DSN: there.dsn })
  const { page, workspace } = await newOwner(product, '/dashboard/users')
  await page.getByRole('grid', { name: 'users' }).getByText('Ada Fern').waitFor()
  const blocked: string[] = []
  page.on('console', line => /Content Security Policy/.test(line.text()) && blocked.push(line.text()))
  await page.reload()
  await page.getByRole('grid', { name: 'users' }).getByText('Ada Fern').waitFor()
  await page.waitForFunction('"__SENTRY__" in window')
  await page.evaluate(`setTimeout(() => null[${JSON.stringify(workspace.owner)}])`)
  await expect.poll(() => there.bodies.join('\n'), { timeout: 30_000 }).toContain('"type":"TypeError"')
  await expect.poll(() => there.bodies.join('\n'), { timeout: 30_000 }).toContain('"type":"replay_recording"')
  const all = there.bodies.join('\n')
  const [name = ''] = workspace.owner.split('@')
  const ids = await page.evaluate(() => Object.values(sessionStorage))
  // As words, because random IDs can contain the letters of a short name
  for (const hidden of [name, 'Ada', 'Fern']) expect(all).not.toMatch(new RegExp(`\\b${hidden}\\b`))
  for (const hidden of [workspace.slug, workspace.name, ...ids.filter(one => one.length > 20)])
    expect(all).not.toContain(hidden)
  expect(blocked).toEqual([])
  there.close()
})

test('without SENTRY_DSN no page names a service, and nothing is loaded', async () => {
  const product = await ownProduct()
  const page = await fetch(`${product.address}/auth/sign-in`, { headers: { accept: 'text/html' } })
  expect(await page.text()).not.toContain('error-reports')
  expect(page.headers.get('content-security-policy')).toMatch(/connect-src 'self'(?:;|$)/)
})
