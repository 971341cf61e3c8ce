import { expect, test } from 'vitest'
import { errorSamples, routeOf, withoutPersonalData } from './error-reports.ts'

test('traces and replays are sampled at 0.1, replays of errors always (R204)', () => {
  expect(errorSamples).toEqual({ traces: 0.1, replays: 0.1, replaysOnError: 1 })
})

test.each([
  ['/dashboard/users/01890000-0000-7000-8000-000000000000/activity', '/dashboard/users/{id}/activity'],
  ['https://id.example.org/auth/verify?link=c2VjcmV0#x', '/auth/verify'],
  ['GET /administrator/tokens/{id}', 'GET /administrator/tokens/{id}'],
  ['/self-service/4711-a', '/self-service/{id}'],
])('the route of %s is %s', (address, route) => expect(routeOf(address)).toBe(route))

test('nothing that names a user stays in a report', () => {
  const secret = 'ann.lee@northgate.example'
  const event = {
    event_id: 'e1',
    level: 'error',
    message: secret,
    user: { email: secret },
    request: { url: `https://x/?q=${secret}`, cookies: secret },
    server_name: secret,
    tags: { name: secret },
    extra: { secret },
    breadcrumbs: [{ message: secret }],
    contexts: { trace: { trace_id: 't', data: { secret } }, device: { name: secret } },
    spans: [{ span_id: 's', description: `GET /users?search=${secret}`, data: { secret } }],
    transaction: `/dashboard/users?search=${secret}`,
    exception: {
      values: [
        {
          type: 'TypeError',
          value: `${secret} is not a user`,
          stacktrace: {
            frames: [
              {
                filename: '/home/ann.lee@northgate.example/claviger/server/src/main.ts',
                function: 'start',
                lineno: 3,
                context_line: secret,
                vars: { secret },
              },
            ],
          },
        },
      ],
    },
  }
  const left = withoutPersonalData(event, '23505')
  expect(JSON.stringify(left)).not.toContain('ann.lee')
  expect(left).toEqual({
    event_id: 'e1',
    level: 'error',
    transaction: '/dashboard/users',
    contexts: { trace: { trace_id: 't' } },
    spans: [{ span_id: 's' }],
    exception: {
      values: [
        {
          type: 'TypeError',
          value: '23505',
          stacktrace: { frames: [{ filename: 'server/src/main.ts', function: 'start', lineno: 3 }] },
        },
      ],
    },
  })
  expect(withoutPersonalData({ exception: { values: [{ type: secret }] } }, secret).exception?.values).toMatchObject([
    { type: '', value: '' },
  ])
})
