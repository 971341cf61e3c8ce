import * as z from 'zod/mini'
import { feature, get, put } from '../platform/endpoint.ts'
import { Done, instant, Nothing, whole } from '../platform/fields.ts'

const Day = z.object({
  day: z.string(),
  workspaces: z.int(),
  users: z.int(),
  keys: z.int(),
  created: z.int(),
  deleted: z.int(),
  signIns: z.int(),
  failed: z.int(),
})
export type InstallationDay = z.output<typeof Day>

const Maintenance = z.nullable(z.object({ message: z.string(), startedBy: z.string(), startedAt: instant }))
const may = 'super.workspaces'

/** The home page of super administrators. */
export const installation = feature('installation', {
  days: get('/superAdmin/dailyData', {
    summary: "Get the installation's figures by day: workspaces, users, keys, and sign-ins",
    spec: 'super-admin.daily-data',
    input: z.object({ days: z._default(whole(7, 365), 30) }),
    reply: z.object({ days: z.array(Day) }),
    may,
  }),
  health: get('/superAdmin/health', {
    summary:
      'Get what needs attention in the installation: jobs, emails, trials, domains, license requests, and alarms',
    input: Nothing,
    reply: z.object({
      version: z.string(),
      jobs: z.object({ waiting: z.int(), running: z.int(), failed: z.int() }),
      emailsWaiting: z.int(),
      trialsEnding: z.int(),
      trialsEnded: z.int(),
      domainsVerifying: z.int(),
      licenseRequests: z.int(),
      endings: z.int(),
      certificatesExpiring: z.int(),
      alarms: z.array(z.object({ name: z.string(), says: z.string() })),
      maintenance: Maintenance,
    }),
    may,
  }),
  maintain: put('/superAdmin/maintenance', {
    summary: 'Turn maintenance mode on or off; while it is on, the console only reads',
    input: z.object({
      mode: z.enum(['off', 'on']),
      message: z._default(z.string().check(z.trim(), z.maxLength(500)), ''),
    }),
    reply: Done,
    may,
  }),
})
