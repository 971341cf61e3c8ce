// Monitoring files for operators must refer to existing metrics.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startScheduledTasks } from '../../src/platform/scheduled-tasks.ts'
import { environmentName, type Setting, settings } from '../../src/platform/config/settings.ts'
import { scheduledTasks } from '../../src/jobs/task-list.ts'
import { startTestApp } from '../app/test-app.ts'

const { app, world } = await startTestApp()
const heart = startScheduledTasks(world, scheduledTasks)
afterAll(() => heart.stop())
const deployed = (path: string) => readFileSync(join(import.meta.dirname, '../../../deploy', path), 'utf8')
const alerts = deployed('prometheus-alerts.yaml')
const figures = async () => (await app.inject({ method: 'GET', url: '/metrics' })).body

test('each metric and each task that an alert refers to exists', async () => {
  await app.inject({ method: 'GET', url: '/health/live' })
  const named = [...alerts.matchAll(/beat="([\w-]+)"/g)].map(([, name]) => name)
  expect(named).toContain('link-log')
  for (const name of named)
    await expect
      .poll(figures)
      .toMatch(new RegExp(`^claviger_beat_done_timestamp_seconds\\{beat="${name}"\\} \\d+`, 'm'))
  const text = await figures()
  const asked = [...new Set(alerts.match(/claviger_\w+/g))]
  expect(asked.length).toBeGreaterThan(6)
  expect(asked.filter(name => !new RegExp(`^${name}(\\{| )`, 'm').test(text))).toEqual([])
})

test('database connections are reported by login and state, and the version by its number', async () => {
  const text = await figures()
  expect(text).toMatch(/^claviger_build_info\{version="\d+\.\d+\.\d+"\} 1$/m)
  for (const login of ['app', 'read', 'super'])
    for (const state of ['busy', 'idle', 'awaited'])
      expect(text).toMatch(
        new RegExp(`^claviger_database_connections\\{login="${login}",state="${state}"\\} \\d+$`, 'm'),
      )
})

interface Board {
  panels: { id: number; title: string; targets: { expr: string }[] }[]
}

test('each metric and each sign-in method on the dashboard exists', async () => {
  const { panels } = JSON.parse(deployed('grafana-board.json')) as Board
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  const asked = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n')
  await app.inject({ method: 'GET', url: '/health/live' })
  const named = [...new Set(asked.match(/\b(?:claviger|process|nodejs)_\w+/g))]
  expect(named.length).toBeGreaterThan(8)
  const missing = (text: string) => named.filter(name => !new RegExp(`^${name}(\\{| )`, 'm').test(text))
  await expect.poll(async () => missing(await figures())).toEqual([])
  const ways = /route=~"(\/api\/v1\/auth\/)\(([^)]+)\)"/.exec(asked)
  for (const way of String(ways?.[2]).split('|'))
    expect(app.hasRoute({ method: 'POST', url: `${ways?.[1]}${way}` }), way).toBe(true)
})

test('the chart passes every setting, and each secret as a file of a Secret', () => {
  // Set by the image or the chart itself
  const fixed = ['HOST', 'PORT', 'ENVIRONMENT', 'PROGRAMS_FOLDER', 'DEMO', 'PUBLIC_DEMO', 'DATA_FOLDER']
  const all = Object.entries<Setting>(settings).map(([key, one]) => ({ name: environmentName(key), ...one }))
  const open = all.filter(one => !one.secret && one.name !== 'PKCS11_PIN_FILE').map(({ name }) => name)
  const secret = [...all.filter(one => one.secret).map(({ name }) => name), 'PKCS11_PIN']
  const values = deployed('helm/claviger/values.yaml')
  const under = (part: string) =>
    [...(new RegExp(`^${part}:\\n((?: .*\\n)+)`, 'm').exec(values)?.[1] ?? '').matchAll(/^ {2}([A-Z0-9_]+): /gm)].map(
      ([, name]) => name,
    )
  expect(new Set(under('settings'))).toEqual(new Set(open.filter(name => !fixed.includes(name))))
  expect(new Set(under('secrets'))).toEqual(new Set(secret))
  const { properties } = JSON.parse(deployed('helm/claviger/values.schema.json')) as {
    properties: Record<string, { additionalProperties?: boolean; properties?: object }>
  }
  for (const part of ['settings', 'secrets']) {
    expect(new Set(Object.keys(properties[part]?.properties ?? {}))).toEqual(new Set(under(part)))
    // Misspelled names must be refused, not ignored
    expect(properties[part]?.additionalProperties).toBe(false)
  }
  const first = [...values.matchAll(/^(\w+):/gm)].map(([, name]) => name)
  expect(first.filter(name => !(String(name) in properties))).toEqual([])
})
