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

test('each figure that an alert asks for is there', async () => {
  const text = await figures()
  const asked = new Set(alerts.match(/claviger_\w+/g))
  const missing = [...asked].filter(name => !new RegExp(`^${name}(\\{| )`, 'm').test(text))
  // Nobody has asked for anything, and nothing has been done regularly yet
  expect(missing.filter(name => !name.includes('http_request') && !name.includes('beat_done'))).toEqual([])
  expect(asked.size).toBeGreaterThan(6)
})

test('work that comes every few seconds says when it was last done', async () => {
  const heart = startBeats(world, beats)
  await expect.poll(figures).toMatch(/^claviger_beat_done_timestamp_seconds\{beat="link-log"\} \d+/m)
  await heart.stop()
  const named = [...alerts.matchAll(/beat="([\w-]+)"/g)].map(([, name]) => name)
  expect(beats.map(beat => beat.name)).toEqual(expect.arrayContaining(named))
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
