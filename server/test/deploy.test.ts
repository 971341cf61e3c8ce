// What operators are given to watch over the server names figures that there are.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startBeats } from '../src/ground/beats.ts'
import { beats } from '../src/jobs/beats.ts'
import { house } from './house.ts'

const { app, world } = await house()
const alerts = readFileSync(join(import.meta.dirname, '../../deploy/prometheus-alerts.yaml'), 'utf8')
const figures = async () => (await app.inject({ method: 'GET', url: '/metrics' })).body

test('each figure that an alert asks for is there, of each work that it names', async () => {
  await app.inject({ method: 'GET', url: '/health/live' })
  const heart = startBeats(world, beats)
  const named = [...alerts.matchAll(/beat="([\w-]+)"/g)].map(([, name]) => name)
  expect(named).toContain('link-log')
  for (const name of named)
    await expect
      .poll(figures)
      .toMatch(new RegExp(`^claviger_beat_done_timestamp_seconds\\{beat="${name}"\\} \\d+`, 'm'))
  await heart.stop()
  const text = await figures()
  const asked = [...new Set(alerts.match(/claviger_\w+/g))]
  expect(asked.length).toBeGreaterThan(6)
  expect(asked.filter(name => !new RegExp(`^${name}(\\{| )`, 'm').test(text))).toEqual([])
})

test('connections to the database are told by login and state, and the version by its number', async () => {
  const text = await figures()
  expect(text).toMatch(/^claviger_build_info\{version="\d+\.\d+\.\d+"\} 1$/m)
  for (const login of ['app', 'read', 'super'])
    for (const state of ['busy', 'idle', 'awaited'])
      expect(text).toMatch(
        new RegExp(`^claviger_database_connections\\{login="${login}",state="${state}"\\} \\d+$`, 'm'),
      )
})
