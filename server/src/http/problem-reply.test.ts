import Fastify from 'fastify'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { replyProblem } from './problem-reply.ts'

const here = await startTestApp()

test('a caller who gets no free connection in time is asked to retry and sees no internal error', async () => {
  const pool = new pg.Pool({ ...here.world.pool.options, max: 1 })
  const app = Fastify({ logger: false })
  app.setErrorHandler(replyProblem)
  app.get('/', () => pool.connect())
  const taken = await pool.connect()
  pool.options.connectionTimeoutMillis = 50
  const answer = await app.inject({ url: '/', headers: { 'accept-language': 'en' } })
  taken.release()
  await pool.end()
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toMatchObject({ code: 'not-ready' })
})
