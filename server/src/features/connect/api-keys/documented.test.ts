import { apiKeys } from '@claviger/contract/connect/api-keys'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'

const { as, given, app } = await startTestApp()

function requestOf(command: string) {
  const url = /"http:\/\/localhost:8080([^"]+)"/.exec(command)?.[1] ?? ''
  const headers = [...command.matchAll(/-H ["']([\w-]+): ([^"']+)["']/g)].map(([, name, value]) => [name, value])
  const payload = /-d '([^']+)'/.exec(command)?.[1]
  return { url, headers: Object.fromEntries(headers) as Record<string, string>, payload }
}

test('every example command with a key in the API docs works as described', async () => {
  const [start = ''] = (await app.inject('/docs')).body.split('</section>')
  const page = start.replaceAll('&quot;', '"').replaceAll('&amp;', '&').replaceAll('\\\n', ' ')
  const commands = [...page.matchAll(/^curl .*\$CLAVIGER_KEY.*$/gm)].map(([line]) => line)
  expect(commands.length).toBeGreaterThan(3)
  const reader = { name: 'Reader', type: 0, granted: ['api-keys.write' as const] }
  const { value } = await as(given.owner.accessToken).tell(apiKeys.create, reader)
  for (const command of commands) {
    const { url, headers, payload } = requestOf(command.replace('$CLAVIGER_KEY', value))
    const answer = await app.inject({ method: payload ? 'POST' : 'GET', url, headers, ...(payload && { payload }) })
    expect(answer.statusCode, `${command}: ${answer.body}`).toBe(200)
  }
})

test('the secret-scanning pattern in the API docs matches a real key', async () => {
  const page = (await app.inject('/docs')).body
  const pattern = /<code>(cvg_\([^<]+)<\/code>/.exec(page)?.[1] ?? 'none'
  const { value } = await as(given.owner.accessToken).tell(apiKeys.create, { name: 'Leaked', type: 2 })
  expect(`key = "${value}"`).toMatch(new RegExp(pattern))
})
