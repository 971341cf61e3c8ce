import { intervals, workflowTypes as types } from '@claviger/contract/automation/workflows/workflow-content'
import { syncModes } from '@claviger/contract/directories/connections'
import { keyKinds } from '@claviger/contract/keys/security-keys'
import { nextTime } from '#features/automation/workflows/workflow-times.ts'
import { days, later } from '#platform/clock.ts'
import { newIdAt } from '#platform/ids.ts'
import { type DemoArea, idsByName, staffName } from '../demo-area.ts'
import { insertWorkflowRuns, type DemoWorkflow } from './demo-workflow-runs.ts'

const zone = 'Europe/London'

/** Eight workflows, each with the runs that it had since it was created. */
export async function insertWorkflows(area: DemoArea, entra: string, account: string): Promise<void> {
  const workflows = await workflowsOf(area, entra, account)
  const { ctx, workspace, desk, owner, now } = area
  await ctx.db
    .insertInto('workflows')
    .values(
      workflows.map(one => {
        const { schedule } = one
        const times = schedule && {
          interval: schedule.scheduleInterval,
          hour: schedule.hour,
          minute: schedule.minute,
          day: schedule.day ?? null,
        }
        return {
          workspace_id: workspace,
          id: one.id,
          name: one.name,
          description: one.description,
          type: one.type,
          starts: one.starts,
          connection_id: one.connection ?? null,
          groups: one.groups ?? [],
          ...(times ?? { interval: null, hour: null, minute: null, day: null }),
          zone,
          settings: JSON.stringify(one.settings),
          notify: one.type === types.idleKeys ? [desk.id, owner.id] : [desk.id],
          active: one.active,
          next_run_at: times && one.active ? nextTime({ ...times, zone }, now) : null,
          maker_id: desk.id,
          maker_name: staffName(desk),
          created_at: one.createdAt,
          changed_at: one.createdAt,
          changed_by: staffName(desk),
        }
      }),
    )
    .execute()
  await insertWorkflowRuns(area, workflows)
}

async function workflowsOf({ ctx, now }: DemoArea, entra: string, account: string): Promise<DemoWorkflow[]> {
  const [group, deviceGroup] = [await idsByName(ctx, 'groups'), await idsByName(ctx, 'device_groups')]
  const page = await ctx.db.selectFrom('self_service_pages').select('address').executeTakeFirst()
  const ofPage = { page: page?.address ?? null }
  const made = (
    daysAgo: number,
    one: Omit<DemoWorkflow, 'id' | 'createdAt' | 'active'> & { active?: boolean },
  ): DemoWorkflow => {
    const createdAt = later(now, -days(daysAgo))
    return { active: true, ...one, id: newIdAt(createdAt), createdAt }
  }
  const daily = (hour: number, minute: number) => ({ scheduleInterval: intervals.daily, hour, minute })
  return [
    made(310, {
      name: 'Badge for new nurses',
      description: 'Emails a link to activate the badge after each import',
      type: types.keys,
      starts: 'imported',
      groups: [group('Nurses')],
      settings: { kind: keyKinds.accessCard, by: 'mail', tokenPolicy: null },
    }),
    made(290, {
      name: 'Unused keys',
      description: 'Notify after 90 days, suspend two weeks later',
      type: types.idleKeys,
      starts: 'schedule',
      schedule: { scheduleInterval: intervals.weekly, hour: 6, minute: 0, day: 1 },
      settings: { idleDays: 90, suspendAfter: 14, deleteAfter: null, kinds: [] },
    }),
    made(260, {
      name: 'Staff without a key',
      description: 'Up to three reminders, one each week',
      type: types.withoutKey,
      starts: 'schedule',
      schedule: { scheduleInterval: intervals.weekly, hour: 8, minute: 30, day: 3 },
      settings: { everyDays: 7, times: 3 },
    }),
    made(240, {
      name: 'Ward computers',
      description: 'Night shift badges open the shared account',
      type: types.sharedComputers,
      starts: 'schedule',
      groups: [group('Night shift')],
      schedule: daily(5, 15),
      settings: { account, deviceGroup: deviceGroup('Shared workstations'), beginsWith: '' },
    }),
    made(200, {
      name: 'Research staff from Entra ID',
      description: '',
      type: types.entraPeople,
      starts: 'schedule',
      connection: entra,
      schedule: daily(3, 0),
      settings: { mode: syncModes.both },
    }),
    made(180, {
      name: 'Computers from Entra ID',
      description: 'Off while the tenant is cleaned up',
      type: types.entraDevices,
      starts: 'schedule',
      connection: entra,
      schedule: daily(3, 30),
      settings: {},
      active: false,
    }),
    made(80, {
      name: 'Enrollment at the card page',
      description: 'Tells the service desk who enrolled a badge',
      type: types.pageEnrolment,
      starts: 'page',
      settings: ofPage,
    }),
    made(80, {
      name: 'PIN reset at the card page',
      description: '',
      type: types.pageRecovery,
      starts: 'page',
      settings: ofPage,
    }),
  ]
}
