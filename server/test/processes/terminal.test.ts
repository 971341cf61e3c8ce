import { accessSync, constants, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject as provided, test, vi } from 'vitest'
import { command, startAtTerminal, startServer } from './processes.ts'
import { databaseAt, templateName } from '../app/template.ts'

vi.setConfig({ testTimeout: 120_000 })

const name = `terminal_${process.pid}`
const owner = new pg.Client(provided('databaseUrl'))
await owner.connect()
await owner.query(`create database ${name} template ${templateName}`)
const folder = mkdtempSync(join(tmpdir(), 'claviger-terminal-'))
const env = { DATABASE_URL: databaseAt(provided('databaseUrl'), name), DATA_FOLDER: folder, KEEP_MAIL: 'true' }

afterAll(async () => {
  await owner.query(`drop database ${name} with (force)`)
  await owner.end()
  rmSync(folder, { recursive: true })
})

const linesOf = (text: string) => text.split(/\r?\n/).filter(line => line.trim() !== '')

test('at a terminal, the start prints only the essentials, and the log lines go to a file', async () => {
  const address = 'http://localhost:18099'
  const server = await startAtTerminal({ ...env, PUBLIC_URL: address })
  await expect.poll(() => server.said()).toContain('Log file')
  const shown = linesOf(server.said())
  expect(shown.map(line => line.trim().split(/[ :]/)[0])).toEqual([
    'Preparing',
    'Claviger',
    'Set',
    'Outbox',
    'Commands',
    'Log',
  ])
  expect(shown[5]).toContain(join(folder, 'claviger.log'))
  expect(shown[2]).toContain(`${address}/auth/register?setup=`)
  // The printed command works in the folder where the server was started
  const [, typed = ''] = /operators: (\S+) admin help/.exec(shown[4] ?? '') ?? []
  expect(typed).toMatch(/^\.?\/|^claviger$/)
  if (typed !== 'claviger') accessSync(typed, constants.X_OK)
  // The command finds this server without being given its port
  const { link } = await command(env, 'create-super-admin', 'first@example.org')
  expect(link).toMatch(new RegExp(`^${address}/`))
  await server.end('SIGTERM')
  const kept = linesOf(readFileSync(join(folder, 'claviger.log'), 'utf8'))
  expect(kept.length).toBeGreaterThan(0)
  for (const line of kept) expect(JSON.parse(line)).toHaveProperty('time')
})

test('setting a log level prints the log lines', async () => {
  const server = await startServer({ ...env, LOG_LEVEL: 'info' })
  await expect.poll(() => server.said()).toMatch(/^\{"level":30,/m)
  await server.end('SIGTERM')
})
