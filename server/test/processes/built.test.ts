import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { samlProviders } from '@claviger/contract/connect/identity-providers/saml'
import pg from 'pg'
import { expect, inject, test, vi } from 'vitest'
import { databaseAt, templateName } from '../app/template.ts'
import { buildServer, builtProgram } from './build-server.ts'
import { settings, startServer } from './processes.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const built = buildServer()
const root = resolve(built, '../..')
const node = (...words: string[]) => ({
  with: (env: Record<string, string>) =>
    execFileSync(process.execPath, words, { cwd: root, encoding: 'utf8', env: settings(env) }),
})

test('the built server serves pages and sessions from two processes, and parses in a thread', async () => {
  const name = `built_${process.pid}`
  const owner = new pg.Client(inject('databaseUrl'))
  await owner.connect()
  await owner.query(`create database ${name} template ${templateName}`)
  const env = { DATABASE_URL: databaseAt(inject('databaseUrl'), name), DATABASE_POOL: '4', PROCESSES: '2' }
  const admin = (...words: string[]) =>
    JSON.parse(node(builtProgram('admin'), ...words, '--json').with(env)) as Record<string, unknown>
  const server = await startServer(env)
  try {
    const page = await fetch(server.address)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    // Its style sheet is next to the source
    expect(await (await fetch(`${server.address}/docs/style.css`)).text()).toContain('border-radius')
    admin('create-workspace', 'Built', '--slug', 'built', '--owner', 'owner@built.example')
    const { refreshToken } = admin('issue-session', 'owner@built.example')
    const session = await server.call('POST', '/api/v1/auth/refresh', { refreshToken })
    expect(session.status).toBe(200)
    const metadata = `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">${'<b/>'.repeat(10_000)}`
    expect(
      await server.call(
        'POST',
        samlProviders.create.path,
        { name: 'Cut off', metadata },
        String(session.body['accessToken']),
      ),
    ).toMatchObject({ status: 422, body: { code: 'provider-wrong' } })
    expect(await server.end('SIGTERM')).toBe(0)
  } finally {
    await server.end('SIGKILL')
    await owner.query(`drop database ${name} with (force)`)
    await owner.end()
  }
})

test('the stack of an error in the built server names lines of the source', () => {
  const module = (file: string) => JSON.stringify(join(built, `${file}.mjs`))
  const program = `await import(${module('platform-parsing-worker')})
    const { parse } = await import(${module('features-connect-identity-providers-metadata.parse')})
    try { parse() } catch (error) { console.log(error.stack) }`
  const [head, place = ''] = node('--input-type=module', '--eval', program).with({}).split('\n')
  expect(head).toMatch(/^TypeError: /)
  const [, file = '', line] = /at parse.* \((server\/src\/\S+\.ts):(\d+)\)$/.exec(place) ?? []
  expect(readFileSync(join(root, file), 'utf8').split('\n')[Number(line) - 1]).toMatch(/\b(now|text)\b/)
})
