import * as z from 'zod/mini'
import { feature, get } from '../platform/endpoint.ts'
import { instant, Nothing, whole } from '../platform/fields.ts'

/** Days that the figures of the dashboard can cover. */
export const statisticPeriods = [1, 7, 30, 90, 365] as const

const timezone = z._default(z.string().check(z.maxLength(64), z.regex(/^[A-Za-z0-9_+/-]+$/)), 'UTC')

const Point = z.object({ day: z.string(), count: z.int() })

export const statistics = feature('statistics', {
  users: get('/administrator/statistics/users', {
    summary: 'Get user statistics: total, by status, added this week, and the daily total of the last 14 days',
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
    summary: 'Get passkey statistics: total, by type, added this week, and the daily total of the last 14 days',
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
    summary: 'Get group statistics: total, by type, largest, added this week, and the daily total of the last 14 days',
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
    summary: 'Get successful and failed sign-ins per day in the given time zone',
    spec: 'statistics.login',
    input: z.object({
      days: z._default(whole(1, 365), 7),
      timezone,
    }),
    reply: z.object({
      days: z.array(z.object({ day: z.string(), succeeded: z.int(), failed: z.int() })),
      today: z.object({ succeeded: z.int(), failed: z.int() }),
    }),
    may: 'statistics.read',
  }),
  uses: get('/administrator/statistics/uses', {
    summary:
      'Get the sign-ins of the last days by method, the keys that were used by type, and refused uses by their most frequent reasons',
    input: z.object({ days: z._default(whole(1, 365), 7), timezone }),
    reply: z.object({
      since: instant,
      byMethod: z.array(z.object({ action: z.string(), count: z.int() })),
      keysByType: z.array(z.object({ type: z.int(), count: z.int() })),
      refused: z.int(),
      /** Counted among the newest refusals. */
      reasons: z.array(z.object({ action: z.string(), reason: z.nullable(z.string()), count: z.int() })),
    }),
    may: 'statistics.read',
  }),
  adoption: get('/administrator/statistics/adoption', {
    summary: 'Get how many users have an active key, in total and in the organization units where most have none',
    input: Nothing,
    reply: z.object({
      users: z.int(),
      withKey: z.int(),
      units: z.array(z.object({ id: z.string(), name: z.string(), users: z.int(), withKey: z.int() })),
    }),
    may: 'statistics.read',
  }),
})
