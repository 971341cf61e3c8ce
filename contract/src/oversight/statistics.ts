import * as z from 'zod/mini'
import { feature, get } from '../ground/endpoint.ts'
import { Nothing, whole } from '../ground/fields.ts'

const Point = z.object({ day: z.string(), count: z.int() })

export const statistics = feature('statistics', {
  users: get('/administrator/statistics/users', {
    summary: 'Users in all, by status, added this week, and the total at the end of each of the last 14 days',
    spec: 'statistics.users',
    input: Nothing,
    reply: z.object({
      total: z.int(),
      addedThisWeek: z.int(),
      byStatus: z.array(z.object({ status: z.int(), count: z.int() })),
      trend: z.array(Point),
    }),
    may: 'statistics.read',
  }),
  securityKeys: get('/administrator/statistics/securitykeys', {
    summary: 'Passkeys in all, by kind, added this week, and the total at the end of each of the last 14 days',
    spec: 'statistics.security-keys',
    input: Nothing,
    reply: z.object({
      total: z.int(),
      addedThisWeek: z.int(),
      byKind: z.array(z.object({ kind: z.string(), count: z.int() })),
      trend: z.array(Point),
    }),
    may: 'statistics.read',
  }),
  groups: get('/administrator/statistics/groups', {
    summary:
      'Groups in all, by type, the largest ones, added this week, and the total at the end of each of the last 14 days',
    spec: 'statistics.groups',
    input: Nothing,
    reply: z.object({
      total: z.int(),
      byType: z.array(z.object({ type: z.int(), count: z.int() })),
      addedThisWeek: z.int(),
      trend: z.array(Point),
      largest: z.array(z.object({ id: z.string(), name: z.string(), users: z.int() })),
    }),
    may: 'statistics.read',
  }),
  login: get('/administrator/statistics/login', {
    summary: 'Sign-ins a day, succeeded and failed, in the given time zone',
    spec: 'statistics.login',
    input: z.object({
      days: z._default(whole(1, 90), 7),
      timezone: z._default(z.string().check(z.maxLength(64), z.regex(/^[A-Za-z0-9_+/-]+$/)), 'UTC'),
    }),
    reply: z.object({
      days: z.array(z.object({ day: z.string(), succeeded: z.int(), failed: z.int() })),
      today: z.object({ succeeded: z.int(), failed: z.int() }),
    }),
    may: 'statistics.read',
  }),
})
